import { and, eq, gte, sql, asc, countDistinct, isNull, min, not, or } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import {
  isLive,
  listings,
  screenings,
  sources,
  submissions,
  jobReports,
  schoolPolicies,
  schoolReviews,
} from '../db/schema.ts';
import type { Listing } from '../listings/listing.ts';
import type { StoredListing } from '../listings/listings.queries.ts';
import type { StoredScreening } from './screening.repository.ts';
import { anyOf } from '../db/sql.ts';
import { policyRules, type SchoolPolicy } from './policy.ts';
import { isVisibleThere } from './review-queue.queries.ts';

/** One job under review, with what screening found and who sent it. */
export type Reviewed = {
  readonly screening: StoredScreening;
  readonly stored: StoredListing;
  readonly source: string;
  readonly fromForm: boolean;
  /** What was typed as website in the form; schools get no address of a host that many share. */
  readonly typedSite: string | null;
};

export async function reviewedJob(db: Db, listingId: number): Promise<Reviewed | undefined> {
  const [row] = await db
    .select({
      screening: screenings,
      listing: listings,
      source: sources.name,
      kind: sources.kind,
      typedSite: sql<string | null>`${submissions.answers} #>> '{website,0}'`,
    })
    .from(screenings)
    .innerJoin(listings, eq(listings.id, screenings.listingId))
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .leftJoin(submissions, eq(submissions.listingId, listings.id))
    .where(eq(screenings.listingId, listingId));
  return (
    row && {
      screening: row.screening,
      stored: { ...row.listing, listing: row.listing.listing as Listing },
      source: row.source,
      fromForm: row.kind === 'form',
      typedSite: row.typedSite,
    }
  );
}

/** Jobs that were approved since a moment. */
export async function approvedReviews(db: Db, since: Date): Promise<number> {
  const recent = db
    .select({ listingId: screenings.listingId })
    .from(screenings)
    .where(and(eq(screenings.state, 'approved'), gte(screenings.decidedAt, since)))
    .as('recent');
  // The `offset` keeps the planner from joining the few decisions with all live listings.
  const isLiveNow = sql`exists (select 1 from ${listings} where ${listings.id} = ${recent.listingId} and ${isLive} offset 0)`;
  return db.$count(recent, isLiveNow);
}

export type JobReport = typeof jobReports.$inferSelect;

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

export type SchoolReview = typeof schoolReviews.$inferSelect;

/** What keeps these listings from one school: they wait for its staff, or its staff or policy rejected them. */
export async function schoolReviewsOf(
  db: Db,
  targetId: number,
  listingIds: readonly number[],
): Promise<SchoolReview[]> {
  if (listingIds.length === 0) return [];
  const { targetId: at, listingId: of, state } = schoolReviews;
  const keeps = or(eq(state, 'rejected'), and(eq(state, 'open'), not(isVisibleThere(db))));
  const which = and(eq(at, targetId), anyOf(of, listingIds), keeps);
  return db.select().from(schoolReviews).where(which);
}

/** What one school's staff or policy said about one job. */
export async function schoolReviewOf(
  db: Db,
  targetId: number,
  listingId: number,
): Promise<SchoolReview | undefined> {
  const here = and(eq(schoolReviews.targetId, targetId), eq(schoolReviews.listingId, listingId));
  return (await db.select().from(schoolReviews).where(here))[0];
}
