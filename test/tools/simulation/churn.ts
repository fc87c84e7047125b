import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileJournal } from '../../../src/platform/audit/journal-file.ts';
import { readJournal } from '../../../src/platform/audit/read-journal.ts';
import { HOUR, MINUTE } from '../../../src/core/clock.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { openPostgres } from '../../../src/db/postgres.ts';
import * as schema from '../../../src/db/schema.ts';
import type { Feed } from '../../../src/feeds/feeds.queries.ts';
import { holdsIn } from '../../../src/publishing/holds/holds.queries.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { applyPlan } from '../../../src/tasks/apply-plan.ts';
import { ingestFeed } from '../../../src/tasks/ingest-feed.ts';
import { reconcileTarget } from '../../../src/tasks/reconcile-target.ts';
import { changeTarget } from '../../../src/targets/targets.repository.ts';
import type { Target } from '../../../src/targets/targets.queries.ts';
import { aRoad } from '../../setup/road.ts';
import type { Cluster } from '../cluster.ts';
import { chance } from './chance.ts';
import { againstJournal, againstRows, againstTruth } from './compare.ts';
import { mortalDatabase } from './mortal.ts';
import { aSite, type Site } from './site.ts';
import { aDay, aTruth, documentOf, wantedOf } from './truth.ts';

export type ChurnSize = {
  readonly seed: number;
  readonly listings: number;
  readonly feeds: number;
  readonly targets: number;
  readonly rounds: number;
  readonly kills: number;
};

/** Calls at a time at a target: so many outcomes a death may cost. */
const LANES = 4;

/** Clean rounds after the last fault, within which everything must be settled. */
const QUIET_ROUNDS = 2;

/**
 * Rounds of change in feeds whose targets lose answers, reset connections and meet trouble, while workers die: what is lost, posted
 * twice or wrongly taken down, and how many calls a change took.
 */
export async function churn(cluster: Cluster, size: ChurnSize, say: (line: string) => void) {
  const random = chance(size.seed);
  const violations: string[] = [];
  const violate = (what: string) => void violations.push(what);
  const url = cluster.urlOf('quadwire');
  const control = openPostgres(url, schema, { max: 2 });
  await migrate(control.db);
  const road = aRoad(control.db);
  const { clock } = road;
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-churn-'));
  const journal = fileJournal(folder, clock);

  const truths = Array.from({ length: size.feeds }, (_, at) =>
    aTruth(`feed-${at}`, Math.ceil(size.listings / size.feeds)),
  );
  const feeds: Feed[] = [];
  for (const truth of truths) feeds.push(await road.addFeed(truth.name));
  const sites: Site[] = [];
  for (let at = 0; at < size.targets; at += 1) {
    const target = await road.addTarget(`school-${at}`);
    // As `target check --canary` would find: this recorder takes the same call twice without harm.
    await changeTarget(control.db, target.id, { repeatsSafe: 'proven' });
    const siting = { target: { ...target, repeatsSafe: 'proven' as const }, truths, random, violate };
    sites.push(aSite({ ...siting, killWorker: () => void worker.die() }));
  }
  // An installation of this size has said what a day of it takes down; the default counts for one without a history.
  await writeSetting(control.db, {
    scope: 'global',
    key: 'delist.maxPerDay',
    value: Math.max(500, Math.ceil(0.02 * size.listings * size.targets)),
    by: 'simulation',
    at: clock.now(),
  });

  let deaths = 0;
  let worker = aWorker();
  let readingDies = false;
  function aWorker() {
    const opened = mortalDatabase(url);
    const name = `worker-${deaths}`;
    let dead = false;
    return {
      isDead: () => dead,
      close: opened.close,
      /** As `kill -9` leaves it: from now on nothing of it reaches the database. */
      die: async () => {
        if (dead) return;
        dead = true;
        deaths += 1;
        await opened.die();
      },
      context: {
        ...road.context,
        db: opened.db,
        journal,
        worker: name,
        connect: (target: Target) =>
          sites.find((site) => site.target.id === target.id)?.school ?? road.school,
      },
    };
  }
  /** Carries something out; when its worker dies of it, the heir goes on once the leases are over. */
  async function survive<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      const mine = worker;
      try {
        const done = await work();
        if (!mine.isDead()) return done;
      } catch (error) {
        if (!mine.isDead()) throw error;
      }
      if (worker === mine) worker = aWorker();
      clock.advance(2 * MINUTE);
    }
  }

  let changes = size.feeds * Math.ceil(size.listings / size.feeds) * size.targets;
  const every = Math.max(1, Math.floor(size.rounds / Math.max(1, size.kills)));
  for (let round = 0; round <= size.rounds + QUIET_ROUNDS; round += 1) {
    const began = performance.now();
    const faulty = round <= size.rounds;
    if (faulty && round > 0) for (const truth of truths) changes += aDay(truth, random) * size.targets;
    for (const truth of truths) road.serve(truth.name, documentOf(truth));
    const kill =
      faulty && round > 0 && round % every === 0 && round / every <= size.kills ? round / every : 0;
    readingDies = kill > 0 && kill % 3 === 0;
    for (const site of sites) site.faulty = faulty;
    const [first] = sites;
    if (kill > 0 && !readingDies && first !== undefined) first.kill = kill % 3 === 1 ? 'after' : 'before';

    for (const feed of feeds) await survive(() => readWith(feed));
    const read = performance.now();
    await Promise.all(sites.map((site) => survive(() => reconcileTarget(worker.context, site.target.id))));
    const planned = performance.now();
    for (let minute = 0; minute < 240; minute += 1) {
      const waiting = await Promise.all(sites.map((site) => survive(() => applyAll(site.target.id))));
      if (waiting.every((waits) => !waits)) break;
      clock.advance(MINUTE);
    }
    clock.advance(25 * HOUR);
    const ended = performance.now();
    say(
      `round ${round}: read ${seconds(read - began)} s, planned ${seconds(planned - read)} s, carried out ${seconds(ended - planned)} s; ${violations.length} violations, ${deaths} deaths`,
    );
  }

  async function readWith(feed: Feed): Promise<void> {
    const { context } = worker;
    const openFile: typeof road.context.openFile = async (address, validators) => {
      const outcome = await road.context.openFile?.(address, validators);
      if (!readingDies || outcome?.kind !== 'modified')
        return outcome ?? { kind: 'failed', reason: 'no files are read here' };
      readingDies = false;
      const { bytes, problem } = outcome.source;
      return { ...outcome, source: { bytes: cut(bytes, () => void worker.die()), problem } };
    };
    const outcome = await ingestFeed({ ...context, openFile }, feed.id);
    if (outcome.kind === 'busy') {
      // Its reader died: the claim of the feed ends by itself.
      clock.advance(MINUTE);
      return readWith(feed);
    }
  }

  /** Until only what waits is left; whether anything does. */
  async function applyAll(targetId: number): Promise<boolean> {
    for (;;) {
      const outcome = await applyPlan(worker.context, targetId);
      if (outcome.kind !== 'applied' || outcome.slice.calls === 0) return outcome.nextAt !== undefined;
    }
  }

  const wanted = wantedOf(truths);
  for (const site of sites) {
    violations.push(...againstTruth(site, wanted));
    violations.push(...(await againstRows(control.db, site)));
  }
  const journaled = await againstJournal(sites, readJournal(folder));
  violations.push(...journaled.wrong);
  if (journaled.open > deaths * size.targets * LANES)
    violate(`${journaled.open} intents stand in the journal without their outcome`);
  for (const { kind, reasons, feed, target } of await holdsIn(control.db, ['open']))
    violate(`an open hold of ${feed ?? target ?? 'all'}: ${kind}, ${reasons.join(' ')}`);
  const tally = (of: 'calls' | 'lost' | 'troubled' | 'killed') =>
    sites.reduce((sum, site) => sum + site.tally[of], 0);
  // A call that met trouble, or whose worker died, did not cost the target a change.
  const perChange = (tally('calls') - tally('troubled') - tally('killed')) / changes;
  if (perChange > 1.06) violate(`${perChange.toFixed(4)} calls a change`);
  if (deaths < size.kills) violate(`${deaths} of ${size.kills} workers died`);
  await journal.close();
  await worker.close();
  await control.close();
  rmSync(folder, { recursive: true });
  return {
    changes,
    openInJournal: journaled.open,
    calls: tally('calls'),
    lost: tally('lost'),
    troubled: tally('troubled'),
    deaths,
    callsPerChange: Number(perChange.toFixed(4)),
    violations,
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** A document whose reader dies in its middle. */
async function* cut(bytes: AsyncIterable<Uint8Array>, die: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    const half = chunk.length >> 1;
    yield chunk.subarray(0, half);
    die();
    yield chunk.subarray(half);
  }
}
