// @module-tag slow
import { expect, test } from 'vitest';
import { run } from '../../bench/understanding.ts';

test('the benchmark of understanding runs and measures', async () => {
  const { measurements } = await run({ full: false });
  expect(measurements.map(({ unit }) => unit)).toEqual(['1/s', 'ms', 'ms']);
  const [rate = 0, ...costs] = measurements.map(({ value }) => value);
  expect(rate).toBeGreaterThan(0);
  // A kernel that counts CPU time in ticks gives none to what is over within one.
  expect(Number.isFinite(rate) && costs.every((cost) => cost >= 0)).toBe(true);
});
