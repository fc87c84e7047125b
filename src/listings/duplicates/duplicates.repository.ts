import { and, asc, count, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { pack, unpack } from '../../core/pack.ts';
import { anyOf } from '../../db/sql.ts';
import type { Db } from '../../db/db.ts';
import { touchListings } from '../listing-writes.repository.ts';
import {
  advertKeys,
  adverts,
  duplicateDecisions,
  feeds,
  isLive,
  listings,
  shingleCounts,
  sources,
} from '../../db/schema.ts';
import { type ScreeningView, screeningView } from '../screening-view.queries.ts';
import { lookupKeys, type Advert } from './duplicate-advert.ts';
import { MOST_PER_EXACT_KEY, MOST_PER_OPEN_KEY, pairOf, type Grouping } from './group.ts';
import { noCounts, type ShingleCounts } from './rare-shingles.ts';
import { bandsOf } from './signature.ts';
import { column, execute, maybe, query } from '../../db/query.ts';

/** What the feed of a source says that matters for duplicates. */
export type SourceFacts = { readonly kind: Advert['kind']; readonly multiEmployer: boolean };

export async function sourceFacts(db: Db, sourceId: number): Promise<SourceFacts> {
  const [row] = await db
    .select({ kind: sources.kind, definition: feeds.definition })
    .from(sources)
    .leftJoin(feeds, eq(feeds.sourceId, sources.id))
    .where(eq(sources.id, sourceId));
  if (row?.kind === 'form') return { kind: 'form', multiEmployer: false };
  return {
    kind: row?.definition?.kind ?? 'partner',
    multiEmployer: row?.definition?.multiEmployer ?? row?.definition?.kind === 'aggregator',
  };
}

/** Keys of the employers that a feed is of: each that at least a quarter of its jobs name. A job of any other is a guest in it. */
export async function mainEmployers(db: Db, sourceId: number): Promise<Set<string>> {
  const rows = await db
    .select({ company: adverts.company, jobs: count() })
    .from(adverts)
    .innerJoin(listings, eq(listings.id, adverts.listingId))
    .where(and(eq(listings.sourceId, sourceId), isLive))
    .groupBy(adverts.company);
  const all = rows.reduce((sum, { jobs }) => sum + jobs, 0);
  return new Set(rows.filter(({ jobs }) => jobs * 4 >= all).map(({ company }) => company));
}

/**
 * Live listings of a source that were not compared with the others since they last changed, in order. All at once: to find them is to
 * look at every listing of the source.
 */
export async function unscreenedListingIds(db: Db, sourceId: number): Promise<readonly number[]> {
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .leftJoin(adverts, eq(adverts.listingId, listings.id))
    .where(and(eq(listings.sourceId, sourceId), isUnjudged))
    .orderBy(asc(listings.id));
  return rows.map(({ id }) => id);
}

/** Those of some listings that nobody has judged meanwhile, in order. */
export async function unscreenedListings(db: Db, ids: readonly number[]): Promise<readonly ScreeningView[]> {
  return db
    .select(screeningView)
    .from(listings)
    .leftJoin(adverts, eq(adverts.listingId, listings.id))
    .where(and(anyOf(listings.id, ids), isUnjudged))
    .orderBy(asc(listings.id));
}

const isUnjudged = and(
  isLive,
  or(isNull(adverts.listingId), eq(adverts.judged, false), ne(adverts.fingerprint, listings.fingerprint)),
);

/** Who changes groups of copies writes rows of other sources: one at a time, so that none waits for the other. Before any row is locked. */
export async function lockCopies(tx: Db): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(7120034)`;
}

/** Keeps adverts that are judged in the same transaction. A changed one leaves its group, unless a person put it there. */
export async function saveAdverts(tx: Db, fresh: readonly FreshAdvert[], at: Date): Promise<void> {
  if (fresh.length === 0) return;
  const ids = fresh.map(({ id }) => id);
  const standing = and(touching(ids), isNull(duplicateDecisions.endedAt));
  await tx
    .update(duplicateDecisions)
    .set({ endedBy: 'rules', endedAt: at })
    .where(and(standing, eq(duplicateDecisions.decidedBy, 'rules')));
  const byHand = tx
    .select({ id: sql`unnest(array[${duplicateDecisions.a}, ${duplicateDecisions.b}])` })
    .from(duplicateDecisions)
    .where(and(standing, eq(duplicateDecisions.kind, 'merge')));
  const kept = await tx
    .select({ id: adverts.listingId, groupName: adverts.groupName })
    .from(adverts)
    .where(and(anyOf(adverts.listingId, ids), inArray(adverts.listingId, byHand)));
  const groups = new Map(kept.map(({ id, groupName }) => [id, groupName]));
  // Whom they may have stood for at a target is looked at again.
  const [left, member] = [alias(adverts, 'left_advert'), alias(adverts, 'member')];
  const theirs = tx.select({ name: left.groupName }).from(left).where(anyOf(left.listingId, ids));
  const members = tx.select({ id: member.listingId }).from(member).where(inArray(member.groupName, theirs));
  await touchListings(tx, sql`l.id in ${members}`, at);
  await tx.delete(adverts).where(anyOf(adverts.listingId, ids));
  // As one parameter: thousands of them cost more than the rows.
  const rows = fresh.map((row) => ({ ...rowOf(row), group_name: groups.get(row.id) ?? null }));
  await execute(tx)`
    insert into adverts (listing_id, source_id, fingerprint, kind, multi_employer, company, aliases, title, places, urls, shingles, signature, length, teaser, posted_at, judged, group_name)
    select r.listing_id, r.source_id, r.fingerprint, r.kind, r.multi_employer, r.company, r.aliases, r.title, r.places, r.urls,
      decode(r.shingles, 'base64'), decode(r.signature, 'base64'), r.length, r.teaser, r.posted_at, true, r.group_name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(listing_id bigint, source_id int, fingerprint text, kind text, multi_employer boolean, company text,
      aliases jsonb, title text, places jsonb, urls jsonb, shingles text, signature text, length int, teaser boolean, posted_at timestamptz, group_name bigint)`;
  await execute(tx)`
    insert into advert_keys (key, listing_id)
    select r.key, r.id from jsonb_to_recordset(${JSON.stringify(fresh.flatMap(keysOf))}::jsonb) as r(key int, id bigint)`;
}

/**
 * Forgets the words by which a listing is compared. Its group stays known: a copy goes on under its ids at targets. `keepsPrint`: the
 * print of its text stays, so that it is noticed when it comes again.
 */
export async function forgetAdvert(tx: Db, listingId: number, keepsPrint: boolean): Promise<void> {
  const none = new Uint8Array();
  const words = { company: '', aliases: [], title: '', places: [], urls: [], shingles: none };
  const blank = keepsPrint ? words : { ...words, signature: none };
  await tx.update(adverts).set(blank).where(eq(adverts.listingId, listingId));
  if (!keepsPrint) await tx.delete(advertKeys).where(eq(advertKeys.listingId, listingId));
}

export type FreshAdvert = {
  readonly id: number;
  readonly sourceId: number;
  readonly fingerprint: string;
  readonly advert: Advert;
};

/** Stored adverts that may be copies of fresh ones: all under their exact keys, the newest under each open one, and their groups. */
export async function candidates(db: Db, fresh: readonly Advert[]) {
  const keys = fresh.map(lookupKeys);
  const exact = [...new Set(keys.flatMap((key) => key.exact))];
  const open = [...new Set(keys.flatMap((key) => key.open))];
  if (exact.length === 0) return { stored: [], known: new Map<string, string>() };
  const found = [
    ...(await underKeys(db, exact, MOST_PER_EXACT_KEY)),
    ...(await underKeys(db, open, MOST_PER_OPEN_KEY)),
  ];
  const groups = [...new Set(found.flatMap(({ group }) => group ?? []))];
  // What the fresh ones say is at hand.
  const mine = fresh.map(({ listingId }) => Number(listingId));
  const ids = new Set(found.map(({ id }) => id)).difference(new Set(mine));
  const rows = await advertRows(db, [...ids], groups, mine);
  const members = db.select({ id: adverts.listingId, group: adverts.groupName }).from(adverts);
  const own =
    groups.length === 0
      ? []
      : await members.where(and(anyOf(adverts.groupName, groups), anyOf(adverts.listingId, mine)));
  const grouped = [...rows.map(({ advert, group }) => ({ id: advert.listingId, group })), ...own];
  const known = new Map(
    grouped.flatMap(({ id, group }): [string, string][] =>
      group === null ? [] : [[String(id), String(group)]],
    ),
  );
  return { stored: rows.map(({ advert }) => advert), known };
}

// Looked up one by one: the planner expects far more than there are, and would read every advert to join them.
/** The newest under each key: the work for one advert is bounded whatever the corpus (D11). */
async function underKeys(db: Db, keys: readonly number[], atMost: number) {
  return query(db, { id: column.int, group: maybe(column.int) })`
    select found.listing_id as id, a.group_name as "group"
    from (
      select distinct newest.listing_id
      from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as key
      cross join lateral (
        select listing_id from advert_keys where advert_keys.key = key.value::int order by listing_id desc limit ${atMost}
      ) as newest
    ) as found
    cross join lateral (select group_name from adverts where listing_id = found.listing_id limit 1) as a`;
}

async function advertRows(
  db: Db,
  ids: readonly number[],
  groups: readonly number[],
  mine: readonly number[],
) {
  if (ids.length + groups.length === 0) return [];
  const among = groups.length === 0 ? undefined : anyOf(adverts.groupName, groups);
  const rows = await db
    .select({
      advert: adverts,
      jobId: listings.jobId,
      state: listings.state,
      endedAt: listings.endedAt,
      expiresAt: listings.expiresAt,
      firstSeenAt: listings.firstSeenAt,
    })
    .from(adverts)
    .innerJoin(listings, eq(listings.id, adverts.listingId))
    .where(and(or(anyOf(adverts.listingId, ids), among), not(anyOf(adverts.listingId, mine))));
  return rows.map((row) => ({ advert: advertOfRow(row), group: row.advert.groupName }));
}

type Row = { readonly advert: typeof adverts.$inferSelect } & Pick<
  typeof listings.$inferSelect,
  'jobId' | 'state' | 'endedAt' | 'expiresAt' | 'firstSeenAt'
>;

function advertOfRow({ advert, jobId, state, endedAt, expiresAt, firstSeenAt }: Row): Advert {
  const closedAt = state !== 'ended' ? expiresAt : (endedAt ?? expiresAt);
  return {
    listingId: String(advert.listingId),
    feedId: String(advert.sourceId),
    jobId,
    kind: advert.kind,
    multiEmployer: advert.multiEmployer,
    company: advert.company,
    aliases: advert.aliases,
    title: advert.title,
    places: advert.places,
    urls: advert.urls,
    shingles: numbersOf(advert.shingles),
    signature: numbersOf(advert.signature),
    length: advert.length,
    teaser: advert.teaser,
    postedAt: (advert.postedAt ?? firstSeenAt).getTime(),
    seenAt: firstSeenAt.getTime(),
    ...(closedAt === null ? {} : { closedAt: closedAt.getTime() }),
  };
}

function keysOf({ id, advert }: FreshAdvert): { readonly key: number; readonly id: number }[] {
  const { exact, open } = lookupKeys(advert);
  return [...new Set([...exact, ...open, ...bandsOf(advert.signature)])].map((key) => ({ key, id }));
}

/** Named as the columns are. */
function rowOf({ id, sourceId, fingerprint, advert }: FreshAdvert) {
  return {
    listing_id: id,
    source_id: sourceId,
    fingerprint,
    kind: advert.kind,
    multi_employer: advert.multiEmployer,
    company: advert.company,
    aliases: advert.aliases,
    title: advert.title,
    places: advert.places,
    urls: advert.urls,
    shingles: base64Of(advert.shingles),
    signature: base64Of(advert.signature),
    length: advert.length,
    teaser: advert.teaser,
    posted_at: advert.postedAt === undefined ? null : new Date(advert.postedAt).toISOString(),
  };
}

/** Pairs among these listings that a person has set apart (rule D10). */
export async function splitsOf(db: Db, ids: readonly number[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ a: duplicateDecisions.a, b: duplicateDecisions.b })
    .from(duplicateDecisions)
    .where(and(eq(duplicateDecisions.kind, 'split'), isNull(duplicateDecisions.endedAt), touching(ids)));
  return new Set(rows.map(({ a, b }) => pairOf(String(a), String(b))));
}

/** Keeps groups and decisions. */
export async function recordGrouping(tx: Db, { groups, decisions }: Grouping, at: Date): Promise<void> {
  const grouped = Array.from(groups, ([id, name]) => ({ id, name }));
  await execute(tx)`
    update adverts set group_name = r.name from jsonb_to_recordset(${JSON.stringify(grouped)}::jsonb) as r(id bigint, name bigint)
    where listing_id = r.id and group_name is distinct from r.name`;
  if (decisions.length === 0) return;
  // As one parameter, like the adverts.
  await execute(tx)`
    insert into duplicate_decisions (kind, a, b, rule, score, evidence, decided_by, decided_at)
    select r.kind, r.a, r.b, r.rule, r.score, r.evidence, 'rules', ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb)
      as r(kind text, a bigint, b bigint, rule text, score real, evidence text)`;
}

export async function loadCounts(db: Db): Promise<ShingleCounts> {
  const [row] = await db.select().from(shingleCounts).where(eq(shingleCounts.id, 1));
  if (row === undefined) return noCounts();
  return { texts: row.texts, cells: new Uint16Array((await unpack(row.cells)).buffer) };
}

/** Two feeds that count at once lose some of each other's counts: the limit of rule D7 does not need them exact. Packed, as most cells are 0. */
export async function saveCounts(db: Db, { texts, cells }: ShingleCounts): Promise<void> {
  const packed = await pack(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength));
  await db
    .insert(shingleCounts)
    .values({ id: 1, texts, cells: packed })
    .onConflictDoUpdate({
      target: shingleCounts.id,
      set: { texts: sql`excluded.texts`, cells: sql`excluded.cells` },
    });
}

const touching = (ids: readonly number[]) =>
  or(anyOf(duplicateDecisions.a, ids), anyOf(duplicateDecisions.b, ids));

const base64Of = (numbers: Uint32Array) =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
const numbersOf = (packed: Uint8Array) => new Uint32Array(packed.slice().buffer);
