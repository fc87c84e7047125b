import { and, eq, sql, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { query } from '../../db/query.ts';
import { anyOf } from '../../db/sql.ts';
import { schoolPolicies, schoolReviews, publications } from '../../db/schema.ts';
import type { PolicyHit } from '../policy.ts';
import type { SchoolTerms } from '../screening.queries.ts';

export async function setSchoolTerms(db: Db, targetId: number, terms: SchoolTerms): Promise<void> {
  await db
    .insert(schoolPolicies)
    .values({ targetId, ...terms })
    .onConflictDoUpdate({ target: schoolPolicies.targetId, set: { ...terms } });
}

/** Puts a job before a school's own staff. What they decided stays decided, and a job that the school shows is not asked about again. */
export async function askSchool(
  db: Db,
  asked: { targetId: number; listingId: number; hits: readonly PolicyHit[]; at: Date },
): Promise<void> {
  const { targetId, listingId, hits, at } = asked;
  const reason =
    hits.length === 0 ? 'The school sees every job of the form.' : hits.map((hit) => hit.reason).join(' ');
  const refused = hits.some(({ action }) => action === 'refuse');
  if (!refused && (await isLiveAt(db, targetId, listingId))) return askNoMore(db, targetId, [listingId]);
  const found = { state: refused ? 'rejected' : 'open', reason } as const;
  await db
    .insert(schoolReviews)
    .values({ targetId, listingId, createdAt: at, ...found })
    .onConflictDoUpdate({
      target: [schoolReviews.targetId, schoolReviews.listingId],
      set: found,
      setWhere: isOfRules,
    });
}

/** Forgets what a school's rules said of jobs, or of all, that they ask about no more; what people decided stays. */
export async function askNoMore(db: Db, targetId: number, listingIds?: readonly number[]): Promise<void> {
  const which = listingIds && anyOf(schoolReviews.listingId, listingIds);
  await db.delete(schoolReviews).where(and(eq(schoolReviews.targetId, targetId), which, isOfRules));
}

const isOfRules = isNull(schoolReviews.decidedBy);

/** Decides what waits for a school; false where it does not wait any more: of two decisions at the same moment one counts. */
export async function decideForSchool(
  db: Db,
  { targetId, listingId }: { targetId: number; listingId: number },
  { state, by, at, note }: { state: 'approved' | 'rejected'; by: string; at: Date; note?: string },
): Promise<boolean> {
  const { targetId: to, listingId: of, state: now } = schoolReviews;
  const decided = await db
    .update(schoolReviews)
    .set({ state, decidedBy: by, decidedAt: at, note: note ?? null })
    .where(and(eq(to, targetId), eq(of, listingId), eq(now, 'open')))
    .returning({ of });
  return decided.length > 0;
}

type AtSchools = { readonly listingId: number; readonly targetIds: readonly number[] };

/** Keeps a job off schools by a person's word, whatever was said about it there before. */
export async function keepOff(
  db: Db,
  { listingId, targetIds }: AtSchools,
  { by, at, note }: { readonly by: string; readonly at: Date; readonly note: string },
): Promise<void> {
  const decided = { state: 'rejected', decidedBy: by, decidedAt: at, note } as const;
  await db
    .insert(schoolReviews)
    .values(targetIds.map((targetId) => ({ targetId, listingId, createdAt: at, reason: note, ...decided })))
    .onConflictDoUpdate({ target: [schoolReviews.targetId, schoolReviews.listingId], set: decided });
}

/** Takes back what a person rejected: what the school last approved of the same content counts again, else its rules are asked again. */
export async function letBack(db: Db, { listingId, targetIds }: AtSchools): Promise<void> {
  const here = and(eq(schoolReviews.listingId, listingId), anyOf(schoolReviews.targetId, targetIds));
  await query(db, {})`
    update school_reviews r set state = 'approved', decided_by = a.who, decided_at = a.at, note = null
    from listings l, targets t, lateral (select * from audit where subject = 'target:' || t.name and action = 'school-review.decide'
      and detail ->> 'listing' = ${String(listingId)} and at >= t.created_at order by id desc limit 1) a
    where r.listing_id = ${listingId} and ${anyOf(sql`r.target_id`, targetIds)} and r.state = 'rejected' and t.id = r.target_id
      and l.id = r.listing_id and l.changed_at <= r.decided_at and a.detail ->> 'decision' = 'approve'`;
  await db.delete(schoolReviews).where(and(here, isKeptOff));
}

const isKeptOff = and(eq(schoolReviews.state, 'rejected'), isNotNull(schoolReviews.decidedBy));

/** The schools that a job is kept off by a person's word. */
export async function keptOffAt(db: Db, listingId: number): Promise<ReadonlyMap<number, string>> {
  const of = and(eq(schoolReviews.listingId, listingId), isKeptOff);
  const rows = await db
    .select({ id: schoolReviews.targetId, note: schoolReviews.note })
    .from(schoolReviews)
    .where(of);
  return new Map(rows.map(({ id, note }) => [id, note ?? '']));
}

async function isLiveAt(db: Db, targetId: number, listingId: number): Promise<boolean> {
  const { targetId: at, listingId: of, live } = publications;
  return (await db.$count(publications, and(eq(at, targetId), eq(of, listingId), live))) > 0;
}
