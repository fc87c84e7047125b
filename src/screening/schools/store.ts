import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { schoolPolicies, schoolReviews } from '../../db/schema.ts';
import { policyRules, type PolicyHit, type SchoolPolicy } from '../policy.ts';

/** A school's terms for jobs: its policy, and whether every job of the form waits for its staff. */
export type SchoolTerms = { readonly rules: SchoolPolicy; readonly approvesForms: boolean };

export async function schoolTerms(db: Db, targetId: number): Promise<SchoolTerms> {
  const [row] = await db.select().from(schoolPolicies).where(eq(schoolPolicies.targetId, targetId));
  const rules = policyRules.flatMap((rule) => {
    const action = row?.rules[rule];
    return action === undefined ? [] : [[rule, action] as const];
  });
  return { rules: Object.fromEntries(rules), approvesForms: row?.approvesForms ?? false };
}

export async function setSchoolTerms(db: Db, targetId: number, terms: SchoolTerms): Promise<void> {
  await db
    .insert(schoolPolicies)
    .values({ targetId, ...terms })
    .onConflictDoUpdate({ target: schoolPolicies.targetId, set: { ...terms } });
}

/** Puts a job before a school's own staff; what they decided already stands. */
export async function askSchool(
  db: Db,
  {
    targetId,
    listingId,
    hits,
    at,
  }: { targetId: number; listingId: number; hits: readonly PolicyHit[]; at: Date },
): Promise<void> {
  const reason =
    hits.length === 0 ? 'The school sees every job of the form.' : hits.map((hit) => hit.reason).join(' ');
  const refused = hits.some(({ action }) => action === 'refuse');
  await db
    .insert(schoolReviews)
    .values({ targetId, listingId, state: refused ? 'rejected' : 'open', reason, createdAt: at })
    .onConflictDoNothing();
}

export type SchoolReview = typeof schoolReviews.$inferSelect;

export async function schoolQueue(db: Db, targetId: number): Promise<SchoolReview[]> {
  return db
    .select()
    .from(schoolReviews)
    .where(and(eq(schoolReviews.targetId, targetId), eq(schoolReviews.state, 'open')))
    .orderBy(asc(schoolReviews.createdAt));
}

export async function decideForSchool(
  db: Db,
  { targetId, listingId }: { targetId: number; listingId: number },
  { state, by, at }: { state: 'approved' | 'rejected'; by: string; at: Date },
): Promise<void> {
  await db
    .update(schoolReviews)
    .set({ state, decidedBy: by, decidedAt: at })
    .where(and(eq(schoolReviews.targetId, targetId), eq(schoolReviews.listingId, listingId)));
}

/** What one school's staff or policy says about these listings; approved ones are not among them. */
export async function schoolReviewsOf(
  db: Db,
  targetId: number,
  listingIds: readonly number[],
): Promise<SchoolReview[]> {
  if (listingIds.length === 0) return [];
  return db
    .select()
    .from(schoolReviews)
    .where(
      and(
        eq(schoolReviews.targetId, targetId),
        inArray(schoolReviews.listingId, [...listingIds]),
        inArray(schoolReviews.state, ['open', 'rejected']),
      ),
    );
}
