import {
  and,
  desc,
  eq,
  getViewSelectedFields,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
  getTableColumns,
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
  decisions,
  exactCalls,
} from '../../db/schema.ts';
import type { PlaceState } from '../../db/schema/job-states.schema.ts';
import { type BlockedReason, blockedReason, type Place } from '../job-state.ts';
import type { PlaceCount } from './place-counts.ts';
import type { Access } from '../publishing-types.ts';
import { withText } from './text-search.queries.ts';
import { unpack } from '../../core/pack.ts';
import { present } from '../../core/present.ts';
import type { ExactCall } from '../../soap/types.ts';
import type { PackedCall } from '../exact-calls.repository.ts';

/**
 * Every number of jobs at schools, on every page and in every command, is a sum of these; jobs that were taken down are not in it. Those that are
 * published are counted by `publication_tallies`, less those that are looked at one by one; of some schools or feeds each is looked at. `words`: of
 * those alone that a search finds.
 */
export async function placeCounts(db: Db, access: Access = {}, words = ''): Promise<readonly PlaceCount[]> {
  const hasWords = words === '' ? undefined : await withText(db, words);
  const among = hasWords && sql`listing_id in (select ${listings.id} from ${listings} where ${hasWords})`;
  const published = hasWords
    ? sql`select p.target_id, p.source_id, 1 as n from ${listings} join publications p on p.listing_id = ${listings.id} where ${hasWords} and p.state = 'published'`
    : sql`select target_id, source_id, n from ${publicationDailyCounts} where state = 'published'`;
  const counted = isLimited(access)
    ? sql`select target_id, source_id, state, live, step, cause, 1 as n, decided_at as since from ${jobAtSchool} where ${and(ne(jobAtSchool.state, 'down'), seenAt(jobAtSchool, access), among)}`
    : sql`
      with unsettled as materialized (
        select target_id, source_id, state, live, step, cause, publication_state = 'published' as is_tallied, count(*)::int as n, min(decided_at) as since
        from ${unsettledAtSchool} where ${among ?? sql`true`} group by 1, 2, 3, 4, 5, 6, 7
      )
      select target_id, source_id, state, live, step, cause, n, since from unsettled
      union all select target_id, source_id, 'live', true, null, null, -n, null from unsettled where is_tallied
      union all select target_id, source_id, 'live', true, null, null, n, null from (${published}) p`;
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
    select c.target_id as "targetId", c.source_id as "sourceId", s.name as source, c.state, c.live, c.step, c.cause, sum(c.n)::int as n, min(c.since) as since
    from (${counted}) c join ${targets} t on t.id = c.target_id and t.state <> 'removed' join ${sources} s on s.id = c.source_id
    group by 1, 2, 3, 4, 5, 6, 7 having sum(c.n) > 0`;
  return rows.map(({ step = null, cause = null, since = null, ...row }) => ({ ...row, step, cause, since }));
}

const isLimited = ({ targetIds, sourceIds }: Access): boolean =>
  targetIds !== undefined || sourceIds !== undefined;

/** The rows that somebody sees. */
function seenIn(
  { targetId, sourceId }: Readonly<Record<'targetId' | 'sourceId', SQLWrapper>>,
  { targetIds, sourceIds }: Access,
): SQL | undefined {
  return and(targetIds && inArray(targetId, [...targetIds]), sourceIds && inArray(sourceId, [...sourceIds]));
}

/** As `seenIn`, without jobs that are for other schools alone and never were at those that are seen. */
function seenAt(place: typeof jobAtSchool, access: Access): SQL | undefined {
  const isOurs = sql`(${place.publicationId} is not null or ${place.step} is distinct from 'addressed')`;
  return and(seenIn(place, access), access.targetIds && isOurs);
}

/** Which jobs at schools are asked for; `shown`: those that a school shows, whatever their state. */
export type PlaceQuestion = {
  readonly words: string;
  readonly states: readonly PlaceState[] | 'shown';
  readonly reason?: BlockedReason;
  readonly targetId?: number;
  readonly sourceId?: number;
  readonly access: Access;
  /** The last one of the page before. Jobs that lost their listing come last: minus its publication stands for it. */
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

/** A state that most jobs may be in. */
const isLarge = (state: PlaceState) => state === 'live' || state === 'down';

/** Jobs at schools, newest first: exactly those that a number counts. */
export async function findPlaces(db: Db, question: PlaceQuestion): Promise<readonly FoundPlace[]> {
  const { words, states, reason, targetId, sourceId, access, limit } = question;
  const hasWords = words === '' ? undefined : await withText(db, words);
  const isOfFeeds = sourceId !== undefined || access.sourceIds !== undefined;
  const isSmall = reason !== undefined || (states !== 'shown' && !states.some(isLarge));
  const isMost = states === 'shown' || states.every(isLarge);
  if (isSmall || isOfFeeds || !isMost) {
    // What narrows a question narrows what is looked at in the view of all, not in that of those that wait.
    const isNarrow = targetId !== undefined || isOfFeeds || isLimited(access) || reason !== undefined;
    return placesIn(db, isSmall && !isNarrow ? unsettledAtSchool : jobAtSchool, question, hasWords);
  }
  // Which of them first, by an index, then what is said of each; all of them, where few of the newest are asked for.
  const found: FoundPlace[] = [];
  let { before } = question;
  for (const size of [limit, 4 * limit, 16 * limit]) {
    const page = await newestOf(db, { ...question, before, limit: size }, hasWords);
    const ids = page.map(({ id }) => id);
    found.push(...(await placesIn(db, jobAtSchool, question, inArray(jobAtSchool.publicationId, ids))));
    if (found.length >= limit || page.length < size) return found.slice(0, limit);
    before = page.at(-1);
  }
  const rest = { ...question, before, limit: limit - found.length };
  return [...found, ...(await placesIn(db, jobAtSchool, rest, hasWords))];
}

/** The newest publications that may be in such a state. */
async function newestOf(db: Db, question: PlaceQuestion, hasWords: SQL | undefined) {
  const { states, sourceId, access, before, limit } = question;
  const { id, listingId, targetId, shown, live, call } = publications;
  const fits = [
    states === 'shown' ? shown : undefined,
    states.includes('live') ? and(shown, eq(call, 'idle')) : undefined,
    states.includes('down') ? not(or(live, eq(call, 'due')) ?? live) : undefined,
  ];
  const asked = and(
    or(...fits),
    seenIn(publications, access),
    question.targetId === undefined ? undefined : eq(targetId, question.targetId),
    sourceId === undefined ? undefined : eq(publications.sourceId, sourceId),
    hasWords && sql`${listingId} in (select ${listings.id} from ${listings} where ${hasWords})`,
  );
  const select = () =>
    db
      .select({ id, targetId, listingId: sql`coalesce(${listingId}, -${id})`.mapWith(Number) })
      .from(publications);
  const isListed = before === undefined || before.listingId > 0;
  const later = before && sql`(${listingId}, ${targetId}) < (${before.listingId}, ${before.targetId})`;
  const listed = isListed
    ? await select()
        .where(and(asked, isNotNull(listingId), later))
        .orderBy(desc(listingId), desc(targetId))
        .limit(limit)
    : [];
  if (listed.length === limit) return listed;
  const rest = await select()
    .where(and(asked, isNull(listingId), isListed ? undefined : gt(id, -before.listingId)))
    .orderBy(id)
    .limit(limit - listed.length);
  return [...listed, ...rest];
}

async function placesIn(
  db: Db,
  place: typeof jobAtSchool,
  { states, reason, targetId, sourceId, access, before, limit }: PlaceQuestion,
  among: SQL | undefined,
): Promise<readonly FoundPlace[]> {
  const steps = reason && blockingSteps.filter((one) => blockedReason(one) === reason);
  const order = sql<number>`coalesce(${place.listingId}, -${place.publicationId})`;
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
        seenAt(place, access),
        states === 'shown' ? eq(place.live, true) : inArray(place.state, [...states]),
        steps && inArray(place.step, [...steps]),
        targetId === undefined ? undefined : eq(place.targetId, targetId),
        sourceId === undefined ? undefined : eq(place.sourceId, sourceId),
        among,
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
export async function waitingPlaces(db: Db, targetId: number, sourceIds?: readonly number[]) {
  const { listingId, sourceId, publicationId, state, holdId } = jobAtSchool;
  const access = { targetIds: [targetId], sourceIds };
  return db
    .select({ listingId, sourceId, publicationId, state, holdId })
    .from(jobAtSchool)
    .where(and(seenIn(jobAtSchool, access), inArray(state, ['look', 'refused', 'held'])));
}

/** Where some jobs stand at the schools that are seen. */
export async function placesOf(db: Db, listingIds: readonly number[], { targetIds }: Access) {
  if (listingIds.length === 0) return [];
  const rows = await db
    .select({ place: getViewSelectedFields(jobAtSchool), target: targets.name })
    .from(jobAtSchool)
    .innerJoin(targets, eq(targets.id, jobAtSchool.targetId))
    .where(and(seenAt(jobAtSchool, { targetIds }), inArray(jobAtSchool.listingId, [...listingIds])))
    .orderBy(targets.name);
  return rows.map(({ place, target }) => ({ ...place, target }));
}

export type PublicationOf = typeof publications.$inferSelect & { readonly target: string };

/** All publications that a listing feeds, or fed, by target. */
export async function publicationsOf(db: Db, listingId: number): Promise<readonly PublicationOf[]> {
  return db
    .select({ ...getTableColumns(publications), target: targets.name })
    .from(publications)
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .where(eq(publications.listingId, listingId));
}

export type DecisionOf = typeof decisions.$inferSelect & { readonly target: string };

/** Why a listing is not sent, by target. */
export async function decisionsOf(db: Db, listingId: number): Promise<readonly DecisionOf[]> {
  return db
    .select({ ...getTableColumns(decisions), target: targets.name })
    .from(decisions)
    .innerJoin(targets, eq(targets.id, decisions.targetId))
    .where(eq(decisions.listingId, listingId));
}

export type KeptCall = ExactCall & {
  readonly target: string;
  readonly operation: PackedCall['operation'];
};

/** The last calls about a listing at all targets, or at one, newest first. */
export async function keptCalls(db: Db, listingId: number, target?: string): Promise<readonly KeptCall[]> {
  const rows = await db
    .select({ call: exactCalls, target: targets.name })
    .from(exactCalls)
    .innerJoin(publications, eq(publications.id, exactCalls.publicationId))
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .where(
      and(eq(publications.listingId, listingId), target === undefined ? undefined : eq(targets.name, target)),
    )
    .orderBy(desc(exactCalls.sentAt));
  return Promise.all(
    rows.map(async ({ call: { operation, sentAt, endedAt, request, answer, reason }, target }) => ({
      target,
      operation,
      sentAt,
      endedAt,
      request: await unpack(request),
      ...present({ answer: answer === null ? undefined : await unpack(answer), reason: reason ?? undefined }),
    })),
  );
}
