import { describe, expect, test } from 'vitest';
import { readFreshPairs } from './fresh-pairs.ts';
import { readFreshDates, readFreshPlaces, readFreshSalaries } from './fresh.ts';

/**
 * Strings that were written by hand, with answers, before any rule had seen them: what they said at first reading stands in
 * `docs/results.md`. Here they keep what was mended from breaking again.
 */
describe.each([
  ['places.txt', readFreshPlaces],
  ['places-second.txt', readFreshPlaces],
  ['places-third.txt', readFreshPlaces],
  ['places-fourth.txt', readFreshPlaces],
  ['places-fifth.txt', readFreshPlaces],
  ['places-sixth.txt', readFreshPlaces],
  ['places-seventh.txt', readFreshPlaces],
  ['dates.txt', readFreshDates],
  ['dates-second.txt', readFreshDates],
  ['dates-third.txt', readFreshDates],
  ['dates-fourth.txt', readFreshDates],
  ['dates-fifth.txt', readFreshDates],
  ['dates-sixth.txt', readFreshDates],
  ['dates-seventh.txt', readFreshDates],
  ['salaries.txt', readFreshSalaries],
  ['salaries-second.txt', readFreshSalaries],
  ['salaries-third.txt', readFreshSalaries],
  ['salaries-fourth.txt', readFreshSalaries],
  ['salaries-fifth.txt', readFreshSalaries],
  ['salaries-sixth.txt', readFreshSalaries],
  ['salaries-seventh.txt', readFreshSalaries],
  ['salaries-eighth.txt', readFreshSalaries],
])('the fresh strings of %s', (file, read) => {
  const readings = read(file);
  const wrong = readings.filter(({ right }) => !right);

  test('fresh texts are nearly all read as a careful person reads them', () => {
    const message = wrong.map(({ text, found }) => `${text} => ${found}`).join('\n');
    expect(wrong.length <= readings.length * 0.03 ? '' : message).toBe('');
  });

  test('hardly ever yield what is not stated', () => {
    expect(readings.filter(({ invented }) => invented).length).toBeLessThanOrEqual(readings.length * 0.03);
  });
});

/** Pairs of listings with their answers, in the same way: a merge hides a job, so none may be wrong. */
describe.each([
  ['pairs.txt', 0.88],
  ['pairs-second.txt', 0.88],
  ['pairs-third.txt', 0.88],
  // The others have another text, another language or another title: to merge them is to guess.
  ['pairs-fourth.txt', 0.79],
  ['pairs-fifth.txt', 0.88],
] as const)('the fresh pairs of %s', (file, least) => {
  const readings = readFreshPairs(file);

  test('fresh pairs are merged only where they are one job', () => {
    const wrong = readings.filter(({ merged, right }) => merged && !right);
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });

  test('fresh pairs that are one job are mostly merged', () => {
    const ones = readings.filter(({ expected, isOne }) => isOne && !expected.endsWith('?'));
    expect(ones.filter(({ merged }) => merged).length / ones.length).toBeGreaterThanOrEqual(least);
  });
});
