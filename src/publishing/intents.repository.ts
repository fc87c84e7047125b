import { type SQL, sql } from 'drizzle-orm';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { priorityOf } from './allowance.ts';
import { type Cause, isInferred, newPublication, stepPublication, type Verdict } from './publication.ts';
import {
  idsIn,
  insertPublications,
  type NewPublication,
  type Step,
  stepPublications,
} from './publications.repository.ts';
import type { StoredPublication } from './publications.record.ts';
import type { Change, Sent, Wanted } from './publishing-types.ts';
import { column, query } from '../db/query.ts';

export type Enqueue = {
  readonly targetId: number;
  readonly changes: readonly Change[];
  /** Postings that the target has already: they are wanted, and nothing is sent. */
  readonly met?: readonly { readonly sent: Sent; readonly wanted: Wanted }[];
  /** Ids of publications that stay as they are: what is queued about them is taken back. */
  readonly left?: readonly number[];
  readonly version: string;
  readonly now: Date;
  /** Calls wait until then, so that a decision can be taken back; a block's removals do not. */
  readonly callsAfter?: Date | undefined;
  /** The batch that removals of this plan belong to (rule R12). */
  readonly batchId?: number;
  /** Who let inferred removals go; absent: the guard. */
  readonly approved?: (sent: Sent) => number | undefined;
  /** By listing: since when the guard counts its removal; absent: now. */
  readonly ended?: ReadonlyMap<number, Date>;
};

/** Brings publications to what a plan wants of them: the newest plan wins, and a call that is queued unchanged keeps its place and its tries. */
export async function enqueue(tx: Db, plan: Enqueue): Promise<void> {
  const { targetId, changes, met = [], left = [], now, callsAfter = now } = plan;
  const at = callsAfter > now ? callsAfter : now;
  const steps = new Map<number, Step>();
  const fresh: NewPublication[] = [];
  for (const { sent, wanted } of met) steps.set(sent.id, meeting(sent, showing(wanted, plan)));
  for (const id of left) steps.set(id, { event: { type: 'leave' } });
  for (const change of changes) {
    if (change.kind === 'delist') steps.set(change.sent.id, hiding(change.sent, change.cause, plan));
    else if (change.sent !== undefined) steps.set(change.sent.id, showing(change.wanted, plan));
    else {
      const { event, set } = showing(change.wanted, plan);
      const { externalSourceId, jobId, sourceId } = change.wanted;
      const publication = stepPublication(newPublication, event, at);
      fresh.push({ externalSourceId, jobId, sourceId, publication, ...(set && { set }) });
    }
  }
  for (const [isAtOnce, some] of Map.groupBy(steps, ([, { event }]) => isOfBlock(event)))
    for (const ids of pages(some.map(([id]) => id)))
      await stepPublications(
        tx,
        sql`p.id = ${idsIn(ids)}`,
        (row) => stepOf(row, steps.get(row.id)),
        isAtOnce ? now : at,
      );
  for (const rows of pages(fresh)) await insertPublications(tx, targetId, rows);
}

const isOfBlock = (event: Step['event']) => event.type === 'hide' && event.cause === 'blocked';

/** What a row keeps where the step changes nothing about its call; a removal that is stated now has another place in the queue. */
function stepOf({ publication: { intent } }: StoredPublication, step: Step | undefined): Step | undefined {
  if (step?.event.type !== 'hide' || intent.kind !== 'hide') return step;
  return step.event.verdict === 'stated' && intent.verdict !== 'stated' ? step : { event: step.event };
}

function showing(wanted: Wanted, { version }: Enqueue): Step {
  const { listingId, listingFingerprint, fingerprint, posting, inputs, sourceId, fromForm } = wanted;
  return {
    event: { type: 'show', fingerprint, of: { listingId, fingerprint: listingFingerprint } },
    set: {
      listingId,
      sourceId,
      wanted: posting,
      wantedVersion: version,
      inputs,
      unlisted: unlistedIn(wanted),
      priority: priorityOf[fromForm ? 'form' : 'update'],
      batchId: null,
    },
  };
}

/** A posting that its row has is not written again. */
function meeting(sent: Sent, { event, set }: Step): Step {
  if (event.type !== 'show' || event.fingerprint !== sent.wantedFingerprint)
    return { event, ...present({ set }) };
  const { wanted: _, ...rest } = set ?? {};
  return { event, set: rest };
}

/** As a row has it: nothing where the target has all. */
const unlistedIn = ({ unlisted }: Pick<Wanted, 'unlisted'>) => (unlisted.length === 0 ? null : unlisted);

function hiding(sent: Sent, cause: Cause, { batchId, approved, ended }: Enqueue): Step {
  const holdId = approved?.(sent);
  const verdict: Verdict = !isInferred(cause) ? 'stated' : holdId === undefined ? 'guard' : { holdId };
  return {
    event: {
      type: 'hide',
      cause,
      verdict,
      since: verdict === 'guard' ? ended?.get(sent.listingId ?? 0) : undefined,
    },
    set: { priority: priorityOf[isInferred(cause) ? 'removal' : 'takeDown'], batchId: batchId ?? null },
  };
}

function* pages<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += 1_000) yield items.slice(at, at + 1_000);
}

const takenDown: Step = {
  event: { type: 'hide', cause: 'operator', verdict: 'stated' },
  set: { priority: priorityOf.takeDown, batchId: null },
};

/** On an operator's word everything at a target is to go, and what never left is taken back. Gives how many jobs may be there. */
export async function takeDownAll(tx: Db, targetId: number, now: Date): Promise<number> {
  const stepped = await stepPublications(tx, atTarget(targetId), () => takenDown, now);
  return stepped.filter(({ publication }) => publication.belief.kind !== 'none').length;
}

/** Takes back every call that is queued at a target; what is there stays. */
export async function leaveAll(tx: Db, targetId: number, now: Date): Promise<void> {
  await stepPublications(tx, atTarget(targetId), () => ({ event: { type: 'leave' } }), now);
}

const atTarget = (targetId: number): SQL => sql`p.target_id = ${targetId} and (p.live or p.call <> 'idle')`;

/**
 * What is shown of listings is taken back at every target, in the transaction of a review, a block or a wait (rule R21): what has not left
 * does not leave, what is there stays until the next plan decides.
 */
export async function retractAccepted(tx: Db, listingIds: readonly number[], now: Date): Promise<void> {
  const which = sql`p.intent = 'show' and (p.listing_id = ${idsIn(listingIds)} or p.shown_listing_id = ${idsIn(listingIds)})`;
  await stepPublications(tx, which, () => ({ event: { type: 'leave' } }), now);
}

/** Listings that a call is queued for, or under way, to show them. */
export async function listingsQueued(tx: Db): Promise<readonly number[]> {
  const rows = await query(tx, { id: column.int })`
    select distinct listing_id as id from publications
    where state not in ('published', 'delisted') and intent = 'show' and call <> 'idle' and listing_id is not null`;
  return rows.map((row) => row.id);
}

const all = sql`true`;

/** What is to be sent again: one job of a source, a source, a target, or what lies in both. */
export type Resend = {
  readonly targetId?: number;
  readonly sourceId?: number;
  readonly jobId?: string;
};

/**
 * Makes the last decided call of publications due again, unchanged: what a target holds or refused is sent again, a removal that it
 * did not carry out is asked for again. Nothing is decided here. Gives how many calls that are at each target.
 */
export async function resend(db: Db, { targetId, sourceId, jobId }: Resend, now: Date) {
  const which = sql`p.target_id in (select id from targets where state in ('active', 'leaving', 'paused'))
    and (p.intent = 'show' or p.intent = 'hide' and p.live)
    and ${targetId === undefined ? all : sql`p.target_id = ${targetId}`} and ${sourceId === undefined ? all : sql`p.source_id = ${sourceId}`}
    and ${jobId === undefined ? all : sql`(p.job_id = ${jobId} or p.listing_id in (select l.id from listings l where l.source_id = p.source_id and l.job_id = ${jobId}))`}`;
  const stepped = await db.transaction(async (tx) =>
    stepPublications(tx, which, () => ({ event: { type: 'resend' }, set: { reason: null } }), now),
  );
  return new Map([...Map.groupBy(stepped, (row) => row.targetId)].map(([id, rows]) => [id, rows.length]));
}

/** Where a plan is made again: what leaves a school for good is not taken back. */
const planned = sql`p.call in ('due', 'out') and p.target_id in (select id from targets where state in ('active', 'paused'))`;

/** What is queued of a feed, or at a target, or out and may be tried again, is taken back, but what was said or dated: the next plan decides again. */
export async function takeBackQueued(
  tx: Db,
  { sourceId, targetId }: { readonly sourceId: number | null; readonly targetId: number | null },
  now: Date,
): Promise<void> {
  const which = sql`${planned} and p.verdict is distinct from 'stated' and (${sourceId}::int is null or p.source_id = ${sourceId}::int) and (${targetId}::int is null or p.target_id = ${targetId}::int)`;
  await stepPublications(tx, which, () => ({ event: { type: 'leave' } }), now);
}

/** What is queued of listings of these kinds is taken back at targets that are about to be compared whole. */
export async function takeBackListings(tx: Db, kinds: readonly SQL[], now: Date): Promise<void> {
  const which = sql`${planned} and p.target_id in (select id from targets where reconciled_at is null)
    and p.listing_id in (select listings.id from listings where ${sql.join([...kinds], sql` or `)})`;
  await stepPublications(tx, which, () => ({ event: { type: 'leave' } }), now);
}
