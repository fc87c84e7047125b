import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** What one run of something cost. */
export type Measurement = {
  readonly bench: string;
  readonly what: string;
  readonly ms: number;
  readonly cpuMs: number;
  /** What of it the main thread took; the rest is compiling, collecting garbage and reading files. */
  readonly threadMs: number;
  /** Highest resident memory of its process. */
  readonly peakMb: number;
  readonly [figure: string]: string | number;
};

/** Runs a piece of work and takes its time, its CPU and the memory of its process. */
export async function measured(
  bench: string,
  what: string,
  work: () => Promise<Readonly<Record<string, string | number>>>,
): Promise<Measurement> {
  await settled();
  const cpu = process.cpuUsage();
  const thread = process.threadCpuUsage();
  const started = performance.now();
  const figures = await work();
  const ms = performance.now() - started;
  const used = process.cpuUsage(cpu);
  const own = process.threadCpuUsage(thread);
  return {
    bench,
    what,
    ms: round(ms),
    cpuMs: round((used.user + used.system) / 1000),
    threadMs: round((own.user + own.system) / 1000),
    peakMb: round(process.resourceUsage().maxRSS / 1024),
    ...figures,
  };
}

/** What loading the program left behind, to be compiled and to be collected, is not what the work costs. */
async function settled(): Promise<void> {
  globalThis.gc?.();
  await setTimeout(SETTLE_MS);
}

const SETTLE_MS = 200;

/** Measures in a process of its own, so that the memory of one does not count for another: `file` prints one JSON line. */
export function inProcess(file: string, args: readonly string[]): Measurement {
  const out = execFileSync(process.execPath, ['--expose-gc', file, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e8,
  });
  const line = out.trim().split('\n').at(-1) ?? '';
  return JSON.parse(line);
}

/** The run with the median CPU time of several: wall time is that of whatever else the machine does. */
export function median(runs: readonly Measurement[]): Measurement {
  const middle = runs.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor((runs.length - 1) / 2)];
  if (middle === undefined) throw new Error('expected at least one run');
  return middle;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
