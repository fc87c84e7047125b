import { and, count, desc, eq, inArray, lt, min, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { jobAtSchool, listings, publications, sources, targets } from '../../db/schema.ts';
import type { PlaceState } from '../../db/schema/job-states.schema.ts';
import { type BlockedReason, blockedReason, type Place } from '../job-state.ts';
import type { PlaceCount } from './place-counts.ts';
import type { Access } from './publishing-pages.repository.ts';
import { withText } from './text-search-store.ts';

/**
 * Every number of jobs at schools, on every page and in every command, is a sum of these; jobs that were taken down are not in it.
 * `words`: of those alone that a search finds.
 */
export async function placeCounts(db: Db, access: Access = {}, words = ''): Promise<readonly PlaceCount[]> {
  const { targetId, sourceId, state, live, step, cause, decidedAt } = jobAtSchool;
  const alike = { targetId, sourceId, source: sources.name, state, live, step, cause };
  return db
    .select({ ...alike, n: count(), since: min(decidedAt) })
    .from(jobAtSchool)
    .innerJoin(sources, eq(sources.id, sourceId))
    .leftJoin(listings, eq(listings.id, jobAtSchool.listingId))
    .where(and(ne(state, 'down'), seenIn(access), words === '' ? undefined : await withText(db, words)))
    .groupBy(targetId, sourceId, sources.name, state, live, step, cause);
}

/** The rows that somebody sees. */
function seenIn({ targetIds, sourceIds }: Access): SQL | undefined {
  return and(
    targetIds && inArray(jobAtSchool.targetId, [...targetIds]),
    sourceIds && inArray(jobAtSchool.sourceId, [...sourceIds]),
  );
}

/** Which jobs at schools are asked for; `live`: those that a school shows, whatever their state. */
export type PlaceQuestion = {
  readonly words: string;
  readonly states?: readonly PlaceState[];
  readonly live?: boolean;
  readonly reason?: BlockedReason;
  readonly targetId?: number;
  readonly sourceId?: number;
  readonly access: Access;
  readonly before?: { readonly listingId: number; readonly targetId: number };
  readonly limit: number;
};

/** A job at a school, with what a list says of it. */
export type FoundPlace = Place & {
  readonly target: string;
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly company: string | null;
};

/** A job that lost its listing comes last. */
const order = sql<number>`coalesce(${jobAtSchool.listingId}, 0)`;

/** Jobs at schools, newest first: exactly those that a number counts. */
export async function findPlaces(db: Db, question: PlaceQuestion): Promise<readonly FoundPlace[]> {
  const { words, states, live, reason, targetId, sourceId, access, before, limit } = question;
  const steps = reason && blockingSteps.filter((one) => blockedReason(one) === reason);
  const rows = await db
    .select({
      place: placeColumns,
      target: targets.name,
      source: sources.name,
      jobId: sql<string>`coalesce(${listings.jobId}, ${publications.jobId})`,
      title: sql<string>`coalesce(${listings.title}, ${publications.taken} #>> '{job,job_title}', ${publications.jobId})`,
      company: listings.company,
    })
    .from(jobAtSchool)
    .innerJoin(sources, eq(sources.id, jobAtSchool.sourceId))
    .innerJoin(targets, eq(targets.id, jobAtSchool.targetId))
    .leftJoin(listings, eq(listings.id, jobAtSchool.listingId))
    .leftJoin(publications, eq(publications.id, jobAtSchool.publicationId))
    .where(
      and(
        seenIn(access),
        states === undefined ? ne(jobAtSchool.state, 'down') : inArray(jobAtSchool.state, [...states]),
        live === true ? eq(jobAtSchool.live, true) : undefined,
        steps && inArray(jobAtSchool.step, [...steps]),
        targetId === undefined ? undefined : eq(jobAtSchool.targetId, targetId),
        sourceId === undefined ? undefined : eq(jobAtSchool.sourceId, sourceId),
        words === '' ? undefined : await withText(db, words),
        before &&
          or(
            lt(order, before.listingId),
            and(eq(order, before.listingId), lt(jobAtSchool.targetId, before.targetId)),
          ),
      ),
    )
    .orderBy(desc(order), desc(jobAtSchool.targetId))
    .limit(limit);
  return rows.map(({ place, ...row }) => ({ ...place, ...row }));
}

const { listingId, targetId, sourceId, publicationId, state, live, holdId } = jobAtSchool;
const { belief, intent, call, parked, outcome, cause, nextAt } = jobAtSchool;
const { publicationState, decision, step, because, decidedAt, changed } = jobAtSchool;
const placeColumns = {
  listingId,
  targetId,
  sourceId,
  publicationId,
  state,
  live,
  holdId,
  belief,
  intent,
  call,
  parked,
  outcome,
  cause,
  nextAt,
  publicationState,
  decision,
  step,
  because,
  decidedAt,
  changed,
};

const blockingSteps = [
  'picklist',
  'list',
  'employer',
  'screening',
  'agreement',
  'posting',
  'window',
  'terms',
];

/** A job that waits for a person, or for an answer, whatever a new plan says of it. */
export type JobPlace = Pick<Place, 'listingId' | 'sourceId' | 'publicationId' | 'state' | 'holdId'>;

/** Jobs at a school that a hold keeps, that the school refused, or that somebody has to look for. */
export async function waitingPlaces(
  db: Db,
  targetId: number,
  sourceIds?: readonly number[],
): Promise<readonly JobPlace[]> {
  return db
    .select({ listingId, sourceId, publicationId, state, holdId })
    .from(jobAtSchool)
    .where(and(inArray(state, ['look', 'refused', 'held']), seenIn({ targetIds: [targetId], sourceIds })));
}

/** Where some jobs stand at the schools that are seen. */
export async function placesOf(
  db: Db,
  listingIds: readonly number[],
  { targetIds }: Access,
): Promise<readonly (Place & { readonly target: string })[]> {
  if (listingIds.length === 0) return [];
  const rows = await db
    .select({ place: placeColumns, target: targets.name })
    .from(jobAtSchool)
    .innerJoin(targets, eq(targets.id, jobAtSchool.targetId))
    .where(and(inArray(jobAtSchool.listingId, [...listingIds]), seenIn(targetIds ? { targetIds } : {})))
    .orderBy(targets.name);
  return rows.map(({ place, target }) => ({ ...place, target }));
}
