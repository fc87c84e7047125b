/** Aids that the benchmarks share: CPU time, one JSON line a measurement, a table of ratios. Figures are for ratios taken in one run. */
export type BenchOptions = {
  /** Full sizes; without it a quick run that shows that everything works. */
  readonly full: boolean;
};

export type Measurement = {
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
};

/** A ratio that is to be reached: `value` at most, or at least, `goal`. */
export type Ratio = {
  readonly what: string;
  readonly value: number;
  readonly goal: number;
  readonly is: 'at most' | 'at least';
  /** Of two CPU times of one run, so that the machine and its load matter little: it is compared with the committed one. */
  readonly steady?: true;
};

export type BenchResult = {
  readonly measurements: readonly Measurement[];
  readonly ratios: readonly Ratio[];
};
export type Bench = { readonly run: (options: BenchOptions) => Promise<BenchResult> };

export type Subject = { readonly name: string; readonly call: () => unknown };
export type Rounds = { readonly calls: number; readonly rounds: number };

/**
 * CPU time of this process per call, in microseconds: subjects take turns, so that what else the machine does meets all of them,
 * and the quiet quarter of the rounds counts, since a busy neighbor only ever adds.
 */
export async function cpuPerCall(
  subjects: readonly Subject[],
  { calls, rounds }: Rounds,
): Promise<Readonly<Record<string, number>>> {
  const seen = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, call } of subjects) {
      const before = process.cpuUsage();
      for (let made = 0; made < calls; made += 1) await call();
      const { user, system } = process.cpuUsage(before);
      // The first round warms up.
      if (round >= 0) seen.get(name)?.push((user + system) / calls);
    }
  }
  return Object.fromEntries([...seen].map(([name, values]) => [name, quietQuarter(values)]));
}

/** What the quietest quarter of the rounds stays below. */
export function quietQuarter(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 4)] ?? Number.NaN;
}

/** One JSON line a measurement. */
export function printMeasurements(measurements: readonly Measurement[]): void {
  for (const measurement of measurements)
    console.log(JSON.stringify({ ...measurement, value: Number(measurement.value.toPrecision(4)) }));
}

/** The ratios as a table, with the committed ones and what they are to reach. */
export function printRatios(ratios: readonly Ratio[], committed: Readonly<Record<string, number>>): void {
  const width = Math.max(0, ...ratios.map(({ what }) => what.length));
  for (const ratio of ratios)
    console.log(
      `${ratio.what.padEnd(width)}  ${ratio.value.toFixed(2).padStart(8)}  ${(committed[ratio.what]?.toFixed(2) ?? '').padStart(8)}  ${ratio.is} ${ratio.goal}  ${isReached(ratio) ? 'reached' : 'NOT REACHED'}`,
    );
}

export const isReached = ({ value, goal, is }: Ratio) => (is === 'at most' ? value <= goal : value >= goal);
