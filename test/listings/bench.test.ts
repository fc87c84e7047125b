// @module-tag slow
import { expect, test } from 'vitest';
import { run } from '../../bench/understanding.ts';

test('the benchmark of understanding runs and measures', async () => {
  const { measurements } = await run({ full: false });
  expect(measurements.map(({ unit }) => unit)).toEqual(['1/s', 'ms', 'ms']);
  for (const { value } of measurements) expect(value).toBeGreaterThan(0);
});
