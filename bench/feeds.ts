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
    const small = await goalsAt(folder, bytes ?? (full ? 100_000_000 : 10_000_000), full ? 3 : 1);
    if (!full) return { measurements: small.measurements, ratios: small.ratios };
    const large = await goalsAt(folder, 1_000_000_000, 1);
    return {
      measurements: [...small.measurements, ...large.measurements],
      ratios: [...small.ratios, ...large.ratios, memoryRatio(small.resync, large.resync)],
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
  await writeFeed(before, { bytes, seed: 1 });
  await writeFeed(file, { bytes, seed: 1, changedShare: 0.01 });
  inProcess(work, ['snapshot', before, snapshot]);
  const seen: CpuMeasurement[] = [];
  const times = (what: string, of = file) => {
    const middle = median(Array.from({ length: rounds }, () => inProcess(work, [what, of, snapshot])));
    seen.push(middle);
    return middle;
  };

  times('read');
  const limit = times('read + sha1');
  times('cut');
  times('cut + flat reader');
  const resync = times('re-sync');
  times('re-sync, indeed-xml');
  const fields = times('first import, fields');
  times('first import, indeed-xml');
  const large = bytes > 500_000_000;
  const label = `${bytes / 1e6} MB`;
  const ratios: Ratio[] = [
    {
      what: `re-sync of ${label} against read + hash`,
      value: limit.cpuMs / resync.cpuMs,
      goal: large ? 0.75 : 0.5,
      is: 'at least',
    },
  ];
  if (!large) {
    const whole = times('fast-xml-parser, whole');
    const streaming = times('htmlparser2');
    times('saxes');
    times('sax-wasm');
    await writeFeed(rss, { bytes: bytes / 5, seed: 1, format: 'rss' });
    times('rss-parser', rss);
    ratios.push(
      {
        what: `re-sync of ${label} against fast-xml-parser`,
        value: whole.cpuMs / resync.cpuMs,
        goal: 6,
        is: 'at least',
      },
      {
        what: `first import of ${label} against htmlparser2`,
        value: streaming.cpuMs / fields.cpuMs,
        goal: 1.5,
        is: 'at least',
      },
      {
        what: `first import of ${label} against fast-xml-parser`,
        value: whole.cpuMs / fields.cpuMs,
        goal: 3,
        is: 'at least',
      },
    );
  }
  const measurements = seen.flatMap(({ what, cpuMs, peakMb }): Measurement[] => [
    { bench: 'feeds', what: `${what}, ${label}`, value: cpuMs, unit: 'ms CPU' },
    { bench: 'feeds', what: `${what}, ${label}, peak memory`, value: peakMb, unit: 'MB' },
  ]);
  return { measurements, ratios, resync };
}

/** At most 30 MB more for ten times the feed. */
function memoryRatio(small: CpuMeasurement, large: CpuMeasurement): Ratio {
  return {
    what: 'growth of memory from 100 MB to 1 GB, MB',
    value: large.peakMb - small.peakMb,
    goal: 30,
    is: 'at most',
  };
}

const work = join(import.meta.dirname, 'feed-work.ts');
