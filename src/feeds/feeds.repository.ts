import { and, eq, inArray, isNull, lt, lte, notInArray, or, sql, asc } from 'drizzle-orm';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { feeds, runs, snapshots, sources } from '../db/schema.ts';
import { writeListings } from '../listings/listing-writes.repository.ts';
import type { FeedDefinition, FeedState, FetchState, RunState } from '../db/schema/feeds.schema.ts';
import { forgetKeptFromRules } from '../targets/targets.repository.ts';
import { filtersVersion } from './feed-version.ts';
import { column, queryRow } from '../db/query.ts';
import { type Feed, selectFeeds, feedById, type Run, endedStates } from './feeds.queries.ts';

export type NewFeed = {
  readonly name: string;
  readonly externalSourceId: string;
  readonly definition: FeedDefinition;
  readonly file?: string;
  readonly sample?: boolean;
  readonly reviewFirst?: boolean;
  readonly now: Date;
};

/** Adds a feed and its source; undefined when the name is taken (by a feed that was not removed). */
export async function addFeed(db: Db, feed: NewFeed): Promise<Feed | undefined> {
  return db.transaction(async (tx) => {
    const { name, externalSourceId, definition, now } = feed;
    const created = { name, kind: 'feed', externalSourceId, createdAt: now } as const;
    const [source] = await tx.insert(sources).values(created).onConflictDoNothing().returning();
    const id = source?.id ?? (await removedSource(tx, name));
    if (id === undefined) return undefined;
    if (source === undefined) await comeBack(tx, id, now);
    const row = {
      definition,
      state: 'active',
      file: feed.file ?? null,
      sample: feed.sample ?? false,
      reviewFirst: feed.reviewFirst ?? false,
      createdAt: now,
      nextAt: now,
    } as const;
    await tx.update(sources).set({ externalSourceId }).where(eq(sources.id, id));
    await tx
      .insert(feeds)
      .values({ sourceId: id, ...row })
      .onConflictDoUpdate({ target: feeds.sourceId, set: { ...row, fetchState: {} } });
    return (await selectFeeds(tx).where(eq(sources.id, id)))[0];
  });
}

/**
 * A removed feed is added again: what it listed once says nothing about now. Its jobs that no target holds are gone until it lists them
 * again; those still up count as seen now and missing since. Every item is read again.
 */
async function comeBack(tx: Db, sourceId: number, now: Date): Promise<void> {
  await tx.delete(snapshots).where(eq(snapshots.sourceId, sourceId));
  const live = sql`l.source_id = ${sourceId} and l.state <> 'ended'`;
  const isDown = sql`${live} and not exists (select 1 from publications p where p.listing_id = l.id and p.live)`;
  // On a person's word: not counted against its next runs.
  const removed = {
    type: 'withdrawn',
    cause: sql`'operator'`,
    because: sql`'Its feed was removed'`,
  } as const;
  await writeListings(tx, isDown, removed, now);
  await writeListings(tx, live, { type: 'seen' }, now);
  await writeListings(tx, live, { type: 'absent' }, now);
}

/** A removed feed may come back under its name, with its history; so may one that only the journal knew. */
async function removedSource(db: Db, name: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: sources.id })
    .from(sources)
    .leftJoin(feeds, eq(feeds.sourceId, sources.id))
    .where(
      and(
        eq(sources.name, name),
        eq(sources.kind, 'feed'),
        or(isNull(feeds.sourceId), inArray(feeds.state, endedStates)),
      ),
    );
  return row?.id;
}

/** Seals the addresses that an older version stored as they were; what this process cannot open stays. */
export async function sealAddresses(db: Db): Promise<void> {
  const rows = await db
    .select({ id: feeds.sourceId, definition: feeds.definition })
    .from(feeds)
    .where(sql`${feeds.definition} ->> 'url' ~ '^https?:.*[?@#]'`);
  for (const { id, definition } of rows)
    await db.update(feeds).set({ definition }).where(eq(feeds.sourceId, id));
}

export type FeedClaim = Claimable & {
  readonly by: string;
  readonly now: Date;
  readonly until: Date;
  /** Only while its time has come: somebody else may have read it since it was put in. */
  readonly onlyDue?: boolean;
};

/** Claims a feed for one reading, until a time; false when somebody else is reading it, or it is not for this worker. */
export async function claimFeed(
  db: Db,
  id: number,
  { by, now, until, onlyDue = false, ...which }: FeedClaim,
): Promise<boolean> {
  const rows = await db
    .update(feeds)
    .set({ leaseUntil: until, leaseBy: by })
    .where(
      and(
        eq(feeds.sourceId, id),
        claimable(which),
        onlyDue ? lte(feeds.nextAt, now) : undefined,
        notInArray(feeds.state, endedStates),
        or(isNull(feeds.leaseUntil), lt(feeds.leaseUntil, now), eq(feeds.leaseBy, by)),
      ),
    )
    .returning({ id: feeds.sourceId });
  return rows.length > 0;
}

/** Keeps a claimed feed for longer; false when somebody else has claimed it since. */
export async function holdFeed(
  db: Db,
  id: number,
  { by, until }: { by: string; until: Date },
): Promise<boolean> {
  const rows = await db
    .update(feeds)
    .set({ leaseUntil: until })
    .where(and(eq(feeds.sourceId, id), eq(feeds.leaseBy, by)))
    .returning({ id: feeds.sourceId });
  return rows.length > 0;
}

/** In the transaction that makes a reading count: its claim must still stand, and goes to nobody else before the end. */
export async function insistOnClaim(
  tx: Db,
  { id, name }: Pick<Feed, 'id' | 'name'>,
  by: string,
): Promise<void> {
  const [row] = await tx
    .select({ by: feeds.leaseBy })
    .from(feeds)
    .where(eq(feeds.sourceId, id))
    .for('update');
  if (row?.by !== by)
    throw new Error(
      `feed ${name}: this reading took too long and was given to ${row?.by ?? 'nobody'}; it counts for nothing`,
    );
}

/** In the transaction of a decision about a feed: no reading makes another document count meanwhile. */
export async function insistOnFeed(tx: Db, id: number): Promise<void> {
  await tx.select({ id: feeds.sourceId }).from(feeds).where(eq(feeds.sourceId, id)).for('update');
}

/** In the same transaction: how a document equal to the last one is recognized. Stored later, an interruption would leave an older mark. */
export async function keepFetchState(tx: Db, id: number, fetchState: FetchState): Promise<void> {
  await tx.update(feeds).set({ fetchState }).where(eq(feeds.sourceId, id));
}

/** Gives a claimed feed back as it was: its reading came to nothing. */
export async function giveFeedBack(db: Db, id: number, by: string): Promise<void> {
  await db
    .update(feeds)
    .set({ leaseUntil: null, leaseBy: null })
    .where(and(eq(feeds.sourceId, id), eq(feeds.leaseBy, by)));
}

export type Release = {
  readonly by: string;
  readonly nextAt: Date;
  readonly failures: number;
  readonly fetchState?: FetchState;
  readonly nodeOnly?: boolean;
};

/** Gives a feed back, with when it is due again; nothing happens when somebody else has claimed it since. */
export async function releaseFeed(
  db: Db,
  id: number,
  { by, nextAt, failures, fetchState, nodeOnly }: Release,
): Promise<void> {
  const set = {
    nextAt,
    failures,
    leaseUntil: null,
    leaseBy: null,
    ...present({ fetchState, nodeOnly }),
  };
  await db
    .update(feeds)
    .set(set)
    .where(and(eq(feeds.sourceId, id), eq(feeds.leaseBy, by)));
}

export type FeedChange = {
  readonly definition?: FeedDefinition;
  readonly state?: FeedState;
  readonly detached?: boolean;
  readonly reviewFirst?: boolean;
  readonly nextAt?: Date;
};

/** Changes a feed. What was fetched of another address or format is no validator any more, and other rules ask again. */
export async function changeFeed(db: Db, id: number, change: FeedChange): Promise<void> {
  const before = change.definition && (await feedById(db, id))?.definition;
  if (before && change.definition && filtersVersion(before) !== filtersVersion(change.definition))
    await forgetKeptFromRules(db, { sourceId: id });
  const reset = change.definition === undefined ? {} : { fetchState: {}, nodeOnly: false };
  await db
    .update(feeds)
    .set({ ...change, ...reset })
    .where(eq(feeds.sourceId, id));
}

export async function beginRun(
  db: Db,
  run: { sourceId: number; startedAt: Date; version: string },
): Promise<number> {
  const [row] = await db
    .insert(runs)
    .values({ ...run, state: 'running' })
    .returning({ id: runs.id });
  if (row === undefined) throw new Error('the database gave no id for a run');
  return row.id;
}

/** Runs of a claimed feed that nobody carries on: their worker was killed or cut off. Gives their ids. */
export async function endAbandonedRuns(db: Db, sourceId: number, now: Date): Promise<readonly number[]> {
  const rows = await db
    .update(runs)
    .set({ state: 'failed', reason: 'the worker that read it was cut off', finishedAt: now })
    .where(and(eq(runs.sourceId, sourceId), eq(runs.state, 'running')))
    .returning({ id: runs.id });
  return rows.map(({ id }) => id);
}

export type RunEnd = {
  readonly state: Exclude<RunState, 'running'>;
  readonly finishedAt: Date;
  readonly reason?: string;
} & Partial<Omit<Run, 'id' | 'sourceId' | 'state' | 'reason' | 'startedAt' | 'finishedAt' | 'version'>>;

/** A reading of a feed counts: gives when it began. */
export async function stampRun(tx: Db, sourceId: number, runId: number): Promise<Date> {
  const row = await queryRow(tx, { at: column.instant })`
    update feeds f set counted_at = greatest(f.counted_at, r.started_at) from runs r
    where f.source_id = ${sourceId} and r.id = ${runId} returning r.started_at as at`;
  return row.at;
}

export async function endRun(db: Db, id: number, end: RunEnd): Promise<void> {
  await db.update(runs).set(end).where(eq(runs.id, id));
}

/** A held run was approved: what it found counts as usual from now on. */
export async function allowRun(db: Db, runId: number): Promise<void> {
  await db.update(runs).set({ held: false }).where(eq(runs.id, runId));
}

/** Has a feed read as soon as a worker is free. */
export async function readSoon(db: Db, sourceId: number, now: Date): Promise<void> {
  await db.update(feeds).set({ nextAt: now }).where(eq(feeds.sourceId, sourceId));
}

/** Which feeds a worker may claim: one on Cloudflare leaves out those that are more than it reads in one go. */
export type Claimable = { readonly limited: boolean };

const claimable = ({ limited }: Claimable) => (limited ? eq(feeds.nodeOnly, false) : undefined);

/** Active feeds whose time has come and that nobody is reading. */
export async function dueFeeds(db: Db, now: Date, which: Claimable = { limited: false }) {
  return selectFeeds(db)
    .where(
      and(
        eq(feeds.state, 'active'),
        claimable(which),
        lte(feeds.nextAt, now),
        or(isNull(feeds.leaseUntil), lt(feeds.leaseUntil, now)),
      ),
    )
    .orderBy(asc(feeds.nextAt));
}
