import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import {
  type CallCount,
  type CallKind,
  callKinds,
  type CallLimits,
  callsInWindow,
  roomAt,
  waitFor,
} from '../../src/publishing/allowance.ts';

const now = new Date('2026-11-20T09:00:00Z');

function limits(over: Partial<CallLimits> = {}): CallLimits {
  return { perMinute: 0, perDay: 0, keptShare: 0.1, quietHours: '', timeZone: 'UTC', ...over };
}

function used(calls: number, over: Partial<CallCount> = {}): CallCount {
  return { day: '2026-11-20', used: calls, level: 0, at: now, ...over };
}

test('everything may go without limits', () => {
  expect(roomAt(undefined, limits(), now)).toEqual({
    removals: Infinity,
    forms: Infinity,
    updates: Infinity,
  });
  for (const kind of callKinds) expect(waitFor(kind, used(1_000_000), limits(), now)).toBeUndefined();
});

describe('of a daily budget of 100, a tenth is kept for removals and form jobs', () => {
  test.each([
    [0, { removals: 100, forms: 100, updates: 90 }],
    [85, { removals: 15, forms: 15, updates: 5 }],
    [95, { removals: 5, forms: 5, updates: 0 }],
    [130, { removals: 0, forms: 0, updates: 0 }],
  ])('after %i calls', (calls, room) => {
    expect(roomAt(used(calls), limits({ perDay: 100 }), now)).toEqual(room);
  });

  test('yesterday’s calls do not count, and a day begins where the house stands', () => {
    expect(roomAt(used(100, { day: '2026-11-19' }), limits({ perDay: 100 }), now).updates).toBe(90);
    const newYork = limits({ perDay: 100, timeZone: 'America/New_York' });
    expect(roomAt(used(100, { day: '2026-11-20' }), newYork, now).updates).toBe(0);
    expect(waitFor('update', used(100), newYork, now)?.until).toEqual(new Date('2026-11-21T05:00:00Z'));
  });
});

describe('what waits says until when, and why', () => {
  const day = limits({ perDay: 100 });
  const quiet = limits({ quietHours: '08:00-18:00' });
  const both = limits({ perDay: 100, quietHours: '22:00-07:00' });
  test.each([
    ['update', used(90), day, '2026-11-21T00:00:00.000Z', 'but for what is kept for removals and form jobs'],
    // A budget whose kept share is all of it.
    ['update', used(1), limits({ perDay: 1 }), '2026-11-21T00:00:00.000Z', 'budget of 1 calls'],
    ['update', used(9), limits({ perDay: 9, keptShare: 1 }), '2026-11-21T00:00:00.000Z', 'budget of 9 calls'],
    ['removal', used(100), day, '2026-11-21T00:00:00.000Z', 'the day’s budget of 100 calls is used up'],
    ['update', used(0), quiet, '2026-11-20T18:00:00.000Z', 'quiet hours, 08:00-18:00'],
    ['form', used(0), quiet, '2026-11-20T18:00:00.000Z', 'quiet hours'],
    // The new day dawns in quiet hours.
    ['form', used(100), both, '2026-11-21T07:00:00.000Z', 'the day’s budget'],
    [
      'update',
      used(0, { level: 6 }),
      limits({ perMinute: 60 }),
      '2026-11-20T09:00:06.546Z',
      'at most 60 calls a minute',
    ],
  ] as const)('%s', (kind: CallKind, count, of, until, why) => {
    const wait = waitFor(kind, count, of, now);
    expect(wait?.until.toISOString()).toBe(until);
    expect(wait?.why).toContain(why);
  });

  test('a take-down waits for nothing; removals do not wait for quiet hours to end', () => {
    const all = limits({ perDay: 1, perMinute: 1, quietHours: '08:00-18:00' });
    expect(waitFor('takeDown', used(50, { level: 50 }), all, now)).toBeUndefined();
    expect(waitFor('removal', used(0), quiet, now)).toBeUndefined();
    expect(roomAt(used(0), quiet, now)).toEqual({ removals: Infinity, forms: 0, updates: 0 });
  });
});

test.each([1, 2, 7, 60, 600])(
  'with %i calls a minute no minute has more, and an hour nearly all',
  (perMinute) => {
    const of = limits({ perMinute });
    const begins: number[] = [];
    let count: CallCount | undefined;
    for (let at = now.getTime(); at < now.getTime() + 60 * MINUTE;) {
      const room = roomAt(count, of, new Date(at)).updates;
      for (let call = 0; call < room; call += 1) begins.push(at);
      count = callsInWindow(count, room, of, new Date(at));
      const wait = waitFor('update', count, of, new Date(at));
      at = wait?.until.getTime() ?? at + 1;
    }
    // Of so many calls in a row the first and the last lie a minute apart.
    const tooSoon = begins.filter((at, nth) => at - (begins[nth - perMinute] ?? -Infinity) < MINUTE);
    expect(tooSoon).toEqual([]);
    expect(begins.length).toBeGreaterThanOrEqual(0.85 * 60 * perMinute);
  },
);

test('calls that were claimed and not made are given back', () => {
  const of = limits({ perDay: 100, perMinute: 60 });
  const count = callsInWindow(callsInWindow(undefined, 6, of, now), -4, of, now);
  expect(count).toEqual({ day: '2026-11-20', used: 2, level: 2, at: now });
});
