import { describe, expect, test } from 'vitest';
import { readFresh, scoreOf } from './fresh.ts';

/**
 * Labels that were written by hand, with answers, before any rule had seen them: what they said at first reading stands in
 * `docs/results.md`. Here they keep what was mended from breaking again.
 */
describe.each([
  'job-function.txt',
  'industry.txt',
  'job-type.txt',
  'levels.txt',
  'second.txt',
  'third.txt',
  'fourth-functions.txt',
  'fourth-industries.txt',
  'fourth-others.txt',
  'fifth.txt',
  'sixth.txt',
  'seventh.txt',
])('the fresh labels of %s', (file) => {
  const readings = readFresh(file);

  test('fresh lists are mostly answered, and answers are right', () => {
    const { precision, coverage } = scoreOf(readings);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(coverage).toBeGreaterThanOrEqual(0.95);
  });

  test('hardly ever get an entry where nothing fits', () => {
    const none = readings.filter(({ accepted }) => accepted.length === 0);
    expect(none.filter(({ found }) => found.length > 0).length).toBeLessThanOrEqual(none.length * 0.03);
  });
});
