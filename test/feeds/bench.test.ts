import { expect, test } from 'vitest';
import { run } from '../../bench/feeds.ts';

test('the benchmark of feeds runs, and every reader sees every item', { timeout: 120_000 }, async () => {
  const { measurements, ratios } = await run({ full: false, bytes: 300_000 });
  expect(measurements.every(({ value }) => value > 0)).toBe(true);
  expect(ratios.map(({ what }) => what)).toEqual(
    [
      're-sync of 0.3 MB against read + hash',
      're-sync of 0.3 MB against fast-xml-parser',
      'first import of 0.3 MB against htmlparser2',
      'first import of 0.3 MB against fast-xml-parser',
    ].flatMap((what) => [`${what} (CPU)`, `${what} (wall)`]),
  );
});
