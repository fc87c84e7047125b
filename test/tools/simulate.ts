import { parseArgs } from 'node:util';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import * as schema from '../../src/db/schema.ts';
import type { Feed } from '../../src/feeds/store.ts';
import { holdsIn } from '../../src/publishing/holds-store.ts';
import { ingestFeed } from '../../src/tasks/ingest-feed.ts';
import { settleTarget } from '../../src/tasks/settle-target.ts';
import type { Target } from '../../src/targets/store.ts';
import { aRoad, aSchool, indeedFeed, type School } from '../setup/road.ts';
import { honestYear } from './honest-year.ts';

/**
 * Feeds that change, targets that lose answers and meet trouble, workers that die: nothing may be lost, posted twice or wrongly taken
 * down, and all is settled two rounds after the last fault. One seed, one course. Exit code 1 on any violation.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    listings: { type: 'string', default: '300' },
    feeds: { type: 'string', default: '10' },
    targets: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '20' },
    kills: { type: 'string', default: '5' },
    'year-feeds': { type: 'string', default: '800' },
    'year-targets': { type: 'string', default: '120' },
  },
});
const [listings, feedCount, targetCount, rounds, kills] = [
  Number(values.listings),
  Number(values.feeds),
  Number(values.targets),
  Number(values.rounds),
  Number(values.kills),
];
const random = chance(Number(values.seed));
const violations: string[] = [];

/** What each feed lists now, and what it listed ever: the truth that the targets are held against. */
type Truth = { readonly name: string; readonly jobs: Map<string, number>; next: number };
type Site = {
  readonly target: Target;
  readonly school: School;
  calls: number;
  faults: number;
  kill: boolean;
};

const began = performance.now();
const opened = await openPglite({ memory: true }, schema);
await migrate(opened.db);
const road = aRoad(opened.db);
const { clock } = road;
const truths = Array.from({ length: feedCount }, (_, at): Truth => {
  const perFeed = Math.ceil(listings / feedCount);
  return {
    name: `feed-${at}`,
    jobs: new Map(Array.from({ length: perFeed }, (__, n) => [`${at}-${n}`, 0])),
    next: perFeed,
  };
});
const feeds: Feed[] = [];
for (const truth of truths) {
  serve(truth);
  feeds.push(await road.addFeed(truth.name));
}
const sites: Site[] = [];
for (let at = 0; at < targetCount; at += 1) sites.push(siteOf(await road.addTarget(`school-${at}`)));

let worker = 0;
let faulty = true;
let changes = 0;
for (let round = 0; round <= rounds + 2; round += 1) {
  faulty = round < rounds;
  if (round > 0 && faulty) for (const truth of truths) changes += change(truth) * targetCount;
  if (faulty && round > 0 && round % Math.max(1, Math.floor(rounds / kills)) === 0)
    for (const site of sites.slice(0, 1)) site.kill = true;
  for (const feed of feeds) await ingestFeed(contextOf(), feed.id);
  for (const site of sites) await settle(site);
  clock.advance(25 * HOUR);
}
changes += listings * targetCount;

for (const site of sites) compare(site);
const holds = await holdsIn(opened.db, ['open']);
await opened.close();
const calls = sites.reduce((sum, site) => sum + site.calls - site.faults, 0);
const perChange = calls / changes;
if (perChange > 1.06) violations.push(`${perChange.toFixed(4)} calls a change`);
if (holds.length > 0)
  violations.push(
    `${holds.length} holds are open: ${holds.map(({ kind, reasons }) => `${kind} ${reasons.join(' ')}`).join('; ')}`,
  );

const year = honestYear({
  feeds: Number(values['year-feeds']),
  targets: Number(values['year-targets']),
  random: chance(Number(values.seed) + 1),
});
if (year.holdsPerThousand > 1)
  violations.push(`${year.holdsPerThousand.toFixed(2)} needless holds per 1,000 feed-days`);
if (year.unexplained > 0) violations.push(`${year.unexplained} holds without a reason`);

console.log(
  JSON.stringify({
    seed: Number(values.seed),
    listings,
    feeds: feedCount,
    targets: targetCount,
    rounds,
    changes,
    calls,
    faults: sites.reduce((sum, { faults }) => sum + faults, 0),
    callsPerChange: Number(perChange.toFixed(4)),
    year,
    violations,
    seconds: Number(((performance.now() - began) / 1000).toFixed(1)),
  }),
);
process.exitCode = violations.length > 0 ? 1 : 0;

function contextOf() {
  return {
    ...road.context,
    worker: `worker-${worker}`,
    connect: (target: Target) => sites.find((site) => site.target.id === target.id)?.school ?? road.school,
  };
}

/** Publishes until only what waits is left, over the pauses after trouble; a killed worker's heir goes on. */
async function settle(site: Site): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    try {
      const { waitsUntil } = await settleTarget(contextOf(), site.target.id, () => {});
      if (waitsUntil === undefined) return;
    } catch (error) {
      if (!(error instanceof Error && error.message === 'killed')) throw error;
      worker += 1;
      clock.advance(11_000);
    }
    clock.advance(MINUTE);
  }
}

/** Every 20th call loses its answer (before or after its effect), every 50th meets trouble: at places that chance chooses. */
function siteOf(target: Target): Site {
  const school = aSchool();
  const site: Site = { target, school, calls: 0, faults: 0, kill: false };
  const lost = oneIn(20);
  const troubled = oneIn(50);
  school.next = (operation, id) => {
    site.calls += 1;
    const [source = '', job = ''] = id.split('/');
    const wanted = truths.find(({ name }) => name === source)?.jobs.has(job) ?? false;
    if (operation === 'deleteJob' && wanted)
      violations.push(`${target.name}: ${id} was taken down although it is listed`);
    if (!faulty) return undefined;
    if (site.kill) {
      site.kill = false;
      site.faults += 1;
      throw new Error('killed');
    }
    const [isLost, isTroubled] = [lost(), troubled()];
    if (isTroubled) {
      site.faults += 1;
      return { outcome: { kind: 'troubled', why: 'http', reason: 'HTTP 503' } };
    }
    return isLost
      ? { outcome: { kind: 'unanswered', why: 'died', reason: 'no answer' }, done: random() < 0.5 }
      : undefined;
  };
  return site;
}

function compare({ target, school }: Site): void {
  const wanted = new Map<string, string>(
    truths.flatMap(({ name, jobs }) =>
      [...jobs].map(([id, version]) => [`${name}/${id}`, titleOf(id, version)] as const),
    ),
  );
  for (const [id, title] of wanted) {
    const there = school.jobs.get(id)?.job?.job_title;
    if (there !== title)
      violations.push(`${target.name}: ${id} should be “${title}” and is ${there ?? 'not there'}`);
  }
  for (const id of school.jobs.keys())
    if (!wanted.has(id)) violations.push(`${target.name}: ${id} is there and should not be`);
}

/** A day of a feed: one job in a hundred changes, as many come, as many go. Gives how many changes that is. */
function change(truth: Truth): number {
  const each = Math.max(1, Math.round(truth.jobs.size / 100));
  const ids = [...truth.jobs.keys()];
  const picked = new Set<string>();
  while (picked.size < Math.min(2 * each, ids.length))
    picked.add(ids[Math.floor(random() * ids.length)] ?? '');
  const [changed, gone] = [[...picked].slice(0, each), [...picked].slice(each)];
  for (const id of changed) truth.jobs.set(id, (truth.jobs.get(id) ?? 0) + 1);
  for (const id of gone) truth.jobs.delete(id);
  for (let at = 0; at < each; at += 1) {
    truth.jobs.set(`${truth.name}-${truth.next}`, 0);
    truth.next += 1;
  }
  serve(truth);
  return 3 * each;
}

function serve({ name, jobs }: Truth): void {
  const listed = [...jobs].map(([id, version]) => ({
    id,
    title: titleOf(id, version),
    company: `Employer ${id.length % 7}${id.at(-1)}`,
  }));
  road.serve(name, indeedFeed(listed));
}

function titleOf(id: string, version: number): string {
  return version === 0 ? `Job ${id}` : `Job ${id}, edition ${version}`;
}

/** True exactly once in every `n` questions, at a place of its own each time. */
function oneIn(n: number): () => boolean {
  let at = 0;
  let place = Math.floor(random() * n);
  return () => {
    const hit = at % n === place;
    at += 1;
    if (at % n === 0) place = Math.floor(random() * n);
    return hit;
  };
}

function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
