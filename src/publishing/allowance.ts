import { MINUTE } from '../core/clock.ts';
import { dayIn, endOfHours, nextDayIn } from '../core/hours.ts';
import { percent } from '../core/numbers.ts';

/** What a call is for, the most urgent first; each has its priority in the queue. */
export const callKinds = ['takeDown', 'removal', 'form', 'update'] as const;
export type CallKind = (typeof callKinds)[number];
/** `takeDown`: dated, said or decided. `removal`: by absence. `form`: a job of the hosted form. `update`: of a feed. */
export const priorityOf = { takeDown: 20, removal: 10, form: 5, update: 0 } as const satisfies Record<
  CallKind,
  number
>;

/** Removals of a feed in an hour that are always allowed, however small it is (rule R11). */
export const LEAST_AN_HOUR = 60;

/** How fast a feed's jobs are removed, in words; `share`: of the feed, in an hour. */
export function paceOfFeed(share: number): string {
  return `${LEAST_AN_HOUR} jobs an hour, or ${percent(share)} of the feed if that is more`;
}

/** What a publication's next call is for. */
export function kindOfCall({
  intent,
  verdict,
  priority,
}: {
  readonly intent: string;
  readonly verdict: string | null;
  readonly priority: number;
}): CallKind {
  if (intent === 'hide') return verdict === 'stated' ? 'takeDown' : 'removal';
  return priority >= priorityOf.form ? 'form' : 'update';
}

export type CallLimits = {
  /** Calls in any minute, and in a day, at most; 0: no limit. */
  readonly perMinute: number;
  readonly perDay: number;
  /** Share of the day's calls kept for removals and form jobs. */
  readonly keptShare: number;
  /** Like `08:00-18:00`; empty: never. */
  readonly quietHours: string;
  readonly timeZone: string;
};

/** Calls made at a target, counted for all processes. */
export type CallCount = {
  readonly day: string;
  readonly used: number;
  /** How full the minute is: it empties at an even pace. */
  readonly level: number;
  readonly at: Date;
};

/** How many calls may begin now. A take-down always may: it passes quiet hours, budget and pace (rule R5). */
export type Room = {
  readonly removals: number;
  /** Form jobs, and updates, each counted with the more urgent ones before them. */
  readonly forms: number;
  readonly updates: number;
};

export function roomAt(count: CallCount | undefined, limits: CallLimits, now: Date): Room {
  const ofMinute = minuteRoom(count, limits, now);
  const room = (kind: CallKind) => Math.max(0, Math.min(ofMinute, dayRoom(kind, count, limits, now)));
  const quiet = endOfHours(limits.quietHours, now, limits.timeZone) !== undefined;
  return {
    removals: room('removal'),
    forms: quiet ? 0 : room('form'),
    updates: quiet ? 0 : room('update'),
  };
}

/** The count after so many calls more; fewer than none: calls that were given back. */
export function callsInWindow(
  count: CallCount | undefined,
  calls: number,
  limits: Pick<CallLimits, 'perMinute' | 'timeZone'>,
  now: Date,
): CallCount {
  const day = dayIn(now, limits.timeZone);
  const used = count?.day === day ? count.used : 0;
  const level = Math.max(0, levelAt(count, limits, now) + calls);
  return { day, used: Math.max(0, used + calls), level, at: now };
}

export type Wait = { readonly until: Date; readonly why: string };

/** Until when a call of a kind has to wait, and why; undefined: it may begin now. */
export function waitFor(
  kind: CallKind,
  count: CallCount | undefined,
  limits: CallLimits,
  now: Date,
): Wait | undefined {
  if (kind === 'takeDown') return undefined;
  const first = nextObjection(kind, count, limits, now);
  // Where one limit ends another may begin: a new day may dawn in quiet hours.
  let last = first;
  for (let next = first; next !== undefined; next = nextObjection(kind, count, limits, next.until))
    last = next;
  return first === undefined || last === undefined ? undefined : { until: last.until, why: first.why };
}

function nextObjection(kind: CallKind, count: CallCount | undefined, limits: CallLimits, at: Date) {
  const quietUntil = kind === 'removal' ? undefined : endOfHours(limits.quietHours, at, limits.timeZone);
  if (quietUntil !== undefined) return { until: quietUntil, why: `quiet hours, ${limits.quietHours}` };
  if (dayRoom(kind, count, limits, at) < 1)
    return { until: nextDayIn(at, limits.timeZone), why: dayWords(kind, limits) };
  if (minuteRoom(count, limits, at) >= 1) return undefined;
  // Not for a single call's sake: until some may go together.
  const together = Math.min(burstOf(limits), 10);
  const surplus = levelAt(count, limits, at) - (burstOf(limits) - together);
  return {
    until: new Date(at.getTime() + Math.ceil(surplus / ratePerMs(limits))),
    why: `at most ${limits.perMinute} calls a minute`,
  };
}

function dayWords(kind: CallKind, { perDay, keptShare }: CallLimits): string {
  return kind === 'update' && keptShare > 0
    ? `the day’s budget of ${perDay} calls is used up, but for what is kept for removals and form jobs`
    : `the day’s budget of ${perDay} calls is used up`;
}

function dayRoom(
  kind: CallKind,
  count: CallCount | undefined,
  { perDay, keptShare, timeZone }: CallLimits,
  now: Date,
): number {
  if (perDay === 0) return Infinity;
  const used = count?.day === dayIn(now, timeZone) ? count.used : 0;
  // Some are left for updates, however small the budget: what has no room on any day would wait forever.
  const kept = kind === 'update' ? Math.min(Math.ceil(perDay * keptShare), perDay - 1) : 0;
  return perDay - kept - used;
}

/** A tenth of a minute's calls may go at once; the rest at an even pace, so that no minute has more than it may. */
function burstOf({ perMinute }: Pick<CallLimits, 'perMinute'>): number {
  return Math.max(1, Math.floor(perMinute / 10));
}

function ratePerMs(limits: Pick<CallLimits, 'perMinute'>): number {
  return (limits.perMinute - burstOf(limits) + 1) / MINUTE;
}

function levelAt(count: CallCount | undefined, limits: Pick<CallLimits, 'perMinute'>, now: Date): number {
  if (count === undefined || limits.perMinute === 0) return 0;
  const passed = now.getTime() - count.at.getTime();
  // The clock was ahead and is put back: that minute is over.
  if (passed < -MINUTE) return 0;
  return Math.max(0, count.level - Math.max(0, passed) * ratePerMs(limits));
}

function minuteRoom(count: CallCount | undefined, limits: CallLimits, now: Date): number {
  if (limits.perMinute === 0) return Infinity;
  return Math.floor(burstOf(limits) - levelAt(count, limits, now) + 1e-9);
}
