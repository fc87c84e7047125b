import { expect, test } from 'vitest';
import { followedClock, MINUTE } from '../../src/core/clock.ts';

test('a clock that follows another goes on by its own counter, whatever the local time of day does', () => {
  let counter = 5_000;
  const clock = followedClock(() => counter);
  clock.follow(new Date('2026-11-20T09:00:00Z'));
  counter += MINUTE;
  expect(clock.now()).toEqual(new Date('2026-11-20T09:01:00Z'));
  clock.follow(new Date('2026-11-20T08:00:00Z'));
  expect(clock.now()).toEqual(new Date('2026-11-20T08:00:00Z'));
});
