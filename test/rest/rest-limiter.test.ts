import { describe, expect, test } from 'vitest';
import { freshBucket, grant, heard, type Wish } from '../../src/rest/bucket.ts';
import { limiterOver, memoryLimiter, memoryStore } from '../../src/rest/rest-limiter.ts';
import { momentOf, rateNews } from '../../src/rest/rate-headers.ts';
import { manualClock } from '../setup/clock.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const wish = (wished: Partial<Wish>): Wish => ({ people: 0, publishing: 0, mirrors: 0, ...wished });

describe('the bucket', () => {
  test('a burst goes at once, then ten a second', () => {
    const { bucket, granted, waitMs } = grant(freshBucket(noon), wish({ people: 200 }), noon);
    expect(granted.people).toBe(95);
    expect(waitMs).toBe(100);
    const later = grant(bucket, wish({ people: 200 }), new Date(noon.getTime() + 1_000));
    expect(later.granted.people).toBe(10);
  });

  test('mirrors leave room for publishing, and both for people', () => {
    const full = grant(freshBucket(noon), wish({ mirrors: 1_000 }), noon);
    const fuller = grant(full.bucket, wish({ publishing: 1_000, mirrors: 10 }), noon);
    const last = grant(fuller.bucket, wish({ people: 1_000, publishing: 10 }), noon);
    expect([full.granted.mirrors, fuller.granted, last.granted]).toEqual([
      80,
      { people: 0, publishing: 10, mirrors: 0 },
      { people: 5, publishing: 0, mirrors: 0 },
    ]);
  });

  test('a part of the day is kept for publishing and people, and grows smaller as the day goes', () => {
    const bucket = { ...freshBucket(noon), used: 6_000 };
    const all = wish({ people: 1, publishing: 1, mirrors: 1 });
    expect(grant(bucket, all, noon)).toMatchObject({
      granted: { people: 1, publishing: 1, mirrors: 0 },
      spent: ['mirrors'],
    });
    const { until } = grant(bucket, wish({ mirrors: 1 }), noon);
    expect(until > noon && until < new Date('2026-11-20T17:00:00Z')).toBe(true);
    expect(grant(bucket, wish({ mirrors: 1 }), until).granted.mirrors).toBe(1);
    expect(grant({ ...bucket, used: 9_600 }, all, new Date('2026-11-20T23:59:00Z'))).toMatchObject({
      granted: { people: 1, publishing: 0, mirrors: 0 },
      until: new Date('2026-11-21T00:00:00Z'),
    });
  });

  test('an answer that counts the day before takes nothing from the new day', () => {
    const begun = new Date('2026-11-21T00:00:02Z');
    const late = { daily: 10_000, remaining: 0, reset: new Date('2026-11-21T00:00:00Z') };
    const bucket = heard(freshBucket(noon), late, begun);
    expect(bucket).toMatchObject({ used: 0, dayEnds: new Date('2026-11-22T00:00:00Z') });
    const next = { ...late, remaining: 9_990, reset: new Date('2026-11-22T00:00:00Z') };
    expect(heard(bucket, next, begun).used).toBe(10);
  });

  test('the day begins anew at its end', () => {
    const bucket = { ...freshBucket(noon), used: 10_000 };
    const tomorrow = new Date('2026-11-21T00:00:00Z');
    expect(grant(bucket, wish({ people: 1 }), noon).spent).toEqual(['people']);
    expect(grant(bucket, wish({ people: 1 }), tomorrow).granted.people).toBe(1);
  });

  test('a clock that lags behind another process’s lets nothing leak twice', () => {
    const { bucket } = grant(freshBucket(noon), wish({ people: 95 }), noon);
    const behind = grant(bucket, wish({ people: 1 }), new Date(noon.getTime() - 60_000));
    expect(behind.granted.people).toBe(0);
    expect(grant(behind.bucket, wish({ people: 1 }), noon).granted.people).toBe(0);
  });

  test('the service’s own count stands where it is higher than ours', () => {
    const bucket = heard(freshBucket(noon), { daily: 500, remaining: 20 }, noon);
    expect(bucket).toMatchObject({ daily: 500, used: 480 });
    expect(heard(bucket, { remaining: 100 }, noon).used).toBe(480);
  });
});

describe('headers', () => {
  test.each([
    ['2026-11-21T00:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21 00:00:00', '2026-11-21T00:00:00.000Z'],
    ['Sat, 21 Nov 2026 00:00:00 GMT', '2026-11-21T00:00:00.000Z'],
    ['3600', '2026-11-20T13:00:00.000Z'],
    ['1795219200', '2026-11-21T00:00:00.000Z'],
    ['1795219200000', '2026-11-21T00:00:00.000Z'],
  ])('a reset of %s is read as a time or as seconds', (text, expected) => {
    expect(momentOf(text, noon)?.toISOString()).toBe(expected);
  });

  test('what is no time is nothing', () => {
    for (const text of ['soon', '', '99999999999999999999', null])
      expect(momentOf(text, noon)).toBeUndefined();
  });

  test('a 429 without any header holds calls for a second', () => {
    expect(rateNews(429, new Headers(), noon)).toEqual({ holdUntil: new Date('2026-11-20T12:00:01Z') });
  });

  test.each([
    { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
    { 'retry-after': '8640000000000000' },
    { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '2099-01-01T00:00:00Z' },
  ])('a 429 with %o holds calls for a day at most', (headers) => {
    const { holdUntil } = rateNews(429, new Headers(headers), noon);
    expect(holdUntil).toEqual(new Date('2026-11-21T12:00:00Z'));
  });

  test.each(['0', '999999999999'])('%s calls a day are no limit that counts', (limit) => {
    const news = rateNews(503, new Headers({ 'x-rate-limit-limit': limit }), noon);
    expect(heard(freshBucket(noon), news, noon).daily).toBe(10_000);
  });
});

describe('the limiter', () => {
  test('people are served before mirrors that wait longer', async () => {
    const clock = manualClock(noon);
    const limiter = memoryLimiter(clock, async (ms) => clock.advance(ms));
    const order: string[] = [];
    const take = async (priority: 'people' | 'mirrors', count: number) => {
      await Promise.all(
        Array.from({ length: count }, async () => {
          await limiter.take(priority);
          order.push(priority);
        }),
      );
    };
    await Promise.all([take('mirrors', 100), take('people', 20)]);
    expect(order.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'people'));
    expect(order).toHaveLength(120);
  });

  test('a place for batches whose holder died is free after its lease', async () => {
    const clock = manualClock(noon);
    const limiter = memoryLimiter(clock);
    expect(await limiter.holdBatch('a')).toBe(true);
    expect(await limiter.holdBatch('b')).toBe(false);
    clock.advance(61_000);
    expect(await limiter.holdBatch('b')).toBe(true);
    await limiter.releaseBatch('a');
    expect(await limiter.holdBatch('a')).toBe(false);
  });

  test('a store that fails fails the calls that wait, and the next ones may succeed', async () => {
    const store = memoryStore(manualClock(noon));
    let failing = true;
    const limiter = limiterOver(
      {
        ...store,
        grant: (asked) => (failing ? Promise.reject(new Error('no database')) : store.grant(asked)),
      },
      async () => {},
    );
    await expect(limiter.take('people')).rejects.toThrow('no database');
    failing = false;
    expect(await limiter.take('people')).toEqual({ kind: 'go' });
  });
});
