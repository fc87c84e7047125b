/**
 * npm run bench [-- --full] [--minutes N] [--record] [NAME…]
 * Runs every benchmark of this folder that exports `run`, or those named, each in a process of its own and for at most so many minutes
 * (45); one JSON line a measurement as they come, then a table of ratios beside the committed ones. One that fails, or is stopped, costs
 * the others nothing. A ratio of CPU times that is worse than the committed one by more than a tenth is measured again, and fails the
 * run when it is so three times. `--record` writes `committed.json`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOf, refuse } from '../test/tools/options.ts';
import { better, committedRatios, isWorse, record } from './committed.ts';
import { printMeasurements, printRatios, type Bench, type BenchResult, type Ratio } from './rounds.ts';

const usage = 'npm run bench [-- --full] [--minutes N] [--record] [NAME…]';
const { values, positionals } = optionsOf(
  {
    options: {
      full: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '45' },
      record: { type: 'boolean', default: false },
      /** Where a process that runs one benchmark leaves its result. */
      result: { type: 'string' },
    },
    allowPositionals: true,
  },
  usage,
);
if (!(Number(values.minutes) > 0))
  refuse(`--minutes must be a number above 0, not ${values.minutes}.`, usage);

/** How often a ratio is measured before it counts as worse. */
const REPEATS = 3;

/** Ctrl-C stops the one that runs and leaves out the rest; what is there is printed. */
const interrupted = new AbortController();
process.once('SIGINT', () => {
  interrupted.abort();
});

if (values.result === undefined) await runAll(namesOf(positionals));
else await runHere(positionals[0] ?? '', values.result);

async function runAll(names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-bench-'));
  const size = values.full ? 'full' : 'quick';
  const committed = committedRatios(size);
  const ratios: Ratio[] = [];
  const failed: string[] = [];
  for (const name of names) {
    if (interrupted.signal.aborted) break;
    console.error(`${name} …`);
    const started = performance.now();
    let outcome = await inOwnProcess(name, join(folder, name));
    for (let repeat = 2; repeat <= REPEATS && typeof outcome !== 'string' && !values.record; repeat += 1) {
      const worse = outcome.ratios.filter((ratio) => isWorse(ratio, committed));
      if (worse.length === 0) break;
      console.error(`${name}: ${worse.length} ratios are worse than committed, run ${repeat} of ${REPEATS}`);
      const again = await inOwnProcess(name, join(folder, name));
      if (typeof again !== 'string') outcome = better(outcome, again);
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    if (typeof outcome === 'string') failed.push(`${name} ${outcome}, after ${seconds} s`);
    else {
      const took = { bench: name, what: 'time taken', value: seconds, unit: 's' };
      printMeasurements([...outcome.measurements, took]);
      ratios.push(...outcome.ratios);
      for (const ratio of outcome.ratios)
        if (!values.record && isWorse(ratio, committed))
          failed.push(`${ratio.what}: ${ratio.value.toFixed(2)}, committed ${committed[ratio.what]}`);
    }
  }
  rmSync(folder, { recursive: true });
  printRatios(ratios, committed);
  if (values.record) record(size, ratios);
  for (const line of failed) console.log(line);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** What a benchmark came to, or how it failed; what it prints meanwhile is progress. */
async function inOwnProcess(name: string, result: string): Promise<BenchResult | string> {
  const args = [...process.execArgv, import.meta.filename, name, '--result', result];
  const child = spawn(process.execPath, values.full ? [...args, '--full'] : args, {
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    // A group of its own, so that its own processes end with it.
    detached: true,
  });
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  const limit = setTimeout(stop, Number(values.minutes) * 60_000);
  interrupted.signal.addEventListener('abort', stop);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('exit', (...ended) => {
      resolve(ended);
    });
  });
  clearTimeout(limit);
  interrupted.signal.removeEventListener('abort', stop);
  if (signal !== null) return `was stopped (${signal})`;
  return code === 0 ? JSON.parse(readFileSync(result, 'utf8')) : `failed (${code})`;
}

async function runHere(name: string, target: string): Promise<void> {
  const bench: Bench = await import(join(import.meta.dirname, `${name}.ts`));
  writeFileSync(target, JSON.stringify(await bench.run({ full: values.full })));
  // Peers (a PHP server, keep-alive connections of node-soap) would keep the process from ending.
  process.exit(0);
}

function namesOf(wanted: readonly string[]): string[] {
  const all = readdirSync(import.meta.dirname)
    .filter((file) =>
      /^export async function run\(/m.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    )
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    refuse(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`, usage);
  return wanted.length === 0 ? all : all.filter((name) => wanted.includes(name));
}
