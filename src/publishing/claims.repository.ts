import { sql } from 'drizzle-orm';
import { createBatcher } from '../core/batcher.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { touchListings } from '../listings/listing-writes.repository.ts';
import type { Room } from './allowance.ts';
import { refusalText } from '../targets/target-state.ts';
import { type Publication, stepPublication } from './publication.ts';
import {
  idsIn,
  readPublications,
  type PublicationWrite,
  type Step,
  storedNames,
  stepPublications,
  writePublications,
  type Settled,
  writeSettled,
} from './publications.repository.ts';
import {
  type PublicationFields,
  storedColumns,
  type StoredPublication,
  storedIn,
} from './publications.record.ts';
import { keepCalls, type PackedCall } from './exact-calls.repository.ts';
import type { CallEnd } from './settle.ts';
import { isSentWhilePaused } from './holds/take-downs.repository.ts';
import type { Posting } from './publishing-types.ts';
import { column, maybe, query, written } from '../db/query.ts';

/** A publication claimed for one call. */
export type Claimed = {
  readonly id: number;
  readonly source: string;
  readonly externalSourceId: string;
  readonly jobId: string;
  /** Absent: it is to be taken down. */
  readonly posting?: Posting;
  readonly fingerprint?: string;
  readonly tries: number;
  readonly denied: number;
  readonly takenBefore: boolean;
  /** An earlier removal may have been carried out: then `false` means that it is gone (rule R13). */
  readonly mayBeGone: boolean;
  /** When it was claimed: with the worker, the name of this very call. */
  readonly at: Date;
  /** The row as the claim wrote it. */
  readonly rev: number;
  readonly publication: Publication;
};

export type Claim = {
  readonly targetId: number;
  readonly now: Date;
  readonly worker: string;
  readonly leaseMs: number;
  readonly atMost: number;
  /** This publication and no other. */
  readonly only?: number;
  /** Of this source and no other. */
  readonly sourceId?: number | undefined;
  /** What quiet hours, budget and pace leave; take-downs pass them. */
  readonly room: Room;
  /** Inferred removals among them, at most: of all sources, and of each (rule R11). */
  readonly pacedRemovals: number;
  readonly sourceRoom: readonly { readonly sourceId: number; readonly room: number }[];
  /** Kill switches (rule R15): for all, and for single sources. */
  readonly removalsStopped: boolean;
  readonly publishingStopped: boolean;
  readonly stoppedSources: readonly number[];
  readonly silentSources: readonly number[];
  /** The target is paused: only removals of take-downs that name paused targets. */
  readonly paused: boolean;
  /** Of these listings, those that belong at the target now: asked before each call, anyone who made it due. */
  readonly belonging: (tx: Db, listingIds: readonly number[]) => Promise<ReadonlySet<number>>;
};

/**
 * Claims due publications for calls: removals first, then form jobs, then by age. The claim is the intent: it is in the row before the
 * call, and from then on the target may have the job. A lease ends by time, so a killed worker's rows are taken up by another.
 */
export async function claimDue(db: Db, claim: Claim): Promise<readonly Claimed[]> {
  const { now, worker, leaseMs } = claim;
  const chosen = await chooseDue(db, claim);
  if (chosen.length === 0) return [];
  const over = await leaveUnwanted(
    db,
    claim,
    chosen.map(({ row }) => row),
  );
  const due = chosen.filter(({ row }) => !over.has(row.id));
  if (due.length === 0) return claimDue(db, claim);
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const writes = due.flatMap(({ row }): PublicationWrite[] => {
    if (row.publication.call.kind !== 'due') return [];
    const set = { leaseUntil, leaseBy: worker, sentAt: now, firstSentAt: row.firstSentAt ?? now };
    return [
      { id: row.id, rev: row.rev, to: stepPublication(row.publication, { type: 'claimed' }, now), set },
    ];
  });
  const written = await writePublications(db, writes);
  const after = new Map(writes.map(({ id, to }) => [id, to]));
  return due.flatMap(({ row, source, posting }) => {
    const publication = after.get(row.id);
    return publication !== undefined && written.has(row.id)
      ? [{ ...claimedOf(row, source, posting, now), publication }]
      : [];
  });
}

/** Postings that the next plan would not send are taken back, and it looks at them; gives their ids. */
async function leaveUnwanted(db: Db, { belonging, now }: Claim, rows: readonly StoredPublication[]) {
  const shown = new Map(
    rows.flatMap(({ id, publication: { intent } }) =>
      intent.kind === 'show' ? [[id, intent.of.listingId] as const] : [],
    ),
  );
  if (shown.size === 0) return new Set<number>();
  const belongs = await belonging(db, [...new Set(shown.values())]);
  const over = new Map([...shown].filter(([, listingId]) => !belongs.has(listingId)));
  if (over.size === 0) return new Set<number>();
  await stepPublications(db, sql`p.id = ${idsIn(over.keys())}`, () => ({ event: { type: 'leave' } }), now);
  await touchListings(db, [...over.values()], now);
  return new Set(over.keys());
}

function claimedOf(
  { id, rev, externalSourceId, jobId, publication, takenAt }: StoredPublication,
  source: string,
  posting: Posting | null,
  at: Date,
): Omit<Claimed, 'publication'> {
  const { belief, intent, tries, denied } = publication;
  return {
    id,
    source,
    externalSourceId,
    jobId,
    tries,
    denied,
    at,
    rev: rev + 1,
    takenBefore: takenAt !== undefined,
    mayBeGone: belief.kind === 'maybe' && denied === 0,
    ...(intent.kind === 'show' && posting !== null ? { posting, fingerprint: intent.fingerprint } : {}),
  };
}

/** Whether nothing can be at a target any more (rule R21): a removal that it denies keeps it. */
export async function hasLeft(db: Db, targetId: number): Promise<boolean> {
  const which = sql`p.target_id = ${targetId} and (p.live or p.call <> 'idle')`;
  return (await readPublications(db, which, { limit: 1 })).length === 0;
}

/** Calls whose worker is gone are due again, and so is what was parked until now. */
export async function wakeCalls(db: Db, targetId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await stepPublications(
    db,
    sql`p.id in (select id from publications where target_id = ${targetId} and call = 'out' and lease_until < ${at}::timestamptz
      union all select id from publications where target_id = ${targetId} and call = 'parked' and next_at <= ${at}::timestamptz)`,
    ({ publication: { call } }) =>
      call.kind === 'out'
        ? { event: { type: 'leaseEnded' } }
        : call.kind === 'parked'
          ? { event: { type: 'nextDay' } }
          : undefined,
    now,
  );
}

/** A job that the target has, to be sent once more unchanged: whether it takes it says whether the target is well. Gives its id. */
export async function resendOne(db: Db, targetId: number, now: Date): Promise<number | undefined> {
  const which = sql`p.target_id = ${targetId} and p.live and p.belief = 'has' and p.intent = 'show' and p.call = 'idle'`;
  const [one] = await readPublications(db, which, { limit: 1 });
  if (one === undefined) return undefined;
  const [sent] = await stepPublications(
    db,
    sql`p.id = ${one.id}`,
    () => ({ event: { type: 'resend' } }),
    now,
  );
  return sent?.id;
}

/** What was refused with one text is due again: it was the target that was not well (rule R22). Gives how many. */
export async function healRefused(db: Db, targetId: number, text: string, now: Date): Promise<number> {
  const parked = sql`p.target_id = ${targetId} and p.call = 'parked' and p.parked = 'refused'`;
  const healed: Step = { event: { type: 'targetHealed' } };
  const isOf = ({ reason }: StoredPublication) => reason !== undefined && refusalText(reason) === text;
  const rows = await stepPublications(db, parked, (row) => (isOf(row) ? healed : undefined), now);
  return rows.length;
}

type Chosen = {
  readonly row: StoredPublication;
  readonly source: string;
  readonly posting: Posting | null;
};

/** What is due and may be sent, in the order of its urgency: the rows as they were locked, not as the statement found them. */
async function chooseDue(db: Db, claim: Claim): Promise<readonly Chosen[]> {
  const now = claim.now.toISOString();
  const sourceRoom = JSON.stringify(claim.sourceRoom);
  const [stopped, silent] = [idsIn(claim.stoppedSources), idsIn(claim.silentSources)];
  const [removals, forms, updates] = [claim.room.removals, claim.room.forms, claim.room.updates].map(whole);
  const result = await query(db, {
    ...storedColumns,
    source: column.text,
    posting: maybe(written<Posting>()),
  })`
    with room as (
      select "sourceId" as source_id, room from jsonb_to_recordset(${sourceRoom}::jsonb) as r("sourceId" int, room int)
    ), due as (
      select q.*, row_number() over (partition by q.source_id, q.paced order by q.next_at, q.id) as of_source
      from (
        select publications.*, intent = 'hide' as removal, verdict is not null and verdict <> 'stated' as paced
        from publications
        where target_id = ${claim.targetId} and call = 'due' and next_at <= ${now}::timestamptz
          and ${claim.only === undefined ? sql`source_id = coalesce(${claim.sourceId ?? null}::int, source_id)` : sql`id = ${claim.only}`}
          and ${claim.paused ? sql`intent = 'hide' and ${isSentWhilePaused}` : sql`true`}
          and not (intent = 'hide' and (${claim.removalsStopped} or source_id = ${stopped}))
          and not (intent = 'show' and (${claim.publishingStopped} or source_id = ${silent}))
          and not (intent = 'hide' and verdict <> 'stated'
            and (${removals}::int = 0 or ${claim.pacedRemovals}::int = 0 or source_id in (select source_id from room where room = 0)))
          and not (intent = 'show' and priority > 0 and ${forms}::int = 0) and not (intent = 'show' and priority = 0 and ${updates}::int = 0)
        order by priority desc nulls last, next_at, id limit ${claim.atMost} for update skip locked
      ) q
    ), paced as (
      select due.*, row_number() over (partition by due.paced order by due.next_at, due.id) as nth from due
      where not due.paced or due.of_source <= coalesce((select room from room where room.source_id = due.source_id), 0)
    ), counted as (
      select p.*, count(*) filter (where p.paced or not p.removal) over (order by p.priority desc nulls last, p.next_at, p.id) as ahead
      from paced p where not p.paced or p.nth <= ${claim.pacedRemovals}::int
    ), chosen as (
      select * from counted where removal and not paced
        or ahead <= case when paced then ${removals}::int when priority > 0 then ${forms}::int else ${updates}::int end
    )
    select ${storedNames}, s.name as source, case when p.intent = 'show' then p.wanted end as posting
    from chosen p join sources s on s.id = p.source_id
    order by p.priority desc nulls last, p.next_at, p.id`;
  return result.map((row) => ({ row: storedIn(row), source: row.source, posting: row.posting ?? null }));
}

/** No limit is a number too, for the database. */
function whole(room: number): number {
  return Math.min(room, 1_000_000_000);
}

/** Gives claimed rows back untouched: nothing was sent about them by this claim. */
export async function releaseClaims(db: Db, worker: string, rows: readonly Claimed[], now: Date) {
  const claims = new Map(rows.map((row) => [row.id, row]));
  await db.transaction(async (tx) =>
    stepPublications(
      tx,
      sql`p.id = ${idsIn(claims.keys())}`,
      (row) => (isClaimOf(row, worker, claims.get(row.id)) ? { event: { type: 'givenBack' } } : undefined),
      now,
    ),
  );
}

/** How a call about a claimed publication ended. */
export type Settlement = {
  readonly claimed: Claimed;
  readonly end: CallEnd;
  readonly at: Date;
  readonly worker: string;
  readonly exact?: PackedCall;
};

/** Writes how calls ended; resolves when it is written. */
export type Outcomes = { readonly write: (settlement: Settlement) => Promise<void> };

/**
 * Writes how calls ended: those that end together, or while one write is under way, share a statement. What it cannot write is looked at
 * again: a row that somebody else wrote since its claim, or locks.
 */
export function batchedOutcomes(db: Db): Outcomes {
  const together = createBatcher(async (settlements: readonly Settlement[]) => {
    const first = new Map<number, Settlement>();
    for (const one of settlements) if (!first.has(one.claimed.id)) first.set(one.claimed.id, one);
    const written = await writeSettled(db, [...first.values()].map(settledOf));
    return settlements.map((one) => first.get(one.claimed.id) === one && written.has(one.claimed.id));
  });
  return {
    write: async (settlement) => {
      // One that cannot be written must not keep the others from it.
      const isWritten = await together.add(settlement).catch(() => false);
      if (!isWritten) await settle(db, settlement);
    },
  };
}

function settledOf(settlement: Settlement): Settled {
  const { claimed, end, at, worker, exact } = settlement;
  const { id, rev, publication } = claimed;
  return {
    id,
    rev,
    to: stepPublication(publication, end.event, at),
    set: fieldsAfter(publication, settlement),
    worker,
    sentAt: claimed.at,
    ...present({ exact }),
  };
}

/** Writes how one call ended to its row as it is now. */
async function settle(db: Db, settlement: Settlement): Promise<void> {
  const { claimed, end, at, worker, exact } = settlement;
  await db.transaction(async (tx) => {
    const [row] = await readPublications(tx, sql`p.id = ${claimed.id}`, { lock: sql`for update` });
    if (row === undefined) return;
    // Another worker has claimed it since, or a restore has stopped the queue: its call says how things are.
    if (isClaimOf(row, worker, claimed)) {
      const to = stepPublication(row.publication, end.event, at);
      const set = fieldsAfter(row.publication, settlement);
      await writePublications(tx, [{ id: row.id, rev: row.rev, to, set }]);
    }
    if (exact !== undefined) await keepCalls(tx, [exact]);
  });
}

function isClaimOf(row: StoredPublication, worker: string, claimed: Claimed | undefined): boolean {
  return (
    row.publication.call.kind === 'out' &&
    row.leaseBy === worker &&
    row.sentAt?.getTime() === claimed?.at.getTime()
  );
}

function fieldsAfter({ intent }: Publication, { claimed, end, at }: Settlement): PublicationFields {
  const isDone = end.event.type === 'answered' || isGone(claimed, end);
  const said = {
    answeredAt: at,
    answer: end.answer ?? null,
    reason: isDone ? null : (end.reason ?? null),
  };
  if (!isDone) return said;
  if (claimed.posting === undefined) return { ...said, delistedAt: at, takenAt: null };
  const isStill = intent.kind === 'show' && intent.fingerprint === claimed.fingerprint;
  return { ...said, taken: isStill ? 'wanted' : claimed.posting, takenAt: at, delistedAt: null };
}

/** Whether the end of a call says that the job is down. */
export function isGone({ posting, mayBeGone }: Claimed, { event }: CallEnd): boolean {
  return (
    posting === undefined && (event.type === 'answered' || (event.type === 'answeredFalse' && mayBeGone))
  );
}
