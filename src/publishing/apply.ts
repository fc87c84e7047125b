import { recordOwnAct } from '../platform/audit/audit.repository.ts';
import type { Journal, JournalLine } from '../platform/audit/journal.ts';
import { type Clock, SECOND } from '../core/clock.ts';
import { present } from '../core/present.ts';
import type { Log } from '../core/log.ts';
import type { Db } from '../db/db.ts';
import type { CallOutcome, ExactCall, JobWebService } from '../soap/types.ts';
import { unwritable } from '../soap/untyped-encode.ts';
import { afterRefusal, afterAccepted, type Refusals } from '../targets/target-state.ts';
import { afterDelist, afterPublish, type CallEnd, type Limits } from './settle.ts';
import type { Posting } from './publishing-types.ts';
import { type CallLimits, roomAt } from './allowance.ts';
import { countCalls, uncount, addCalls } from './queries/counts.repository.ts';
import { packCall } from './exact-calls.repository.ts';
import {
  type Claim,
  type Claimed,
  claimDue,
  isGone,
  type Outcomes,
  releaseClaims,
  type Settlement,
} from './claims.repository.ts';
import { renewLeases } from './publications.repository.ts';

/** What carrying out a plan needs. */
export type Applying = {
  readonly db: Db;
  readonly service: JobWebService;
  readonly outcomes: Outcomes;
  readonly clock: Clock;
  readonly random: () => number;
  readonly journal: Journal;
  readonly log: Log;
  /** Names this process in leases. */
  readonly worker: string;
  readonly target: { readonly id: number; readonly name: string };
  readonly concurrency: number;
  readonly limits: Limits;
  /** Budget, pace and quiet hours of the target. */
  readonly callLimits: CallLimits;
  /** No call begins later than so long after the slice did. */
  readonly sliceMs: number;
  /** Calls in a row that met trouble or no answer, before this slice and as it goes on; the slice ends at `circuitAfter`. */
  readonly failures: number;
  readonly circuitAfter: number;
  /** Refusals with one text before this slice; the slice ends when they open the circuit (rule R22). */
  readonly refusals?: Refusals;
  /** The circuit was open: one call says whether the target is well, about this publication where it has one that it knows. */
  readonly probe?: { readonly publicationId?: number };
  /** Stops between calls: a graceful end, or a lost lease. */
  readonly stopping: () => boolean;
};

export type Slice = {
  readonly calls: number;
  readonly answered: number;
  readonly published: number;
  readonly updated: number;
  readonly delisted: number;
  readonly refused: number;
  readonly troubled: number;
  readonly unanswered: number;
  /** Calls in a row without an answer at the end. */
  readonly failures: number;
  readonly refusals?: Refusals;
  readonly lastTrouble?: string;
};

/** Kill switches and the pace of removals, read from the database before each claim (rules R11, R15). */
export type Switches = (tx: Db) => Promise<SliceClaim>;
export type SliceClaim = Omit<Claim, 'targetId' | 'now' | 'worker' | 'leaseMs' | 'atMost' | 'only' | 'room'>;

/** While a call is out its row is leased, and the lease renewed; after a kill it ends by itself. */
const LEASE_MS = 10 * SECOND;
const RENEW_MS = 3 * SECOND;
const CLAIM_AT_ONCE = 50;

/**
 * Carries out at most `atMost` due calls at one target, `concurrency` at a time. For each: the intent is in its row and in the
 * journal before the call, the outcome in both after it.
 */
export async function applyDue(applying: Applying, switches: Switches, atMost: number): Promise<Slice> {
  const tally = newTally(applying);
  const { db, clock, log, target, callLimits, worker } = applying;
  const endsAt = clock.now().getTime() + applying.sliceMs;
  const claims = claimsOf(applying, switches, atMost, tally);
  const renewal = setInterval(() => {
    claims
      .renew()
      .catch((error: unknown) =>
        log.warn('leases not renewed', { target: target.name, error: String(error) }),
      );
  }, RENEW_MS);
  const calls = new Map<string, number>();
  let broken = false;
  const lane = async () => {
    // The row says how a call ended before the next goes out; the journal may say it meanwhile.
    let noting = Promise.resolve();
    try {
      while (!broken && !mustStop(applying, tally, endsAt)) {
        const row = await claims.next();
        if (row === undefined) return;
        calls.set(row.source, (calls.get(row.source) ?? 0) + 1);
        const ended = await callFor(applying, row);
        count(applying, tally, row, ended);
        await applying.outcomes.write(await settlementOf(row, ended, { at: clock.now(), worker }));
        claims.ended(row);
        await noting;
        noting = note(applying, row, ended);
        // Reported at the next turn, or at the end.
        noting.catch(() => {});
      }
    } finally {
      await noting;
    }
  };
  const lanes = Array.from({ length: applying.concurrency }, () =>
    lane().catch((error: unknown) => {
      broken = true;
      throw error;
    }),
  );
  // When one lane fails, the calls of the others are still out: their rows stay leased until each has ended.
  const ends = await Promise.allSettled(lanes);
  try {
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    clearInterval(renewal);
    const uncalled = await claims.giveBack();
    await uncount(db, { targetId: target.id, limits: callLimits, now: clock.now() }, uncalled);
    await addCalls(db, { targetId: target.id, calls, at: clock.now() });
  }
  return tally;
}

async function settlementOf(
  claimed: Claimed,
  { end, exact }: Ended,
  by: { readonly at: Date; readonly worker: string },
): Promise<Settlement> {
  const kept = exact && (await packCall(claimed.id, operationOf(claimed), exact));
  return { claimed, end, ...by, ...present({ exact: kept }) };
}

type Tally = { -readonly [K in keyof Slice]: Slice[K] };

function newTally({ failures, refusals }: Applying): Tally {
  return {
    ...present({ refusals }),
    calls: 0,
    answered: 0,
    published: 0,
    updated: 0,
    delisted: 0,
    refused: 0,
    troubled: 0,
    unanswered: 0,
    failures,
  };
}

function mustStop({ stopping, circuitAfter, clock, probe }: Applying, tally: Tally, endsAt: number): boolean {
  const isSick = probe === undefined && tally.refusals?.stage === 'open';
  return stopping() || isSick || tally.failures >= circuitAfter || clock.now().getTime() >= endsAt;
}

type Claims = {
  /** The next row to call for; rows whose lease went to another worker meanwhile are left out. */
  readonly next: () => Promise<Claimed | undefined>;
  /** The outcome of its call is in the row. */
  readonly ended: (row: Claimed) => void;
  readonly renew: () => Promise<void>;
  /**
   * No more claims: what was never called goes back as it was. A row whose call was made and whose outcome could not be written keeps
   * its lease, and is called again when that ends. Gives when each that was never called was claimed.
   */
  readonly giveBack: () => Promise<readonly Date[]>;
};

/** Claims due rows, no more than the target may be called for. */
async function claimNow(
  { db, worker, target: { id: targetId }, callLimits: limits, probe }: Applying,
  switches: Switches,
  atMost: number,
  now: Date,
): Promise<readonly Claimed[]> {
  return countCalls(db, { targetId, limits, now }, async (tx, count) => {
    const room = roomAt(count, limits, now);
    const only = present({ only: probe?.publicationId });
    return claimDue(tx, {
      ...(await switches(tx)),
      room,
      targetId,
      now,
      worker,
      leaseMs: LEASE_MS,
      atMost,
      ...only,
    });
  });
}

/** Hands claimed rows to the lanes, claiming the next batch (with its intents in the journal) while the last of the one before go out. */
function claimsOf(applying: Applying, switches: Switches, atMost: number, tally: Tally): Claims {
  const { db, clock, worker, journal, concurrency } = applying;
  const began = clock.now().getTime();
  /** Ids of rows that are claimed and not settled, with the end of their lease. */
  const leases = new Map<number, number>();
  const uncalled = new Map<number, Claimed>();
  let queue: readonly Claimed[] = [];
  let left = atMost;
  let dry = false;
  let refilling: Promise<void> | undefined;

  const refill = async () => {
    const now = clock.now();
    const room = Math.min(claimSize(tally.calls, now.getTime() - began, concurrency), left);
    const claimed = room === 0 ? [] : await claimNow(applying, switches, room, now);
    dry = claimed.length === 0;
    if (dry) return;
    for (const row of claimed) {
      leases.set(row.id, now.getTime() + LEASE_MS);
      uncalled.set(row.id, row);
    }
    left -= claimed.length;
    await journal.write(claimed.map((row) => lineOf(applying, row, 'intent')));
    queue = [...queue, ...claimed];
  };
  const refillOnce = async () => {
    refilling ??= refill().finally(() => {
      refilling = undefined;
    });
    await refilling;
  };
  const isMine = ({ id }: Claimed) => (leases.get(id) ?? 0) > clock.now().getTime();
  const next = async (): Promise<Claimed | undefined> => {
    while (queue.length === 0 && !dry) await refillOnce();
    const [row, ...rest] = queue;
    queue = rest;
    if (queue.length < concurrency && !dry) refillOnce().catch(() => {});
    if (row === undefined) return undefined;
    uncalled.delete(row.id);
    return isMine(row) ? row : next();
  };
  const renew = async () => {
    const until = new Date(clock.now().getTime() + LEASE_MS);
    const ids = [...leases.keys()];
    const renewed = await renewLeases(db, worker, ids, until);
    for (const id of ids) {
      if (!leases.has(id)) continue;
      if (renewed.has(id)) leases.set(id, until.getTime());
      else leases.delete(id);
    }
  };
  const giveBack = async () => {
    dry = true;
    await refilling?.catch(() => {});
    await releaseClaims(db, worker, [...uncalled.values()], clock.now());
    return [...uncalled.values()].map(({ at }) => at);
  };
  return { next, renew, giveBack, ended: ({ id }) => void leases.delete(id) };
}

/** What goes out in about three seconds: of a slow target little is claimed, which another process could not take meanwhile. */
function claimSize(calls: number, elapsedMs: number, concurrency: number): number {
  if (elapsedMs === 0 && calls > 0) return CLAIM_AT_ONCE;
  const inThreeSeconds = calls === 0 ? 0 : Math.ceil((calls / elapsedMs) * 3 * SECOND);
  return Math.min(CLAIM_AT_ONCE, Math.max(2 * concurrency, inThreeSeconds));
}

function callFor(applying: Applying, row: Claimed): Promise<Ended> {
  return row.posting === undefined ? takeDown(applying, row) : send(applying, row, row.posting);
}

/** The outcome of a call, in the journal. */
async function note(applying: Applying, row: Claimed, { outcome, end }: Ended): Promise<void> {
  const { log, target, journal } = applying;
  const line = {
    ...lineOf(applying, row, 'outcome'),
    outcome,
    ...(isGone(row, end) ? { delisted: true } : {}),
  };
  await journal.write([line]);
  if (end.event.type === 'unanswered' && end.event.giveUp)
    await recordOwnAct(applying.db, {
      at: applying.clock.now(),
      action: 'retries given up',
      subject: `job:${row.source}/${row.jobId}`,
      detail: { target: target.name, ...present({ reason: end.reason }) },
    });
  log.debug('call ended', {
    target: target.name,
    source: row.externalSourceId,
    jobId: row.jobId,
    outcome,
    event: end.event.type,
  });
}

type Ended = {
  readonly outcome: CallOutcome<unknown>['kind'];
  readonly end: CallEnd;
  readonly exact?: ExactCall;
};

async function send({ service, limits, random }: Applying, row: Claimed, posting: Posting): Promise<Ended> {
  const { job, employer } = posting;
  const exact: ExactCall[] = [];
  const outcome = await service
    .processJob(job, employer, row.externalSourceId, (call) => exact.push(call))
    .catch(unwritable);
  return {
    outcome: outcome.kind,
    end: afterPublish(outcome, { ...row, posting }, limits, random),
    ...present({ exact: exact[0] }),
  };
}

async function takeDown({ service, limits, random }: Applying, row: Claimed): Promise<Ended> {
  const exact: ExactCall[] = [];
  const outcome = await service
    .deleteJob(row.jobId, row.externalSourceId, (call) => exact.push(call))
    .catch(unwritable);
  return {
    outcome: outcome.kind,
    end: afterDelist(outcome, row, limits, random),
    ...present({ exact: exact[0] }),
  };
}

function count({ clock, circuitAfter }: Applying, tally: Tally, row: Claimed, { outcome, end }: Ended): void {
  tally.calls += 1;
  tally[outcome] += 1;
  if (outcome === 'troubled' || outcome === 'unanswered') {
    tally.failures += 1;
    if (end.reason !== undefined) tally.lastTrouble = end.reason;
    return;
  }
  tally.failures = 0;
  const refusals = refusalsAfter({ clock, circuitAfter }, tally.refusals, row, end);
  if (refusals === undefined) delete tally.refusals;
  else tally.refusals = refusals;
  if (outcome === 'refused') tally.lastTrouble = end.reason ?? '';
  if (outcome !== 'answered') return;
  // An answer that does not tell what the target has counts as none.
  if (end.event.type === 'refused') tally.refused += 1;
  else if (row.posting === undefined ? !isGone(row, end) : end.event.type !== 'answered')
    tally.unanswered += 1;
  else if (row.posting === undefined) tally.delisted += 1;
  else if (row.takenBefore) tally.updated += 1;
  else tally.published += 1;
}

function refusalsAfter(
  { clock, circuitAfter }: Pick<Applying, 'clock' | 'circuitAfter'>,
  before: Refusals | undefined,
  { id }: Claimed,
  { event, reason = '' }: CallEnd,
): Refusals | undefined {
  const at = clock.now();
  return event.type === 'refused'
    ? afterRefusal(before, { job: id, reason, at, most: circuitAfter })
    : event.type === 'answered'
      ? afterAccepted(before, at)
      : before;
}

function lineOf({ clock, target }: Applying, row: Claimed, what: JournalLine['what']): JournalLine {
  return {
    at: clock.now().toISOString(),
    what,
    operation: operationOf(row),
    target: target.name,
    source: row.source,
    externalSourceId: row.externalSourceId,
    jobId: row.jobId,
    hash: row.fingerprint,
  };
}

function operationOf({ posting }: Claimed): 'processJob' | 'deleteJob' {
  return posting === undefined ? 'deleteJob' : 'processJob';
}
