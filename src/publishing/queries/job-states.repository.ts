import {
  and,
  desc,
  eq,
  getViewSelectedFields,
  inArray,
  lt,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { column, maybe, query, written } from '../../db/query.ts';
import {
  jobAtSchool,
  listings,
  publicationDailyCounts,
  publications,
  sources,
  targets,
  unsettledAtSchool,
} from '../../db/schema.ts';
import type { PlaceState } from '../../db/schema/job-states.schema.ts';
import { type BlockedReason, blockedReason, type Place } from '../job-state.ts';
import type { PlaceCount } from './place-counts.ts';
import type { Access } from './publishing-pages.repository.ts';
import { withText } from './text-search-store.ts';

/**
 * Every number of jobs at schools, on every page and in every command, is a sum of these; jobs that were taken down are not in it. Those that are
 * published are counted by `publication_tallies`, less those that are looked at one by one. `words`: of those alone that a search finds.
 */
export async function placeCounts(db: Db, access: Access = {}, words = ''): Promise<readonly PlaceCount[]> {
  const hasWords = words === '' ? undefined : await withText(db, words);
  const among =
    hasWords && sql`where listing_id in (select ${listings.id} from ${listings} where ${hasWords})`;
  const published = hasWords
    ? sql`select p.target_id, p.source_id, 1 as n from ${listings} join publications p on p.listing_id = ${listings.id} where ${hasWords} and p.state = 'published'`
    : sql`select target_id, source_id, n from ${publicationDailyCounts} where state = 'published'`;
  const rows = await query(db, {
    targetId: column.int,
    sourceId: column.int,
    source: column.text,
    state: written<PlaceState>(),
    live: column.bool,
    step: maybe(column.text),
    cause: maybe(column.text),
    n: column.int,
    since: maybe(column.instant),
  })`
    with unsettled as materialized (select * from ${unsettledAtSchool} ${among ?? sql``})
    select c.target_id as "targetId", c.source_id as "sourceId", s.name as source, c.state, c.live, c.step, c.cause, sum(c.n)::int as n, min(c.since) as since
    from (
      select target_id, source_id, state, live, step, cause, 1 as n, decided_at as since from unsettled
      union all select target_id, source_id, 'live', true, null, null, -1, null from unsettled where publication_state = 'published'
      union all select target_id, source_id, 'live', true, null, null, n, null from (${published}) p
    ) c
    join ${targets} t on t.id = c.target_id and t.state <> 'removed' join ${sources} s on s.id = c.source_id
    where ${seenIn({ targetId: sql`c.target_id`, sourceId: sql`c.source_id` }, access) ?? sql`true`}
    group by 1, 2, 3, 4, 5, 6, 7 having sum(c.n) > 0`;
  return rows.map(({ step = null, cause = null, since = null, ...row }) => ({ ...row, step, cause, since }));
}

/** The rows that somebody sees. */
function seenIn(
  { targetId, sourceId }: Readonly<Record<'targetId' | 'sourceId', SQLWrapper>>,
  { targetIds, sourceIds }: Access,
): SQL | undefined {
  return and(targetIds && inArray(targetId, [...targetIds]), sourceIds && inArray(sourceId, [...sourceIds]));
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

/** Jobs at schools, newest first: exactly those that a number counts. */
export async function findPlaces(db: Db, question: PlaceQuestion): Promise<readonly FoundPlace[]> {
  const { words, states, live, reason, targetId, sourceId, access, before, limit } = question;
  const steps = reason && blockingSteps.filter((one) => blockedReason(one) === reason);
  const needsAll = states?.some((state) => state === 'live' || state === 'down') ?? true;
  const place = needsAll ? jobAtSchool : unsettledAtSchool;
  // A job that lost its listing comes last.
  const order = sql<number>`coalesce(${place.listingId}, 0)`;
  const rows = await db
    .select({
      row: getViewSelectedFields(place),
      target: targets.name,
      source: sources.name,
      jobId: sql<string>`coalesce(${listings.jobId}, ${publications.jobId})`,
      title: sql<string>`coalesce(${listings.title}, ${publications.taken} #>> '{job,job_title}', ${publications.jobId})`,
      company: listings.company,
    })
    .from(place)
    .innerJoin(sources, eq(sources.id, place.sourceId))
    .innerJoin(targets, eq(targets.id, place.targetId))
    .leftJoin(listings, eq(listings.id, place.listingId))
    .leftJoin(publications, eq(publications.id, place.publicationId))
    .where(
      and(
        seenIn(place, access),
        states === undefined ? ne(place.state, 'down') : inArray(place.state, [...states]),
        live === true ? eq(place.live, true) : undefined,
        steps && inArray(place.step, [...steps]),
        targetId === undefined ? undefined : eq(place.targetId, targetId),
        sourceId === undefined ? undefined : eq(place.sourceId, sourceId),
        words === '' ? undefined : await withText(db, words),
        before &&
          or(
            lt(order, before.listingId),
            and(eq(order, before.listingId), lt(place.targetId, before.targetId)),
          ),
      ),
    )
    .orderBy(desc(order), desc(place.targetId))
    .limit(limit);
  return rows.map(({ row, ...named }) => ({ ...row, ...named }));
}

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
  const { listingId, sourceId, publicationId, state, holdId } = unsettledAtSchool;
  const access = { targetIds: [targetId], sourceIds };
  return db
    .select({ listingId, sourceId, publicationId, state, holdId })
    .from(unsettledAtSchool)
    .where(and(seenIn(unsettledAtSchool, access), inArray(state, ['look', 'refused', 'held'])));
}

/** Where some jobs stand at the schools that are seen. */
export async function placesOf(
  db: Db,
  listingIds: readonly number[],
  { targetIds }: Access,
): Promise<readonly (Place & { readonly target: string })[]> {
  if (listingIds.length === 0) return [];
  const rows = await db
    .select({ place: getViewSelectedFields(jobAtSchool), target: targets.name })
    .from(jobAtSchool)
    .innerJoin(targets, eq(targets.id, jobAtSchool.targetId))
    .where(and(seenIn(jobAtSchool, { targetIds }), inArray(jobAtSchool.listingId, [...listingIds])))
    .orderBy(targets.name);
  return rows.map(({ place, target }) => ({ ...place, target }));
}
