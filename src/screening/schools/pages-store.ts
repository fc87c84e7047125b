import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { listings, schoolReviews, sources } from '../../db/schema.ts';

/** A job that waits for one school's own staff. */
export type WaitingAtSchool = {
  readonly listingId: number;
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly company: string | null;
  readonly reason: string;
  readonly since: Date;
};

/** How many jobs wait at each of some schools, by id; none where none wait. */
export async function countsAtSchools(
  db: Db,
  targetIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (targetIds.length === 0) return new Map();
  const rows = await db
    .select({ targetId: schoolReviews.targetId, jobs: sql<number>`count(*)::int` })
    .from(schoolReviews)
    .where(and(inArray(schoolReviews.targetId, [...targetIds]), eq(schoolReviews.state, 'open')))
    .groupBy(schoolReviews.targetId);
  return new Map(rows.map(({ targetId, jobs }) => [targetId, jobs]));
}

/** What waits at a school, the longest first. */
export async function waitingAtSchool(
  db: Db,
  targetId: number,
  limit: number,
): Promise<readonly WaitingAtSchool[]> {
  return db
    .select({
      listingId: listings.id,
      source: sources.name,
      jobId: listings.jobId,
      title: listings.title,
      company: listings.company,
      reason: schoolReviews.reason,
      since: schoolReviews.createdAt,
    })
    .from(schoolReviews)
    .innerJoin(listings, eq(listings.id, schoolReviews.listingId))
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .where(and(eq(schoolReviews.targetId, targetId), eq(schoolReviews.state, 'open')))
    .orderBy(asc(schoolReviews.createdAt), asc(listings.id))
    .limit(limit);
}
