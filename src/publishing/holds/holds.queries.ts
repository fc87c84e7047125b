import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, sql, count } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { holds, sources, targets, listings, publications, batches } from '../../db/schema.ts';
import { present } from '../../core/present.ts';
import type { HoldState, HoldFacts, HoldSample } from '../../db/schema/publishing.ts';
import type { HoldSubject, PastHold } from './holds.ts';
import { column, maybe, query, written } from '../../db/query.ts';
import { anyOf } from '../../db/sql.ts';
import { isRestorable } from '../queries/batch-counts.queries.ts';

export type Hold = Omit<typeof holds.$inferSelect, 'subjects'> & {
  readonly feed: string | null;
  readonly target: string | null;
  /** Whether what it counts is known one by one, as its subjects. */
  readonly listed: boolean;
};

function holdColumns() {
  const { subjects: _, ...hold } = getTableColumns(holds);
  const listed = sql<boolean>`${holds.count} > 0 and jsonb_array_length(${holds.subjects}) = ${holds.count}`;
  return { hold, feed: sources.name, target: targets.name, listed };
}

function selectHolds(db: Db) {
  return db
    .select(holdColumns())
    .from(holds)
    .leftJoin(sources, eq(sources.id, holds.sourceId))
    .leftJoin(targets, eq(targets.id, holds.targetId))
    .$dynamic();
}

export async function holdById(db: Db, id: number): Promise<Hold | undefined> {
  const [row] = await selectHolds(db).where(eq(holds.id, id));
  return row && { ...row.hold, feed: row.feed, target: row.target, listed: row.listed };
}

/** The ids that a hold is about: listings of a feed, or publications at a target. */
export async function subjectsOf(db: Db, id: number): Promise<readonly number[]> {
  const [row] = await db.select({ subjects: holds.subjects }).from(holds).where(eq(holds.id, id));
  return row?.subjects ?? [];
}

/** Holds by state, newest first; without one, all. The last 200 unless a page is asked for. */
export async function holdsIn(
  db: Db,
  states?: readonly HoldState[],
  { beforeId, limit = 200 }: { readonly beforeId?: number | undefined; readonly limit?: number } = {},
): Promise<readonly Hold[]> {
  const isIn = states && inArray(holds.state, [...states]);
  const isOlder = beforeId === undefined ? undefined : lt(holds.id, beforeId);
  const rows = await selectHolds(db).where(and(isIn, isOlder)).orderBy(desc(holds.id)).limit(limit);
  return rows.map(({ hold, ...more }) => ({ ...hold, ...more }));
}

/** The open and muted holds of a job: those with these ids, and muted ones about its listing or publications, with which of these they are about. */
export async function holdsOfJob(
  db: Db,
  ids: readonly number[],
  job: { readonly listingId: number; readonly publicationIds: readonly number[] },
) {
  const [ofFeed, ofPlan] = [JSON.stringify([job.listingId]), JSON.stringify(job.publicationIds)];
  const own = sql`case when ${holds.state} <> 'muted' then '[]' when ${holds.sourceId} is null then ${ofPlan}::jsonb else ${ofFeed}::jsonb end`;
  const subjects = sql`(select coalesce(jsonb_agg(own.id), '[]') from jsonb_array_elements(${own}) own (id) where ${holds.subjects} @> own.id)`;
  const rows = await db
    .select({ ...holdColumns(), subjects: subjects.mapWith(holds.subjects) })
    .from(holds)
    .leftJoin(sources, eq(sources.id, holds.sourceId))
    .leftJoin(targets, eq(targets.id, holds.targetId))
    .where(and(inArray(holds.state, ['open', 'muted']), or(anyOf(holds.id, ids), sql`${subjects} <> '[]'`)))
    .orderBy(desc(holds.id));
  return rows.map(({ hold, subjects: about, ...more }) => ({ hold: { ...hold, ...more }, subjects: about }));
}

/** Whether a hold is about a feed, or about a target and no feed. */
export function isAbout(subject: HoldSubject) {
  return 'sourceId' in subject
    ? and(eq(holds.sourceId, subject.sourceId), isNull(holds.targetId))
    : and(eq(holds.targetId, subject.targetId), isNull(holds.sourceId));
}

/** One that was opened again is asked about now, though a newer one was decided. */
const openFirst = desc(sql`${holds.state} = 'open'`);

/** The newest hold of each kind about a feed's runs, or about a target's plans. */
export async function pastHolds(db: Db, subject: HoldSubject): Promise<readonly PastHold[]> {
  const rows = await db
    .selectDistinctOn([holds.kind])
    .from(holds)
    .where(isAbout(subject))
    .orderBy(holds.kind, openFirst, desc(holds.id));
  return rows.map(({ until, facts, ...hold }) => ({
    ...hold,
    ...present({ until: until ?? undefined, counted: facts?.counted }),
  }));
}

/** An open or muted hold of a target's plans, or of all targets, with all that it is about. */
export type HeldSet = Awaited<ReturnType<typeof heldSets>>[number];

export async function heldSets(db: Db, targetId: number) {
  const rows = await db
    .select()
    .from(holds)
    .where(
      and(
        isNull(holds.sourceId),
        or(eq(holds.targetId, targetId), isNull(holds.targetId)),
        inArray(holds.state, ['open', 'muted']),
      ),
    );
  return rows.map(({ id, kind, targetId: of, subjects, facts }) => ({
    id,
    kind,
    ofAll: of === null,
    subjects,
    stated: facts?.stated ?? [],
    window: { counted: facts?.counted ?? 0, usual: facts?.usual ?? Infinity },
  }));
}

/** The holds that stop something now, about feeds or about a target: the newest of its kind is open, rejected, or muted. */
export async function undecidedHolds(db: Db) {
  const { id, sourceId, targetId, kind, state } = holds;
  const newest = db
    .selectDistinctOn([sourceId, targetId, kind], { sourceId, targetId, kind, state })
    .from(holds)
    .orderBy(sourceId, targetId, kind, openFirst, desc(id))
    .as('newest');
  return db
    .select()
    .from(newest)
    .where(inArray(newest.state, ['open', 'rejected', 'muted']));
}

/** An approval is used up by the removal that it let go: what was taken down, is there again, or has ended again since then is judged again. */
export const isSpent = sql`coalesce(p.delisted_at >= h.decided_at or p.taken_at > h.decided_at, false)
  or exists (select from listings e where e.id = p.listing_id and e.ended_at > h.decided_at)`;

/** What persons approved to go and may still begin: listings of held runs, publications of held plans; an upgrade removes nothing. */
export async function approvedSubjects(db: Db, targetId: number, now: Date) {
  const rows = await query(db, { id: column.int, ofFeed: column.bool, subject: column.int })`
    select h.id, h.source_id is not null as "ofFeed", s.value::bigint as subject from holds h
      cross join jsonb_array_elements_text(h.subjects) s
      left join publications p on h.source_id is null and p.id = s.value::bigint
      left join listings l on h.source_id is not null and l.id = s.value::bigint and l.state = 'ended'
    where h.state = 'approved' and h.kind <> 'surge' and (h.kind <> 'changed' or h.source_id is not null) and h.until > ${now.toISOString()}::timestamptz and (h.target_id = ${targetId} or h.target_id is null)
      and not (${isSpent}) and (l.id is null or l.hold_id = h.id)`;
  const [ofFeeds, ofPlans] = [new Map<number, number>(), new Map<number, number>()];
  for (const { id, ofFeed, subject } of rows) (ofFeed ? ofFeeds : ofPlans).set(subject, id);
  for (const { publicationId, holdId } of await approvedParts(db, targetId, now))
    ofPlans.set(publicationId, holdId);
  return { listings: ofFeeds, publications: ofPlans };
}

/** What each target would lose: live jobs there, and those among the subjects of a hold. */
export async function lossesOf(
  db: Db,
  about: HoldSubject,
  subjects: readonly number[],
): Promise<HoldFacts['perTarget']> {
  const isSubject = anyOf('sourceId' in about ? sql`p.listing_id` : sql`p.id`, subjects);
  return query(db, { targetId: column.int, removed: column.int, live: column.int })`
    with lost as (select p.target_id, count(*)::int as removed from publications p where p.live and ${isSubject} group by 1)
    select target_id as "targetId", removed, (select count(*)::int from publications p where p.live and p.target_id = lost.target_id) as live
    from lost order by removed desc`;
}

/** Ten of some publications, as a hold shows what it is about. */
export async function sampleOf(db: Db, ids: readonly number[]): Promise<readonly Required<HoldSample>[]> {
  if (ids.length === 0) return [];
  return query(db, { source: column.text, jobId: column.text, title: column.text, target: column.text })`
    select s.name as source, p.job_id as "jobId", coalesce(l.title, p.taken #>> '{job,job_title}', p.job_id) as title, t.name as target
    from publications p join sources s on s.id = p.source_id join targets t on t.id = p.target_id left join listings l on l.id = p.listing_id
    where ${anyOf(sql`p.id`, ids)} order by p.id limit ${SAMPLE}`;
}

export const SAMPLE = 10;

/** What the plans of a target keep back, whatever the last one looked at (R25), but what waits for these feeds: how many jobs, and ten of them. */
export async function keptSendings(tx: Db, targetId: number, feeds: readonly number[]) {
  const rows = await query(tx, {
    jobs: column.int,
    source: column.text,
    jobId: column.text,
    title: column.text,
  })`
    with kept as (
      select d.listing_id as id from decisions d where d.target_id = ${targetId} and d.outcome = 'held' and d.step <> 'delist' and not exists (
        select from listings l where l.id = d.listing_id and ${anyOf(sql`l.source_id`, feeds)} and not exists (
          select from hold_subjects k join holds h on h.id = k.hold_id
          where h.kind = 'review' and h.source_id = l.source_id and k.decision = 'approved' and k.listing_id = l.id and k.fingerprint = l.fingerprint)))
    select (select count(*)::int from kept) as jobs, s.name as source, l.job_id as "jobId", l.title
    from (select id from kept order by id limit ${SAMPLE}) k join listings l on l.id = k.id join sources s on s.id = l.source_id order by l.id`;
  return {
    count: rows[0]?.jobs ?? 0,
    sample: rows.map(({ source, jobId, title }) => ({ source, jobId, title })),
  };
}

/** One job that a hold keeps, at one target where it is live. */
export type HeldRow = Awaited<ReturnType<typeof heldRows>>[number];

/** The jobs of a hold, one row for each target where a job is live, in pages. */
export async function heldRows(
  db: Db,
  hold: { readonly id: number; readonly sourceId: number | null },
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
) {
  const subjects = sql`(select jsonb_array_elements_text(${holds.subjects})::bigint from ${holds} where ${holds.id} = ${hold.id})`;
  const key = hold.sourceId === null ? publications.id : publications.listingId;
  return db
    .select({
      id: publications.id,
      source: sources.name,
      jobId: sql<string>`coalesce(${listings.jobId}, ${publications.jobId})`,
      title: sql<string>`coalesce(${listings.title}, ${publications.taken} #>> '{job,job_title}', ${publications.jobId})`,
      company: listings.company,
      target: targets.name,
    })
    .from(publications)
    .innerJoin(sources, eq(sources.id, publications.sourceId))
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .leftJoin(listings, eq(listings.id, publications.listingId))
    .where(and(eq(publications.live, true), sql`${publications.id} > ${afterId}`, sql`${key} in ${subjects}`))
    .orderBy(publications.id)
    .limit(limit);
}

/** The same, one row for each job with its targets, by where it was published first. */
export async function heldJobs(
  db: Db,
  { id, sourceId }: { readonly id: number; readonly sourceId: number | null },
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
) {
  const of = { id: column.int, source: column.text, jobId: column.text, title: column.text };
  return query(db, { ...of, company: maybe(column.text), schools: written<readonly string[]>() })`
    select min(p.id) as id, f.name as source, coalesce(l.job_id, p.job_id) as "jobId", l.company, jsonb_agg(t.name order by t.name) as schools,
      coalesce(l.title, p.taken #>> '{job,job_title}', p.job_id) as title
    from publications p join sources f on f.id = p.source_id join targets t on t.id = p.target_id left join listings l on l.id = p.listing_id
    where p.live and ${sourceId === null ? sql`p.id` : sql`p.listing_id`} in (select jsonb_array_elements_text(subjects)::bigint from holds where id = ${id})
    group by 2, 3, 4, 6 having min(p.id) > ${afterId} order by 1 limit ${limit}`;
}

/** What is known of a hold's sample: who offers the job, and at how many targets it is live. */
export async function aboutListings(db: Db, sourceId: number, jobIds: readonly string[]) {
  if (jobIds.length === 0) return [];
  return db
    .select({
      jobId: listings.jobId,
      company: listings.company,
      targets: count(publications.id),
    })
    .from(listings)
    .leftJoin(publications, and(eq(publications.listingId, listings.id), eq(publications.live, true)))
    .where(and(eq(listings.sourceId, sourceId), inArray(listings.jobId, [...jobIds])))
    .groupBy(listings.id);
}

/** Publications of a target that a person agreed to take down one by one, each with its hold. */
async function approvedParts(db: Db, targetId: number, now: Date) {
  return query(db, { publicationId: column.int, holdId: column.int })`
    select k.publication_id as "publicationId", k.hold_id as "holdId" from hold_subjects k join publications p on p.id = k.publication_id
    where p.target_id = ${targetId} and k.decision = 'approved' and k.until > ${now.toISOString()}::timestamptz`;
}

export type Batch = Omit<typeof batches.$inferSelect, 'subjects'> & {
  readonly target: string;
  /** Whether the publications that it took down are still known one by one. */
  readonly listed: boolean;
  /** Jobs of it that are down, or on their way, and whose posting is still kept. */
  readonly restorable: number;
};

/** Removals that went out together, newest first (rule R12). */
export async function batchesOf(
  db: Db,
  now: Date,
  targetId?: number,
  { beforeId, limit = 100 }: { readonly beforeId?: number | undefined; readonly limit?: number } = {},
): Promise<readonly Batch[]> {
  const isThere = targetId === undefined ? undefined : eq(batches.targetId, targetId);
  const isOlder = beforeId === undefined ? undefined : lt(batches.id, beforeId);
  const rows = await selectBatches(db, now)
    .where(and(isThere, isOlder))
    .orderBy(desc(batches.id))
    .limit(limit);
  return rows.map(({ batch, ...row }) => ({ ...batch, ...row }));
}

export async function batchById(db: Db, id: number, now: Date): Promise<Batch | undefined> {
  const [row] = await selectBatches(db, now).where(eq(batches.id, id));
  return row && { ...row.batch, target: row.target, restorable: row.restorable, listed: row.listed };
}

function selectBatches(db: Db, now: Date) {
  const restorable = sql<number>`(select count(distinct listing_id)::int from ${publications} where ${isRestorable(sql`${batches.id}`, now)})`;
  const listed = sql<boolean>`jsonb_array_length(${batches.subjects}) > 0`;
  const { subjects: _, ...columns } = getTableColumns(batches);
  return db
    .select({ batch: columns, target: targets.name, restorable, listed })
    .from(batches)
    .innerJoin(targets, eq(targets.id, batches.targetId))
    .$dynamic();
}
