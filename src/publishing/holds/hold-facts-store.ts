import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { holds, listings, publications, sources, targets } from '../../db/schema.ts';
import type { HoldFacts } from '../../db/schema/publishing.ts';
import type { HoldSubject } from './holds.ts';

/** What each target would lose: live jobs there, and those among the subjects of a hold. */
export async function lossesOf(
  db: Db,
  about: HoldSubject,
  subjects: readonly number[],
): Promise<HoldFacts['perTarget']> {
  if (subjects.length === 0) return [];
  const losing = await db
    .select({ targetId: publications.targetId, removed: count() })
    .from(publications)
    .where(and(eq(publications.live, true), isSubject(about, subjects)))
    .groupBy(publications.targetId);
  const ids = losing.map(({ targetId }) => targetId);
  const standing = await db
    .select({ targetId: publications.targetId, live: count() })
    .from(publications)
    .where(and(eq(publications.live, true), inArray(publications.targetId, ids)))
    .groupBy(publications.targetId);
  const live = new Map(standing.map((row) => [row.targetId, row.live]));
  return losing
    .map((row) => ({ ...row, live: live.get(row.targetId) ?? row.removed }))
    .toSorted((a, b) => b.removed - a.removed);
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

/** A feed's hold names listings, a target's names publications; passed as one array, however many. */
function isSubject(about: HoldSubject, subjects: readonly number[]) {
  const key = 'sourceId' in about ? publications.listingId : publications.id;
  return sql`${key} in (select jsonb_array_elements_text(${JSON.stringify(subjects)}::text::jsonb)::bigint)`;
}
