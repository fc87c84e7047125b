import { execFileSync } from 'node:child_process';

/** What one run of something cost. */
export type Measurement = {
  readonly bench: string;
  readonly what: string;
  readonly ms: number;
  readonly cpuMs: number;
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
  const cpu = process.cpuUsage();
  const started = performance.now();
  const figures = await work();
  const ms = performance.now() - started;
  const used = process.cpuUsage(cpu);
  return {
    bench,
    what,
    ms: round(ms),
    cpuMs: round((used.user + used.system) / 1000),
    peakMb: round(process.resourceUsage().maxRSS / 1024),
    ...figures,
  };
}

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
