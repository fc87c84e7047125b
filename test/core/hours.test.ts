import { describe, expect, test } from 'vitest';
import { dayIn, endOfHours, isWithin, nextDayIn } from '../../src/core/hours.ts';

const at = (text: string) => new Date(text);

test('quiet hours go over midnight, in the zone of the house', () => {
  expect(isWithin('22:00-07:00', at('2026-11-20T03:00:00Z'), 'UTC')).toBe(true);
  expect(isWithin('22:00-07:00', at('2026-11-20T03:00:00Z'), 'Asia/Tokyo')).toBe(false);
  expect(isWithin('', at('2026-11-20T03:00:00Z'), 'UTC')).toBe(false);
});

describe('hours end', () => {
  test.each([
    ['08:00-18:00', '2026-11-20T09:30:00Z', 'UTC', '2026-11-20T18:00:00.000Z'],
    ['22:00-07:00', '2026-11-20T23:30:00Z', 'UTC', '2026-11-21T07:00:00.000Z'],
    ['22:00-07:00', '2026-11-20T03:00:00Z', 'UTC', '2026-11-20T07:00:00.000Z'],
    ['08:00-18:00', '2026-11-20T14:00:00Z', 'America/New_York', '2026-11-20T23:00:00.000Z'],
    // The night in which clocks go forward: 07:00 comes an hour sooner.
    ['22:00-07:00', '2026-03-29T00:30:00Z', 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
  ])('%s, asked at %s in %s, at %s', (hours, now, zone, end) => {
    expect(endOfHours(hours, at(now), zone)?.toISOString()).toBe(end);
  });

  test.each([
    ['08:00-18:00', '2026-11-20T18:00:00Z'],
    ['08:00-18:00', '2026-11-20T07:59:59Z'],
    ['08:00-08:00', '2026-11-20T08:00:00Z'],
  ])('not %s at %s: it lies outside', (hours, now) => {
    expect(endOfHours(hours, at(now), 'UTC')).toBeUndefined();
  });
});

test('a day begins where its zone says', () => {
  expect(dayIn(at('2026-11-20T03:00:00Z'), 'America/New_York')).toBe('2026-11-19');
  expect(nextDayIn(at('2026-11-20T03:00:00Z'), 'America/New_York').toISOString()).toBe(
    '2026-11-20T05:00:00.000Z',
  );
});
