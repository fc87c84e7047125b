import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../setup/ports.ts';

/** The README's quick start in a fresh clone: `npm ci`, `npm start`, jobs on the board; then `up --once` has nothing left to do. */
const LIMITS = { healthMs: 30_000, firstJobMs: 60_000, allJobsMs: 120_000 };
const folder = mkdtempSync(join(tmpdir(), 'quadwire-smoke-'));
const [port, instancePort] = (await freePorts()).map(String);
const env = { ...process.env, PORT: port, INSTANCE_PORT: instancePort, QUADWIRE_DATA: join(folder, 'data') };

try {
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const clone = join(folder, 'clone');
  command('git', ['clone', '-q', '.', clone], process.cwd());
  command('npm', ['ci'], clone);
  const began = performance.now();
  const up = spawn('npm', ['start'], { cwd: clone, env, stdio: 'inherit', detached: true });
  try {
    await until('health', LIMITS.healthMs, async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok);
    report('health', began);
    await until('a job on the board', LIMITS.firstJobMs, async () => (await jobs()) > 0);
    report('first job on the board', began);
    await until('170 jobs on the board', LIMITS.allJobsMs, async () => (await jobs()) >= 170);
    await until('an end of the publishing', LIMITS.allJobsMs, isSettled);
    report(`${await jobs()} jobs on the board`, began);
  } finally {
    const ended = once(up, 'exit');
    if (up.pid !== undefined) process.kill(-up.pid, 'SIGINT');
    await ended;
  }
  const again = command('npx', ['quadwire', 'up', '--once', '--json'], clone);
  const summary: { published: number; updated: number; delisted: number } = JSON.parse(again);
  if (summary.published + summary.updated + summary.delisted !== 0)
    throw new Error(`a second time nothing is due, but: ${again}`);
  console.log(`second time: ${again.trim()}`);
}

/** No job came within three seconds. */
async function isSettled(): Promise<boolean> {
  const before = await jobs();
  await new Promise((done) => setTimeout(done, 3_000));
  return (await jobs()) === before;
}

async function jobs(): Promise<number> {
  const answer: unknown = await (await fetch(`http://127.0.0.1:${instancePort}/_control/jobs`)).json();
  return Array.isArray(answer) ? answer.length : 0;
}

async function until(what: string, limitMs: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (await holds().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no ${what} within ${limitMs / 1000} s`);
}

function report(what: string, began: number): void {
  console.log(`${what} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

function command(name: string, words: readonly string[], cwd: string): string {
  const { status, stdout } = spawnSync(name, words, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} ${words.join(' ')} ended with ${status}`);
  return stdout;
}
