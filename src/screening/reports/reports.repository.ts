import { and, asc, countDistinct, eq, inArray, isNull, min } from 'drizzle-orm';
import { anyOf } from '../../db/sql.ts';
import type { Db } from '../../db/db.ts';
import { jobReports, listings, screenings, isLive } from '../../db/schema.ts';

export type JobReport = typeof jobReports.$inferSelect;
export type NewReport = Omit<typeof jobReports.$inferInsert, 'id' | 'settledBy' | 'settledAt'>;

/** Keeps what a reader says about a job, and puts the job before staff. What is live stays live until a person decides. */
export async function addReport(db: Db, report: NewReport): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(jobReports).values(report);
    const [listing] = await tx.select().from(listings).where(eq(listings.id, report.listingId));
    if (listing === undefined) return;
    await tx
      .insert(screenings)
      .values({
        listingId: listing.id,
        fingerprint: listing.fingerprint,
        score: 0,
        band: 'review',
        forced: true,
        signals: [],
        state: 'open',
        screenedAt: report.reportedAt,
      })
      .onConflictDoUpdate({
        target: screenings.listingId,
        set: { state: 'open', secondedBy: null },
        setWhere: inArray(screenings.state, ['clear', 'approved']),
      });
  });
}

/** What readers say about these jobs and nobody has settled, oldest first. */
export async function openReports(db: Db, listingIds: readonly number[]): Promise<readonly JobReport[]> {
  if (listingIds.length === 0) return [];
  return db
    .select()
    .from(jobReports)
    .where(and(anyOf(jobReports.listingId, listingIds), isNull(jobReports.settledAt)))
    .orderBy(asc(jobReports.reportedAt), asc(jobReports.id));
}

/** How many live jobs have a report that nobody has settled, and since when the oldest waits. */
export async function reportsWaiting(db: Db): Promise<{ readonly jobs: number; readonly since?: Date }> {
  const [row] = await db
    .select({ jobs: countDistinct(jobReports.listingId), since: min(jobReports.reportedAt) })
    .from(jobReports)
    .innerJoin(listings, and(eq(listings.id, jobReports.listingId), isLive))
    .where(isNull(jobReports.settledAt));
  const since = row?.since ?? null;
  return { jobs: row?.jobs ?? 0, ...(since === null ? {} : { since }) };
}

/** A person has decided about the job: its reports are settled, and their readers' addresses forgotten. */
export async function settleReports(db: Db, listingId: number, by: string, at: Date): Promise<void> {
  await db
    .update(jobReports)
    .set({ settledBy: by, settledAt: at, email: null })
    .where(and(eq(jobReports.listingId, listingId), isNull(jobReports.settledAt)));
}
