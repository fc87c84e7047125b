import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import { anyOf } from '../../../db/sql.ts';
import type { Db } from '../../../db/db.ts';
import { adverts, duplicateDecisions, listings } from '../../../db/schema.ts';
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

export type StoredDecision = typeof duplicateDecisions.$inferSelect;

/** Everything that was decided about a listing, newest first, what was taken back included. */
export async function decisionsAbout(db: Db, listingId: number): Promise<StoredDecision[]> {
  return db
    .select()
    .from(duplicateDecisions)
    .where(or(eq(duplicateDecisions.a, listingId), eq(duplicateDecisions.b, listingId)))
    .orderBy(desc(duplicateDecisions.id));
}

/** Flags that wait for a person, newest first. */
export async function openFlags(db: Db, atMost: number): Promise<StoredDecision[]> {
  return db
    .select()
    .from(duplicateDecisions)
    .where(and(eq(duplicateDecisions.kind, 'flag'), isNull(duplicateDecisions.endedAt)))
    .orderBy(desc(duplicateDecisions.id))
    .limit(atMost);
}

export type Person = { readonly by: string; readonly at: Date };

/**
 * A person says that a listing is no copy of the rest of its group: it leaves the group, and is never put back by the rules (D10).
 */
export async function splitOff(db: Db, listingId: number, { by, at }: Person): Promise<void> {
  await db.transaction(async (tx) => {
    const [own] = await tx.select().from(adverts).where(eq(adverts.listingId, listingId));
    if (own?.groupName === null || own === undefined) return;
    const group = await tx
      .select({ id: adverts.listingId })
      .from(adverts)
      .where(eq(adverts.groupName, own.groupName));
    const others = group.map(({ id }) => id).filter((id) => id !== listingId);
    await endDecisions(tx, listingId, others, { by, at });
    await tx.update(adverts).set({ groupName: null }).where(eq(adverts.listingId, listingId));
    if (others.length === 1)
      await tx.update(adverts).set({ groupName: null }).where(inArray(adverts.listingId, others));
    if (others.length > 0) {
      await tx
        .insert(duplicateDecisions)
        .values(others.map((other) => decided('split', listingId, other, { by, at })));
    }
  });
}

/** A person says that two listings are one opening: their groups become one. Ends a split or flag of the two. */
export async function mergeByHand(db: Db, a: number, b: number, { by, at }: Person): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(adverts)
      .where(inArray(adverts.listingId, [a, b]));
    const names = rows.flatMap(({ groupName }) => (groupName === null ? [] : [groupName]));
    const name = Math.min(...names, a, b);
    await endDecisions(tx, a, [b], { by, at });
    const members = names.length === 0 ? undefined : inArray(adverts.groupName, names);
    await tx
      .update(adverts)
      .set({ groupName: name })
      .where(or(inArray(adverts.listingId, [a, b]), members));
    await tx.insert(duplicateDecisions).values(decided('merge', a, b, { by, at }));
  });
}

async function endDecisions(
  tx: Db,
  listingId: number,
  others: readonly number[],
  { by, at }: Person,
): Promise<void> {
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
