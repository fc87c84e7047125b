import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { column, query, written } from '../../db/query.ts';
import { anyOf } from '../../db/sql.ts';
import { holds } from '../../db/schema.ts';
import { lossesOf, type Hold } from './holds.queries.ts';
import {
  decideSubjects,
  forgetSubjects,
  otherRevision,
  undecided,
  writeHolds,
} from './hold-writes.repository.ts';
import { touchListings } from '../../listings/listing-writes.repository.ts';
import { type FirstPlanJob, isNewToReview } from './first-plan.queries.ts';

type OfHold = { readonly id: number; readonly sourceId: number | null };
type OneHold = OfHold & { readonly kind: string; readonly targetId: number | null };
type Releasing = { readonly decision: 'approved' | 'kept'; readonly rev: number; readonly until: Date };

/** Subjects of a hold of removals by what persons call them: the job's id, or `feed/id`. A hold over several schools has a job once for each. */
export async function namedSubjects(tx: Db, { id, sourceId }: OfHold, names: readonly string[]) {
  const jobs =
    sourceId === null
      ? sql`select p.id, coalesce(l.job_id, p.job_id) as job_id, p.source_id from publications p left join listings l on l.id = p.listing_id`
      : sql`select l.id, l.job_id, l.source_id from listings l`;
  return query(tx, { id: column.int, name: column.text, source: column.text })`
    select j.id, n.name, f.name as source from holds h, jsonb_array_elements_text(h.subjects) s
      join (${jobs}) j on j.id = s.value::bigint
      join sources f on f.id = j.source_id
      join jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as n(name) on n.name in (j.job_id, f.name || '/' || j.job_id)
    where h.id = ${id} order by j.id`;
}

/** What a person decided about jobs of a hold before, by what persons call them; the newest first. */
export async function decidedSubjects(tx: Db, { id }: Pick<OfHold, 'id'>, names: readonly string[]) {
  return query(tx, { name: column.text, source: column.text, decision: written<'approved' | 'kept'>() })`
    select n.name, f.name as source, k.decision from hold_subjects k left join publications p on p.id = k.publication_id
      join listings l on l.id = coalesce(k.listing_id, p.listing_id) join sources f on f.id = l.source_id
      join jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as n(name) on n.name in (l.job_id, f.name || '/' || l.job_id)
    where k.hold_id = ${id} order by k.id desc`;
}

/**
 * Takes subjects out of an open hold with what a person decided about them; false where it is another revision by now. The rest stays held: what was taken out counts with it, so
 * that the limit which was passed frees nothing that nobody decided (R10).
 */
export async function releaseSubjects(
  tx: Db,
  { id, sourceId }: OfHold,
  subjects: readonly number[],
  { decision, rev, until }: Releasing,
): Promise<boolean> {
  const list = JSON.stringify(subjects);
  const isThat = and(eq(holds.id, id), eq(holds.rev, rev), eq(holds.state, 'open'));
  const of = sourceId === null ? sql`publications` : sql`listings`;
  const names = sql`(select f.name, j.job_id from ${of} j join sources f on f.id = j.source_id where ${anyOf(sql`j.id`, subjects)})`;
  const rest = {
    ...otherRevision,
    count: sql`greatest(${holds.count} - ${subjects.length}::int, 0)`,
    subjects: sql`coalesce((select jsonb_agg(s.value order by s.ordinality) from jsonb_array_elements(${holds.subjects}) with ordinality s
      where not ${list}::jsonb @> s.value), '[]')`,
    sample: sql`coalesce((select jsonb_agg(s.value order by s.ordinality) from jsonb_array_elements(${holds.sample}) with ordinality s
      where (s.value ->> 'source', s.value ->> 'jobId') not in ${names}), '[]')`,
    facts: sql`jsonb_set(coalesce(${holds.facts}, '{"perTarget":[]}'), '{counted}', to_jsonb(coalesce((${holds.facts} ->> 'counted')::int, 0) + ${subjects.length}::int))`,
  };
  if ((await writeHolds(tx, isThat, rest)).length === 0) return false;
  const [left] = await tx.select({ subjects: holds.subjects }).from(holds).where(eq(holds.id, id));
  const about = sourceId === null ? { targetId: 0 } : { sourceId };
  const losses = JSON.stringify(await lossesOf(tx, about, left?.subjects ?? []));
  const facts = sql`jsonb_set(${holds.facts}, '{perTarget}', ${losses}::text::jsonb)`;
  await writeHolds(tx, eq(holds.id, id), { facts });
  const decided = sql`select ${id}::bigint, case when ${sourceId}::int is not null then s.value::bigint end, case when ${sourceId}::int is null then s.value::bigint end,
    'hide', null, ${decision}, case when ${decision} = 'approved' then ${until.toISOString()}::timestamptz end, false from jsonb_array_elements_text(${list}::jsonb) s`;
  await decideSubjects(tx, decided);
  return true;
}

/** Opens a decided hold again, as it was; false where another one of its kind is open by now. */
export async function reopenHold(tx: Db, { id, kind, sourceId, targetId }: OneHold): Promise<boolean> {
  const others = await tx.$count(
    holds,
    sql`${holds.kind} = ${kind} and ${holds.state} = 'open' and ${holds.sourceId} is not distinct from ${sourceId}::int
      and ${holds.targetId} is not distinct from ${targetId}::int`,
  );
  if (others > 0) return false;
  await writeHolds(tx, eq(holds.id, id), { ...undecided, ...otherRevision, thisRunOnly: false });
  // What was decided one by one before stays decided.
  await forgetSubjects(tx, sql`k.hold_id = ${id} and k.whole`);
  return true;
}

/** The ids of listings by what persons call them: the job's id, or `feed/id`. */
export function listingsNamed(names: readonly string[]): SQL {
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
  const named = sql`l.job_id in ${list} or s.name || '/' || l.job_id in ${list}`;
  return sql`(select l.id from listings l join sources s on s.id = l.source_id where ${named})`;
}

/** The listing that a subject `k` of a hold is about. */
export const listingOfSubject = sql`coalesce(k.listing_id, (select p.listing_id from publications p where p.id = k.publication_id))`;

/** What of a first plan was decided job by job waits again: these jobs, but for removals that were let go. */
export async function forgetChoices(tx: Db, { id }: Pick<OfHold, 'id'>, names: readonly string[]) {
  const forgotten = await forgetSubjects(
    tx,
    sql`k.hold_id = ${id} and (k.op = 'show' or k.decision = 'kept') and ${listingOfSubject} in ${listingsNamed(names)}`,
  );
  const count = sql`${holds.count} + ${forgotten}`;
  await writeHolds(tx, and(eq(holds.id, id), eq(holds.state, 'open')), { ...otherRevision, count });
}

/** What a person rejected with a whole first plan is not asked about again as it is: these jobs, and all that its feed lists. */
export async function refuseFirstPlan(
  tx: Db,
  { id, sourceId }: Pick<Hold, 'id' | 'sourceId'>,
  jobs: readonly Pick<FirstPlanJob, 'listingId' | 'removal'>[],
): Promise<void> {
  const ids = jobs.flatMap(({ listingId, removal }) => (removal === undefined ? [listingId] : []));
  const refused = sql`select ${id}::bigint, l.id, null::bigint, 'show', l.fingerprint, 'kept', null::timestamptz, true from listings l
    where (${anyOf(sql`l.id`, ids)} or l.source_id = ${sourceId}::int and ${isNewToReview})
      and not exists (select from hold_subjects k where k.hold_id = ${id} and k.listing_id = l.id and k.fingerprint = l.fingerprint)`;
  await decideSubjects(tx, refused);
}

/** Decides about some jobs of a first plan, with the content that they have now; the others stay in the hold. */
export async function keepChoices(
  tx: Db,
  { id }: Pick<OfHold, 'id'>,
  jobs: readonly Pick<FirstPlanJob, 'listingId' | 'fingerprint'>[],
  decision: 'approved' | 'kept',
  now: Date,
): Promise<void> {
  const chosen = sql`
    select ${id}::bigint, r."listingId", null::bigint, 'show', r.fingerprint, ${decision}, null::timestamptz, false
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as r("listingId" bigint, fingerprint text)`;
  await decideSubjects(tx, chosen);
  const count = sql`greatest(${holds.count} - ${jobs.length}, 0)`;
  await writeHolds(tx, eq(holds.id, id), { ...otherRevision, count });
  const ids = jobs.map(({ listingId }) => listingId);
  await touchListings(tx, ids, now);
}
