import { present } from '../core/present.ts';
import { column, maybe, type RowOf, written } from '../db/query.ts';
import {
  type Belief,
  type Call,
  type Cause,
  type Intent,
  type Outcome,
  type ParkedReason,
  newPublication,
  type Publication,
  type Verdict,
} from './publication.ts';
import type { Unlisted } from '../db/schema/publishing.ts';
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
  readonly inputs?: string | null;
  readonly unlisted?: readonly Unlisted[] | null;
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
  inputs: ['inputs', 'text'],
  unlisted: ['unlisted', 'jsonb'],
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

const instant = maybe(column.instant);

/** The columns of a row, as they are read: its own, then those of its state. */
export const storedColumns = {
  id: column.int,
  rev: column.int,
  target_id: column.int,
  source_id: column.int,
  external_source_id: column.text,
  job_id: column.text,
  listing_id: maybe(column.int),
  first_sent_at: instant,
  sent_at: instant,
  answered_at: instant,
  taken_at: instant,
  lease_by: maybe(column.text),
  reason: maybe(column.text),
  belief: column.text,
  belief_fingerprint: maybe(column.text),
  intent: column.text,
  intent_fingerprint: maybe(column.text),
  shown_listing_id: maybe(column.int),
  shown_listing_fingerprint: maybe(column.text),
  cause: maybe(written<Cause>()),
  verdict: maybe(column.text),
  hold_id: maybe(column.int),
  intended_at: instant,
  call: column.text,
  call_op: maybe(column.text),
  call_fingerprint: maybe(column.text),
  call_before: maybe(column.text),
  call_before_fingerprint: maybe(column.text),
  next_at: instant,
  parked: maybe(written<ParkedReason>()),
  tries: column.int,
  denied: column.int,
  retried: column.int,
  outcome: maybe(written<Outcome>()),
} as const satisfies Record<keyof typeof stateColumns, unknown> & Record<string, unknown>;

type StoredRow = RowOf<typeof storedColumns>;

export function storedIn(row: StoredRow): StoredPublication {
  return {
    id: row.id,
    rev: row.rev,
    targetId: row.target_id,
    sourceId: row.source_id,
    externalSourceId: row.external_source_id,
    jobId: row.job_id,
    publication: publicationIn(row),
    ...present({
      listingId: row.listing_id,
      firstSentAt: row.first_sent_at,
      sentAt: row.sent_at,
      answeredAt: row.answered_at,
      takenAt: row.taken_at,
      leaseBy: row.lease_by,
      reason: row.reason,
    }),
  };
}

/** The state in a row. The constraints of the table say which columns belong together. */
function publicationIn(row: StoredRow): Publication {
  const { tries, denied, retried, outcome } = row;
  return {
    ...newPublication,
    belief: beliefOf(row.belief, row.belief_fingerprint),
    intent: intentIn(row),
    call: callIn(row),
    tries,
    denied,
    retried,
    ...present({ outcome }),
  };
}

function beliefOf(kind: string | undefined, fingerprint = ''): Belief {
  return kind === 'has' ? { kind, fingerprint } : { kind: kind === 'maybe' ? 'maybe' : 'none' };
}

function intentIn(row: StoredRow): Intent {
  switch (row.intent) {
    case 'show':
      return {
        kind: 'show',
        fingerprint: row.intent_fingerprint ?? '',
        of: { listingId: row.shown_listing_id ?? 0, fingerprint: row.shown_listing_fingerprint ?? '' },
      };
    case 'hide':
      return {
        kind: 'hide',
        cause: row.cause as Cause,
        verdict: verdictIn(row),
        since: row.intended_at ?? new Date(0),
      };
    default:
      return { kind: 'leave' };
  }
}

function verdictIn({ verdict, hold_id }: StoredRow): Verdict {
  return verdict === 'hold' ? { holdId: hold_id ?? 0 } : verdict === 'guard' ? 'guard' : 'stated';
}

function callIn(row: StoredRow): Call {
  const at = row.next_at;
  switch (row.call) {
    case 'due':
      return { kind: 'due', at: at ?? new Date(0) };
    case 'out': {
      const before = beliefOf(row.call_before, row.call_before_fingerprint);
      return row.call_op === 'process'
        ? { kind: 'out', op: 'process', fingerprint: row.call_fingerprint ?? '', before }
        : { kind: 'out', op: 'delete', before };
    }
    case 'parked':
      return { kind: 'parked', reason: row.parked as ParkedReason, ...present({ nextAt: at }) };
    default:
      return { kind: 'idle' };
  }
}
