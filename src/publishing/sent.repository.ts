import { and, eq, isNull, sql } from 'drizzle-orm';
import { present } from '../core/present.ts';
import { anyOf } from '../db/sql.ts';
import type { Db } from '../db/db.ts';
import { listings, publications, sources } from '../db/schema.ts';
import type { Cause } from './publication.ts';
import { jobKeyOf, type Sent } from './publishing-types.ts';

/** Which publications of a target: of some listings, under some identities, or those that no listing stands for. */
export type Which =
  | { readonly listingIds: readonly number[] }
  | {
      readonly identities: readonly { readonly externalSourceId: string; readonly jobId: string }[];
    }
  | 'orphans';

function whichOf(which: Which) {
  if (which === 'orphans') return isNull(publications.listingId);
  if ('listingIds' in which) return anyOf(publications.listingId, which.listingIds);
  const keys = which.identities.map(({ externalSourceId, jobId }) => ({
    externalSourceId,
    jobKey: jobKeyOf(jobId),
  }));
  return sql`(${publications.externalSourceId}, ${publications.jobKey}) in (
    select r."externalSourceId", r."jobKey" from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r("externalSourceId" text, "jobKey" text))`;
}

const sentColumns = {
  id: publications.id,
  source: sources.name,
  sourceId: publications.sourceId,
  listingId: publications.listingId,
  externalSourceId: publications.externalSourceId,
  jobId: publications.jobId,
  state: publications.state,
  intent: publications.intent,
  call: publications.call,
  live: publications.live,
  intentFingerprint: publications.intentFingerprint,
  beliefFingerprint: publications.beliefFingerprint,
  shownListingFingerprint: publications.shownListingFingerprint,
  takenAt: publications.takenAt,
  cause: publications.cause,
  neverThere: sql<boolean>`not ${publications.live} and ${publications.takenAt} is null and ${publications.delistedAt} is null`,
  ended: sql<boolean>`coalesce(${listings.state} = 'ended' or ${listings.sourceId} in (select f.source_id from feeds f where f.state in ('removed', 'left')), false)`,
  version: publications.wantedVersion,
  inputs: publications.inputs,
  unlisted: publications.unlisted,
  kept: sql<
    'hide' | 'show' | null
  >`(select k.op from hold_subjects k where k.publication_id = ${publications.id} and k.decision = 'kept'
    and (k.op = 'hide' or k.fingerprint = ${listings.fingerprint}) order by k.op limit 1)`,
  // The posting is unpacked only where no listing stands for it.
  title: sql<string>`coalesce(${listings.title}, coalesce(${publications.wanted}, ${publications.taken}) #>> '{job,job_title}')`,
};

/** What was sent to a target. */
export async function sentTo(db: Db, targetId: number, which: Which): Promise<readonly Sent[]> {
  const rows = await db
    .select(sentColumns)
    .from(publications)
    .innerJoin(sources, eq(sources.id, publications.sourceId))
    .leftJoin(listings, eq(listings.id, publications.listingId))
    .where(and(eq(publications.targetId, targetId), whichOf(which)));
  return rows.map(
    ({
      call,
      intentFingerprint,
      beliefFingerprint,
      shownListingFingerprint,
      takenAt,
      cause,
      listingId,
      version,
      inputs,
      unlisted,
      kept,
      ...row
    }) => ({
      ...row,
      due: call === 'due' || call === 'out',
      parked: call === 'parked',
      takenBefore: takenAt !== null,
      title: row.title ?? '',
      ...present({
        listingId: listingId ?? undefined,
        wantedFingerprint: intentFingerprint ?? undefined,
        takenFingerprint: beliefFingerprint ?? undefined,
        listingFingerprint: shownListingFingerprint ?? undefined,
        cause: (cause as Cause | null) ?? undefined,
        version: version ?? undefined,
        inputs: inputs ?? undefined,
        unlisted: unlisted ?? undefined,
        kept: kept ?? undefined,
      }),
    }),
  );
}
