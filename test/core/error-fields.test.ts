import { expect, test } from 'vitest';
import { errorFields } from '../../src/core/error-fields.ts';

test('an error in the log says what and where, with its cause, and none of the values of a query', () => {
  const cause = new Error('relation "feeds" does not exist');
  const error = new Error(
    'Failed query: select * from users where email = $1\nparams: dana@northfield.example',
    {
      cause,
    },
  );
  const fields = errorFields(error);
  expect(fields).toMatchObject({
    name: 'Error',
    message: 'Failed query: select * from users where email = $1',
    cause: { message: 'relation "feeds" does not exist' },
  });
  expect(JSON.stringify(fields)).toContain('error-fields.test.ts');
  expect(JSON.stringify(fields)).not.toContain('dana@');
});
