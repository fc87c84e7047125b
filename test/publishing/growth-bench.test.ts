// @module-tag slow
import { expect, test } from 'vitest';
import { run } from '../../bench/growth.ts';

test(
  'the benchmark of growth runs and measures the same work at both sizes',
  { timeout: 240_000 },
  async () => {
    const { measurements, ratios } = await run({ full: false });
    expect(measurements.every(({ value }) => value >= 0)).toBe(true);
    expect(measurements.map(({ what }) => what)).toContain(
      'run with changes, 800 listings and 6400 publications',
    );
    expect(ratios.map(({ what }) => what)).toContain(
      'calls of a target beside a dead one, to alone, on the clock',
    );
  },
);
