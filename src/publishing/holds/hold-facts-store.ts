import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { holds, listings, publications, sources, targets } from '../../db/schema.ts';
import type { HoldFacts, HoldSample } from '../../db/schema/publishing.ts';
import { column, query } from '../../db/query.ts';
import { anyOf } from '../../db/sql.ts';
import type { HoldSubject } from './holds.ts';

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

/** What is known of a hold's sample: who offers the job, and at how many targets it is live. */
export async function aboutListings(
  db: Db,
  sourceId: number,
  jobIds: readonly string[],
): Promise<readonly { readonly jobId: string; readonly company: string | null; readonly targets: number }[]> {
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
