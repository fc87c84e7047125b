import { backoff } from '../core/backoff.ts';
import { DAY } from '../core/clock.ts';
import type { CallOutcome } from '../soap/types.ts';
import type { PublicationEvent } from './publication.ts';
import type { Posting } from './publishing-types.ts';
import { isBelieved } from '../targets/usual-answers.ts';

/** What is known of a publication when its call ends. */
export type Called = {
  /** Tries of this very call before this one. */
  readonly tries: number;
  /** The target has taken the job before: an update, not a first publishing. */
  readonly takenBefore: boolean;
};

export type Limits = {
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  readonly attentionAfter: number;
  /** Repeating a call is proven safe at this target (canary); while it is assumed, a first publishing is repeated 3 times. */
  readonly repeatsProven: boolean;
  /** Shapes of `processJob` answers that are known to mean that a job was taken; none: any plausible answer does. */
  readonly usualAnswers: readonly string[];
};

/** How a call ended, for the row: what it meets, and what was said. */
export type CallEnd = {
  readonly event: PublicationEvent;
  readonly answer?: string;
  readonly reason?: string;
};

const REPEATS_WHILE_ASSUMED = 3;

/** After `processJob` (design: SOAP outcomes). The answer's string is kept as it came. */
export function afterPublish(
  outcome: CallOutcome<string | null>,
  called: Called & { readonly posting: Posting },
  limits: Limits,
  random: () => number,
): CallEnd {
  switch (outcome.kind) {
    case 'answered':
      return isBelieved(outcome.value, called.posting, limits.usualAnswers)
        ? { event: { type: 'answered' }, answer: outcome.value ?? '' }
        : {
            event: { type: 'unusual' },
            answer: outcome.value ?? '',
            reason: 'an unusual answer: somebody has to look whether the job is there',
          };
    case 'refused':
      return { event: { type: 'refused' }, reason: outcome.reason };
    case 'troubled':
      return troubled(outcome, called, limits, random);
    case 'unanswered': {
      const giveUp = !called.takenBefore && !limits.repeatsProven && called.tries >= REPEATS_WHILE_ASSUMED;
      const pauseMs = pauseOf(called, limits, random);
      const reason = giveUp
        ? `${outcome.reason}; repeated ${REPEATS_WHILE_ASSUMED} times, now it waits for a person`
        : outcome.reason;
      return { event: { type: 'unanswered', pauseMs, giveUp }, reason };
    }
  }
}

/** After `deleteJob` (rule R13). */
export function afterDelist(
  outcome: CallOutcome<boolean | null>,
  called: Called & { readonly denied: number },
  limits: Limits,
  random: () => number,
): CallEnd {
  switch (outcome.kind) {
    case 'answered': {
      const answer = String(outcome.value);
      if (outcome.value === true) return { event: { type: 'answered' }, answer };
      const reason = 'the target answered that it took nothing down';
      if (outcome.value === null)
        return { event: { type: 'refused' }, answer, reason: 'the target answered nothing' };
      return {
        event: { type: 'answeredFalse' },
        answer,
        reason: called.denied > 0 ? `${reason}, twice` : reason,
      };
    }
    case 'refused':
      return { event: { type: 'refused' }, reason: outcome.reason };
    case 'troubled':
      return troubled(outcome, called, limits, random);
    case 'unanswered':
      return {
        event: { type: 'unanswered', pauseMs: pauseOf(called, limits, random), giveUp: false },
        reason: outcome.reason,
      };
  }
}

function troubled(
  outcome: Extract<CallOutcome<unknown>, { kind: 'troubled' }>,
  called: Called,
  limits: Limits,
  random: () => number,
): CallEnd {
  const pauseMs = Math.max(pauseOf(called, limits, random), outcome.retryAfterMs ?? 0);
  const type = outcome.why === 'unreachable' ? 'unsent' : 'troubled';
  return { event: { type, pauseMs }, reason: outcome.reason };
}

function pauseOf({ tries }: Called, limits: Limits, random: () => number): number {
  return tries + 1 >= limits.attentionAfter
    ? DAY
    : backoff(tries + 1, limits.retryFirstMs, limits.retryMaxMs, random);
}
