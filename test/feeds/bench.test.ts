// @module-tag slow
import { expect, test } from 'vitest';
import { better, isWorse } from '../../bench/committed.ts';
import { run } from '../../bench/feeds.ts';

test('the benchmark of feeds compares each format with its peers', { timeout: 240_000 }, async () => {
  const { measurements, ratios } = await run({ full: false, bytes: 300_000, rounds: 1 });
  expect(measurements.every(({ value }) => value > 0)).toBe(true);
  expect(ratios.map(({ what }) => what)).toEqual([
    'xml, 0.3 MB: first import against htmlparser2',
    'xml, 0.3 MB: first import against fast-xml-parser, whole',
    'xml, 0.3 MB: re-sync against read + hash',
    'rss, 0.3 MB: first import against htmlparser2',
    'rss, 0.3 MB: re-sync against read + hash',
    'csv, 0.3 MB: first import against csv-parse',
    'csv, 0.3 MB: re-sync against read + hash',
    'json, 0.3 MB: first import against JSON.parse, whole',
    'json, 0.3 MB: re-sync against read + hash',
  ]);
});

test.each([
  ['at least', 0.89, true],
  ['at least', 0.91, false],
  ['at most', 1.11, true],
  ['at most', 1.09, false],
] as const)(
  'a ratio that is to be %s 1 and comes to %d is worse than the committed 1: %s',
  (is, value, worse) => {
    const ratio = { what: 'ours against theirs', value, goal: 1, is, steady: true } as const;
    expect(isWorse(ratio, { 'ours against theirs': 1 })).toBe(worse);
    expect(isWorse(ratio, {})).toBe(false);
    const { steady: _, ...unsteady } = ratio;
    expect(isWorse(unsteady, { 'ours against theirs': 1 })).toBe(false);
  },
);

test('the better value of each ratio in two runs of a benchmark counts', () => {
  expect(better(aResult(0.8), aResult(1.2)).ratios.map(({ value }) => value)).toEqual([1.2, 0.8]);
});

const aResult = (value: number) => ({
  measurements: [],
  ratios: (['at least', 'at most'] as const).map((is) => ({ what: is, value, goal: 1, is })),
});
