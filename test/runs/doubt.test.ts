import { expect, test } from 'vitest';
import type { RunFacts } from '../../src/publishing/guard-run.ts';
import { doubtOf } from '../../src/runs/doubt.ts';
import { defaultSettings } from '../../src/platform/settings/settings.ts';
import { runFacts } from '../publishing/makers.ts';

const doubt = (over: Partial<RunFacts>, isWindow = false) =>
  doubtOf(runFacts(over), defaultSettings, isWindow);

test('a document like the ones before it is believed', () => {
  expect(doubt({})).toBeUndefined();
});

test('the first doubt names the hold, and its reasons name the others', () => {
  const both = doubt({ found: 20, missing: 80, changed: 60, coverage: { title: 0.1 } });
  expect(both).toMatchObject({ kind: 'drop', count: 80 });
  expect(both?.reasons).toEqual([
    expect.stringContaining('The feed lists 20 jobs'),
    expect.stringContaining('10 % of the listings have a title'),
    expect.stringContaining('60 of 100 jobs were changed at once'),
  ]);
});

test('a first plan that is reviewed is reviewed alone', () => {
  const review = doubt({ awaitsReview: true, found: 0, missing: 100 });
  expect(review).toMatchObject({ kind: 'review' });
  expect(review?.reasons).toHaveLength(1);
});

test('a window of the latest jobs is not in doubt for what it does not list', () => {
  for (const over of [
    { found: 0, missing: 100 },
    { found: 5, missing: 95 },
    { added: 90, missing: 90 },
  ])
    expect(doubt(over, true)).toBeUndefined();
  expect(doubt({ changed: 10, coverage: { title: 0.1 } }, true)).toMatchObject({ kind: 'drift' });
});

test('a feed with live jobs has a norm without a counted run: its live jobs', () => {
  expect(doubt({ usual: [], live: 100, found: 60, missing: 40 })).toMatchObject({
    kind: 'drop',
    compared: { found: 60, usual: 100, guard: 70 },
  });
  expect(doubt({ usual: [], live: 0, found: 60 })).toBeUndefined();
});
