import { expect, test } from 'vitest';
import { daysAfter, extendedDay } from '../../src/submissions/terms.ts';
import { firstUnfinished } from '../../src/submissions/steps.ts';
import { someAnswers, someTerms } from './answers-maker.ts';

test('a job is shown 30 days longer, never longer than 90 days from today, and from today when it is over', () => {
  expect(extendedDay('2026-12-20', '2026-11-20')).toBe('2027-01-19');
  expect(extendedDay('2027-02-10', '2026-11-20')).toBe('2027-02-18');
  expect(extendedDay('2026-10-01', '2026-11-20')).toBe('2026-12-20');
});

test('the last day that may be chosen is counted from the day it is where the installation stands', () => {
  const ninety = someAnswers({ until: daysAfter('2026-11-20', 90) });
  expect(firstUnfinished(ninety, someTerms({ today: '2026-11-20' }))).toBeUndefined();
  expect(firstUnfinished(ninety, someTerms({ today: '2026-11-19' }))?.name).toBe('job');
});
