import { expect, test } from 'vitest';
import { answers } from '../../src/db/db-answers.ts';
import { openPglite } from '../../src/db/pglite.ts';

test('a database that is gone is not ready, and says so without its own words', async () => {
  const { db, close } = await openPglite({ memory: true }, {});
  expect(await answers(db, 1_000)).toEqual({ kind: 'ready' });
  await close();
  expect(await answers(db, 1_000)).toEqual({ kind: 'unready', reasons: ['the database refuses to answer'] });
});
