import type { HoldState, PublicationState } from '../../db/schema/publishing.ts';
import type { RunState } from '../../db/schema/feeds.schema.ts';
import type { State } from './html/html-status.ts';
import { count } from './html/format-text.ts';
import { jobsPath } from './addresses.page.ts';

/** The word and shape of what is known about a job at a target. */
export function publicationState(state: PublicationState): State {
  switch (state) {
    case 'sending':
      return { shape: 'run', word: 'Sending' };
    case 'published':
      return { shape: 'ok', word: 'Published' };
    case 'refused':
      return { shape: 'fail', word: 'Refused' };
    case 'troubled':
      return { shape: 'held', word: 'Target trouble' };
    case 'unanswered':
      return { shape: 'held', word: 'Unanswered' };
    case 'delisting':
      return { shape: 'run', word: 'Delisting' };
    case 'delisted':
      return { shape: 'none', word: 'Delisted' };
  }
}

/** Of a listing that is addressed to a target but not sent there. */
export function decisionState(outcome: 'wanted' | 'skipped' | 'waiting'): State {
  switch (outcome) {
    case 'wanted':
      return { shape: 'wait', word: 'Waiting to be sent' };
    case 'skipped':
      return { shape: 'none', word: 'Not wanted' };
    case 'waiting':
      return { shape: 'held', word: 'Held back' };
  }
}

export function runState(state: RunState, held = false): State {
  if (held) return { shape: 'held', word: 'Held' };
  switch (state) {
    case 'running':
      return { shape: 'run', word: 'Reading' };
    case 'complete':
      return { shape: 'ok', word: 'Complete' };
    case 'unchanged':
      return { shape: 'ok', word: 'Unchanged' };
    case 'truncated':
      return { shape: 'held', word: 'Truncated' };
    case 'failed':
      return { shape: 'fail', word: 'Failed' };
    case 'opted_out':
      return { shape: 'pause', word: 'Opted out' };
  }
}

export function holdState(state: HoldState): State {
  switch (state) {
    case 'open':
      return { shape: 'held', word: 'Waits for you' };
    case 'approved':
      return { shape: 'ok', word: 'Approved' };
    case 'rejected':
      return { shape: 'none', word: 'Rejected' };
    case 'muted':
      return { shape: 'pause', word: 'Muted' };
    case 'lifted':
      return { shape: 'ok', word: 'Lifted by a good run' };
    case 'lapsed':
      return { shape: 'none', word: 'Lapsed' };
  }
}

/** A feed, from what is kept about it: what a person must know first comes first. */
export function feedState(feed: {
  readonly paused: boolean;
  readonly held: boolean;
  readonly failures: number;
  readonly last?: RunState;
}): State {
  const { last } = feed;
  if (feed.paused) return { shape: 'pause', word: 'Paused' };
  if (feed.held) return { shape: 'held', word: 'Held' };
  if (feed.failures > 0) return { shape: 'fail', word: 'Failing' };
  if (last === undefined) return { shape: 'wait', word: 'Not read yet' };
  switch (last) {
    case 'running':
      return { shape: 'run', word: 'Reading' };
    case 'unchanged':
      return { shape: 'ok', word: 'Unchanged' };
    case 'truncated':
      return { shape: 'held', word: 'Truncated' };
    case 'opted_out':
      return { shape: 'pause', word: 'Opted out' };
    case 'complete':
    case 'failed':
      return { shape: 'ok', word: 'Healthy' };
  }
}

/** A target, likewise. */
export function targetState(target: {
  readonly name: string;
  readonly paused: boolean;
  readonly resting: boolean;
  readonly held: boolean;
  readonly blocked: number;
  readonly waiting: number;
}): State {
  if (target.paused) return { shape: 'pause', word: 'Paused' };
  if (target.resting) return { shape: 'fail', word: 'Target trouble' };
  if (target.held) return { shape: 'held', word: 'Held' };
  if (target.blocked > 0)
    return {
      shape: 'held',
      word: `${count(target.blocked)} blocked`,
      href: jobsPath({ target: target.name, state: 'waiting' }),
    };
  if (target.waiting > 0) return { shape: 'run', word: 'Publishing' };
  return { shape: 'ok', word: 'Healthy' };
}

export function mailState(state: 'waiting' | 'sent' | 'refused'): State {
  switch (state) {
    case 'waiting':
      return { shape: 'wait', word: 'Waiting' };
    case 'sent':
      return { shape: 'ok', word: 'Sent' };
    case 'refused':
      return { shape: 'fail', word: 'Refused' };
  }
}

export function webhookState(state: 'waiting' | 'delivered' | 'given up'): State {
  switch (state) {
    case 'waiting':
      return { shape: 'wait', word: 'Waiting' };
    case 'delivered':
      return { shape: 'ok', word: 'Delivered' };
    case 'given up':
      return { shape: 'fail', word: 'Given up' };
  }
}
