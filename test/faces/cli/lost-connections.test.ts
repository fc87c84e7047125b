import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { outliveLostConnections } from '../../../src/faces/cli/lost-connections.ts';

afterEach(() => vi.restoreAllMocks());

/** What becomes of an error that nobody catches: the process goes on with a warning, or ends. */
function uncaught(message: string, at: string): { readonly warned: number; readonly ended: number } {
  const before = new Set(process.listeners('uncaughtException'));
  const warn = vi.fn();
  outliveLostConnections({ ...silentLog, warn });
  const [added] = process.listeners('uncaughtException').filter((one) => !before.has(one));
  if (added === undefined) throw new Error('nothing listens for uncaught errors');
  process.off('uncaughtException', added);
  vi.spyOn(console, 'error').mockReturnValue();
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at ${at}\n    at process.processImmediate (node:internal/timers:574:21)`;
  added(error, 'uncaughtException');
  return { warned: warn.mock.calls.length, ended: exit.mock.calls.length };
}

const late = "Cannot read properties of null (reading 'write')";

test.each([
  ['in its own file', 'Immediate.nextWrite (file:///app/node_modules/postgres/src/connection.js:255:22)'],
  ['in a built program', 'Immediate.nextWrite (file:///app/dist/chunks/owner-De6uVoJS.js:8:11744)'],
])('a late write to a lost database connection, %s, ends no process', (_, at) => {
  expect(uncaught(late, at)).toEqual({ warned: 1, ended: 0 });
});

test.each([
  ['another message', 'x is not a function', 'Immediate.nextWrite (file:///app/dist/chunks/a.js:1:1)'],
  ['another place', late, 'settle (file:///app/dist/chunks/a.js:1:1)'],
])('an uncaught error with %s ends the process', (_, message, at) => {
  expect(uncaught(message, at)).toEqual({ warned: 0, ended: 1 });
});
