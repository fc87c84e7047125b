import { plural } from '../core/numbers.ts';
import type { TargetState } from '../db/schema/targets.schema.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { type CallCount, type CallKind, type CallLimits, paceOfFeed, waitFor } from './allowance.ts';
import type { Pace } from './decisions.repository.ts';

/** All of a target that bears on when a call may go out there. */
export type TargetSendState = {
  readonly target: string;
  readonly state: TargetState;
  readonly openUntil: Date | null;
  readonly lastTrouble: string | null;
  readonly count?: CallCount;
  readonly limits: CallLimits;
  readonly settings: Settings;
  /** Absent where no removals by absence wait. */
  readonly pace?: Pace;
};

/** A call that is due, or will be. */
export type DueCall = { readonly kind: CallKind; readonly source: string; readonly dueAt: Date };

/** When it goes out; `at` absent: not before a person does something. `why` says what it waits for, beside its own time. */
export type NextCall = { readonly at?: Date; readonly why?: string };

export function nextCall(call: DueCall, standing: TargetSendState, now: Date): NextCall {
  const stopped = stoppedBecause(call, standing);
  if (stopped !== undefined) return { why: stopped };
  const due = call.dueAt > now ? call.dueAt : now;
  const { openUntil, lastTrouble, count, limits } = standing;
  const inTrouble = openUntil !== null && openUntil > due;
  const from = inTrouble ? openUntil : due;
  const wait =
    waitFor(call.kind, count, limits, from) ?? (from > now ? undefined : paceWait(call, standing, now));
  if (wait !== undefined) return { at: wait.until, why: wait.why };
  if (inTrouble)
    return { at: openUntil, why: `the target is in trouble: ${lastTrouble ?? 'it did not answer'}` };
  return { at: call.dueAt };
}

/** A removal by absence whose turn has not come (rule R11). */
function paceWait({ kind, source }: DueCall, { target, settings, pace }: TargetSendState, now: Date) {
  if (kind !== 'removal' || pace === undefined) return undefined;
  if (pace.pacedRemovals === 0) {
    const most = settings.get('delist.removalsPerMinute', { target });
    return { until: pace.minuteEnds ?? now, why: `at most ${plural(most, 'removal')} a minute` };
  }
  // Asked about a target's removals together: what the most patient feed waits for says nothing of the others.
  const own = pace.sourceRoom.find((one) => one.source === source);
  if (own === undefined || own.room > 0) return undefined;
  const share = settings.get('delist.feedSharePerHour', { feed: source });
  return {
    until: own.hourEnds ?? now,
    why: `the pace of ${source}: ${paceOfFeed(share)}`,
  };
}

function stoppedBecause({ kind, source }: DueCall, { target, state, settings }: TargetSendState) {
  if (state === 'paused') return 'the target is paused';
  const key = kind === 'takeDown' || kind === 'removal' ? 'delist.stopped' : 'publish.stopped';
  const isStopped = settings.get(key, { target }) || settings.get(key, { feed: source });
  return isStopped ? `${key} is set` : undefined;
}

/** The limits of calls at a target, as its settings say. */
export function callLimits(settings: Settings, target: string, timeZone: string): CallLimits {
  const place = { target };
  return {
    perMinute: settings.get('publish.callsPerMinute', place),
    perDay: settings.get('publish.dailyBudget', place),
    keptShare: settings.get('publish.keptShare', place),
    quietHours: settings.get('publish.quietHours', place),
    timeZone,
  };
}
