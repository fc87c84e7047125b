// @module-tag slow
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const engine = join(import.meta.dirname, '../../../src/faces/cli/engine.ts');

const started = `const { startSmall, tuneEngine } = await import('${engine}'); startSmall();`;

test('the young space grows with what is read, to 16 MB', () => {
  expect(youngSpace(started)).toBeLessThan(4);
  const read = youngSpace(`${started} tuneEngine();`);
  expect(read).toBeGreaterThanOrEqual(16);
  expect(read).toBeLessThanOrEqual(32);
  expect(youngSpace('')).toBeGreaterThan(32);
});

/** Its megabytes (of both halves when both are in use) after 320 MB of objects, of which a part is kept for a while. */
function youngSpace(first: string): number {
  const script = `${first}
    const { getHeapSpaceStatistics } = await import('node:v8');
    const kept = [];
    for (let made = 0; made < 80_000; made += 1) {
      kept[made % 4_000] = Array.from({ length: 500 }, (_, at) => at / 3);
      if (made % 100 === 0) await new Promise(setImmediate);
    }
    console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20);`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim(),
  );
}
