import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
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

describe('quiet hours over a change of the clocks', () => {
  test('end when the clocks go forward over their end', () => {
    // In New York 02:00 is 03:00 on 14 March 2027, at 07:00 UTC.
    expect(endOfHours('22:00-02:30', new Date('2027-03-14T06:30:00Z'), 'America/New_York')).toEqual(
      new Date('2027-03-14T07:00:00Z'),
    );
  });

  test('end each time when the clocks show their end twice', () => {
    // 02:00 is 01:00 again on 1 November 2026, at 06:00 UTC.
    const ends = ['05:10', '05:40', '06:10'].map((time) =>
      endOfHours('22:00-01:30', at(`2026-11-01T${time}:00Z`), 'America/New_York')?.toISOString(),
    );
    expect(ends).toEqual(['2026-11-01T05:30:00.000Z', undefined, '2026-11-01T06:30:00.000Z']);
  });

  test.each([
    ['America/New_York', '2026-11-01'],
    ['America/New_York', '2027-03-14'],
    ['Europe/Berlin', '2026-10-25'],
    ['Europe/Berlin', '2027-03-28'],
    ['Australia/Lord_Howe', '2027-04-04'],
    ['America/Santiago', '2026-09-06'],
  ])('of any length end where they end, always ahead: %s %s', (zone, day) => {
    const noon = Date.parse(`${day}T12:00:00Z`);
    for (const hours of [
      '22:00-01:30',
      '22:00-02:15',
      '00:10-00:50',
      '01:00-02:00',
      '01:45-03:10',
      '23:30-06:00',
    ])
      for (let time = noon - 30 * HOUR; time < noon + 12 * HOUR; time += 5 * MINUTE) {
        const end = endOfHours(hours, new Date(time), zone);
        if (end === undefined) continue;
        const ahead = end.getTime() - time;
        expect(ahead, `${hours} at ${new Date(time).toISOString()}`).toBeGreaterThan(0);
        expect(isWithin(hours, end, zone), `${hours} until ${end.toISOString()}`).toBe(false);
        expect(isWithin(hours, new Date(end.getTime() - 1), zone)).toBe(true);
      }
  });
});
