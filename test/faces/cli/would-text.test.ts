import { expect, test } from 'vitest';
import { wouldText } from '../../../src/faces/cli/commands/explain.command.ts';

test('the next call is shown as it would be sent, or with why it cannot be written', () => {
  const request = new TextEncoder().encode('POST /soap HTTP/1.1\r\n\r\n<a/>');
  expect(wouldText({ target: 'north', request })).toBe(
    '# Would be sent to north\n\nPOST /soap HTTP/1.1\n\n<a/>',
  );
  const reason = 'the title has a character that XML cannot carry';
  expect(wouldText({ target: 'north', reason })).toBe(`# Cannot be written for north\n\n${reason}`);
});
