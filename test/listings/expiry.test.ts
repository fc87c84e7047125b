import { describe, expect, test } from 'vitest';
import { expiryInstant } from '../../src/listings/values/expiry.ts';
import { zoneOfPlace } from '../../src/listings/places/zones.ts';

describe('the end of a job', () => {
  test('a closing date is the end of that day at the place of the job', () => {
    expect(expiryInstant('2026-12-31', [{ subdivision: 'US-CA' }], {})).toBe('2027-01-01T08:00:00Z');
    expect(expiryInstant('2026-07-31', [{ country: 'DE' }], {})).toBe('2026-07-31T22:00:00Z');
  });

  test('follows the change of clocks', () => {
    expect(expiryInstant('2026-03-29', [{ country: 'FR' }], {})).toBe('2026-03-29T22:00:00Z');
    expect(expiryInstant('2026-03-28', [{ country: 'FR' }], {})).toBe('2026-03-28T23:00:00Z');
  });

  test('a time with an offset is that instant, a time alone is local to the job', () => {
    expect(expiryInstant('2026-06-19T17:00:00-04:00', [], {})).toBe('2026-06-19T21:00:00Z');
    expect(expiryInstant('2026-06-19T17:00:00', [{ country: 'GB' }], {})).toBe('2026-06-19T16:00:00Z');
  });

  test('at midnight means the whole day, for that is a date written long', () => {
    expect(expiryInstant('2026-06-19T00:00:00Z', [{ country: 'GB' }], {})).toBe('2026-06-19T23:00:00Z');
  });

  test('a date without a place is in the zone of the feed, else in UTC', () => {
    expect(expiryInstant('2026-12-31', [], { timeZone: 'America/Chicago' })).toBe('2027-01-01T06:00:00Z');
    expect(expiryInstant('2026-12-31', [], {})).toBe('2027-01-01T00:00:00Z');
    expect(expiryInstant('2026-12-31', [], { timeZone: 'Mars/Base' })).toBe('2027-01-01T00:00:00Z');
  });

  test('in a country of several zones and no state is in the one where the day ends last', () => {
    expect(expiryInstant('2026-12-31', [{ country: 'US' }], {})).toBe('2027-01-01T08:00:00Z');
    expect(expiryInstant('2026-12-31', [{ country: 'US' }], { timeZone: 'America/New_York' })).toBe(
      '2027-01-01T05:00:00Z',
    );
  });

  test('in several places is the last of their ends', () => {
    const places = [{ country: 'DE' }, { subdivision: 'US-NY' }];
    expect(expiryInstant('2026-12-31', places, {})).toBe('2027-01-01T05:00:00Z');
  });
});

test('every American state and every country has a zone or says that it has several', () => {
  expect(zoneOfPlace({ country: 'US' })).toBeUndefined();
  expect(zoneOfPlace({ subdivision: 'US-HI' })).toBe('Pacific/Honolulu');
  expect(zoneOfPlace({ country: 'CA', subdivision: 'CA-NL' })).toBe('America/St_Johns');
  expect(zoneOfPlace({ country: 'PL' })).toBe('Europe/Warsaw');
  expect(zoneOfPlace({})).toBeUndefined();
});
