import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rowsOf } from '../db/rows.ts';
import { publications, sources } from '../db/schema.ts';
import { priorityOf, type Room } from './allowance.ts';
import type { Change, DelistCause, Posting, Sent } from './types.ts';

/** Which publications of a target: of some listings, under some identities, or those that no listing stands for. */
export type Which =
  | { readonly listingIds: readonly number[] }
  | {
      readonly identities: readonly { readonly externalSourceId: string; readonly jobId: string }[];
    }
  | 'orphans';

function whichOf(which: Which) {
  if (which === 'orphans') return isNull(publications.listingId);
  if ('listingIds' in which) return inArray(publications.listingId, [...which.listingIds]);
  return sql`(${publications.externalSourceId}, ${publications.jobId}) in (
    select r."externalSourceId", r."jobId" from jsonb_to_recordset(${JSON.stringify(which.identities)}::jsonb) as r("externalSourceId" text, "jobId" text))`;
}

/** What was sent to a target. */
export async function sentTo(db: Db, targetId: number, which: Which): Promise<readonly Sent[]> {
  const title = sql<string>`coalesce(${publications.wanted}, ${publications.taken}) #>> '{job,job_title}'`;
  const employer = sql<string>`coalesce(${publications.wanted}, ${publications.taken}) #>> '{employer,empname}'`;
  const rows = await db
    .select({
      id: publications.id,
      source: sources.name,
      sourceId: publications.sourceId,
      listingId: publications.listingId,
      externalSourceId: publications.externalSourceId,
      jobId: publications.jobId,
      state: publications.state,
      live: publications.live,
      dueAt: publications.dueAt,
      wantedFingerprint: publications.wantedFingerprint,
      takenFingerprint: publications.takenFingerprint,
      cause: publications.cause,
      version: publications.wantedVersion,
      title,
      employer,
    })
    .from(publications)
    .innerJoin(sources, eq(sources.id, publications.sourceId))
    .where(and(eq(publications.targetId, targetId), whichOf(which)));
  return rows.map(({ listingId, dueAt, wantedFingerprint, takenFingerprint, cause, version, ...row }) => ({
    ...row,
    due: dueAt !== null,
    title: row.title ?? '',
    employer: row.employer ?? '',
    ...(listingId === null ? {} : { listingId }),
    ...(wantedFingerprint === null ? {} : { wantedFingerprint }),
    ...(takenFingerprint === null ? {} : { takenFingerprint }),
    ...(cause === null ? {} : { cause: cause as DelistCause }),
    ...(version === null ? {} : { version }),
  }));
}

/** Ties publications to the listings that stand for them from now on. */
export async function linkListings(
  tx: Db,
  links: readonly { readonly publicationId: number; readonly listingId: number }[],
): Promise<void> {
  if (links.length === 0) return;
  await tx.execute(sql`
    update publications p set listing_id = r."listingId"
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r("publicationId" bigint, "listingId" bigint) where p.id = r."publicationId"`);
}

export type Enqueue = {
  readonly targetId: number;
  readonly changes: readonly Change[];
  readonly version: string;
  readonly now: Date;
  /** The batch that removals of this plan belong to (rule R12). */
  readonly batchId?: number;
};

/** Makes a plan's changes due: the latest version wins, and a call that is already queued unchanged keeps its place and its tries. */
export async function enqueue(db: Db, { targetId, changes, version, now, batchId }: Enqueue): Promise<void> {
  const fresh = changes.filter(({ underway }) => !underway);
  await enqueueRemovals(db, fresh, now, batchId);
  const rows = fresh.flatMap((change) =>
    change.kind === 'delist'
      ? []
      : {
          listing_id: change.wanted.listingId,
          source_id: change.wanted.sourceId,
          external_source_id: change.wanted.externalSourceId,
          job_id: change.wanted.jobId,
          wanted: change.wanted.posting,
          fingerprint: change.wanted.fingerprint,
          priority: priorityOf[change.wanted.fromForm ? 'form' : 'update'],
        },
  );
  for (let at = 0; at < rows.length; at += 1000)
    await upsertWanted(db, targetId, rows.slice(at, at + 1000), version, now);
}

async function enqueueRemovals(
  db: Db,
  changes: readonly Change[],
  now: Date,
  batchId: number | undefined,
): Promise<void> {
  const removals = changes.flatMap((change) =>
    change.kind === 'delist' ? { id: change.sent.id, cause: change.cause } : [],
  );
  for (let at = 0; at < removals.length; at += 1000) {
    const json = JSON.stringify(removals.slice(at, at + 1000));
    await db.execute(sql`
      update publications p set state = case when p.live then 'delisting' else 'delisted' end, wanted = null, wanted_fingerprint = null,
        cause = r.cause, due_at = case when p.live then ${now.toISOString()}::timestamptz end, attempts = 0, reason = null, batch_id = ${batchId ?? null},
        priority = case when r.cause = 'missing' then ${priorityOf.removal}::int else ${priorityOf.takeDown}::int end
      from jsonb_to_recordset(${json}::jsonb) as r(id bigint, cause text) where p.id = r.id`);
  }
}

async function upsertWanted(
  db: Db,
  targetId: number,
  rows: readonly object[],
  version: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    insert into publications as p (target_id, listing_id, source_id, external_source_id, job_id, state, wanted, wanted_fingerprint, wanted_version, live, due_at, priority)
    select ${targetId}::int, r.listing_id, r.source_id, r.external_source_id, r.job_id, 'sending', r.wanted, r.fingerprint, ${version}, false, ${at}::timestamptz, r.priority
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(listing_id bigint, source_id int, external_source_id text, job_id text, wanted jsonb, fingerprint text, priority int)
    on conflict (target_id, external_source_id, job_id) do update set
      listing_id = excluded.listing_id, source_id = excluded.source_id, state = 'sending', wanted = excluded.wanted,
      wanted_fingerprint = excluded.wanted_fingerprint, wanted_version = excluded.wanted_version, due_at = excluded.due_at,
      priority = excluded.priority, attempts = 0, reason = null, cause = null, batch_id = null`);
}

/** A publication claimed for one call. */
export type Claimed = {
  readonly id: number;
  readonly source: string;
  readonly externalSourceId: string;
  readonly jobId: string;
  /** Absent: it is to be taken down. */
  readonly posting?: Posting;
  readonly fingerprint?: string;
  readonly attempts: number;
  readonly takenBefore: boolean;
  readonly deleteUnanswered: boolean;
  /** The target might hold the job before this claim. */
  readonly wasLive: boolean;
};

export type Claim = {
  readonly targetId: number;
  readonly now: Date;
  readonly worker: string;
  readonly leaseMs: number;
  readonly atMost: number;
  /** What quiet hours, budget and pace leave; take-downs pass them. */
  readonly room: Room;
  /** Removals by absence among them, at most: of all sources, and of each (rule R11). */
  readonly pacedRemovals: number;
  readonly sourceRoom: readonly { readonly sourceId: number; readonly room: number }[];
  /** Kill switches (rule R15): for all, and for single sources. */
  readonly removalsStopped: boolean;
  readonly publishingStopped: boolean;
  readonly stoppedSources: readonly number[];
  readonly silentSources: readonly number[];
};

/**
 * Claims due publications for calls: removals first, then form jobs, then by age. The claim is the intent: it stands in the row before
 * the call. A lease ends by time, so a killed worker's rows are taken up by another; a removal that it had claimed may have been made, and
 * counts as one that was not answered (rule R13).
 */
export async function claimDue(db: Db, claim: Claim): Promise<readonly Claimed[]> {
  const now = claim.now.toISOString();
  const until = new Date(claim.now.getTime() + claim.leaseMs).toISOString();
  const sourceRoom = JSON.stringify(claim.sourceRoom);
  const [stopped, silent] = [JSON.stringify(claim.stoppedSources), JSON.stringify(claim.silentSources)];
  const [removals, forms, updates] = [claim.room.removals, claim.room.forms, claim.room.updates].map(whole);
  const result = await db.execute(sql`
    with room as (
      select "sourceId" as source_id, room from jsonb_to_recordset(${sourceRoom}::jsonb) as r("sourceId" int, room int)
    ), due as (
      select q.*, row_number() over (partition by q.source_id, q.paced order by q.due_at, q.id) as of_source
      from (
        select id, source_id, due_at, priority, live, wanted is null as removal, wanted is null and cause is not distinct from 'missing' as paced
        from publications
        where target_id = ${claim.targetId} and due_at <= ${now}::timestamptz and (lease_until is null or lease_until < ${now}::timestamptz)
          and not (wanted is null and ${claim.removalsStopped}) and not (wanted is not null and ${claim.publishingStopped})
          and not (wanted is null and source_id in (select value::int from jsonb_array_elements_text(${stopped}::jsonb)))
          and not (wanted is not null and source_id in (select value::int from jsonb_array_elements_text(${silent}::jsonb)))
          and not (wanted is null and cause is not distinct from 'missing'
            and (${removals}::int = 0 or ${claim.pacedRemovals}::int = 0 or source_id in (select source_id from room where room = 0)))
          and not (wanted is not null and priority > 0 and ${forms}::int = 0) and not (wanted is not null and priority = 0 and ${updates}::int = 0)
        order by priority desc nulls last, due_at, id limit ${claim.atMost} for update skip locked
      ) q
    ), paced as (
      select due.*, row_number() over (partition by due.paced order by due.due_at, due.id) as nth from due
      where not due.paced or due.of_source <= coalesce((select room from room where room.source_id = due.source_id), 0)
    ), counted as (
      select p.*, count(*) filter (where p.paced or not p.removal) over (order by p.priority desc, p.due_at, p.id) as ahead
      from paced p where not p.paced or p.nth <= ${claim.pacedRemovals}::int
    ), chosen as (
      select id, live from counted where removal and not paced or ahead <= case when paced then ${removals}::int when priority > 0 then ${forms}::int else ${updates}::int end
    )
    update publications p set lease_until = ${until}::timestamptz, lease_by = ${claim.worker}, live = true,
      state = case when p.wanted is null then 'delisting' else 'sending' end, sent_at = ${now}::timestamptz,
      first_sent_at = coalesce(p.first_sent_at, ${now}::timestamptz),
      delete_unanswered = p.delete_unanswered or (p.wanted is null and p.lease_by is not null and p.sent_at >= p.due_at)
    from chosen, sources s where p.id = chosen.id and s.id = p.source_id
    returning p.id, s.name as source, p.external_source_id, p.job_id, p.wanted, p.wanted_fingerprint, p.attempts, chosen.live as was_live,
      (p.taken_fingerprint is not null) as taken_before, p.delete_unanswered`);
  return rowsOf(result).map(claimedOf);
}

/** No limit is a number too, for the database. */
function whole(room: number): number {
  return Math.min(room, 1_000_000_000);
}

function claimedOf(row: Readonly<Record<string, unknown>>): Claimed {
  const posting = row['wanted'] as Posting | null;
  return {
    id: Number(row['id']),
    source: String(row['source']),
    externalSourceId: String(row['external_source_id']),
    jobId: String(row['job_id']),
    ...(posting === null ? {} : { posting, fingerprint: String(row['wanted_fingerprint']) }),
    attempts: Number(row['attempts']),
    takenBefore: row['taken_before'] === true,
    deleteUnanswered: row['delete_unanswered'] === true,
    wasLive: row['was_live'] === true,
  };
}

/** Leases that this worker still holds last until then; gives their ids. The others went to another worker. */
export async function renewLeases(
  db: Db,
  worker: string,
  ids: readonly number[],
  until: Date,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .update(publications)
    .set({ leaseUntil: until })
    .where(and(eq(publications.leaseBy, worker), inArray(publications.id, [...ids])))
    .returning({ id: publications.id });
  return new Set(rows.map(({ id }) => id));
}

/** Gives claimed rows back untouched: nothing was sent about them by this claim. */
export async function releaseClaims(db: Db, worker: string, rows: readonly Claimed[]): Promise<void> {
  if (rows.length === 0) return;
  const before = JSON.stringify(rows.map(({ id, wasLive }) => ({ id, live: wasLive })));
  await db.execute(sql`
    update publications p set lease_until = null, lease_by = null, live = r.live
    from jsonb_to_recordset(${before}::jsonb) as r(id bigint, live boolean) where p.id = r.id and p.lease_by = ${worker}`);
}
