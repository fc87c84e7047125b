import { present } from '../core/present.ts';
import { instantIn, numberIn, type Row, textIn } from '../db/rows.ts';
import {
  type Belief,
  type Call,
  type Cause,
  type Intent,
  type ParkedReason,
  newPublication,
  type Publication,
  type Verdict,
} from './publication.ts';
import type { Posting } from './publishing-types.ts';

/** A publication as its row has it, without what was sent. */
export type StoredPublication = {
  readonly id: number;
  readonly rev: number;
  readonly targetId: number;
  readonly listingId?: number;
  readonly sourceId: number;
  readonly externalSourceId: string;
  readonly jobId: string;
  readonly publication: Publication;
  readonly firstSentAt?: Date;
  readonly sentAt?: Date;
  readonly answeredAt?: Date;
  /** When the target took it; absent while it is not known to be there. */
  readonly takenAt?: Date;
  readonly leaseBy?: string;
  /** Why its last call was refused, or met trouble, in the target's words. */
  readonly reason?: string;
};

/** What a step writes beside the state; a member that is absent stays as it is. */
export type PublicationFields = {
  readonly listingId?: number;
  readonly sourceId?: number;
  readonly wanted?: Posting | null;
  readonly wantedVersion?: string;
  /** `'wanted'`: what was wanted is what it took. */
  readonly taken?: Posting | 'wanted' | null;
  readonly takenAt?: Date | null;
  readonly priority?: number;
  readonly batchId?: number | null;
  readonly answer?: string | null;
  readonly reason?: string | null;
  readonly firstSentAt?: Date;
  readonly sentAt?: Date;
  readonly answeredAt?: Date;
  readonly delistedAt?: Date | null;
  readonly leaseUntil?: Date;
  readonly leaseBy?: string;
};

/** The columns of a state, with their types. */
export const stateColumns = {
  belief: 'text',
  belief_fingerprint: 'text',
  intent: 'text',
  intent_fingerprint: 'text',
  shown_listing_id: 'bigint',
  shown_listing_fingerprint: 'text',
  cause: 'text',
  verdict: 'text',
  hold_id: 'bigint',
  intended_at: 'timestamptz',
  call: 'text',
  call_op: 'text',
  call_fingerprint: 'text',
  call_before: 'text',
  call_before_fingerprint: 'text',
  next_at: 'timestamptz',
  parked: 'text',
  tries: 'int',
  denied: 'int',
  retried: 'int',
  outcome: 'text',
} as const;
export const stateNames = Object.keys(stateColumns);

/** The columns of the fields beside it. */
export const fieldColumns = {
  listingId: ['listing_id', 'bigint'],
  sourceId: ['source_id', 'int'],
  wanted: ['wanted', 'jsonb'],
  wantedVersion: ['wanted_version', 'text'],
  takenAt: ['taken_at', 'timestamptz'],
  priority: ['priority', 'int'],
  batchId: ['batch_id', 'bigint'],
  answer: ['answer', 'text'],
  reason: ['reason', 'text'],
  firstSentAt: ['first_sent_at', 'timestamptz'],
  sentAt: ['sent_at', 'timestamptz'],
  answeredAt: ['answered_at', 'timestamptz'],
  delistedAt: ['delisted_at', 'timestamptz'],
} as const satisfies Partial<Record<keyof PublicationFields, readonly [string, string]>>;

/** A state as the columns of a row. */
export function columnsOf({ belief, intent, call, tries, denied, retried, outcome }: Publication) {
  const [show, hide] = [
    intent.kind === 'show' ? intent : undefined,
    intent.kind === 'hide' ? intent : undefined,
  ];
  const out = call.kind === 'out' ? call : undefined;
  return {
    belief: belief.kind,
    belief_fingerprint: fingerprintOf(belief),
    intent: intent.kind,
    intent_fingerprint: show?.fingerprint ?? null,
    shown_listing_id: show?.of.listingId ?? null,
    shown_listing_fingerprint: show?.of.fingerprint ?? null,
    cause: hide?.cause ?? null,
    verdict: hide === undefined ? null : typeof hide.verdict === 'string' ? hide.verdict : 'hold',
    hold_id: hide !== undefined && typeof hide.verdict === 'object' ? hide.verdict.holdId : null,
    intended_at: hide?.since ?? null,
    call: call.kind,
    call_op: out?.op ?? null,
    call_fingerprint: out?.op === 'process' ? out.fingerprint : null,
    call_before: out?.before.kind ?? null,
    call_before_fingerprint: out === undefined ? null : fingerprintOf(out.before),
    next_at: call.kind === 'due' ? call.at : call.kind === 'parked' ? (call.nextAt ?? null) : null,
    parked: call.kind === 'parked' ? call.reason : null,
    tries,
    denied,
    retried,
    outcome: outcome ?? null,
  };
}

const fingerprintOf = (belief: Belief) => (belief.kind === 'has' ? belief.fingerprint : null);

/** Fields by the names of their columns. */
export function fieldsOf(set: PublicationFields): Readonly<Record<string, unknown>> {
  const { taken, leaseUntil, leaseBy, ...rest } = set;
  const named = Object.entries(rest).map(([key, value]) => [
    fieldColumns[key as keyof typeof fieldColumns][0],
    value,
  ]);
  return {
    ...Object.fromEntries(named),
    ...present({ taken, lease_until: leaseUntil, lease_by: leaseBy }),
  };
}

export function storedIn(row: Row): StoredPublication {
  return {
    id: numberIn(row, 'id'),
    rev: numberIn(row, 'rev'),
    targetId: numberIn(row, 'target_id'),
    sourceId: numberIn(row, 'source_id'),
    externalSourceId: String(row['external_source_id']),
    jobId: String(row['job_id']),
    publication: publicationIn(row),
    ...present({
      listingId: maybeNumberIn(row, 'listing_id'),
      firstSentAt: instantIn(row, 'first_sent_at'),
      sentAt: instantIn(row, 'sent_at'),
      answeredAt: instantIn(row, 'answered_at'),
      takenAt: instantIn(row, 'taken_at'),
      leaseBy: textIn(row, 'lease_by'),
      reason: textIn(row, 'reason'),
    }),
  };
}

const maybeNumberIn = (row: Row, name: string) => (row[name] === null ? undefined : numberIn(row, name));

/** The state in a row. The constraints of the table say which columns belong together. */
function publicationIn(row: Row): Publication {
  const outcome = textIn(row, 'outcome');
  return {
    ...newPublication,
    belief: beliefIn(row, 'belief'),
    intent: intentIn(row),
    call: callIn(row),
    tries: numberIn(row, 'tries'),
    denied: numberIn(row, 'denied'),
    retried: numberIn(row, 'retried'),
    ...(outcome === 'troubled' || outcome === 'unanswered' ? { outcome } : {}),
  };
}

function beliefIn(row: Row, name: 'belief' | 'call_before'): Belief {
  const kind = textIn(row, name);
  return kind === 'has'
    ? { kind, fingerprint: textIn(row, `${name}_fingerprint`) ?? '' }
    : { kind: kind === 'maybe' ? 'maybe' : 'none' };
}

function intentIn(row: Row): Intent {
  switch (row['intent']) {
    case 'show':
      return {
        kind: 'show',
        fingerprint: textIn(row, 'intent_fingerprint') ?? '',
        of: {
          listingId: numberIn(row, 'shown_listing_id'),
          fingerprint: textIn(row, 'shown_listing_fingerprint') ?? '',
        },
      };
    case 'hide':
      return {
        kind: 'hide',
        cause: textIn(row, 'cause') as Cause,
        verdict: verdictIn(row),
        since: instantIn(row, 'intended_at') ?? new Date(0),
      };
    default:
      return { kind: 'leave' };
  }
}

function verdictIn(row: Row): Verdict {
  return row['verdict'] === 'hold'
    ? { holdId: numberIn(row, 'hold_id') }
    : row['verdict'] === 'guard'
      ? 'guard'
      : 'stated';
}

function callIn(row: Row): Call {
  const at = instantIn(row, 'next_at');
  switch (row['call']) {
    case 'due':
      return { kind: 'due', at: at ?? new Date(0) };
    case 'out': {
      const before = beliefIn(row, 'call_before');
      return row['call_op'] === 'process'
        ? { kind: 'out', op: 'process', fingerprint: textIn(row, 'call_fingerprint') ?? '', before }
        : { kind: 'out', op: 'delete', before };
    }
    case 'parked':
      return {
        kind: 'parked',
        reason: textIn(row, 'parked') as ParkedReason,
        ...present({ nextAt: at }),
      };
    default:
      return { kind: 'idle' };
  }
}
