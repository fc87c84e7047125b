import { aRoad, indeedFeed } from '../test/setup/road.ts';
import { ownDatabase } from './growth-database.ts';
import { loopWatch } from './loop-watch.ts';
import type { BenchOptions, BenchResult } from './rounds.ts';

/**
 * The first reading of a feed with all that follows it: cut, understood, kept, compared with the others, screened. Listings a second
 * of the thread's CPU time, beside the time of both processes, and the longest that the event loop was held.
 */
export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const count = full ? 10_000 : 200;
  const { db, close, spent } = await ownDatabase();
  try {
    const road = aRoad(db);
    await road.addTarget('measured');
    const feeds = [
      await aFeed(road, count, 0),
      await aFeed(road, count, 1),
      await aFeed(road, count, 2),
    ] as const;
    await road.read(feeds[0]);
    const [thread, both] = [process.threadCpuUsage(), spent()];
    await road.read(feeds[1]);
    const { user, system } = process.threadCpuUsage(thread);
    const total = spent() - both;
    const watch = loopWatch();
    await road.read(feeds[2]);
    const held = watch.stop();
    const rate = (count * 1_000_000) / (user + system);
    const bench = 'first-import';
    return {
      measurements: [
        { bench, what: `${count} listings, with everything, by CPU of the thread`, value: rate, unit: '1/s' },
        {
          bench,
          what: 'CPU of this process and its database session',
          value: total / count,
          unit: 'ms each',
        },
        { bench, what: 'longest hold of the event loop, CPU', value: held.cpuMs, unit: 'ms' },
        { bench, what: 'longest hold of the event loop, wall', value: held.wallMs, unit: 'ms' },
      ],
      ratios: [
        { what: 'listings a second, with everything', value: rate, goal: 2_000, is: 'at least' },
        { what: 'longest hold of the event loop, ms CPU', value: held.cpuMs, goal: 50, is: 'at most' },
      ],
    };
  } finally {
    await close();
  }
}

async function aFeed(road: ReturnType<typeof aRoad>, count: number, round: number) {
  const name = `measured-${round}`;
  const jobs = Array.from({ length: count }, (_, at) => ({
    id: `A-${at}`,
    title: `Driver ${at}`,
    company: `Works ${at % 40} of ${round}`,
    text: textOf(at + round * 10_000),
  }));
  const document = new TextEncoder().encode(indeedFeed(jobs));
  road.serve(name, {
    kind: 'modified',
    source: { bytes: inPieces(document), problem: () => undefined },
    url: name,
    validators: {},
    freshForMs: 0,
  });
  return road.addFeed(name, { targets: ['measured'] });
}

/** As it comes over the network, a piece at a time. */
async function* inPieces(document: Uint8Array) {
  for (let at = 0; at < document.length; at += PIECE) yield document.subarray(at, at + PIECE);
}

const PIECE = 65_536;

/** About 3.6 kB of HTML in English, unlike that of another number. */
function textOf(at: number): string {
  return Array.from({ length: 10 }, (_, part) => {
    const own = Array.from(
      { length: 36 },
      (__, nth) => words[(at * 7919 + part * 31 + nth * ((at % 97) + 3) * 1047) % words.length],
    ).join(' ');
    return `<h3>${part === 7 ? 'Minimum qualifications' : `Part ${part}`}</h3><p>We look for a <b>curious</b> person who will ${own} with the team &amp; for the people of the town.</p><ul><li>Plan, write and measure</li></ul>`;
  }).join('');
}

const words =
  'plan write measure work with people across teams build support customers report results lead train safety equipment quality service patients students research data systems design maintain schedule review improve deliver coordinate manage communicate develop operate clean prepare sell advise analyse test document'.split(
    ' ',
  );
