import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { onFirstSignal, stoppedBefore } from '../../../src/faces/cli/cli-signals.ts';

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

test('a run that a signal stopped names what it left undone, and only that', () => {
  expect(stoppedBefore({ feeds: ['a', 'b'], targets: ['board'] })).toBe(
    'Stopped by a signal. Not read: a, b. Not published, or not to the end: board. What is still due goes with the next run, or a worker’s.',
  );
  expect(stoppedBefore({ feeds: [], targets: [] })).toBe(
    'Stopped by a signal. What is still due goes with the next run, or a worker’s.',
  );
});
