import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from './world.ts';

/** One thing that breaks for a while, and is whole again at its end. */
export type Torment = { readonly name: string; readonly run: (world: World) => Promise<void> };

const SECOND = 1_000;
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export const torments: readonly Torment[] = [
  {
    name: 'PostgreSQL crashes',
    run: async ({ cluster }) => {
      cluster.stop('immediate');
      await sleep(4 * SECOND);
      cluster.start();
    },
  },
  { name: 'the network is cut', run: ({ wire }) => broken(wire, 'cut', 15 * SECOND) },
  {
    name: 'the data disk is full',
    run: async ({ cluster }) => {
      await full(cluster.dataDir, 15 * SECOND);
      // Without room for its log PostgreSQL ends; its supervisor begins it again.
      if (!cluster.isRunning()) cluster.start();
    },
  },
  { name: 'PostgreSQL is slow', run: ({ wire }) => broken(wire, 100, 20 * SECOND) },
  {
    name: 'a clock jumps forth and back',
    run: async ({ skewFile }) => {
      for (const hours of [3, -3, 0]) {
        writeFileSync(skewFile, String(hours * 3_600 * SECOND));
        await sleep(10 * SECOND);
      }
    },
  },
  { name: 'the journal’s disk is full', run: ({ journalDir }) => full(journalDir, 15 * SECOND) },
  { name: 'the network hangs', run: ({ wire }) => broken(wire, 'hung', 20 * SECOND) },
  {
    name: 'a worker stands still',
    run: async ({ workers }) => {
      workers[0]?.signal('SIGSTOP');
      await sleep(20 * SECOND);
      workers[0]?.signal('SIGCONT');
    },
  },
  {
    name: 'a worker has little memory',
    run: async ({ workers, memory }) => {
      memory.mb = 60;
      workers[1]?.kill();
      await sleep(25 * SECOND);
      memory.mb = 0;
      workers[1]?.kill();
    },
  },
  {
    name: 'PostgreSQL is restarted',
    run: async ({ cluster }) => {
      cluster.stop('fast');
      cluster.start();
      await sleep(2 * SECOND);
    },
  },
];

async function broken(wire: World['wire'], how: Parameters<World['wire']['set']>[0], ms: number) {
  wire.set(how);
  await sleep(ms);
  wire.set('whole');
}

async function full(folder: string, ms: number): Promise<void> {
  const ballast = join(folder, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    fill(file);
    await sleep(ms);
  } finally {
    closeSync(file);
    rmSync(ballast, { force: true });
  }
}

/** Until the disk takes nothing more. */
function fill(file: number): void {
  const piece = Buffer.alloc(1 << 20);
  for (let size = piece.length; size >= 1_024;) {
    try {
      writeSync(file, piece, 0, size);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      size >>= 1;
    }
  }
}
