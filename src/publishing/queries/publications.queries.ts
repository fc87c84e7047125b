import { and, desc, eq, exists, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { anyOf } from '../../db/sql.ts';
import { decisions, listings, publications, sources, targets, isLive } from '../../db/schema.ts';
import { kindOfCall } from '../allowance.ts';
import type { PublicationState } from '../../db/schema/publishing.ts';
import { writesLabel } from '../../picklists/picklists.queries.ts';
import { jobKeyOf, type Posting, type Access } from '../publishing-types.ts';
import { type FunnelStage, isAtStage } from './funnel.queries.ts';
import type { JobSort } from './place-counts.ts';
import { type PublicationSelection, isSelected, isHeld } from './batch-counts.queries.ts';
import { listingById, listingOf, type StoredListing } from '../../listings/listings.queries.ts';
import { listingWord } from '../../listings/listing-state.ts';
import { type RunListings, isInRun } from '../../listings/run-jobs.queries.ts';
import { withText } from './text-search.queries.ts';

/**
 * What jobs are looked for by. `state` is a publication's; a decision's `waiting` or `skipped`; `live`: a target may show it; or
 * `due`: a call about it is queued.
 */
export type JobQuestion = {
  readonly words: string;
  /** The whole id of the job at its source. */
  readonly jobId?: string;
  readonly ids?: readonly number[];
  readonly sourceId?: number;
  readonly targetId?: number;
  readonly state?: string;
  readonly stage?: FunnelStage;
  /** Counted by a run of its source. */
  readonly run?: RunListings;
  /** Writes this label, and is sent to the target without it or waits there for an entry. */
  readonly label?: {
    readonly field: string;
    readonly label: string;
    readonly targetId: number;
    /** Only those that wait for it. */
    readonly held: boolean;
  };
  /** Kept by a hold of a feed. */
  readonly holdId?: number;
  /** Listed now, of an employer with this key. */
  readonly company?: SQL;
  readonly sight: Access;
  readonly beforeId?: number;
  /** Absent: newest first. */
  readonly sort?: JobSort;
  readonly offset?: number;
  readonly limit: number;
};

const placeOf: SQL<string | null> =
  sql`nullif(concat_ws(', ', ${listings.listing} #>> '{job,job_locations,0,city}', coalesce(${listings.listing} #>> '{job,job_locations,0,state}', ${listings.listing} #>> '{job,job_locations,0,country}')), '')`;
const orders: Readonly<Record<JobSort, SQL>> = {
  job: sql`${listings.title}`,
  employer: sql`${listings.company}`,
  place: placeOf,
  source: sql`(select s.name from sources s where s.id = ${listings.sourceId})`,
  closes: sql`${listings.expiresAt}`,
};

export type FoundListing = Awaited<ReturnType<typeof findListings>>[number];

/** Listings that fit. */
export async function findListings(db: Db, question: JobQuestion) {
  const order = question.sort
    ? sql`${orders[question.sort]} nulls last, ${listings.id} desc`
    : desc(listings.id);
  const { beforeId, limit, offset = 0, jobId, ids, sourceId, sight, run, label, holdId, company } = question;
  const hasWords = await withText(db, question.words);
  // Which first, then what is said of each: joined before the limit, all that fit would be read.
  const page = db.$with('page').as(
    db
      .select({ id: listings.id })
      .from(listings)
      .where(
        and(
          beforeId === undefined ? undefined : lt(listings.id, beforeId),
          jobId === undefined ? undefined : eq(listings.jobId, jobId),
          ids && inArray(listings.id, [...ids]),
          sourceId === undefined ? undefined : eq(listings.sourceId, sourceId),
          sight.sourceIds && inArray(listings.sourceId, [...sight.sourceIds]),
          hasWords,
          isAt(db, question),
          question.stage && isAtStage(question.stage, atSeen(question), sourceId),
          run && isInRun(run),
          label && lacksEntry(label),
          holdId === undefined ? undefined : isHeld(listings.id, holdId),
          company === undefined ? undefined : sql`${isLive} and ${listings.id} in ${company}`,
        ),
      )
      .orderBy(order)
      .limit(limit)
      .offset(offset),
  );
  const rows = await db
    .with(page)
    .select({
      id: listings.id,
      source: sources.name,
      jobId: listings.jobId,
      title: listings.title,
      company: listings.company,
      place: placeOf,
      expiresAt: listings.expiresAt,
      closesOn: sql<string | null>`${listings.listing} ->> 'expiresAt'`,
      stored: { state: listings.state, cause: listings.cause },
    })
    .from(page)
    .innerJoin(listings, eq(listings.id, page.id))
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .orderBy(order);
  return rows.map(({ stored, ...row }) => ({ ...row, state: listingWord(stored) }));
}

/** Whether a column of targets names the one that is asked for, or one that is seen. */
function atSeen({ targetId, sight }: JobQuestion): (column: SQL) => SQL {
  const ids = targetId === undefined ? sight.targetIds : [targetId];
  return (column) => (ids === undefined ? sql`true` : anyOf(column, ids));
}

function lacksEntry({ field, label, targetId, held }: NonNullable<JobQuestion['label']>): SQL {
  const waits = sql`exists (select 1 from ${decisions} where ${decisions.listingId} = ${listings.id} and ${decisions.targetId} = ${targetId} and ${decisions.step} = 'picklist')`;
  const sent = sql`exists (select 1 from ${publications} where ${publications.listingId} = ${listings.id} and ${publications.targetId} = ${targetId} and ${publications.intent} = 'show')`;
  return sql`${isLive} and ${writesLabel(field, label)} and (${held ? waits : sql`${waits} or ${sent}`})`;
}

/** How the state that is asked for is in a publication. */
function isState(state: string): SQL {
  if (state === 'live') return eq(publications.shown, true);
  if (state === 'look') return sql`${publications.call} = 'parked' and ${publications.parked} <> 'refused'`;
  return state === 'due' ? inArray(publications.call, ['due', 'out']) : eq(sql`${publications.state}`, state);
}

function isAt(db: Db, { targetId, state, sight }: JobQuestion): SQL | undefined {
  if (targetId === undefined && state === undefined && sight.targetIds === undefined) return undefined;
  if (targetId !== undefined && state === undefined && seesTarget(sight, targetId))
    return isSomehowAt(targetId, sight);
  const decided = state === 'waiting' || state === 'skipped';
  const sent = db
    .select({ one: sql`1` })
    .from(publications)
    .where(
      and(
        eq(publications.listingId, listings.id),
        targetId === undefined ? undefined : eq(publications.targetId, targetId),
        sight.targetIds && inArray(publications.targetId, [...sight.targetIds]),
        state === undefined ? undefined : isState(state),
      ),
    );
  const notSent = db
    .select({ one: sql`1` })
    .from(decisions)
    .where(
      and(
        eq(decisions.listingId, listings.id),
        targetId === undefined ? undefined : eq(decisions.targetId, targetId),
        seesDecision(sight),
        decided ? eq(sql`${decisions.outcome}`, state) : undefined,
      ),
    );
  if (state === undefined) return or(exists(sent), exists(notSent));
  return decided ? exists(notSent) : exists(sent);
}

/** A job that is for other schools alone is theirs: who sees some schools does not see what the others were told. */
function seesDecision({ targetIds }: Access): SQL | undefined {
  return targetIds && and(inArray(decisions.targetId, [...targetIds]), ne(decisions.step, 'addressed'));
}

const seesTarget = ({ targetIds }: Access, targetId: number) => targetIds?.includes(targetId) ?? true;

/** Sent to a target or decided about there: the ids from three indexes alone, as an array, whose order a page reads from its newest. */
function isSomehowAt(targetId: number, sight: Access): SQL {
  const held = sql`(live or call = 'due')`;
  const isDecided = and(eq(decisions.targetId, targetId), seesDecision(sight));
  return sql`${listings.id} = any(array(
    select listing_id from ${publications} where target_id = ${targetId} and ${held}
    union all select listing_id from ${publications} where target_id = ${targetId} and not ${held}
    union all select ${decisions.listingId} from ${decisions} where ${isDecided}))`;
}

/** A job by its source's id, or by the id that schools have it under: a feed may give its jobs other ids, and schools keep the first. */
export async function listingNamed(
  db: Db,
  sourceId: number,
  jobId: string,
): Promise<StoredListing | undefined> {
  const listing = await listingOf(db, sourceId, jobId);
  if (listing !== undefined) return listing;
  const [id] = await listingsSentAs(db, jobId, sourceId);
  return id === undefined ? undefined : listingById(db, id);
}

/** Listings that a school has under this id, which its feed may have changed since; those that are live first. */
export async function listingsSentAs(db: Db, jobId: string, sourceId?: number): Promise<readonly number[]> {
  const rows = await db
    .select({ id: listings.id })
    .from(targets)
    .innerJoin(sources, sourceId === undefined ? sql`true` : eq(sources.id, sourceId))
    .innerJoin(
      publications,
      and(
        eq(publications.targetId, targets.id),
        eq(publications.externalSourceId, sources.externalSourceId),
        eq(publications.jobKey, jobKeyOf(jobId)),
      ),
    )
    .innerJoin(listings, and(eq(listings.id, publications.listingId), eq(listings.sourceId, sources.id)))
    .orderBy(desc(publications.live), desc(listings.id))
    .limit(20);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Where a listing stands at a target: what was sent, or why nothing was. */
export type JobStatus = {
  readonly listingId: number;
  readonly target: string;
} & (
  | { readonly kind: 'sent'; readonly state: PublicationState }
  | {
      readonly kind: 'decided';
      readonly outcome: 'skipped' | 'waiting' | 'held';
      readonly step: string;
      readonly reason: string;
    }
);

/** Where some listings stand, at every target that is seen. */
export async function jobStatusesOf(db: Db, listingIds: readonly number[], sight: Access) {
  if (listingIds.length === 0) return [];
  const sent = await db
    .select({ listingId: publications.listingId, target: targets.name, state: publications.state })
    .from(publications)
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .where(
      and(
        inArray(publications.listingId, [...listingIds]),
        sight.targetIds && inArray(publications.targetId, [...sight.targetIds]),
      ),
    );
  const decided = await db
    .select({
      listingId: decisions.listingId,
      target: targets.name,
      outcome: decisions.outcome,
      step: decisions.step,
      reason: decisions.reason,
    })
    .from(decisions)
    .innerJoin(targets, eq(targets.id, decisions.targetId))
    .where(and(inArray(decisions.listingId, [...listingIds]), seesDecision(sight)));
  return [
    ...sent.map((row) => ({ ...row, kind: 'sent' as const, listingId: row.listingId ?? 0 })),
    ...decided.map((row) => ({ kind: 'decided' as const, ...row })),
  ];
}

export type StoredPublication = typeof publications.$inferSelect;

/** What was last sent about a listing to a target. */
export async function publicationOf(
  db: Db,
  listingId: number,
  targetId: number,
): Promise<StoredPublication | undefined> {
  const [row] = await db
    .select()
    .from(publications)
    .where(and(eq(publications.listingId, listingId), eq(publications.targetId, targetId)));
  return row;
}

/** What schools have of some publications. */
export async function postingsAtSchools(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Posting>();
  const rows = await db
    .select({ id: publications.id, taken: publications.taken })
    .from(publications)
    .where(inArray(publications.id, [...ids]));
  return new Map(rows.flatMap(({ id, taken }) => (taken === null ? [] : [[id, taken as Posting] as const])));
}

/** Whether there was ever a job, of a feed or of the form, or a publication. */
export async function hasJobs(db: Db): Promise<boolean> {
  const listed = await db.select({ id: listings.id }).from(listings).limit(1);
  return (
    listed.length > 0 || (await db.select({ id: publications.id }).from(publications).limit(1)).length > 0
  );
}

/** Live listings of some sources, those that have any. */
export async function liveListings(db: Db, sourceIds: readonly number[]) {
  if (sourceIds.length === 0) return new Map<number, number>();
  const rows = await db
    .select({ sourceId: listings.sourceId, n: sql<number>`count(*)::int` })
    .from(listings)
    .where(and(isLive, inArray(listings.sourceId, [...sourceIds])))
    .groupBy(listings.sourceId);
  return new Map(rows.map(({ sourceId, n }) => [sourceId, n]));
}

type PublicationQuestion = {
  readonly targetId?: number;
  readonly sourceId?: number;
  readonly state?: string;
  readonly counted?: PublicationSelection;
  readonly sight: Access;
  readonly afterId?: number;
  readonly limit: number;
};

function isAskedFor(question: PublicationQuestion): SQL | undefined {
  const { targetId, sourceId, state, counted, sight, afterId } = question;
  return and(
    afterId === undefined ? undefined : sql`${publications.id} > ${afterId}`,
    targetId === undefined ? undefined : eq(publications.targetId, targetId),
    sourceId === undefined ? undefined : eq(publications.sourceId, sourceId),
    state === undefined ? undefined : isState(state),
    counted && isSelected(counted),
    sight.targetIds && inArray(publications.targetId, [...sight.targetIds]),
    sight.sourceIds && inArray(publications.sourceId, [...sight.sourceIds]),
  );
}

/** One publication in a list: what `status --publications` and the API give; `kind`: what its next call is for. */
export type PublicationRow = Awaited<ReturnType<typeof listPublications>>[number];

export async function listPublications(db: Db, question: PublicationQuestion) {
  // As for listings: which first.
  const page = db
    .$with('page')
    .as(
      db
        .select({ id: publications.id })
        .from(publications)
        .where(isAskedFor(question))
        .orderBy(publications.id)
        .limit(question.limit),
    );
  const rows = await db
    .with(page)
    .select({
      id: publications.id,
      listingId: publications.listingId,
      targetId: publications.targetId,
      target: targets.name,
      source: sources.name,
      externalSourceId: publications.externalSourceId,
      jobId: publications.jobId,
      title: sql<string | null>`coalesce(${listings.title}, ${publications.taken} #>> '{job,job_title}')`,
      listedAs: listings.jobId,
      state: publications.state,
      live: publications.shown,
      sentAt: publications.sentAt,
      answer: publications.answer,
      reason: publications.reason,
      parked: publications.parked,
      dueAt:
        sql<Date | null>`case when ${publications.call} = 'out' then ${publications.sentAt} else ${publications.nextAt} end`.mapWith(
          publications.nextAt,
        ),
      intent: publications.intent,
      verdict: publications.verdict,
      priority: publications.priority,
    })
    .from(page)
    .innerJoin(publications, eq(publications.id, page.id))
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .innerJoin(sources, eq(sources.id, publications.sourceId))
    .leftJoin(listings, eq(listings.id, publications.listingId))
    .orderBy(publications.id);
  return rows.map(({ intent, verdict, priority, ...row }) => ({
    ...row,
    kind: kindOfCall({ intent, verdict, priority }),
  }));
}
