import { HOUR } from '../../../src/core/clock.ts';
import { newPublication, type Publication, stepPublication } from '../../../src/publishing/publication.ts';
import type { Chance, YearJob } from './history.ts';
import type { TargetView } from './target-view.ts';

/** What befell calls in the year. */
export type Calls = {
  calls: number;
  lost: number;
  troubled: number;
  deaths: number;
  /**
   * Removals of what its source still has open: by absence; by a wrong date, that was over (`jumped`) or to come (`misread`) when it was
   * read; by a promised day that was moved after the last reading (`unread`).
   */
  readonly wrong: { absence: number; jumped: number; misread: number; unread: number };
  /** Hours from a job's end to its removal; of those that ended at a promised day, apart. */
  readonly waits: number[];
  readonly datedWaits: number[];
  /** Posted as new although the school has it. */
  doubles: number;
};

/** How often something befalls a school in a year; a pause by its staff takes two to nine days. */
const perYear = { outage: 6, pause: 1 } as const;

/** Schools that are down for hours or a day, and paused for days; nothing new in the year's last two weeks. */
export function befallSchool(target: TargetView, hour: number, until: number, random: Chance): void {
  if (hour > until - 14 * 24) return;
  const strikes = (times: number) => random() < times / (365 * 24);
  if (strikes(perYear.outage)) target.downUntil = hour + 1 + Math.floor(30 * random() ** 2);
  if (strikes(perYear.pause)) target.pausedUntil = hour + 48 + Math.floor(168 * random());
}

/** Queues what a plan wants, in the rows that outlive a worker. */
export function want(target: TargetView, job: YearJob, wanted: 'show' | 'hide', hour: number): void {
  const at = new Date(hour * HOUR);
  const fingerprint = String(target.version);
  const of = { listingId: job.serial, fingerprint };
  const row = rowOf(target, job);
  const event =
    wanted === 'show'
      ? ({ type: 'show', fingerprint, of } as const)
      : job.stated === true
        ? ({ type: 'hide', cause: 'expired', verdict: 'stated' } as const)
        : ({ type: 'hide', cause: 'missing', verdict: 'guard' } as const);
  keep(target, job, stepPublication(row, event, at));
}

function rowOf({ rows, has }: TargetView, job: YearJob): Publication {
  const row = rows.get(job);
  if (row !== undefined) return row;
  const sent = has.get(job);
  if (sent === undefined) return newPublication;
  const fingerprint = String(sent);
  const intent = { kind: 'show', fingerprint, of: { listingId: job.serial, fingerprint } } as const;
  return { ...newPublication, belief: { kind: 'has', fingerprint }, intent };
}

/** An idle row is kept as what it says: what the school has. */
function keep({ rows, has }: TargetView, job: YearJob, row: Publication): void {
  if (row.call.kind !== 'idle') return void rows.set(job, row);
  rows.delete(job);
  if (row.belief.kind === 'has') has.set(job, Number(row.belief.fingerprint));
  else has.delete(job);
}

/**
 * An hour of a worker at a school: each due row is claimed, which is written, then called, then settled. It may die before or after a call;
 * its heir has the rows alone. `random` absent: every call is answered.
 */
export function callAt(target: TargetView, hour: number, tally: Calls, random: Chance | undefined): void {
  if (hour < target.pausedUntil) return;
  const at = new Date(hour * HOUR);
  for (const [job, row] of target.rows)
    if (row.call.kind === 'out') keep(target, job, stepPublication(row, { type: 'leaseEnded' }, at));
  for (const [job, due] of target.rows) {
    if (due.call.kind !== 'due' || due.call.at > at) continue;
    const row = stepPublication(due, { type: 'claimed' }, at);
    keep(target, job, row);
    const death =
      random !== undefined && random() < 1 / 2_000 ? (random() < 0.5 ? 'before' : 'after') : undefined;
    if (death !== undefined) tally.deaths += 1;
    if (death === 'before') return;
    tally.calls += 1;
    const settle = (event: Parameters<typeof stepPublication>[1]) =>
      keep(target, job, stepPublication(row, event, at));
    if (hour < target.downUntil) {
      tally.troubled += 1;
      settle({ type: 'troubled', pauseMs: HOUR });
      // After it the circuit is open for the hour.
      return;
    }
    const isLost = random !== undefined && random() < 1 / 50;
    const arrives = !isLost || random() < 0.5;
    const done = arrives && carryOut(target, job, row, due, hour, tally);
    if (death === 'after') return;
    if (isLost) {
      tally.lost += 1;
      settle({ type: 'unanswered', pauseMs: HOUR, giveUp: false });
    } else settle({ type: done ? 'answered' : 'answeredFalse' });
  }
}

/** What the school does; false: it had no such job. */
function carryOut(
  { board }: TargetView,
  job: YearJob,
  { call }: Publication,
  due: Publication,
  hour: number,
  tally: Calls,
): boolean {
  if (call.kind === 'out' && call.op === 'process') {
    if (due.belief.kind === 'none' && board.has(job)) tally.doubles += 1;
    board.add(job);
    return true;
  }
  if (!board.delete(job)) return false;
  if (job.gone === undefined) tally.wrong[wrongBy(job)] += 1;
  else (job.stated === true ? tally.datedWaits : tally.waits).push(hour - job.gone);
  return true;
}

function wrongBy({ stated, row, misread }: YearJob): keyof Calls['wrong'] {
  if (stated !== true) return (row?.jumpedAt ?? null) === null ? 'absence' : 'jumped';
  return row?.expiresAt?.getTime() === (misread ?? 0) * HOUR ? 'misread' : 'unread';
}
