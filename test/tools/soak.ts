import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '../setup/ports.ts';
import { serveFeeds } from './faults/feeds.ts';
import { command } from './faults/programs.ts';
import { optionsOf } from './options.ts';
import { chance } from './simulation/chance.ts';
import { comeIn, type Visit } from './soak/reader.ts';
import { builtProgram } from '../setup/program.ts';

/**
 * The whole product (`up`, with the sample feeds and feeds of ours that change every minute) for an hour, while a reader looks at page
 * after page. Memory is sampled each minute. Exit code 1 when a page or the log has an error, or memory goes on growing.
 */
const { values } = optionsOf(
  {
    options: {
      minutes: { type: 'string', default: '60' },
      /** Between two pages. */
      pauseMs: { type: 'string', default: '500' },
      feeds: { type: 'string', default: '4' },
      jobs: { type: 'string', default: '300' },
    },
  },
  'node test/tools/soak.ts [--minutes N] [--pauseMs N] [--feeds N] [--jobs N]',
);
const minutes = Number(values.minutes);
const home = mkdtempSync(join(tmpdir(), 'quadwire-soak-'));
const names = Array.from({ length: Number(values.feeds) }, (_, at) => `feed-${at}`);
const feeds = await serveFeeds(names, Number(values.jobs), chance(1));
const [port, instancePort] = await freePorts();
const env = {
  PORT: String(port),
  INSTANCE_PORT: String(instancePort),
  QUADWIRE_DATA: join(home, 'data'),
  QUADWIRE_ALLOW_PRIVATE: `127.0.0.1:${feeds.port}`,
  LOG_LEVEL: 'warn',
};
/** SIGTERM ends it with the verdict on what was seen until then. */
const stopped = { early: false };
process.once('SIGTERM', () => {
  stopped.early = true;
});
const log: string[] = [];
const visits: Visit[] = [];
const memory: number[] = [];
const up = spawn(process.execPath, [builtProgram(), 'up'], {
  env: { ...process.env, ...env },
  stdio: ['ignore', 'ignore', 'pipe'],
});
const ended = once(up, 'exit');
try {
  const reader = await comeIn(await firstLink());
  for (const name of names)
    command(['feed', 'add', name, `http://127.0.0.1:${feeds.port}/${name}.xml`, '--every', '1m'], env);
  const end = Date.now() + 60_000 * minutes;
  let changes = 0;
  const every = setInterval(() => {
    const megabytes = residentMegabytes(up.pid);
    memory.push(megabytes);
    changes += feeds.change();
    say(
      `${memory.length} min: ${megabytes} MB, ${visits.length} pages, ${changes} changes, ${log.length} lines in the log`,
    );
  }, 60_000);
  while (Date.now() < end && up.exitCode === null && !stopped.early) {
    visits.push(await reader.next());
    await new Promise((done) => setTimeout(done, Number(values.pauseMs)));
  }
  clearInterval(every);
  const verdict = judge();
  console.log(JSON.stringify({ ...values, changes, ...verdict }));
  process.exitCode = verdict.wrong.length > 0 ? 1 : 0;
} finally {
  up.kill('SIGTERM');
  await ended;
  feeds.close();
  rmSync(home, { recursive: true, force: true });
}

/** Reads what `up` says: the address of the first operator, and from then on its log. */
async function firstLink(): Promise<string> {
  const lines = createInterface({ input: up.stderr });
  return new Promise((found) => {
    lines.on('line', (line) => {
      const [link] = /http\S+\/sign-in\/once\/\S+/.exec(line) ?? [];
      if (link !== undefined) found(link);
      if (!line.startsWith('{')) return;
      log.push(line);
      say(line);
    });
  });
}

/** Flat: after the first third, in which caches fill, the middle of the last third is at most a tenth above the middle of the second. */
function judge() {
  const third = Math.ceil(memory.length / 3);
  const [second, last] = [middle(memory.slice(third, 2 * third)), middle(memory.slice(2 * third))];
  const failed = visits.filter(({ status }) => status >= 500);
  const times = visits.map(({ ms }) => ms);
  const wrong = [
    ...failed.slice(0, 10).map(({ path, status }) => `${path} answered ${status}`),
    ...log.filter((line) => /"level":(?:50|60|"error"|"fatal")/.test(line)).slice(0, 10),
    ...(up.exitCode === null ? [] : [`it ended with ${up.exitCode}`]),
    ...(last > 1.1 * second ? [`memory grew from ${second} to ${last} MB`] : []),
  ];
  const statuses = Object.fromEntries(
    [...Map.groupBy(visits, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );
  const addresses = new Set(visits.map(({ path }) => path)).size;
  const slow = Math.round(times.toSorted((a, b) => a - b)[Math.floor(0.99 * times.length)] ?? 0);
  return {
    pages: visits.length,
    addresses,
    statuses,
    pageMs: { middle: Math.round(middle(times)), p99: slow },
    megabytes: { first: memory[0], second, last, most: Math.max(...memory) },
    cpuSeconds: cpuSeconds(up.pid),
    logLines: log.length,
    wrong,
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function cpuSeconds(pid: number | undefined): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return Math.round((user + system) / 100);
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}
