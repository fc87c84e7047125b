import { and, asc, desc, eq, exists, inArray, not, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../db/db.ts';
import { isLive, listings, publications, schoolReviews, screenings, sources, targets } from '../db/schema.ts';

/** `waiting`: a person decides next. `changes`: the employer does. The others are decided. */
export const reviewStates = ['waiting', 'changes', 'approved', 'rejected'] as const;
export type ReviewQueueState = (typeof reviewStates)[number];

/** The part of the queue that is asked for. */
export type QueueQuestion = {
  readonly state: ReviewQueueState;
  /** Decisions of these schools; undefined: of all. */
  readonly targetIds?: readonly number[] | undefined;
  /** Decisions for all schools too: whether a job is real. */
  readonly general: boolean;
};

/** The place of an item in the queue: `12` for all schools, `12-3` for one. */
export type QueuePlace = { readonly listingId: number; readonly targetId: number };

/** Decisions, reported jobs first by age of the report, then by points; those after `after` alone. */
export async function reviewQueue(
  db: Db,
  question: QueueQuestion,
  { limit, after }: { readonly limit: number; readonly after?: QueuePlace | undefined },
) {
  const queue = decisionsIn(db, question).as('queue');
  const targetKey = sql<number>`coalesce(${queue.targetId}, 0)`;
  const score = sql<number>`coalesce(${screenings.score}, 0)`;
  const reportedAt = reportedAtOf(sql`${queue.listingId}`);
  // A job that was decided meanwhile keeps its place.
  const behind =
    after &&
    sql`(${reportedAt}, -${score}, ${queue.listingId}, ${targetKey}) > (select ${reportedAtOf(sql`l.id`)}, -coalesce(s.score, 0), l.id, ${after.targetId}::int from listings l left join screenings s on s.listing_id = l.id where l.id = ${after.listingId})`;
  return db
    .select({
      listingId: listings.id,
      targetId: queue.targetId,
      target: targets.name,
      source: sources.name,
      jobId: listings.jobId,
      title: listings.title,
      /** The fingerprint of its content. */
      content: listings.fingerprint,
      company: listings.company,
      score,
      band: sql<Screening['band']>`coalesce(${screenings.band}, 'clear')`,
      proof: sql<number>`coalesce(${screenings.proof}, 0)`,
      signals: sql<Screening['signals']>`coalesce(${screenings.signals}, '[]'::jsonb)`,
      secondedBy: screenings.secondedBy,
      appealedAt: screenings.appealedAt,
      /** Why it waits for the school. */
      reason: queue.reason,
      since: queue.since,
      /** For how many schools it was written, in the form. */
      chosen: sql<number>`coalesce(jsonb_array_length(${listings.listing} -> 'chosenTargets'), 0)::int`,
    })
    .from(queue)
    .innerJoin(listings, and(eq(listings.id, queue.listingId), isLive))
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .leftJoin(screenings, eq(screenings.listingId, listings.id))
    .leftJoin(targets, eq(targets.id, queue.targetId))
    .where(behind)
    .orderBy(asc(reportedAt), desc(score), asc(queue.listingId), asc(targetKey))
    .limit(limit);
}

/** One decision about one job: for all schools (`targetId` null), or one school's own. */
export type QueueItem = Awaited<ReturnType<typeof reviewQueue>>[number];

type Screening = typeof screenings.$inferSelect;

/** How many decisions there are: for all schools (null) and for each school that has any. */
export async function countReviews(db: Db, question: QueueQuestion) {
  const queue = decisionsIn(db, question).as('queue');
  // The `offset` keeps the planner from joining the few decisions with all live listings.
  const live = sql`exists (select 1 from ${listings} where ${listings.id} = ${queue.listingId} and ${isLive} offset 0)`;
  const rows = await db
    .select({ targetId: queue.targetId, jobs: sql<number>`count(*)::int` })
    .from(queue)
    .where(live)
    .groupBy(queue.targetId)
    .orderBy(sql`${queue.targetId} nulls first`);
  return new Map(rows.map(({ targetId, jobs }) => [targetId, jobs]));
}

/** Whether a job waits for a school's own decision. */
export async function waitsForSchool(db: Db, targetId: number, listingId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: listings.id })
    .from(schoolReviews)
    .innerJoin(listings, and(eq(listings.id, schoolReviews.listingId), isLive))
    .where(and(eq(schoolReviews.targetId, targetId), eq(schoolReviews.listingId, listingId), waitsThere(db)));
  return row !== undefined;
}

function decisionsIn(db: Db, { state, targetIds, general }: QueueQuestion) {
  const stored = state === 'waiting' ? 'open' : state;
  const ofAll = db
    .select({
      listingId: sql<number>`${screenings.listingId}`.as('queued_listing'),
      targetId: sql<number | null>`null::int`.as('queued_target'),
      reason: sql<string | null>`${screenings.note}`.as('queued_reason'),
      since: sql<Date>`${screenings.screenedAt}`.mapWith(screenings.screenedAt).as('queued_since'),
    })
    .from(screenings)
    .where(and(eq(screenings.state, stored), general ? undefined : sql`false`));
  const ofSchools = db
    .select({
      listingId: sql<number>`${schoolReviews.listingId}`.as('queued_listing'),
      targetId: sql<number | null>`${schoolReviews.targetId}`.as('queued_target'),
      reason: sql<string | null>`${schoolReviews.reason}`.as('queued_reason'),
      since: sql<Date>`${schoolReviews.createdAt}`.mapWith(schoolReviews.createdAt).as('queued_since'),
    })
    .from(schoolReviews)
    .where(
      and(
        targetIds && inArray(schoolReviews.targetId, [...targetIds]),
        state === 'waiting' ? waitsThere(db) : decidedByPerson(state),
      ),
    );
  return unionAll(ofAll, ofSchools);
}

/** A school decides about a job that is for it after it was approved for all schools, and not about one that it shows already. */
function waitsThere(db: Db): SQL | undefined {
  const approved = db
    .select({ one: sql`1` })
    .from(screenings)
    .where(
      and(
        eq(screenings.listingId, schoolReviews.listingId),
        not(inArray(screenings.state, ['clear', 'approved'])),
      ),
    );
  const isForIt = sql`coalesce((select l.brief -> 'chosenTargets' ? t.name from listings l, targets t
    where l.id = ${schoolReviews.listingId} and t.id = ${schoolReviews.targetId}), true)`;
  return and(eq(schoolReviews.state, 'open'), isForIt, not(exists(approved)), not(isVisibleThere(db)));
}

function decidedByPerson(state: 'changes' | 'approved' | 'rejected'): SQL | undefined {
  return state === 'changes'
    ? sql`false`
    : and(eq(schoolReviews.state, state), sql`${schoolReviews.decidedBy} is not null`);
}

/** The school shows the job of this row of `school_reviews`: a policy that is switched on later stops none of its changes. */
export function isVisibleThere(db: Db): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(publications)
      .where(
        and(
          eq(publications.targetId, schoolReviews.targetId),
          eq(publications.listingId, schoolReviews.listingId),
          publications.live,
        ),
      ),
  );
}

/** Since when an open report waits; never without an open report. */
function reportedAtOf(listingId: SQL) {
  return sql`coalesce((select min(r.reported_at) from job_reports r where r.listing_id = ${listingId} and r.settled_at is null), 'infinity'::timestamptz)`;
}

/** Names of the schools that show a job, as far as we know: those that a rejection takes it down from. */
export async function schoolsShowing(db: Db, listingId: number): Promise<readonly string[]> {
  const rows = await db
    .select({ name: targets.name })
    .from(publications)
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .where(and(eq(publications.listingId, listingId), publications.live))
    .orderBy(asc(targets.name));
  return rows.map(({ name }) => name);
}
