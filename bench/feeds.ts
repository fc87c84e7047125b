import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFeed, type FeedFormat } from './feed-generator.ts';
import { inProcess, median, type Measurement as CpuMeasurement } from './measure.ts';
import type { BenchOptions, BenchResult, Measurement, Ratio } from './rounds.ts';

/** Reading feeds by the product's own formats, beside other readers and beside the limit of the machine, by CPU time. */
export async function run({
  full,
  bytes = full ? 100_000_000 : 20_000_000,
  rounds = full ? 5 : 3,
}: BenchOptions & { readonly bytes?: number; readonly rounds?: number }): Promise<BenchResult> {
  const measurements: Measurement[] = [];
  const ratios: Ratio[] = [];
  for (const format of ['xml', 'rss', 'csv', 'json'] as const) {
    const small = await measuredAt(format, bytes, rounds);
    measurements.push(...small.measurements);
    ratios.push(...small.ratios);
    if (!full || format !== 'xml') continue;
    const large = await measuredAt(format, 1_000_000_000, 3);
    measurements.push(...large.measurements);
    ratios.push(
      ...large.ratios,
      ...['re-sync', 'first import'].map((what) => ({
        what: `growth of memory from 100 MB to 1 GB, ${what}, MB`,
        value: large.most(what) - small.least(what),
        goal: 30,
        is: 'at most' as const,
      })),
    );
  }
  return { measurements, ratios };
}

type Against = { readonly of: string; readonly peer: string; readonly goal: number };

/** What the first import and the re-sync of each format are to reach, as shares of the peer's CPU time. */
const goals: Readonly<Record<FeedFormat, readonly Against[]>> = {
  xml: [
    { of: 'first import', peer: 'htmlparser2', goal: 1 },
    { of: 'first import', peer: 'fast-xml-parser, whole', goal: 2 },
    { of: 're-sync', peer: 'read + hash', goal: 0.5 },
  ],
  rss: [
    { of: 'first import', peer: 'htmlparser2', goal: 0.9 },
    { of: 're-sync', peer: 'read + hash', goal: 0.5 },
  ],
  csv: [
    { of: 'first import', peer: 'csv-parse', goal: 1 },
    { of: 're-sync', peer: 'read + hash', goal: 0.5 },
  ],
  json: [
    { of: 'first import', peer: 'JSON.parse, whole', goal: 0.5 },
    { of: 're-sync', peer: 'read + hash', goal: 0.5 },
  ],
};

/** What is also measured of a document of 1 GB, which the readers of whole documents cannot hold. */
const largeGoals: readonly Against[] = [{ of: 're-sync', peer: 'read + hash', goal: 0.75 }];

async function measuredAt(format: FeedFormat, bytes: number, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-bench-'));
  const [before, now, snapshot] = [join(folder, 'before'), join(folder, 'now'), join(folder, 'snapshot')];
  const isLarge = bytes > 500_000_000;
  const wanted = isLarge ? largeGoals : goals[format];
  const works = new Set(['first import', ...wanted.flatMap(({ of, peer }) => [of, peer])]);
  const runs = new Map<string, CpuMeasurement[]>();
  try {
    await writeFeed(before, { format, bytes, seed: 1 });
    await writeFeed(now, { format, bytes, seed: 1, changedShare: 0.01 });
    inProcess(work, ['snapshot', format, before, snapshot]);
    // In turns, so that whatever else the machine does meets all of them.
    for (let round = 1; round <= rounds; round += 1) {
      for (const what of works) {
        const seen = runs.get(what) ?? [];
        runs.set(what, [...seen, inProcess(work, [what, format, now, snapshot])]);
      }
      console.error(`feeds, ${format}, ${bytes / 1e6} MB: round ${round} of ${rounds}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const label = `${format}, ${bytes / 1e6} MB`;
  const figures = (what: string, figure: 'cpuMs' | 'peakMb') =>
    (runs.get(what) ?? []).map((run) => run[figure]);
  return {
    ratios: wanted.map(({ of, peer, goal }): Ratio => ({
      what: `${label}: ${of} against ${peer}`,
      value: middle(ratiosOf(figures(of, 'cpuMs'), figures(peer, 'cpuMs'))),
      goal,
      is: 'at least',
      steady: true,
    })),
    measurements: [...runs].flatMap(([what, seen]): Measurement[] => [
      {
        bench: 'feeds',
        what: `${label}: ${what}`,
        value: (median(seen).cpuMs * 1e6) / bytes,
        unit: 'ms CPU a MB',
      },
      {
        bench: 'feeds',
        what: `${label}: ${what}, peak`,
        value: Math.max(...figures(what, 'peakMb')),
        unit: 'MB',
      },
    ]),
    least: (what: string) => Math.min(...figures(what, 'peakMb')),
    most: (what: string) => Math.max(...figures(what, 'peakMb')),
  };
}

/** The ratio of each round: what the machine did meanwhile met both of its parts. */
function ratiosOf(ours: readonly number[], peers: readonly number[]): number[] {
  return ours.map((own, round) => (peers[round] ?? Number.NaN) / own);
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const work = join(import.meta.dirname, 'feed-work.ts');
