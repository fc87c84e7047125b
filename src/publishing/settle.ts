import { backoff } from '../core/backoff.ts';
import { DAY, HOUR } from '../core/clock.ts';
import type { PublicationState } from '../db/schema/publishing.ts';
import type { CallOutcome } from '../soap/types.ts';

/** What is known of a publication when its call ends. */
export type Called = {
  /** Tries of this very call before this one. */
  readonly attempts: number;
  /** The target has taken the job before: an update, not a first publishing. */
  readonly takenBefore: boolean;
  readonly deleteUnanswered: boolean;
};

export type Limits = {
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  readonly attentionAfter: number;
  /** Repeating a call is proven safe at this target (canary); while it is assumed, a first publishing is repeated 3 times. */
  readonly repeatsProven: boolean;
};

/** How a publication stands after a call. `dueAt` absent: no further call by itself. */
export type Settled = {
  readonly state: PublicationState;
  readonly dueInMs?: number;
  readonly attempts: number;
  readonly answer?: string;
  readonly reason?: string;
  /** The target holds this very posting now. */
  readonly taken?: boolean;
  /** The target holds the job no longer. */
  readonly gone?: boolean;
  /** The call never left: there was no connection. */
  readonly unsent?: boolean;
  readonly deleteUnanswered?: boolean;
};

const REPEATS_WHILE_ASSUMED = 3;

/** After `processJob` (design: SOAP outcomes). The answer's string is kept as it came; nothing is read into it. */
export function afterPublish(
  outcome: CallOutcome<string | null>,
  called: Called,
  limits: Limits,
  random: () => number,
): Settled {
  switch (outcome.kind) {
    case 'answered':
      return { state: 'published', attempts: 0, answer: outcome.value ?? '', taken: true };
    case 'refused':
      return { state: 'refused', attempts: called.attempts + 1, reason: outcome.reason };
    case 'troubled':
      return {
        ...troubled('troubled', outcome.reason, outcome.retryAfterMs, called, limits, random),
        unsent: outcome.why === 'unreachable',
      };
    case 'unanswered':
      return unansweredPublish(outcome.reason, called, limits, random);
  }
}

/** After `deleteJob` (rule R13). */
export function afterDelist(
  outcome: CallOutcome<boolean | null>,
  called: Called,
  limits: Limits,
  random: () => number,
): Settled {
  switch (outcome.kind) {
    case 'answered':
      return afterDeleteAnswer(outcome.value, called);
    case 'refused':
      return { state: 'refused', attempts: called.attempts + 1, reason: outcome.reason };
    case 'troubled':
      return troubled('delisting', outcome.reason, outcome.retryAfterMs, called, limits, random);
    case 'unanswered':
      return {
        ...troubled('delisting', outcome.reason, undefined, called, limits, random),
        deleteUnanswered: true,
      };
  }
}

function afterDeleteAnswer(value: boolean | null, called: Called): Settled {
  const answer = String(value);
  if (value === true || (value === false && called.deleteUnanswered))
    return { state: 'delisted', attempts: 0, answer, gone: true };
  const attempts = called.attempts + 1;
  const reason = 'the target answered that it took nothing down';
  return attempts > 1
    ? { state: 'delisting', attempts, answer, reason: `${reason}, twice` }
    : { state: 'delisting', attempts, answer, reason, dueInMs: HOUR };
}

function unansweredPublish(reason: string, called: Called, limits: Limits, random: () => number): Settled {
  const settled = troubled('unanswered', reason, undefined, called, limits, random);
  const mayBeTwice = !called.takenBefore && !limits.repeatsProven && settled.attempts > REPEATS_WHILE_ASSUMED;
  if (!mayBeTwice) return settled;
  return {
    state: 'unanswered',
    attempts: settled.attempts,
    reason: `${reason}; repeated ${REPEATS_WHILE_ASSUMED} times, now it waits for a person`,
  };
}

function troubled(
  state: PublicationState,
  reason: string,
  retryAfterMs: number | undefined,
  called: Called,
  limits: Limits,
  random: () => number,
): Settled {
  const attempts = called.attempts + 1;
  const pause =
    attempts >= limits.attentionAfter
      ? DAY
      : backoff(attempts, limits.retryFirstMs, limits.retryMaxMs, random);
  return { state, attempts, reason, dueInMs: Math.max(pause, retryAfterMs ?? 0) };
}
