// @module-tag slow
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const engine = join(import.meta.dirname, '../../../src/faces/cli/engine.ts');

test('the young space does not grow, however much outlives a collection', () => {
  expect(growthOfYoungSpace(`(await import('${engine}')).tuneEngine();`)).toBeLessThan(4);
  expect(growthOfYoungSpace('')).toBeGreaterThan(16);
});

/** How many times as large the young space is (twice when both its halves are in use) after 160 MB of objects, of which a part is kept for a while. */
function growthOfYoungSpace(first: string): number {
  const script = `${first}
    const { getHeapSpaceStatistics } = await import('node:v8');
    const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
    const before = young();
    const kept = [];
    for (let made = 0; made < 40_000; made += 1) kept[made % 4_000] = Array.from({ length: 500 }, (_, at) => at / 3);
    console.log(young() / before);`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim(),
  );
}
