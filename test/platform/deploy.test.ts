import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const deploy = (file: string) => join(root, 'deploy', file);

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
  'systemd finds nothing wrong in the unit',
  () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', deploy('quadwire.service')], {
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  },
);

test('the container file copies files that there are, and starts the program that package.json names', () => {
  const lines = readFileSync(deploy('Containerfile'), 'utf8').split('\n');
  const copied = lines.flatMap((line) => /^COPY --from=build \/app\/(\S+)/.exec(line)?.[1] ?? []);
  const kept = copied.filter((path) => path !== 'node_modules' && path !== 'dist');
  expect(kept.length).toBeGreaterThan(3);
  expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(lines.find((line) => line.startsWith('CMD'))).toBe(`CMD ["node", "${bin.quadwire}", "up"]`);
});
