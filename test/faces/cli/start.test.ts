// @module-tag slow
import { platform } from 'node:os';
import { expect, test } from 'vitest';
import { run } from '../../../bench/start.ts';

test.skipIf(platform() !== 'linux')(
  'the program starts and holds memory within twice its goals, counted in starts of a bare Node',
  { timeout: 600_000 },
  async () => {
    const { measurements, ratios } = await run({ full: false });
    expect(measurements.find(({ what }) => what === 'jobs on the board')?.value).toBeGreaterThan(170);
    expect(ratios.length).toBeGreaterThanOrEqual(7);
    // An import of 198 jobs waits for others on a busy machine, and looks again meanwhile.
    const costs = ratios.filter(({ what }) => !what.startsWith('up, fresh folder'));
    expect(costs.filter(({ value, goal }) => value > 2 * goal)).toEqual([]);
  },
);
