import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { onFirstSignal } from '../../src/cli/signals.ts';

test('the first signal stops the work, whichever it is; the second ends the process', () => {
  const [signals, acts, ends]: [EventEmitter, string[], number[]] = [new EventEmitter(), [], []];
  const isStopped = onFirstSignal(
    () => acts.push('stopped'),
    signals,
    (code) => ends.push(code),
  );
  expect(isStopped()).toBe(false);
  signals.emit('SIGTERM');
  expect([isStopped(), acts, ends]).toEqual([true, ['stopped'], []]);
  signals.emit('SIGINT');
  expect([acts, ends]).toEqual([['stopped'], [130]]);
});
