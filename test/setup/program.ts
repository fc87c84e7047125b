import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFresh } from '../../src/faces/cli/cli-freshness.ts';

const root = join(import.meta.dirname, '../..');

/** The built program, `dist/cli.js`; it is built first where the sources have changed. One worker builds, the others wait. */
export function builtProgram(): string {
  const lock = join(tmpdir(), `quadwire-build-${process.ppid}`);
  while (!isFresh(root)) {
    if (!taken(lock)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      continue;
    }
    try {
      execFileSync(process.execPath, [join(root, 'build/prepare.mjs')], { stdio: 'pipe' });
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return join(root, 'dist/cli.js');
}

function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
