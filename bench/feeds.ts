import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFeed } from './feed-generator.ts';
import { inProcess, median, printGoals, type Goal, type Measurement } from './measure.ts';

/** Reading feeds, against the limits of the machine and against other readers: `node bench/feeds.ts [--quick|--full]`. */
export async function benchFeeds(size: 'quick' | 'usual' | 'full'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-bench-'));
  try {
    const small = await goalsAt(
      folder,
      size === 'quick' ? 10_000_000 : 100_000_000,
      size === 'quick' ? 1 : 3,
      true,
    );
    if (size === 'full') {
      const large = await goalsAt(folder, 1_000_000_000, 1, false);
      printGoals([...small.goals, ...large.goals, memoryGoal(small.resync, large.resync)]);
    } else printGoals(small.goals);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function goalsAt(folder: string, bytes: number, rounds: number, withPeers: boolean) {
  const [before, file, rss, snapshot] = ['before.xml', 'now.xml', 'now.rss', 'snapshot'].map((name) =>
    join(folder, name),
  );
  if (before === undefined || file === undefined || rss === undefined || snapshot === undefined)
    throw new Error('four paths');
  await writeFeed(before, { bytes, seed: 1 });
  await writeFeed(file, { bytes, seed: 1, changedShare: 0.01 });
  run('snapshot', before, snapshot);
  const times = (what: string, of = file) =>
    median(Array.from({ length: rounds }, () => run(what, of, snapshot)));

  times('read');
  const limit = times('read + sha1');
  times('cut');
  times('cut + flat reader');
  const resync = times('re-sync');
  const fields = times('first import, fields');
  times('first import, indeed-xml');
  const large = bytes > 500_000_000;
  const label = `${bytes / 1e6} MB`;
  const goals: Goal[] = [
    {
      what: `re-sync of ${label} against read + hash`,
      ratio: limit.cpuMs / resync.cpuMs,
      atLeast: large ? 0.75 : 0.5,
    },
  ];
  if (withPeers) {
    const whole = times('fast-xml-parser, whole');
    const streaming = times('htmlparser2');
    times('saxes');
    times('sax-wasm');
    await writeFeed(rss, { bytes: bytes / 5, seed: 1, format: 'rss' });
    times('rss-parser', rss);
    goals.push(
      { what: `re-sync of ${label} against fast-xml-parser`, ratio: whole.cpuMs / resync.cpuMs, atLeast: 6 },
      {
        what: `first import of ${label} against htmlparser2`,
        ratio: streaming.cpuMs / fields.cpuMs,
        atLeast: 1.5,
      },
      {
        what: `first import of ${label} against fast-xml-parser`,
        ratio: whole.cpuMs / fields.cpuMs,
        atLeast: 3,
      },
    );
  }
  return { goals, resync };
}

/** At most 30 MB more for ten times the feed. */
function memoryGoal(small: Measurement, large: Measurement): Goal {
  return {
    what: '30 MB against the growth of memory',
    ratio: 30 / Math.max(1, large.peakMb - small.peakMb),
    atLeast: 1,
  };
}

function run(what: string, file: string, snapshot: string): Measurement {
  return inProcess(join(import.meta.dirname, 'feed-work.ts'), [what, file, snapshot]);
}

if (process.argv[1] === import.meta.filename) {
  const size = process.argv.includes('--full')
    ? 'full'
    : process.argv.includes('--quick')
      ? 'quick'
      : 'usual';
  await benchFeeds(size);
}
