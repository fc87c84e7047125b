import { DAY, HOUR } from '../core/clock.ts';

/** What the target has: nothing, perhaps something (a call may have been carried out), or the posting of this fingerprint. */
export type Belief =
  | { readonly kind: 'none' }
  | { readonly kind: 'maybe' }
  | { readonly kind: 'has'; readonly fingerprint: string };

/** Causes that we infer; each needs the verdict of the guard or of a person (rule R5). */
const inferredCauses = ['missing', 'jumped', 'duplicate', 'unrouted'] as const;
/** Causes that were dated, said or decided. */
const statedCauses = ['expired', 'withdrawn', 'blocked', 'refused by rule', 'operator'] as const;
export type Cause = (typeof inferredCauses)[number] | (typeof statedCauses)[number];

/** Who let a removal go: its own cause, the guard, or the person who approved a hold (its id). */
export type Verdict = 'stated' | 'guard' | { readonly holdId: number };

/** The content of a listing that duplicates and screening have judged. */
export type GuardedIntent = { readonly listingId: number; readonly fingerprint: string };

/** What we want at the target. `leave`: whatever is there stays. */
export type Intent =
  | { readonly kind: 'leave' }
  | { readonly kind: 'show'; readonly fingerprint: string; readonly of: GuardedIntent }
  | { readonly kind: 'hide'; readonly cause: Cause; readonly verdict: Verdict; readonly since: Date };

const parkedReasons = ['refused', 'denied', 'unusual', 'unanswered'] as const;
export type ParkedReason = (typeof parkedReasons)[number];

/** The one call that is queued, under way, or waits for a person; `nextAt`: tried again then. */
export type Call =
  | { readonly kind: 'idle' }
  | { readonly kind: 'due'; readonly at: Date }
  | { readonly kind: 'out'; readonly op: 'process'; readonly fingerprint: string; readonly before: Belief }
  | { readonly kind: 'out'; readonly op: 'delete'; readonly before: Belief }
  | { readonly kind: 'parked'; readonly reason: ParkedReason; readonly nextAt?: Date };

/** A job at a target, under one identity forever. */
export type Publication = {
  readonly belief: Belief;
  readonly intent: Intent;
  readonly call: Call;
  /** Tries of this intent that have ended without success. */
  readonly tries: number;
  /** `deleteJob` answered `false` so often in a row for this removal. */
  readonly denied: number;
  /** Times a refusal of this intent was tried again by itself. */
  readonly retried: number;
  readonly outcome?: Outcome;
};

/** How the last try ended, where it met trouble or no answer; `unsure`: a first posting still waits for a look (ADR 0061). */
export type Outcome = 'troubled' | 'unanswered' | 'unsure';

export const newPublication: Publication = {
  belief: { kind: 'none' },
  intent: { kind: 'leave' },
  call: { kind: 'idle' },
  tries: 0,
  denied: 0,
  retried: 0,
};

export type PublicationEvent =
  | { readonly type: 'show'; readonly fingerprint: string; readonly of: GuardedIntent }
  /** `since`: from when on the guard counts it, where that is not now. */
  | {
      readonly type: 'hide';
      readonly cause: Cause;
      readonly verdict: Verdict;
      readonly since?: Date | undefined;
    }
  /** What an older integration published counts as what we would send. */
  | { readonly type: 'adopted'; readonly fingerprint: string; readonly of: GuardedIntent }
  | {
      readonly type:
        | 'leave'
        | 'resend'
        | 'confirmedThere'
        | 'confirmedGone'
        | 'claimed'
        | 'givenBack'
        | 'leaseEnded'
        | 'answered'
        | 'answeredFalse'
        | 'unusual'
        | 'refused'
        | 'targetHealed'
        | 'nextDay';
    }
  /** `pauseMs`: the next try is not before. */
  | { readonly type: 'troubled' | 'unsent'; readonly pauseMs: number }
  /** `giveUp`: a repeat may publish the job twice, so a person looks first. */
  | { readonly type: 'unanswered'; readonly pauseMs: number; readonly giveUp: boolean };

type EventType = PublicationEvent['type'];
export type CallKind = Call['kind'];

/** What each event does in each state of the call; `never` cannot happen, and a step that meets it throws. */
export const publicationTable = {
  show: { idle: 'aim', due: 'aim', out: 'note', parked: 'aim' },
  hide: { idle: 'aim', due: 'aim', out: 'note', parked: 'aim' },
  leave: { idle: 'aim', due: 'aim', out: 'note', parked: 'aim' },
  adopted: { idle: 'adopt', due: 'adopt', out: 'same', parked: 'adopt' },
  resend: { idle: 'doubt', due: 'hasten', out: 'same', parked: 'doubt' },
  confirmedThere: { idle: 'never', due: 'never', out: 'never', parked: 'there' },
  confirmedGone: { idle: 'never', due: 'never', out: 'never', parked: 'gone' },
  claimed: { idle: 'never', due: 'send', out: 'never', parked: 'never' },
  givenBack: { idle: 'never', due: 'never', out: 'undo', parked: 'never' },
  leaseEnded: { idle: 'never', due: 'never', out: 'lost', parked: 'never' },
  answered: { idle: 'never', due: 'never', out: 'done', parked: 'never' },
  answeredFalse: { idle: 'never', due: 'never', out: 'denied', parked: 'never' },
  unusual: { idle: 'never', due: 'never', out: 'doubtful', parked: 'never' },
  refused: { idle: 'never', due: 'never', out: 'refused', parked: 'never' },
  troubled: { idle: 'never', due: 'never', out: 'lost', parked: 'never' },
  unanswered: { idle: 'never', due: 'never', out: 'silent', parked: 'never' },
  unsent: { idle: 'never', due: 'never', out: 'undo', parked: 'never' },
  targetHealed: { idle: 'same', due: 'same', out: 'same', parked: 'unpark' },
  nextDay: { idle: 'same', due: 'same', out: 'same', parked: 'retry' },
} as const satisfies Record<EventType, Record<CallKind, string>>;

type Cell = (typeof publicationTable)[EventType][CallKind];
type Effect = (row: Publication, event: PublicationEvent, at: Date) => Publication;

/** Days after which a refused posting is tried again by itself; then a person looks. */
const POSTING_RETRY_DAYS = [1, 3, 7] as const;

const effects: Readonly<Record<Exclude<Cell, 'never'>, Effect>> = {
  same: (row) => row,
  note: (row, event, at) => wanting(row, intentOf(event, at)),
  aim: (row, event, at) => {
    const intent = intentOf(event, at);
    if (isSameCall(row.intent, intent)) return wanting(row, intent);
    const isNothing = intent.kind === 'hide' && row.belief.kind === 'none';
    return queued(wanting(row, isNothing ? { kind: 'leave' } : intent), at);
  },
  adopt: (row, event) => {
    if (event.type !== 'adopted') return row;
    const { fingerprint, of } = event;
    return {
      ...cleared(row),
      belief: { kind: 'has', fingerprint },
      intent: { kind: 'show', fingerprint, of },
      call: { kind: 'idle' },
    };
  },
  doubt: (row, _, at) =>
    queued(
      {
        ...(row.outcome === 'unsure' ? without(row) : row),
        belief: row.belief.kind === 'has' ? { kind: 'maybe' } : row.belief,
        tries: 0,
        denied: 0,
        retried: 0,
      },
      at,
    ),
  // A person does not wait for the next try.
  hasten: (row, _, at) => ({ ...row, call: { kind: 'due', at }, tries: 0 }),
  // What is wanted since it was sent is no print of what a person saw there.
  there: (row, _, at) =>
    row.intent.kind === 'show' && !(isUnsure(row) && row.tries === 0)
      ? queued(
          { ...without(row), tries: 0, belief: { kind: 'has', fingerprint: row.intent.fingerprint } },
          at,
        )
      : queued(row, at),
  gone: (row, _, at) => queued({ ...without(row), tries: 0, belief: { kind: 'none' } }, at),
  // The intent is in the row before the call: from here on the target may have it, whatever becomes of this process.
  send: (row) => {
    const { belief: before, intent } = row;
    const call: Call =
      intent.kind === 'show'
        ? { kind: 'out', op: 'process', fingerprint: intent.fingerprint, before }
        : { kind: 'out', op: 'delete', before };
    return { ...row, call, belief: { kind: 'maybe' } };
  },
  undo: (row, event, at) => {
    const undone = { ...row, belief: outOf(row).before };
    return event.type === 'unsent'
      ? ended(tried(undone, 'troubled'), pauseAfter(event, at))
      : ended(undone, at);
  },
  lost: (row, event, at) =>
    ended(
      event.type === 'troubled' ? tried({ ...row, denied: 0 }, 'troubled') : { ...row, denied: 0 },
      pauseAfter(event, at),
    ),
  silent: (row, event, at) => {
    const next = tried({ ...row, denied: 0 }, 'unanswered');
    const givesUp = event.type === 'unanswered' && event.giveUp && isAsked(row);
    return givesUp ? park(next, { reason: 'unanswered' }, at) : ended(next, pauseAfter(event, at));
  },
  done: (row, _, at) => {
    const call = outOf(row);
    const belief: Belief =
      call.op === 'process' ? { kind: 'has', fingerprint: call.fingerprint } : { kind: 'none' };
    return ended(cleared({ ...row, belief }), at);
  },
  // Took nothing down: gone, if an earlier try may have been carried out; else asked once more, then shown to a person (rule R13).
  denied: (row, event, at) => {
    if (outOf(row).before.kind === 'maybe' && row.denied === 0) return effects.done(row, event, at);
    const next = { ...without(row), denied: row.denied + 1, tries: row.tries + 1 };
    return next.denied < 2 || row.intent.kind !== 'hide'
      ? ended(next, new Date(at.getTime() + HOUR))
      : park(next, { reason: 'denied' }, at);
  },
  doubtful: (row, _, at) =>
    outOf(row).op === 'process' && isAsked(row)
      ? park(without(row), { reason: 'unusual' }, at)
      : ended(without(row), at),
  refused: (row, _, at) => {
    const next = { ...without(row), denied: 0, tries: row.tries + 1 };
    return isAsked(row) ? park(next, { reason: 'refused', ...retryOf(row, at) }, at) : ended(next, at);
  },
  unpark: (row, _, at) =>
    row.call.kind === 'parked' && row.call.reason === 'refused'
      ? queued({ ...row, tries: 0, retried: 0 }, at)
      : row,
  retry: (row, _, at) =>
    row.call.kind === 'parked' && row.call.nextAt !== undefined
      ? queued({ ...row, retried: row.retried + 1 }, at)
      : row,
};

/** The row after an event. Throws a `RangeError` where the event cannot happen. */
export function stepPublication(row: Publication, event: PublicationEvent, at: Date): Publication {
  const cell = publicationTable[event.type][row.call.kind];
  if (cell === 'never')
    throw new RangeError(`a publication whose call is ${row.call.kind} cannot meet ${event.type}`);
  return effects[cell](row, event, at);
}

export function isInferred(cause: Cause): boolean {
  return inferredCauses.some((one) => one === cause);
}

/** Whether the target has what is wanted: then no call is queued. */
function isFulfilled({ belief, intent }: Pick<Publication, 'belief' | 'intent'>): boolean {
  if (intent.kind === 'leave') return true;
  if (intent.kind === 'hide') return belief.kind === 'none';
  return belief.kind === 'has' && belief.fingerprint === intent.fingerprint;
}

function intentOf(event: PublicationEvent, at: Date): Intent {
  switch (event.type) {
    case 'show':
      return { kind: 'show', fingerprint: event.fingerprint, of: event.of };
    case 'hide':
      return { kind: 'hide', cause: event.cause, verdict: event.verdict, since: event.since ?? at };
    default:
      return { kind: 'leave' };
  }
}

function isSameCall(a: Intent, b: Intent): boolean {
  return a.kind === b.kind && (a.kind !== 'show' || b.kind !== 'show' || a.fingerprint === b.fingerprint);
}

/** With this intent. The same intent keeps its tries; a removal that is stated takes over from an inferred one. */
function wanting(row: Publication, intent: Intent): Publication {
  if (!isSameCall(row.intent, intent))
    return { ...cleared(row), intent, ...(isUnsure(row) && { outcome: 'unsure' }) };
  const isTakenOver = intent.kind !== 'hide' || (intent.verdict === 'stated' && !isStated(row.intent));
  return isTakenOver ? { ...row, intent } : row;
}

/** A first posting may be there, and a repeat may publish it twice: whatever is wanted meanwhile, a person looks before it is sent. */
function isUnsure({ call, outcome }: Publication): boolean {
  return outcome === 'unsure' || (call.kind === 'parked' && call.reason === 'unanswered');
}

function isStated(intent: Intent): boolean {
  return intent.kind === 'hide' && intent.verdict === 'stated';
}

/** Queues the call that the intent still needs; a call that is out ends first. */
function queued(row: Publication, at: Date): Publication {
  if (row.call.kind === 'out') return row;
  if (row.outcome === 'unsure' && row.intent.kind === 'show')
    return { ...without(row), call: { kind: 'parked', reason: 'unanswered' } };
  return { ...row, call: isFulfilled(row) ? { kind: 'idle' } : { kind: 'due', at } };
}

function ended(row: Publication, next: Date): Publication {
  return queued({ ...row, call: { kind: 'idle' } }, next);
}

function park(
  row: Publication,
  parked: { readonly reason: ParkedReason; readonly nextAt?: Date },
  at: Date,
): Publication {
  return { ...ended(row, at), call: { kind: 'parked', ...parked } };
}

/** Without what earlier tries left. */
function cleared(row: Publication): Publication {
  return { ...without(row), tries: 0, denied: 0, retried: 0 };
}

function without(row: Publication): Publication {
  const { outcome, ...rest } = row;
  return outcome === undefined ? row : rest;
}

function tried(row: Publication, outcome: Exclude<Outcome, 'unsure'>): Publication {
  return { ...row, tries: row.tries + 1, outcome: row.outcome === 'unsure' ? row.outcome : outcome };
}

function pauseAfter(event: PublicationEvent, at: Date): Date {
  return 'pauseMs' in event ? new Date(at.getTime() + event.pauseMs) : at;
}

function outOf({ call }: Publication): Extract<Call, { kind: 'out' }> {
  if (call.kind !== 'out') throw new RangeError(`no call is out: it is ${call.kind}`);
  return call;
}

/** Whether what is out is what is wanted still. */
function isAsked(row: Publication): boolean {
  const call = outOf(row);
  if (call.op === 'delete') return row.intent.kind === 'hide';
  return row.intent.kind === 'show' && row.intent.fingerprint === call.fingerprint;
}

/** A refused removal is tried every day, forever; a refused posting after 1, 3 and 7 days (rule R22). */
function retryOf({ intent, retried }: Publication, at: Date): { readonly nextAt?: Date } {
  const days = intent.kind === 'hide' ? 1 : POSTING_RETRY_DAYS[retried];
  return days === undefined ? {} : { nextAt: new Date(at.getTime() + days * DAY) };
}
