import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtProgram } from '../../setup/program.ts';

const main = builtProgram();

test('a command whose output is read no further says nothing of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-pipe-'));
  const jobs = Array.from(
    { length: 2_000 },
    (_, at) =>
      `<job><referencenumber>${at}</referencenumber><title>Cook</title><description>Cook</description></job>`,
  );
  writeFileSync(join(folder, 'feed.xml'), `<source>${jobs.join('')}</source>`);
  const { stderr } = spawnSync(
    'sh',
    ['-c', `"${process.execPath}" "${main}" preview feed.xml | head -c 10`],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  rmSync(folder, { recursive: true });
  expect(stderr).not.toContain('EPIPE');
  expect(stderr).toContain('"listings":2000');
});
