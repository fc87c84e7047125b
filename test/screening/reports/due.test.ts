import { expect, test } from 'vitest';
import { dueOf } from '../../../src/screening/reports/due.ts';

const due = (reported: string, hours = 24, timeZone = 'UTC') =>
  dueOf(new Date(reported), { hours, timeZone }).toISOString();

test('a report of a Tuesday is due on the Wednesday at the same time', () => {
  expect(due('2026-11-17T10:30:00Z')).toBe('2026-11-18T10:30:00.000Z');
});

test('a weekend does not count', () => {
  expect(due('2026-11-20T15:00:00Z')).toBe('2026-11-23T15:00:00.000Z');
  expect(due('2026-11-21T09:00:00Z')).toBe('2026-11-24T00:00:00.000Z');
  expect(due('2026-11-20T15:00:00Z', 48)).toBe('2026-11-24T15:00:00.000Z');
});

test('a moment between two seconds is kept over a weekend', () => {
  expect(due('2026-11-20T17:34:25.123Z')).toBe('2026-11-23T17:34:25.123Z');
});

test('what a weekend is, the zone of the house says', () => {
  expect(due('2026-11-20T23:00:00Z', 4, 'Australia/Sydney')).toBe('2026-11-22T17:00:00.000Z');
  expect(due('2026-11-20T23:00:00Z', 4, 'America/New_York')).toBe('2026-11-21T03:00:00.000Z');
});

test('a few hours are due the same day, none at once', () => {
  expect(due('2026-11-17T10:30:00Z', 2.5)).toBe('2026-11-17T13:00:00.000Z');
  expect(due('2026-11-17T10:30:00Z', 0)).toBe('2026-11-17T10:30:00.000Z');
});
