import { sql } from 'drizzle-orm';
import { numberIn, rowsOf } from '../test/setup/rows.ts';
import { claimDue } from '../src/publishing/claims.repository.ts';
import { loadSettings } from '../src/platform/settings/settings.queries.ts';
import { explain } from '../src/operations/reports/explain.ts';
import { planFor } from '../src/tasks/plan-target.ts';
import { reconcileTarget } from '../src/tasks/reconcile-target.ts';
import { targetById } from '../src/targets/targets.queries.ts';
import { settleTarget } from '../src/tasks/settle-target.ts';
import { aRoad, aSchool, indeedFeed, type School } from '../test/setup/road.ts';
import { fiftyCalls } from './claim.ts';
import { generate, listingsIn, NOW, publicationsIn, type Size } from './growth-data.ts';
import { ownDatabase, type OwnDatabase } from './growth-database.ts';
import { answers } from './growth-pages.ts';
import { hotPlans } from './growth-plans.ts';
import type { BenchOptions, BenchResult, Measurement, Ratio } from './rounds.ts';

/**
 * What the same work costs when a hundred times as much stands around it: each target has the same number of jobs at both sizes. CPU
 * time of this process and of the database's, the best of several.
 */
export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const [small, large] = full ? sizes.full : sizes.quick;
  const before = await measured(small, full);
  const after = await measured(large, full);
  const bench = 'growth';
  const measurements: Measurement[] = [
    ...[...before].map(([what, value]) => ({ bench, what: `${what}, ${named(small)}`, value, unit: 'ms' })),
    ...[...after].map(([what, value]) => ({ bench, what: `${what}, ${named(large)}`, value, unit: 'ms' })),
  ];
  const ratios: Ratio[] = [...after].flatMap(([what, value]): Ratio[] => {
    const least = before.get(what);
    if (least === undefined || isContext(what)) return [];
    const isAnswer = what.startsWith('/') || what.startsWith('GET ');
    // The system counts in hundredths of a second: less than 5 ms an answer says nothing.
    const ratio = isAnswer ? Math.max(5, value) / Math.max(5, least) : value / least;
    return [
      ...(isAnswer ? [{ what: `${what}, ms at full size`, value, goal: 50, is: 'at most' } as const] : []),
      { what: `${what}: full size to a hundredth`, value: ratio, goal: 1.5, is: 'at most' },
    ];
  });
  return { measurements, ratios: [...ratios, ...deadRatios(after)] };
}

/** Figures that are no work whose growth is asked about. */
function isContext(what: string): boolean {
  return what.startsWith('filled') || what.startsWith(DEAD);
}

const DEAD = 'a target and a dead one';

function deadRatios(figures: Figures): readonly Ratio[] {
  const of = (what: string) => figures.get(`${DEAD}, ${what}`) ?? Number.NaN;
  return [
    {
      what: 'calls of a target beside a dead one, to alone, on the clock',
      value: of('beside, wall') / of('alone, wall'),
      goal: 1.02,
      is: 'at most',
    },
    {
      what: 'CPU of a target and a dead one, to that of each alone',
      value: of('beside') / (of('alone') + of('dead alone')),
      goal: 1.02,
      is: 'at most',
    },
  ];
}

const sizes = {
  quick: [
    { feeds: 4, perFeed: 20, targets: 4, fanOut: 4 },
    { feeds: 40, perFeed: 20, targets: 80, fanOut: 8 },
  ],
  full: [
    { feeds: 20, perFeed: 1_000, targets: 5, fanOut: 5 },
    { feeds: 1_000, perFeed: 1_000, targets: 500, fanOut: 10 },
  ],
} as const satisfies Record<string, readonly [Size, Size]>;

const named = (size: Size) => `${listingsIn(size)} listings and ${publicationsIn(size)} publications`;

type Figures = Map<string, number>;

async function measured(size: Size, full: boolean): Promise<Figures> {
  const database = await ownDatabase();
  const figures: Figures = new Map();
  const part = async (work: () => Promise<unknown>) => {
    const known = figures.size;
    await work();
    // A full run takes long, and what was measured is not to be lost when it is stopped.
    if (full)
      for (const [what, value] of [...figures].slice(known))
        console.error(`${named(size)}: ${what} ${value.toFixed(1)} ms`);
  };
  try {
    const began = performance.now();
    await generate(database.db, size);
    await database.db.execute(sql`vacuum analyze`);
    figures.set('filled in (wall)', performance.now() - began);
    await part(() => reconciles(database, figures));
    await part(() => runs(database, figures, full ? 1_000 : 20));
    await part(() => claims(database, figures));
    await part(() => besideADeadOne(database, figures, full ? 500 : 20));
    await part(() => lookUps(database, figures));
    await part(async () => {
      for (const { path, cpu } of await answers(database, full ? {} : { tries: 1, times: 2 }))
        figures.set(path, cpu);
    });
    if (full) await printPlans(database);
    if (process.env['GROWTH_SIZES'] !== undefined) await printSizes(database);
  } finally {
    await database.close();
  }
  return figures;
}

/** Time of the quickest of some tries. */
async function best(spent: () => number, tries: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let made = 0; made < tries; made += 1) {
    const before = spent();
    await work();
    least = Math.min(least, spent() - before);
  }
  return least;
}

/** The first plan of a target, which sends everything; then the same comparison when all of it is sent, and one of what was touched. */
async function reconciles({ db, spent }: OwnDatabase, figures: Figures): Promise<void> {
  const { context } = aRoad(db);
  figures.set('first reconcile of a target', await best(spent, 1, () => reconcileTarget(context, 1)));
  await db.execute(sql`
    update publications set belief = 'has', belief_fingerprint = intent_fingerprint, call = 'idle', next_at = null, taken = wanted, taken_at = ${NOW}::timestamptz, first_sent_at = ${NOW}::timestamptz where target_id = 1`);
  await db.execute(sql`vacuum analyze publications`);
  const again = async () => {
    await db.execute(sql`update targets set mapping_version = null where id = 1`);
    await reconcileTarget(context, 1);
  };
  figures.set('reconcile of a target, everything compared', await best(spent, 3, again));
  figures.set(
    'reconcile of a target, nothing touched',
    await best(spent, 5, () => reconcileTarget(context, 1)),
  );
  const settings = await loadSettings(db);
  const target = await targetById(db, 1);
  if (target === undefined) throw new Error('expected target 1, got none');
  figures.set(
    'plan of a target, changing nothing',
    await best(spent, 3, () => planFor(context, target, settings, { look: 'all' })),
  );
  figures.set(
    'plan of a target, as its page makes it',
    await best(spent, 3, () => planFor(context, target, settings, { look: 'unsettled' })),
  );
}

/** A feed of four times as many jobs, of which some change, to a target of its own; and the calls that follow. */
async function runs({ db, spent }: OwnDatabase, figures: Figures, changed: number): Promise<void> {
  const road = aRoad(db);
  const feedOf = (word: string) =>
    indeedFeed(
      Array.from({ length: 4 * changed }, (_, at) => ({
        id: `A-${at}`,
        title: at < changed ? `${word} ${at}` : `Planner ${at}`,
        company: `Works ${at % 40}`,
        text: textOf(at),
      })),
    );
  const target = await road.addTarget('measured');
  road.serve('measured', feedOf('Driver'));
  const feed = await road.addFeed('measured', { targets: ['measured'] });
  figures.set('first run of a feed', await best(spent, 1, () => road.read(feed)));
  await reconcileTarget(road.context, target.id);
  await db.execute(sql`
    update publications set belief = 'has', belief_fingerprint = intent_fingerprint, call = 'idle', next_at = null, taken = wanted, taken_at = ${NOW}::timestamptz, first_sent_at = ${NOW}::timestamptz where target_id = ${target.id}`);
  let word = 0;
  const change = async () => {
    word += 1;
    road.clock.advance(3_600_000);
    road.serve('measured', feedOf(`Driver ${word}`));
    await road.read(feed);
  };
  figures.set('run with changes', await best(spent, 3, change));
  figures.set(
    'reconcile after the run',
    await best(spent, 1, () => reconcileTarget(road.context, target.id)),
  );
  figures.set('the calls that follow', await best(spent, 1, () => road.publish(target)));
}

/** Sixty words of its own for each job. */
const textOf = (at: number) =>
  Array.from({ length: 60 }, (_, nth) => `word${((at + 1) * 7919 + nth * nth * 104_729) % 9_973}`).join(' ');

/**
 * The calls of a target, and the same calls while another target answers none of its own: how long they take on the clock, where each
 * answer takes a while, and the CPU time of both together against that of each alone. The best of three rounds of each, in turns.
 */
async function besideADeadOne({ db, spent }: OwnDatabase, figures: Figures, calls: number): Promise<void> {
  const road = aRoad(db);
  const dead = aSchool();
  dead.next = () => ({ outcome: { kind: 'troubled', why: 'http', reason: 'no answer' } });
  const live = slowed(road.school, 20);
  const never = slowed(dead, 200);
  const context = {
    ...road.context,
    connect: (target: { readonly name: string }) => (target.name.startsWith('dead') ? never : live),
  };
  const jobsOf = (name: string) =>
    indeedFeed(Array.from({ length: calls }, (_, at) => ({ id: `${name}-${at}`, company: `Works ${name}` })));
  const planned = async (name: string) => {
    road.serve(name, jobsOf(name));
    const feed = await road.addFeed(name, { targets: [name] });
    const target = await road.addTarget(name);
    await road.read(feed);
    await reconcileTarget(context, target.id);
    return target.id;
  };
  const note = (what: string, value: number) => {
    const key = `${DEAD}, ${what}`;
    figures.set(key, Math.min(figures.get(key) ?? Infinity, value));
  };
  for (let round = 0; round < 3; round += 1)
    for (const [what, kinds] of cases) {
      const ids: number[] = [];
      for (const kind of kinds) ids.push(await planned(`${kind}-${round}-${kinds.length}`));
      const [before, began] = [spent(), performance.now()];
      const settled = ids.map(async (id) => {
        await settleTarget(context, id, () => {});
        return performance.now() - began;
      });
      const [first = Number.NaN] = await Promise.all(settled);
      note(what, spent() - before);
      if (kinds[0] === 'live') note(`${what}, wall`, first);
    }
}

const cases = [
  ['alone', ['live']],
  ['dead alone', ['dead']],
  ['beside', ['live', 'dead']],
] as const;

/** A school whose answers take so many milliseconds. */
function slowed(school: School, ms: number): School {
  return {
    ...school,
    processJob: async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return school.processJob(...asked);
    },
  };
}

/** Twenty claims of fifty due calls. */
async function claims({ db, spent }: OwnDatabase, figures: Figures): Promise<void> {
  await db.execute(sql`
    update publications set belief = 'maybe', belief_fingerprint = null, call = 'due', next_at = ${NOW}::timestamptz - interval '1 hour' where id in (select id from publications where target_id = 1 and intent = 'show' limit 1000)`);
  const claim = await fiftyCalls(db, { targetId: 1, now: new Date(NOW), worker: 'bench' });
  const unasked: typeof claim = { ...claim, belonging: async (_, listingIds) => new Set(listingIds) };
  const twenty = async (one: typeof claim) => {
    for (let made = 0; made < 20; made += 1) await claimDue(db, one);
    await db.execute(
      sql`update publications set call = 'due', next_at = ${NOW}::timestamptz - interval '1 hour', call_op = null, call_fingerprint = null, call_before = null, call_before_fingerprint = null, lease_until = null, lease_by = null where target_id = 1 and call = 'out'`,
    );
  };
  figures.set('20 claims of 50 calls', await best(spent, 3, () => twenty(claim)));
  figures.set(
    '20 claims, none asked whether its job belongs there',
    await best(spent, 3, () => twenty(unasked)),
  );
}

async function lookUps({ db, spent }: OwnDatabase, figures: Figures): Promise<void> {
  const { context } = aRoad(db);
  const asked = { ...context, timeZone: 'UTC' };
  const hundred = async () => {
    for (let n = 1; n <= 10; n += 1) await explain(asked, 'f-2', `J-${n}`, 't-1');
  };
  figures.set('10 jobs explained', await best(spent, 3, hundred));
}

/** How the database answers the hot statements, as rows of docs/results.md. */
async function printPlans(database: OwnDatabase): Promise<void> {
  for (const { what, nodes, buffers, ms } of await hotPlans(database))
    console.error(`| ${what} | ${nodes} | ${buffers} | ${ms.toFixed(1)} |`);
}

async function printSizes({ db }: OwnDatabase): Promise<void> {
  const rows = await db.execute(sql`
    select c.relname as name, c.reltuples::bigint as rows, pg_table_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public' order by pg_total_relation_size(c.oid) desc limit 8`);
  for (const row of rowsOf(rows))
    console.error(
      String(row['name']),
      numberIn(row, 'rows'),
      numberIn(row, 'heap'),
      numberIn(row, 'indexes'),
    );
}
