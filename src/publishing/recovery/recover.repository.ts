import { sql } from 'drizzle-orm';
import type { Replayed } from '../../platform/audit/replay.ts';
import type { Db } from '../../db/db.ts';
import { sources } from '../../db/schema.ts';
import { identityOf } from '../plan.ts';
import { type Belief, newPublication, type Publication } from '../publication.ts';
import {
  idsIn,
  insertPublications,
  type NewPublication,
  type PublicationWrite,
  readPublications,
  stepPublications,
  writePublications,
} from '../publications.repository.ts';
import type { Change } from '../publishing-types.ts';
import { column, maybe, query } from '../../db/query.ts';

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
  for (let at = 0; at < rows.length; at += 1000)
    written += await writePage(tx, targetId, rows.slice(at, at + 1000));
  return written;
}

async function writePage(tx: Db, targetId: number, rows: readonly LedgerRow[]): Promise<number> {
  const json = JSON.stringify(rows.map(({ externalSourceId, jobId }) => [externalSourceId, jobId]));
  const known = await readPublications(
    tx,
    sql`p.target_id = ${targetId} and (p.external_source_id, p.job_id) in (select v ->> 0, v ->> 1 from jsonb_array_elements(${json}::text::jsonb) v)`,
    { lock: sql`for update` },
  );
  const byIdentity = new Map(known.map((row) => [identityOf(row), row]));
  const writes: PublicationWrite[] = [];
  const fresh: NewPublication[] = [];
  for (const row of rows) {
    const [at, set] = [new Date(row.at), ledgerFields(row)];
    const before = byIdentity.get(identityOf(row));
    if (before === undefined) fresh.push({ ...row, publication: replayed(row), set });
    else if (Math.max(before.sentAt?.getTime() ?? 0, before.answeredAt?.getTime() ?? 0) < at.getTime())
      writes.push({ id: before.id, rev: before.rev, to: replayed(row), set });
  }
  return (await writePublications(tx, writes)).size + (await insertPublications(tx, targetId, fresh));
}

/** What the journal believes; the next plan says what is wanted. */
function replayed({ state, live, takenHash }: Replayed): Publication {
  const isKnown = state === 'published' && takenHash !== undefined;
  const belief: Belief = isKnown
    ? { kind: 'has', fingerprint: takenHash }
    : { kind: live || state === 'refused' ? 'maybe' : 'none' };
  return { ...newPublication, belief };
}

function ledgerFields({ state, at, firstSentAt, takenHash, live }: Replayed) {
  const last = new Date(at);
  return {
    wanted: null,
    firstSentAt: new Date(firstSentAt),
    sentAt: last,
    answeredAt: last,
    takenAt: live && takenHash !== undefined ? last : null,
    delistedAt: state === 'delisted' ? last : null,
  };
}

/** What a target has under which ids, for an older integration or a newer one. */
export async function ledgerOf(db: Db, targetId: number, afterId: number, atMost: number) {
  const rows = await query(db, {
    id: column.int,
    at: maybe(column.instant),
    externalSourceId: column.text,
    jobId: column.text,
  })`
      select id, external_source_id as "externalSourceId", job_id as "jobId", coalesce(answered_at, sent_at) as at from publications
      where target_id = ${targetId} and live and id > ${afterId} order by id limit ${atMost}`;
  return rows.map(({ at, ...row }) => ({ ...row, lastSent: at?.toISOString() ?? '' }));
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
  for (let at = 0; at < rows.length; at += 1000)
    written += await insertPublications(
      tx,
      targetId,
      rows
        .slice(at, at + 1000)
        .map(({ externalSourceId, jobId, lastSent, sourceId, listingId, fingerprint }) => {
          const last = lastSent === null ? now : new Date(lastSent);
          const sent = { firstSentAt: last, sentAt: last, answeredAt: last, takenAt: last };
          return {
            externalSourceId,
            jobId,
            sourceId,
            publication: { ...newPublication, belief: { kind: 'has', fingerprint } },
            set: listingId === null ? sent : { ...sent, listingId },
          };
        }),
    );
  return written;
}

/** All live listings by the ids of their sources. */
export async function listingIdentities(db: Db) {
  return query(db, {
    listingId: column.int,
    sourceId: column.int,
    changedAt: column.instant,
    jobId: column.text,
  })`select id as "listingId", source_id as "sourceId", job_id as "jobId", changed_at as "changedAt" from listings where state <> 'ended'`;
}

/** Keeps what a plan makes of jobs that were taken over as what their target has. */
export async function takeAsSent(
  tx: Db,
  updates: readonly Extract<Change, { kind: 'update' }>[],
  version: string,
  now: Date,
): Promise<void> {
  const byId = new Map(updates.map(({ sent, wanted }) => [sent.id, wanted]));
  if (byId.size === 0) return;
  await stepPublications(
    tx,
    sql`p.id = ${idsIn(byId.keys())}`,
    ({ id }) => {
      const wanted = byId.get(id);
      if (wanted === undefined) return undefined;
      const { fingerprint, listingId, listingFingerprint, posting } = wanted;
      return {
        event: { type: 'adopted', fingerprint, of: { listingId, fingerprint: listingFingerprint } },
        set: { wanted: posting, taken: posting, wantedVersion: version },
      };
    },
    now,
  );
}
