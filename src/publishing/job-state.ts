import type { jobAtSchool, PlaceState } from '../db/schema/job-states.schema.ts';

/** A job at a school, as the view `job_at_school` has it. */
export type Place = typeof jobAtSchool.$inferSelect;

/** What the state is made of. */
export type PlaceFacts = Pick<
  Place,
  | 'live'
  | 'belief'
  | 'intent'
  | 'call'
  | 'parked'
  | 'outcome'
  | 'decision'
  | 'step'
  | 'holdId'
  | 'changed'
  | 'cause'
  | 'because'
>;

/** Why a job cannot go, each with the page that ends it. */
export const blockedReasons = [
  'no_entry',
  'no_list',
  'no_employer',
  'no_field',
  'review',
  'limit',
  'doubt',
] as const;
export type BlockedReason = (typeof blockedReasons)[number];
/** Why it is not wanted there. */
export type LeftOutReason =
  | 'copy'
  | 'rule'
  | 'closed'
  | 'blocked'
  | 'right'
  | 'removed'
  | 'refused'
  | 'other';

/** Why a state is what it is: a code with its values; `reasonText` makes the sentence. */
export type PlaceReason =
  | { readonly code: BlockedReason | LeftOutReason; readonly text: string }
  | { readonly code: 'hold'; readonly holdId: number }
  | { readonly code: 'changed' | 'new' | 'checking' | 'gone' };

/** What ends a state that waits for a person. */
export type PlaceAction = 'look' | 'resend' | 'labels' | 'employer' | 'review' | 'terms' | 'hold' | 'job';

export type StateOfPlace = {
  readonly state: PlaceState;
  readonly reason?: PlaceReason;
  readonly action?: PlaceAction;
};

/** The one state of a job at a school: the first that fits. The view `job_at_school` has the same cases in SQL. */
export function stateOf(row: PlaceFacts): StateOfPlace {
  const state = isCurrent(row) ? currentState(row) : decidedState(row);
  return { state, ...whyOf(state, row) };
}

/** The school may have it: a removal is sent there, whether it shows it or not. */
export function mayHave({ belief }: Pick<Place, 'belief'>): boolean {
  return belief === 'maybe' || belief === 'has';
}

/** The school may have it, or a call about it is due. */
function isCurrent(row: PlaceFacts): boolean {
  return mayHave(row) || row.call === 'due';
}

function currentState(row: PlaceFacts): PlaceState {
  const { live, belief, intent, call, parked, outcome, holdId, changed, decision, step } = row;
  if (parked === 'unanswered' || parked === 'denied' || parked === 'unusual') return 'look';
  if (call === 'out') return 'sending';
  if (call === 'due' && outcome !== null) return 'unclear';
  if (parked === 'refused') return 'refused';
  if (isBlocked(row)) return 'blocked';
  if (holdId !== null) return 'held';
  if (intent === 'leave' && belief === 'maybe') return 'unclear';
  if (intent === 'hide' || changed === 'ended') return 'to_remove';
  if (!live) return 'to_publish';
  const isJudged = decision === 'waiting' && step === 'judged';
  return call === 'due' || changed === 'content' || isJudged ? 'update_due' : 'live';
}

function decidedState(row: PlaceFacts): PlaceState {
  const { decision, step, holdId, belief } = row;
  if (decision === null && belief === null && holdId !== null) return 'held';
  if (decision === null || (decision === 'skipped' && belief !== null))
    return belief === null ? 'to_publish' : 'down';
  if (decision === 'waiting' && step === 'judged') return 'to_publish';
  if (isBlocked(row)) return 'blocked';
  return decision !== 'skipped' && holdId !== null ? 'held' : 'left_out';
}

/** A person or a later change decides; a closing date in doubt is read again, or decided with its hold (rule R0). */
function isBlocked({ decision, step }: PlaceFacts): boolean {
  return decision === 'waiting' && step !== 'judged' && step !== 'ended' && step !== 'window';
}

/** What it says now was not judged yet: nothing of it is sent before. */
export function isBeingChecked({ step, intent, changed }: PlaceFacts): boolean {
  return step === 'judged' || (intent === 'leave' && changed === 'content');
}

function whyOf(state: PlaceState, row: PlaceFacts): Pick<StateOfPlace, 'reason' | 'action'> {
  const text = row.because ?? '';
  switch (state) {
    case 'look':
      return { action: 'look' };
    case 'refused':
      return { action: 'resend' };
    case 'blocked': {
      const code = blockedReason(row.step);
      return { reason: { code, text }, action: actions[code] };
    }
    case 'held':
      return row.holdId === null ? {} : { reason: { code: 'hold', holdId: row.holdId }, action: 'hold' };
    case 'left_out':
      return { reason: { code: leftOutReason(row), text } };
    case 'to_publish':
      return { reason: { code: row.step === 'judged' ? 'checking' : 'new' } };
    case 'update_due':
      return { reason: { code: isBeingChecked(row) ? 'checking' : 'changed' } };
    case 'down':
    case 'to_remove':
      return { reason: { code: 'gone' } };
    default:
      return {};
  }
}

const actions: Readonly<Record<BlockedReason, PlaceAction>> = {
  no_entry: 'labels',
  no_list: 'job',
  no_employer: 'employer',
  no_field: 'job',
  review: 'review',
  limit: 'terms',
  doubt: 'job',
};

/** The reason of a decision that waits, from its step. */
export function blockedReason(step: string | null): BlockedReason {
  switch (step) {
    case 'picklist':
      return 'no_entry';
    case 'list':
      return 'no_list';
    case 'employer':
      return 'no_employer';
    case 'screening':
      return 'review';
    case 'agreement':
      return 'limit';
    case 'posting':
      return 'no_field';
    default:
      return 'doubt';
  }
}

function leftOutReason({ decision, step }: PlaceFacts): LeftOutReason {
  if (decision === 'held') return 'refused';
  switch (step) {
    case 'refused':
      return 'refused';
    case 'duplicate':
      return 'copy';
    case 'routing':
    case 'addressed':
      return 'rule';
    case 'window':
      return 'closed';
    case 'ended':
      return 'removed';
    case 'screening':
      return 'blocked';
    case 'right':
      return 'right';
    default:
      return 'other';
  }
}
