import { describe, expect, test } from 'vitest';
import { readFresh, scoreOf } from './fresh.ts';

/**
 * Labels that were written by hand, with answers, before any rule had seen them: what they said at first reading stands in
 * `docs/accuracy.md`. Here they keep what was mended from breaking again.
 */
describe.each([
  ['job-function.txt', 'job_function'],
  ['industry.txt', 'industry'],
  ['job-type.txt', 'job_type'],
  ['levels.txt', 'degree_level'],
  ['second.txt', 'job_function'],
  ['third.txt', 'job_function'],
  ['fourth-functions.txt', 'job_function'],
  ['fourth-industries.txt', 'industry'],
  ['fourth-others.txt', 'job_type'],
  ['fifth.txt', 'job_function'],
  ['sixth.txt', 'job_function'],
  ['seventh.txt', 'industry'],
])('the fresh labels of %s', (file, field) => {
  const readings = readFresh(file, field);

  test('are answered rightly where they are answered, and mostly answered', () => {
    const { precision, coverage } = scoreOf(readings);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(coverage).toBeGreaterThanOrEqual(0.95);
  });

  test('hardly ever get an entry where nothing fits', () => {
    const none = readings.filter(({ accepted }) => accepted.length === 0);
    expect(none.filter(({ found }) => found.length > 0).length).toBeLessThanOrEqual(none.length * 0.03);
  });
});
