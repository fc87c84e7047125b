import { sql } from 'drizzle-orm';
import type { Replayed } from '../audit/replay.ts';
import type { Db } from '../db/db.ts';
import { instantIn, numberIn, rowsOf } from '../db/rows.ts';
import { sources } from '../db/schema.ts';
import type { Change } from './types.ts';

/** Sources by name; those that the database lost come back without a feed, so that their publications have one. */
export async function sourcesNamed(
  tx: Db,
  named: readonly { readonly source: string; readonly externalSourceId: string }[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = [...new Map(named.map((one) => [one.source, one])).values()].map(
    ({ source, externalSourceId }) => ({
      name: source,
      kind: 'feed' as const,
      externalSourceId,
      createdAt: now,
    }),
  );
  for (let at = 0; at < rows.length; at += 1000)
    await tx
      .insert(sources)
      .values(rows.slice(at, at + 1000))
      .onConflictDoNothing();
  const found = await tx.select({ id: sources.id, name: sources.name }).from(sources);
  return new Map(found.map(({ id, name }) => [name, id]));
}

export type LedgerRow = Replayed & { readonly sourceId: number };

/** Brings publications of a target to what the journal says, where it knows more than the row. Gives how many rows it wrote. */
export async function writeLedger(tx: Db, targetId: number, rows: readonly LedgerRow[]): Promise<number> {
  let written = 0;
  for (let at = 0; at < rows.length; at += 1000) {
    const result = await tx.execute(sql`
      insert into publications as p (target_id, source_id, external_source_id, job_id, state, live, taken_fingerprint, delete_unanswered, first_sent_at, sent_at, answered_at, delisted_at)
      select ${targetId}::int, r."sourceId", r."externalSourceId", r."jobId", r.state, r.live, r."takenHash", r."deleteUnanswered", r."firstSentAt", r.at, r.at,
        case when r.state = 'delisted' then r.at end
      from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + 1000))}::jsonb) as r("sourceId" int, "externalSourceId" text, "jobId" text, state text, live boolean,
        "takenHash" text, "deleteUnanswered" boolean, "firstSentAt" timestamptz, at timestamptz)
      on conflict (target_id, external_source_id, job_id) do update set state = excluded.state, live = excluded.live,
        taken = case when p.taken_fingerprint = excluded.taken_fingerprint then p.taken end, taken_fingerprint = excluded.taken_fingerprint,
        delete_unanswered = excluded.delete_unanswered, first_sent_at = coalesce(p.first_sent_at, excluded.first_sent_at), sent_at = excluded.sent_at,
        answered_at = excluded.answered_at, delisted_at = excluded.delisted_at, wanted = null, wanted_fingerprint = null, due_at = null, attempts = 0,
        lease_until = null, lease_by = null
      where coalesce(greatest(p.sent_at, p.answered_at), '-infinity') < excluded.sent_at
      returning 1`);
    written += rowsOf(result).length;
  }
  return written;
}

/** Takes every queued call back: after a restore each target first compares. What never left is forgotten; the plan makes it again. */
export async function stopQueue(tx: Db, targetId: number): Promise<void> {
  await tx.execute(
    sql`delete from publications where target_id = ${targetId} and due_at is not null and not live and first_sent_at is null`,
  );
  await tx.execute(sql`
    update publications set due_at = null, wanted = null, wanted_fingerprint = null, attempts = 0, lease_until = null, lease_by = null,
      state = case when not live then 'delisted' when taken_fingerprint is not null then 'published' else 'unanswered' end
    where target_id = ${targetId} and due_at is not null`);
}

/** What a target has under which ids, for an older integration or a newer one. */
export async function ledgerOf(db: Db, targetId: number, afterId: number, atMost: number) {
  const rows = rowsOf(
    await db.execute(sql`
      select id, external_source_id, job_id, coalesce(answered_at, sent_at) as at from publications
      where target_id = ${targetId} and live and id > ${afterId} order by id limit ${atMost}`),
  );
  return rows.map((row) => ({
    id: numberIn(row, 'id'),
    externalSourceId: String(row['external_source_id']),
    jobId: String(row['job_id']),
    lastSent: instantIn(row, 'at')?.toISOString() ?? '',
  }));
}

export type Adopted = {
  readonly externalSourceId: string;
  readonly jobId: string;
  readonly lastSent: string | null;
  readonly sourceId: number;
  readonly listingId: number | null;
  readonly fingerprint: string;
};

/** Publications that an older integration made, under the ids it gave them. Rows that we have already are left as they are. */
export async function adoptRows(
  tx: Db,
  targetId: number,
  rows: readonly Adopted[],
  now: Date,
): Promise<number> {
  let written = 0;
  for (let at = 0; at < rows.length; at += 1000) {
    const result = await tx.execute(sql`
      insert into publications (target_id, listing_id, source_id, external_source_id, job_id, state, live, taken_fingerprint, first_sent_at, sent_at, answered_at)
      select ${targetId}::int, r."listingId", r."sourceId", r."externalSourceId", r."jobId", 'published', true, r.fingerprint,
        coalesce(r."lastSent", ${now.toISOString()}::timestamptz), coalesce(r."lastSent", ${now.toISOString()}::timestamptz), coalesce(r."lastSent", ${now.toISOString()}::timestamptz)
      from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + 1000))}::jsonb) as r("listingId" bigint, "sourceId" int, "externalSourceId" text, "jobId" text, fingerprint text, "lastSent" timestamptz)
      on conflict (target_id, external_source_id, job_id) do nothing returning 1`);
    written += rowsOf(result).length;
  }
  return written;
}

/** All live listings by the ids of their sources. */
export async function listingIdentities(db: Db) {
  const rows = rowsOf(
    await db.execute(sql`select id, source_id, job_id, changed_at from listings where state = 'live'`),
  );
  return rows.map((row) => ({
    listingId: numberIn(row, 'id'),
    sourceId: numberIn(row, 'source_id'),
    jobId: String(row['job_id']),
    changedAt: instantIn(row, 'changed_at') ?? new Date(0),
  }));
}

/** Keeps what a plan makes of jobs that were taken over as what their target has. */
export async function takeAsSent(
  tx: Db,
  updates: readonly Extract<Change, { kind: 'update' }>[],
  version: string,
): Promise<void> {
  const rows = updates.map(({ sent, wanted }) => ({
    id: sent.id,
    posting: wanted.posting,
    fingerprint: wanted.fingerprint,
  }));
  for (let at = 0; at < rows.length; at += 1000)
    await tx.execute(sql`
      update publications p set taken = r.posting, wanted = r.posting, taken_fingerprint = r.fingerprint, wanted_fingerprint = r.fingerprint, wanted_version = ${version}
      from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + 1000))}::jsonb) as r(id bigint, posting jsonb, fingerprint text) where p.id = r.id`);
}
