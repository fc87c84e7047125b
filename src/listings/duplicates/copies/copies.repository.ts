import { and, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';
import { anyOf } from '../../../db/sql.ts';
import type { Db } from '../../../db/db.ts';
import { column, maybe, query, written } from '../../../db/query.ts';
import { adverts, duplicateDecisions, listings, sources } from '../../../db/schema.ts';
import type { ListingState } from '../../../db/schema/listings.ts';
import { lockCopies } from '../duplicates.repository.ts';
import type { Copy } from '../winner.ts';

/** The groups that these listings are in, each with all its copies; a listing without copies is in none. */
export async function copiesOf(db: Db, listingIds: readonly number[]): Promise<Map<number, readonly Copy[]>> {
  if (listingIds.length === 0) return new Map();
  const groups = db
    .selectDistinct({ name: adverts.groupName })
    .from(adverts)
    .where(anyOf(adverts.listingId, listingIds));
  const rows = await db
    .select({
      listingId: adverts.listingId,
      group: adverts.groupName,
      kind: adverts.kind,
      teaser: adverts.teaser,
      length: adverts.length,
      postedAt: adverts.postedAt,
      state: listings.state,
      firstSeenAt: listings.firstSeenAt,
      expiresAt: listings.expiresAt,
      endedAt: listings.endedAt,
    })
    .from(adverts)
    .innerJoin(listings, eq(listings.id, adverts.listingId))
    .where(inArray(adverts.groupName, groups));
  const members = Map.groupBy(rows, ({ group }) => group);
  const wanted = new Set(listingIds);
  return new Map(
    rows
      .filter(({ listingId }) => wanted.has(listingId))
      .map(({ listingId, group }) => [listingId, (members.get(group) ?? []).map(copyOf)]),
  );
}

type Row = Pick<typeof adverts.$inferSelect, 'listingId' | 'kind' | 'teaser' | 'length' | 'postedAt'> &
  Pick<typeof listings.$inferSelect, 'state' | 'firstSeenAt' | 'expiresAt' | 'endedAt'>;

function copyOf({ listingId, postedAt, state, firstSeenAt, expiresAt, endedAt, ...row }: Row): Copy {
  const closedAt = state !== 'ended' ? expiresAt : (endedAt ?? expiresAt ?? firstSeenAt);
  return {
    listingId: String(listingId),
    kind: row.kind,
    teaser: row.teaser,
    length: row.length,
    postedAt: (postedAt ?? firstSeenAt).getTime(),
    ...(closedAt === null ? {} : { closedAt: closedAt.getTime() }),
  };
}

const copyColumns = {
  id: column.int,
  source: column.text,
  jobId: column.text,
  title: column.text,
  company: maybe(column.text),
  state: written<ListingState>(),
  /** Names of the schools where it is live. */
  targets: written<readonly string[]>(),
};
const copySelect = sql`select l.id, s.name as source, l.job_id as "jobId", l.title, l.company, l.state,
    (select coalesce(jsonb_agg(t.name order by t.name), '[]') from publications p join targets t on t.id = p.target_id where p.listing_id = l.id and p.live) as targets
  from listings l join sources s on s.id = l.source_id`;

/** The other jobs of a listing's group. */
export async function copyRows(db: Db, listingId: number) {
  return query(db, copyColumns)`
    ${copySelect} join adverts a on a.listing_id = l.id
    where a.group_name = (select group_name from adverts where listing_id = ${listingId}) and l.id <> ${listingId} order by l.id`;
}

/** A job that is, or may be, the same opening as another. */
export type CopyOfJob = Awaited<ReturnType<typeof copyRows>>[number];

/** Everything that was decided about a listing, newest first, what was taken back included. */
export async function decidedPairs(db: Db, listingId: number) {
  const { id: _, a, b, endedAt: __, ...decision } = getTableColumns(duplicateDecisions);
  return db
    .select({ ...decision, source: sources.name, jobId: listings.jobId, title: listings.title })
    .from(duplicateDecisions)
    .innerJoin(listings, eq(listings.id, sql`case when ${a} = ${listingId} then ${b} else ${a} end`))
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .where(or(eq(a, listingId), eq(b, listingId)))
    .orderBy(desc(duplicateDecisions.id));
}

/** What was decided about a listing and another one. */
export type DecidedPair = Awaited<ReturnType<typeof decidedPairs>>[number];

/** Flags that wait for a person, about jobs that are both offered still; newest first. */
export async function openFlags(
  db: Db,
  { limit, beforeId }: { readonly limit: number; readonly beforeId?: number },
) {
  return query(db, {
    id: column.int,
    rule: column.text,
    evidence: column.text,
    job: written<CopyOfJob>(),
    other: written<CopyOfJob>(),
  })`
    select d.id, d.rule, d.evidence, to_jsonb(j) as job, to_jsonb(o) as other from duplicate_decisions d
      cross join lateral (${copySelect} where l.id = d.a and l.state <> 'ended') j
      cross join lateral (${copySelect} where l.id = d.b and l.state <> 'ended') o
    where d.kind = 'flag' and d.ended_at is null and d.id < coalesce(${beforeId ?? null}::bigint, d.id + 1)
    order by d.id desc limit ${limit}`;
}

/** A pair that the rules found alike without being sure. */
export type FlaggedPair = Awaited<ReturnType<typeof openFlags>>[number];

export type Person = { readonly by: string; readonly at: Date };

/**
 * A person says that a listing is no copy of the rest of its group, nor of those that are flagged: it leaves the group, and the rules never
 * put it back (D10). Gives the others; none where there was nothing to split.
 */
export async function splitOff(tx: Db, listingId: number, { by, at }: Person): Promise<readonly number[]> {
  await lockCopies(tx);
  const { a, b } = duplicateDecisions;
  const isFlag = and(eq(duplicateDecisions.kind, 'flag'), isNull(duplicateDecisions.endedAt));
  const flags = await tx
    .select({ a, b })
    .from(duplicateDecisions)
    .where(and(isFlag, or(eq(a, listingId), eq(b, listingId))));
  const group = (await copyRows(tx, listingId)).map(({ id }) => id);
  const others = [...new Set([...group, ...flags.flatMap((flag) => [flag.a, flag.b])])].filter(
    (id) => id !== listingId,
  );
  if (others.length === 0) return [];
  await endDecisions(tx, listingId, others, { by, at });
  const alone = group.length === 1 ? [listingId, ...group] : [listingId];
  await tx.update(adverts).set({ groupName: null }).where(inArray(adverts.listingId, alone));
  await tx
    .insert(duplicateDecisions)
    .values(others.map((other) => decided('split', listingId, other, { by, at })));
  return others;
}

/**
 * A person says that two listings are one opening: their groups become one. Ends a split or flag of the two. Gives all of the group; none
 * where one of them was not compared yet.
 */
export async function mergeByHand(tx: Db, a: number, b: number, { by, at }: Person) {
  await lockCopies(tx);
  const rows = await tx
    .select()
    .from(adverts)
    .where(inArray(adverts.listingId, [a, b]));
  if (rows.length < 2) return [];
  const names = rows.flatMap(({ groupName }) => (groupName === null ? [] : [groupName]));
  const name = Math.min(...names, a, b);
  await endDecisions(tx, a, [b], { by, at });
  const members = names.length === 0 ? undefined : inArray(adverts.groupName, names);
  const joined = await tx
    .update(adverts)
    .set({ groupName: name })
    .where(or(inArray(adverts.listingId, [a, b]), members))
    .returning({ id: adverts.listingId });
  await tx.insert(duplicateDecisions).values(decided('merge', a, b, { by, at }));
  return joined.map(({ id }) => id);
}

async function endDecisions(tx: Db, listingId: number, others: readonly number[], { by, at }: Person) {
  if (others.length === 0) return;
  const { a, b } = duplicateDecisions;
  const pairs = or(
    and(eq(a, listingId), inArray(b, [...others])),
    and(eq(b, listingId), inArray(a, [...others])),
  );
  await tx
    .update(duplicateDecisions)
    .set({ endedBy: by, endedAt: at })
    .where(and(pairs, isNull(duplicateDecisions.endedAt)));
}

function decided(kind: 'merge' | 'split', a: number, b: number, { by, at }: Person) {
  return { kind, a, b, rule: 'D10', score: 1, evidence: 'a person decided', decidedBy: by, decidedAt: at };
}
