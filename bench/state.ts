import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../src/db/db.ts';
import { numberIn, rowsOf } from '../test/setup/rows.ts';
import { claimDue } from '../src/publishing/claims.repository.ts';
import { enqueue } from '../src/publishing/intents.repository.ts';
import type { Change } from '../src/publishing/publishing-types.ts';
import { aRoad, indeedFeed, type SampleJob } from '../test/setup/road.ts';
import { descriptionOf } from './feed-generator.ts';
import { ownDatabase, type OwnDatabase } from './growth-database.ts';
import { type BenchOptions, type BenchResult, type Measurement, quietQuarter, type Ratio } from './rounds.ts';

/**
 * What the database costs: re-reading what did not change, bulk writing, claims, and a run with few changes in a small and a large feed.
 * CPU time of this process and of the database's session.
 */
export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const database = await ownDatabase();
  try {
    return await measure(emptying(database), full);
  } finally {
    await database.close();
  }
}

async function measure(inDatabase: Emptied, full: boolean): Promise<BenchResult> {
  const measurements: Measurement[] = [];
  const ratios: Ratio[] = [];
  const note = (what: string, value: number, unit: string) =>
    void measurements.push({ bench: 'state', what, value, unit });

  const size = full ? 100_000 : 1_000;
  const same = await inDatabase((database) => unchanged(database, size));
  note(`${size} unchanged jobs read again`, same.ms, 'ms');
  note('writes of the run row meanwhile', same.runWrites, 'writes');
  ratios.push({
    what: 'state, listing rows touched by an unchanged feed',
    value: same.listings,
    goal: 0,
    is: 'at most',
  });
  ratios.push({
    what: 'state, run rows added by an unchanged feed',
    value: same.runs,
    goal: 1,
    is: 'at most',
  });

  const bulk = await inDatabase((database) => bulkWriting(database, full ? 20_000 : 1_000));
  note('upsert of publications', bulk.upsert, 'rows/s');
  note('COPY of the same rows into the same table', bulk.copy, 'rows/s');
  ratios.push({
    what: 'state, bulk upsert against COPY',
    value: bulk.upsert / bulk.copy,
    goal: 0.8,
    is: 'at least',
  });

  const claims = await inDatabase((database) => claiming(database, full ? 20_000 : 1_000));
  note('claims of 50', claims.batches, 'rows/s');
  note('claims one by one', claims.single, 'rows/s');
  ratios.push({
    what: 'state, claims of 50 against one by one',
    value: claims.batches / claims.single,
    goal: 5,
    is: 'at least',
  });

  const [small, large, changed] = full ? [10_000, 100_000, 1_000] : [500, 2_000, 200];
  const [inSmall, inLarge] = [
    await inDatabase((database) => changes(database, small, changed)),
    await inDatabase((database) => changes(database, large, changed)),
  ];
  note(`a run with ${changed} changes among ${small}`, inSmall, 'ms');
  note(`a run with ${changed} changes among ${large}`, inLarge, 'ms');
  ratios.push({
    what: `state, ${changed} changes among ${large} against ${small}`,
    value: inLarge / inSmall,
    goal: 1.5,
    is: 'at most',
  });
  return { measurements, ratios };
}

/** Reads a feed again whose document was built anew and lists the same. */
async function unchanged({ db, spent }: OwnDatabase, size: number) {
  const { road, feed } = await aFeed(db, listed(size));
  const before = await writes(db);
  road.serve('acme', indeedFeed(listed(size), 'another build'));
  const began = spent();
  await road.read(feed);
  const ms = spent() - began;
  const after = await writes(db);
  return {
    ms,
    listings: after.listings - before.listings,
    runs: after.runs - before.runs,
    runWrites: after.runWrites - before.runWrites,
  };
}

/** What a run with some changed jobs costs more than one with none, so that the scan of the items is aside, and all else that only the size costs: the least of each. */
async function changes({ db, spent }: OwnDatabase, size: number, changed: number): Promise<number> {
  const { road, feed } = await aFeed(db, listed(size));
  const cost = async (document: string) => {
    road.serve('acme', document);
    const began = spent();
    await road.read(feed);
    return spent() - began;
  };
  const [still, moved]: [number[], number[]] = [[], []];
  for (let round = 1; round <= 4; round += 1) {
    still.push(await cost(indeedFeed(listed(size, round - 1, changed), `still ${round}`)));
    moved.push(await cost(indeedFeed(listed(size, round, changed), `moved ${round}`)));
  }
  return Math.max(1, Math.min(...moved) - Math.min(...still));
}

/** The first `changed` jobs stand in edition `edition`. */
function listed(size: number, edition = 0, changed = 0): readonly SampleJob[] {
  return Array.from({ length: size }, (_, at) => ({
    id: `A-${at}`,
    company: `Employer ${at % 97}`,
    title: at < changed && edition > 0 ? `Job ${at}, edition ${edition}` : `Job ${at}`,
  }));
}

async function aFeed(db: Db, jobs: readonly SampleJob[]) {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs));
  const feed = await road.addFeed('acme', { targets: [] });
  await road.read(feed);
  return { road, feed };
}

/** What was written since the database began, as PostgreSQL counts it. */
async function writes(db: Db) {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  await db.execute(sql`select pg_stat_clear_snapshot()`);
  const rows = rowsOf(
    await db.execute(sql`
      select relname, n_tup_ins as added, n_tup_ins + n_tup_upd + n_tup_del as writes from pg_stat_user_tables where relname in ('listings', 'runs')`),
  );
  const of = (table: string, column: 'added' | 'writes') =>
    numberIn(
      rows.find((row) => row['relname'] === table),
      column,
    );
  return {
    listings: of('listings', 'writes'),
    runs: of('runs', 'added'),
    runWrites: of('runs', 'writes'),
  };
}

/** The plan's own statement, as it is run, against COPY into the same table: the same keys to check, indexes and triggers. */
async function bulkWriting({ db, copy, spent }: OwnDatabase, size: number) {
  const { target, sourceId } = await aSchoolWith(db, size);
  const rows = Array.from({ length: size }, (_, at) => wantedOf(sourceId, at));
  const upserts: number[] = [];
  const copies: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const cost = async (work: () => Promise<void>) => {
      await db.execute(sql`truncate publications, publication_tallies cascade`);
      const began = spent();
      await work();
      return spent() - began;
    };
    const now = new Date();
    upserts.push(
      await cost(() =>
        db.transaction((tx) => enqueue(tx, { targetId: target, changes: rows, version: 'bench', now })),
      ),
    );
    copies.push(await cost(() => copy(COPIED, copyText(target, rows))));
  }
  const perSecond = (times: readonly number[]) => (size * 1_000) / quietQuarter(times);
  return { upsert: perSecond(upserts), copy: perSecond(copies) };
}

const COPIED =
  'publications (target_id, listing_id, source_id, external_source_id, job_id, job_key, belief, intent, intent_fingerprint, shown_listing_id, shown_listing_fingerprint, call, wanted, wanted_version, next_at, priority)';

/** The rows as COPY reads them: tabs between, JSON with its backslashes doubled. */
function copyText(targetId: number, rows: readonly Change[]): string {
  const at = new Date().toISOString();
  const lines = rows.flatMap((change) => {
    if (change.kind !== 'publish') return [];
    const { listingId, sourceId, externalSourceId, jobId, posting, fingerprint } = change.wanted;
    const json = JSON.stringify(posting).replaceAll('\\', '\\\\');
    return [
      targetId,
      listingId,
      sourceId,
      externalSourceId,
      jobId,
      jobId,
      'none',
      'show',
      fingerprint,
      listingId,
      'l',
      'due',
      json,
      'bench',
      at,
      0,
    ].join('\t');
  });
  return `${lines.join('\n')}\n`;
}

async function claiming({ db, spent }: OwnDatabase, size: number) {
  const { target, sourceId } = await aSchoolWith(db, size);
  const rows = Array.from({ length: size }, (_, at) => wantedOf(sourceId, at));
  await enqueue(db, { targetId: target, changes: rows, version: 'bench', now: new Date(0) });
  const rate = async (atMost: number, wanted: number) => {
    await db.execute(
      sql`update publications set belief = 'none', belief_fingerprint = null, call = 'due', next_at = now(), call_op = null, call_fingerprint = null, call_before = null, call_before_fingerprint = null, lease_until = null, lease_by = null`,
    );
    const began = spent();
    for (let claimed = 0; claimed < wanted; claimed += atMost)
      await claimDue(db, {
        targetId: target,
        now: new Date(),
        worker: 'bench',
        leaseMs: 600_000,
        atMost,
        room: { removals: Infinity, forms: Infinity, updates: Infinity },
        pacedRemovals: 0,
        sourceRoom: [],
        removalsStopped: false,
        publishingStopped: false,
        stoppedSources: [],
        silentSources: [],
        paused: false,
        belonging: async (_, listingIds) => new Set(listingIds),
      });
    return (wanted * 1_000) / (spent() - began);
  };
  await rate(50, size / 4);
  return { batches: await rate(50, size / 2), single: await rate(1, Math.min(500, size / 4)) };
}

/** A target, and a feed that has so many listings. */
async function aSchoolWith(db: Db, size: number) {
  const road = aRoad(db);
  const feed = await road.addFeed('acme');
  await db.execute(sql`
    insert into listings (source_id, job_id, state, listing, fingerprint, title, first_seen_at, changed_at, touched_at)
    select ${feed.id}::int, 'A-' || n, 'listed', '{}', n::text, 'Job', now(), now(), now() from generate_series(1, ${size}::int) n`);
  await db.execute(
    sql`insert into clearances (listing_id, fingerprint, at, by) select id, 'l', now(), 'rules' from listings`,
  );
  const target = await road.addTarget();
  return { target: target.id, sourceId: feed.id };
}

function wantedOf(sourceId: number, at: number): Change {
  const job = { job_id: `A-${at}`, job_title: `Job ${at}`, job_desc: descriptionOf(at) };
  const wanted = {
    listingId: at + 1,
    listingFingerprint: 'l',
    source: 'acme',
    sourceId,
    externalSourceId: 'acme',
    jobId: `A-${at}`,
    posting: { job, employer: { empname: 'Acme' } },
    fingerprint: randomBytes(16).toString('hex'),
    inputs: randomBytes(16).toString('hex'),
    unlisted: [],
    title: `Job ${at}`,
    employer: 'Acme',
    fromForm: false,
  };
  return { kind: 'publish', wanted, because: 'new', underway: false };
}

/** Does something in the database, which it finds empty. */
type Emptied = <T>(work: (database: OwnDatabase) => Promise<T>) => Promise<T>;

const emptying =
  (database: OwnDatabase): Emptied =>
  async (work) => {
    const found = await database.db.execute(
      sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
    );
    const names = rowsOf(found).map((row) => String(row['name']));
    await database.db.execute(sql.raw(`truncate ${names.join(', ')} restart identity cascade`));
    return work(database);
  };
