import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFeed } from './feed-generator.ts';
import { inProcess, median, type Measurement as CpuMeasurement } from './measure.ts';
import type { BenchOptions, BenchResult, Measurement, Ratio } from './rounds.ts';

/** Reading feeds, against the limits of the machine and against other readers. */
export async function run({ full, bytes }: BenchOptions & { readonly bytes?: number }): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-bench-'));
  try {
    const small = await goalsAt(folder, bytes ?? (full ? 100_000_000 : 10_000_000), full ? 5 : 1);
    if (!full) return { measurements: small.measurements, ratios: small.ratios };
    const large = await goalsAt(folder, 1_000_000_000, 3);
    return {
      measurements: [...small.measurements, ...large.measurements],
      ratios: [
        ...small.ratios,
        ...large.ratios,
        ...['re-sync', 'first import, fields', 'first import, indeed-xml'].map((what) =>
          memoryRatio(what, small, large),
        ),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function goalsAt(folder: string, bytes: number, rounds: number) {
  const [before, file, rss, snapshot] = ['before.xml', 'now.xml', 'now.rss', 'snapshot'].map((name) =>
    join(folder, name),
  );
  if (before === undefined || file === undefined || rss === undefined || snapshot === undefined)
    throw new Error('four paths');
  console.error(`feeds, ${bytes / 1e6} MB: writing`);
  await writeFeed(before, { bytes, seed: 1 });
  await writeFeed(file, { bytes, seed: 1, changedShare: 0.01 });
  inProcess(work, ['snapshot', before, snapshot]);
  const large = bytes > 500_000_000;
  if (!large) await writeFeed(rss, { bytes: bytes / 5, seed: 1, format: 'rss' });
  const runs = new Map<string, CpuMeasurement[]>();
  const label = `${bytes / 1e6} MB`;
  const started = performance.now();
  // In turns, so that whatever else the machine does meets all of them; where it is too busy for all rounds, for as many as there is time.
  for (
    let round = 0;
    round < rounds && (round === 0 || performance.now() - started < LONGEST_MS);
    round += 1
  ) {
    for (const what of large ? goals : [...ours, ...peers]) {
      const run = inProcess(work, [what, what === 'rss-parser' ? rss : file, snapshot]);
      runs.set(what, [...(runs.get(what) ?? []), run]);
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    console.error(`feeds, ${label}: round ${round + 1} of ${rounds}, ${seconds} s`);
  }
  const ratio = (what: string, goal: number, of: string, against: string): Ratio[] =>
    (['cpuMs', 'ms'] as const).map((time) => ({
      what: `${what} (${time === 'ms' ? 'wall' : 'CPU'})`,
      value: least(runs.get(against), time) / least(runs.get(of), time),
      goal,
      is: 'at least',
    }));
  const [first, again] = ['first import, fields', 're-sync'];
  const ratios = [
    ...ratio(`re-sync of ${label} against read + hash`, large ? 0.75 : 0.5, again, 'read + sha1'),
    ...(large
      ? []
      : ratio(`re-sync of ${label} against fast-xml-parser`, 6, again, 'fast-xml-parser, whole')),
    ...(large ? [] : ratio(`first import of ${label} against htmlparser2`, 1.5, first, 'htmlparser2')),
    ...(large
      ? []
      : ratio(`first import of ${label} against fast-xml-parser`, 3, first, 'fast-xml-parser, whole')),
  ];
  const measurements = [...runs].flatMap(([what, seen]): Measurement[] => [
    { bench: 'feeds', what: `${what}, ${label}, least`, value: least(seen, 'cpuMs'), unit: 'ms CPU' },
    { bench: 'feeds', what: `${what}, ${label}, median`, value: median(seen).cpuMs, unit: 'ms CPU' },
    { bench: 'feeds', what: `${what}, ${label}, least`, value: least(seen, 'ms'), unit: 'ms wall' },
    {
      bench: 'feeds',
      what: `${what}, ${label}, peak memory, least`,
      value: least(seen, 'peakMb'),
      unit: 'MB',
    },
    {
      bench: 'feeds',
      what: `${what}, ${label}, peak memory, most`,
      value: Math.max(...seen.map(({ peakMb }) => peakMb)),
      unit: 'MB',
    },
  ]);
  return {
    measurements,
    ratios,
    leastOf: (what: string) => least(runs.get(what), 'peakMb'),
    mostOf: (what: string) => Math.max(...(runs.get(what) ?? []).map(({ peakMb }) => peakMb)),
  };
}

const LONGEST_MS = 600_000;

/** What has a goal at every size. */
const goals = [
  'read + sha1',
  're-sync',
  're-sync, indeed-xml',
  'first import, fields',
  'first import, indeed-xml',
];
const ours = ['read', 'cut', 'cut + flat reader', ...goals];
const peers = ['fast-xml-parser, whole', 'htmlparser2', 'saxes', 'sax-wasm', 'rss-parser'];

/** A busy neighbor only ever adds: the quietest run counts. */
function least(runs: readonly CpuMeasurement[] = [], figure: 'cpuMs' | 'ms' | 'peakMb'): number {
  return Math.min(...runs.map((run) => run[figure]));
}

type Goals = Awaited<ReturnType<typeof goalsAt>>;

/** At most 30 MB more for ten times the feed, between the least of the small one and the most of the large one. */
function memoryRatio(what: string, small: Goals, large: Goals): Ratio {
  return {
    what: `growth of memory from 100 MB to 1 GB, ${what}, MB`,
    value: large.mostOf(what) - small.leastOf(what),
    goal: 30,
    is: 'at most',
  };
}

const work = join(import.meta.dirname, 'feed-work.ts');
