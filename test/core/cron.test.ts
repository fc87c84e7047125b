import { describe, expect, test } from 'vitest';
import { cronAfter, cronMistake } from '../../src/core/cron.ts';

const friday = new Date('2026-11-20T12:12:00Z');

describe('five fields of cron', () => {
  test.each([
    ['* * * * *', '2026-11-20T12:13:00.000Z'],
    ['*/15 * * * *', '2026-11-20T12:15:00.000Z'],
    ['12 12 * * *', '2026-11-21T12:12:00.000Z'],
    ['0 6,18 * * *', '2026-11-20T18:00:00.000Z'],
    ['0 6 * * 1-5', '2026-11-23T06:00:00.000Z'],
    ['0 6 * * mon', '2026-11-23T06:00:00.000Z'],
    ['0 6 * * 7', '2026-11-22T06:00:00.000Z'],
    ['30 4 1 * *', '2026-12-01T04:30:00.000Z'],
    ['30 4 1 * sun', '2026-11-22T04:30:00.000Z'],
    ['0 0 29 feb *', '2028-02-29T00:00:00.000Z'],
  ])('%s fits next at %s', (text, next) => {
    expect(cronMistake(text)).toBeUndefined();
    expect(cronAfter(text, friday, 'UTC')?.toISOString()).toBe(next);
  });

  test('fields apply in a time zone, also where its clocks skip an hour', () => {
    expect(cronAfter('0 6 * * *', friday, 'America/Chicago')?.toISOString()).toBe('2026-11-21T12:00:00.000Z');
    const night = new Date('2026-03-08T06:00:00Z');
    expect(cronAfter('30 2 * * *', night, 'America/Chicago')?.toISOString()).toBe('2026-03-08T08:30:00.000Z');
  });

  test.each([
    ['bad', 'five fields'],
    ['60 * * * *', 'the minute must be'],
    ['* 5-2 * * *', 'the hour must be'],
    ['* * 0 * *', 'the day of the month must be'],
    ['* * * foo *', 'the month must be'],
    ['* * * * 8', 'the day of the week must be'],
    ['*/0 * * * *', 'the minute must be'],
    ['0 0 31 2 *', 'a day that exists'],
  ])('%s is none, and what was expected is said', (text, mistake) => {
    expect(cronMistake(text)).toContain(mistake);
    if (!text.startsWith('0 0')) expect(cronAfter(text, friday, 'UTC')).toBeUndefined();
  });
});
