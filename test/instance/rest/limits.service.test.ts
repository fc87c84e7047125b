import { expect, test } from 'vitest';
import { createLimiter, defaultLimits } from '../../../src/instance/rest/limits.service.ts';
import { manualClock } from '../../setup/clock.ts';

const clock = manualClock('2026-11-20T23:59:00Z');
const aLimiter = (limits = {}) => createLimiter({ ...defaultLimits, ...limits }, clock);
const admitted = (limiter: ReturnType<typeof aLimiter>, calls: number, token = 't') =>
  Array.from({ length: calls }, () => limiter.admit(token)).filter(
    ({ retryAfter }) => retryAfter === undefined,
  ).length;

test('100 calls come through at once, and 10 more each second', () => {
  const limiter = aLimiter();
  expect(admitted(limiter, 130)).toBe(100);
  clock.advance(1_000);
  expect(admitted(limiter, 30)).toBe(10);
});

test('a client that keeps to 10 calls a second is never stopped', () => {
  const limiter = aLimiter();
  expect(admitted(limiter, 100)).toBe(100);
  for (let call = 0; call < 50; call += 1) {
    clock.advance(100);
    expect(limiter.admit('t').retryAfter).toBeUndefined();
  }
});

test('tokens have buckets of their own', () => {
  const limiter = aLimiter({ burst: 2 });
  expect([admitted(limiter, 3), admitted(limiter, 3, 'other')]).toEqual([2, 2]);
});

test('the daily count names its limit, what is left and its reset, and begins anew at midnight UTC', () => {
  clock.set('2026-11-20T23:59:00Z');
  const limiter = aLimiter({ daily: 2 });
  expect(limiter.admit('t').headers).toEqual({
    'x-rate-limit-limit': '2',
    'x-rate-limit-remaining': '1',
    'x-rate-limit-reset': '2026-11-21T00:00:00Z',
  });
  limiter.admit('t');
  expect(limiter.admit('t')).toMatchObject({ retryAfter: 60, headers: { 'x-rate-limit-remaining': '0' } });
  clock.advance(60_000);
  expect(limiter.admit('t').retryAfter).toBeUndefined();
});

test('a call that was refused uses none of the day', () => {
  const limiter = aLimiter({ burst: 1 });
  limiter.admit('t');
  expect(limiter.admit('t')).toMatchObject({ retryAfter: 1, headers: { 'x-rate-limit-remaining': '9999' } });
  expect(limiter.admit('t').headers['x-rate-limit-remaining']).toBe('9999');
});

test('a caller without a known token has no calls left', () => {
  expect(aLimiter().stranger()).toMatchObject({
    'x-rate-limit-limit': '10000',
    'x-rate-limit-remaining': '0',
  });
});
