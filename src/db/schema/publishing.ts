import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';
import { sources } from './feeds.schema.ts';
import { clearances, listings, ofListing } from './listings.ts';
import { ofTarget, targets } from './targets.schema.ts';

export type PublicationState =
  | 'sending'
  | 'published'
  | 'refused'
  | 'troubled'
  | 'unanswered'
  | 'delisting'
  | 'delisted';

/** The word for its state in the command line, the API, metrics and pages. */
const stateOfRow = sql`case
  when intent <> 'show' and belief = 'none' then 'delisted'
  when parked = 'refused' then 'refused'
  when intent = 'hide' then 'delisting'
  when parked is not null or outcome = 'unanswered' then 'unanswered'
  when outcome = 'troubled' then 'troubled'
  when intent = 'show' and call in ('due', 'out') then 'sending'
  when belief = 'maybe' then 'unanswered'
  else 'published' end`;
const mayHave = sql`belief <> 'none'`;
const shows = sql`belief = 'has' or belief = 'maybe' and taken_at is not null`;

/** A field, and a label of it; whether its job waits for an entry, where the target requires the field. */
export type Unlisted = readonly [field: string, label: string, blocks?: 'blocks'];

/** A `Publication`, the only memory of a target, which cannot be read back. Only `publications.repository` writes it. */
export const publications = pgTable(
  'publications',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Counts the writes: each names the one that it was made from. */
    rev: integer('rev').notNull().default(0),
    targetId: integer('target_id')
      .notNull()
      .references(() => targets.id),
    /** The listing that feeds it now; another copy may take over (rule D9), the identity below stays. */
    listingId: bigint('listing_id', { mode: 'number' }).references(() => listings.id, {
      onDelete: 'set null',
    }),
    sourceId: integer('source_id')
      .notNull()
      .references(() => sources.id),
    /** Identity at the service, forever that of the first publishing; `jobKey`: the id after NFC, lower case and trimming (rule D12). */
    externalSourceId: text('external_source_id').notNull(),
    jobId: text('job_id').notNull(),
    jobKey: text('job_key').notNull(),
    belief: text('belief').$type<'none' | 'maybe' | 'has'>().notNull(),
    beliefFingerprint: text('belief_fingerprint'),
    intent: text('intent').$type<'leave' | 'show' | 'hide'>().notNull(),
    intentFingerprint: text('intent_fingerprint'),
    /** The content of the listing that is shown. */
    shownListingId: bigint('shown_listing_id', { mode: 'number' }),
    shownListingFingerprint: text('shown_listing_fingerprint'),
    /** Why it is being, or was, taken down, and who let it go. */
    cause: text('cause'),
    verdict: text('verdict').$type<'stated' | 'guard' | 'hold'>(),
    holdId: bigint('hold_id', { mode: 'number' }),
    intendedAt: instant('intended_at'),
    call: text('call').$type<'idle' | 'due' | 'out' | 'parked'>().notNull(),
    /** Of the call that is out: what it is, what it sends, and what was believed before it. */
    callOp: text('call_op').$type<'process' | 'delete'>(),
    callFingerprint: text('call_fingerprint'),
    callBefore: text('call_before').$type<'none' | 'maybe' | 'has'>(),
    callBeforeFingerprint: text('call_before_fingerprint'),
    leaseUntil: instant('lease_until'),
    leaseBy: text('lease_by'),
    /** When a due call may go, or one that is parked is tried again. */
    nextAt: instant('next_at'),
    parked: text('parked').$type<'refused' | 'denied' | 'unusual' | 'unanswered'>(),
    tries: integer('tries').notNull().default(0),
    denied: integer('denied').notNull().default(0),
    retried: integer('retried').notNull().default(0),
    /** How the last try ended, where it met trouble or no answer. */
    outcome: text('outcome').$type<'troubled' | 'unanswered' | 'unsure'>(),
    state: text('state').$type<PublicationState>().notNull().generatedAlwaysAs(stateOfRow),
    /** Whether the target may hold the job. */
    live: boolean('live').notNull().generatedAlwaysAs(mayHave),
    /** Whether it shows the job, as far as is known: one that it never took is not shown, however unclear its answers were. */
    shown: boolean('shown').notNull().generatedAlwaysAs(shows),
    /** The posting of the newest plan that wanted it there. */
    wanted: jsonb('wanted').$type<Readonly<Record<string, unknown>>>(),
    /** Version of mapping and normalizer that made it (rule R19). */
    wantedVersion: text('wanted_version'),
    /** Of what that posting was made of, and the posting: while both stand, it is not made again. */
    inputs: text('inputs'),
    /** Labels of its listing that the target has no entry for; null where it has all. */
    unlisted: jsonb('unlisted').$type<readonly Unlisted[]>(),
    /** What the target last took, and when; no time while it is not there. */
    taken: jsonb('taken').$type<Readonly<Record<string, unknown>>>(),
    takenAt: instant('taken_at'),
    /** Take-downs, inferred removals and form jobs go first: `priorityOf`. */
    priority: integer('priority').notNull().default(0),
    /** What processJob's string or deleteJob's boolean said, as it came; a refusal's or trouble's reason. */
    answer: text('answer'),
    reason: text('reason'),
    /** The batch of removals that took it down, for `restore` (rule R12). */
    batchId: bigint('batch_id', { mode: 'number' }),
    firstSentAt: instant('first_sent_at'),
    sentAt: instant('sent_at'),
    answeredAt: instant('answered_at'),
    delistedAt: instant('delisted_at'),
  },
  (table) => [
    foreignKey({
      name: 'judged_first',
      columns: [table.shownListingId, table.shownListingFingerprint],
      foreignColumns: [clearances.listingId, clearances.fingerprint],
    }),
    unique('publications_identity').on(table.targetId, table.externalSourceId, table.jobKey),
    check(
      'belief_known',
      sql`belief in ('none', 'maybe', 'has') and (belief = 'has') = (belief_fingerprint is not null)`,
    ),
    check(
      'intent_show',
      sql`intent in ('leave', 'show', 'hide') and num_nonnulls(intent_fingerprint, shown_listing_id, shown_listing_fingerprint) = case intent when 'show' then 3 else 0 end`,
    ),
    check(
      'intent_hide',
      sql`(intent = 'hide') = (cause is not null) and (cause is null) = (verdict is null) and (cause is null) = (intended_at is null)`,
    ),
    check(
      'verdict_known',
      sql`cause is null or case when cause in ('missing', 'jumped', 'duplicate', 'unrouted') then verdict in ('guard', 'hold') else verdict = 'stated' and cause in ('expired', 'withdrawn', 'blocked', 'refused by rule', 'operator') end`,
    ),
    check('verdict_hold', sql`(verdict is not distinct from 'hold') = (hold_id is not null)`),
    check('call_known', sql`call in ('idle', 'due', 'out', 'parked')`),
    check('leave_retracts', sql`intent <> 'leave' or call in ('idle', 'out')`),
    check(
      'idle_is_met',
      sql`call <> 'idle' or intent = 'leave' or (intent = 'show' and belief_fingerprint is not distinct from intent_fingerprint) or (intent = 'hide' and belief = 'none')`,
    ),
    check(
      'out_is_leased',
      sql`(call = 'out') = (lease_until is not null) and (call = 'out') = (call_op is not null) and (call = 'out') = (call_before is not null) and (call <> 'out' or belief = 'maybe')`,
    ),
    check(
      'out_is_known',
      sql`call <> 'out' or call_op in ('process', 'delete') and (call_op = 'process') = (call_fingerprint is not null) and (call_before = 'has') = (call_before_fingerprint is not null)`,
    ),
    check(
      'due_has_time',
      sql`case call when 'due' then next_at is not null when 'parked' then true else next_at is null end`,
    ),
    check(
      'parked_has_reason',
      sql`(call = 'parked') = (parked is not null) and (parked is null or parked in ('refused', 'denied', 'unusual', 'unanswered'))`,
    ),
    index('publications_due')
      .on(table.targetId, table.priority.desc(), table.nextAt, table.id)
      .where(sql`${table.call} = 'due'`),
    index('publications_leases')
      .on(table.targetId, table.leaseUntil)
      .where(sql`${table.call} = 'out'`),
    index('publications_parked')
      .on(table.targetId, table.nextAt)
      .where(sql`${table.call} = 'parked'`),
    // With state and live, so that a feed's funnel is counted in the index alone.
    index('publications_of_listing').on(table.listingId, table.targetId, table.state, table.live),
    index('publications_held')
      .on(table.targetId, table.listingId)
      .where(sql`${table.live} or ${table.call} = 'due'`),
    // The others, so that all jobs at a target are found in two indexes alone.
    index('publications_not_held')
      .on(table.targetId, table.listingId)
      .where(sql`not (${table.live} or ${table.call} = 'due')`),
    index('publications_delisted_at')
      .on(table.delistedAt, table.cause, table.targetId, table.listingId, table.id)
      .where(sql`${table.delistedAt} is not null`),
    // The states that few are in, for lists of one state.
    index('publications_unsettled')
      .on(table.state, table.id)
      .where(sql`${table.state} not in ('published', 'delisted')`),
    index('publications_of_batch')
      .on(table.batchId)
      .where(sql`${table.batchId} is not null`),
    index('publications_live')
      .on(table.targetId, table.sourceId)
      .where(sql`${table.live}`),
    index('publications_removals')
      .on(table.targetId, table.sentAt)
      .where(sql`${table.verdict} in ('guard', 'hold')`),
    // What the guard counts of a day (rule R5).
    index('publications_counted')
      .on(table.targetId, table.intendedAt)
      .where(sql`${table.verdict} = 'guard'`),
    index('publications_delisted')
      .on(table.targetId, table.delistedAt)
      .where(sql`${table.delistedAt} is not null`),
  ],
);

/** The last call of each kind about a publication, as HTTP messages without secrets; packed, kept for `calls.keepDays`. */
export const exactCalls = pgTable(
  'exact_calls',
  {
    publicationId: bigint('publication_id', { mode: 'number' })
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    operation: text('operation').$type<'processJob' | 'deleteJob'>().notNull(),
    sentAt: instant('sent_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    request: bytes('request').notNull(),
    answer: bytes('answer'),
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ columns: [table.publicationId, table.operation] }),
    index('exact_calls_ended').on(table.endedAt),
    check('exact_calls_end', sql`(${table.answer} is null) = (${table.reason} is not null)`),
    check('exact_calls_operation', sql`${table.operation} in ('processJob', 'deleteJob')`),
  ],
);

/** Calls made at a target, counted for all processes: of the day (in TIME_ZONE), and of the minute as the fill of a leaking bucket. */
export const callCounts = pgTable('call_counts', {
  targetId: ofTarget().primaryKey(),
  day: text('day').notNull(),
  used: integer('used').notNull(),
  level: doublePrecision('level').notNull(),
  at: instant('at').notNull(),
});

/** Listings that are addressed to a target but not sent there, and why. */
export const decisions = pgTable(
  'decisions',
  {
    targetId: ofTarget(),
    listingId: ofListing(),
    /** `held`: it would go, and a hold or a person's word keeps it; the step is then what would be done. */
    outcome: text('outcome').$type<'skipped' | 'waiting' | 'held'>().notNull(),
    /** The step of the road that decided: `routing`, `window`, `right`, `employer`, `picklist`, `screening`, `duplicate`. */
    step: text('step').notNull(),
    reason: text('reason').notNull(),
    decidedAt: instant('decided_at').notNull(),
    /** Labels of the listing that the target has no entry for, and which of them it waits for; null where none is known. */
    unlisted: jsonb('unlisted').$type<readonly Unlisted[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.listingId] }),
    index('decisions_of_listing').on(table.listingId),
    index('decisions_waiting')
      .on(table.targetId)
      .where(sql`${table.outcome} = 'waiting'`),
  ],
);

export type HoldKind = 'drop' | 'share' | 'empty' | 'rekeyed' | 'drift' | 'surge' | 'changed' | 'review';
export type HoldState = 'open' | 'approved' | 'rejected' | 'muted' | 'lifted' | 'lapsed';

/** A plan (or run) stopped before its first change, waiting for a person (rule R10). The trigger `hold_follows` says which state may follow which. */
export const holds = pgTable(
  'holds',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<HoldKind>().notNull(),
    state: text('state').$type<HoldState>().notNull(),
    sourceId: integer('source_id').references(() => sources.id, { onDelete: 'cascade' }),
    targetId: integer('target_id').references(() => targets.id, { onDelete: 'cascade' }),
    count: integer('count').notNull(),
    reasons: jsonb('reasons').$type<readonly string[]>().notNull(),
    sample: jsonb('sample').$type<readonly HoldSample[]>().notNull(),
    /** Ids of what would go: listings where a run is held, publications where a target's plan is. */
    subjects: jsonb('subjects').$type<readonly number[]>().notNull().default([]),
    /** Numbers of the moment it was opened, for anyone who decides. */
    facts: jsonb('facts').$type<HoldFacts>(),
    /** The run whose document is in doubt; approved, that document is the norm from then on (R4). */
    runId: bigint('run_id', { mode: 'number' }),
    /** Of what is held: the same plan or document asks only once. */
    fingerprint: text('fingerprint').notNull(),
    createdAt: instant('created_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    /** Muted until then; or, approved, when the approval lapses. */
    until: instant('until'),
    /** Approved for the run that was held only. */
    thisRunOnly: boolean('this_run_only').notNull().default(false),
    /** Raised whenever its subjects change: a decision names the revision that the person saw. */
    rev: integer('rev').notNull().default(0),
  },
  (table) => [
    uniqueIndex('one_open_hold')
      .on(table.kind, sql`coalesce(${table.sourceId}, 0)`, sql`coalesce(${table.targetId}, 0)`)
      .where(sql`${table.state} = 'open'`),
    index('holds_open').on(table.state, table.createdAt),
    index('holds_of_source').on(table.sourceId, table.id),
    check('hold_states', sql`state in ('open', 'approved', 'rejected', 'muted', 'lifted', 'lapsed')`),
    check('hold_open_undecided', sql`(state = 'open') = (decided_at is null)`),
    check('hold_muted_until', sql`state <> 'muted' or until is not null`),
  ],
);

/**
 * What a hold is about, one row each: a listing, a publication at a target, or (`jobId`) a job that is not a listing yet. `hide`: it would
 * go; `show`: the content of that fingerprint would come. `decision`: what a person decided about it; null while nobody has.
 */
export const holdSubjects = pgTable(
  'hold_subjects',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    holdId: bigint('hold_id', { mode: 'number' })
      .notNull()
      .references(() => holds.id, { onDelete: 'cascade' }),
    listingId: bigint('listing_id', { mode: 'number' }),
    publicationId: bigint('publication_id', { mode: 'number' }),
    jobId: text('job_id'),
    op: text('op').$type<'hide' | 'show'>().notNull(),
    fingerprint: text('fingerprint'),
    decision: text('decision').$type<'approved' | 'kept'>(),
    /** When an approval of a removal lapses (R10). */
    until: instant('until'),
    /** Decided with its whole hold: who takes that back takes this back. */
    whole: boolean('whole').notNull().default(false),
  },
  (table) => [
    unique('hold_subjects_identity')
      .on(table.holdId, table.listingId, table.publicationId, table.jobId)
      .nullsNotDistinct(),
    index('hold_subjects_listing').on(table.listingId),
    index('hold_subjects_publication').on(table.publicationId),
    check(
      'hold_subjects_one',
      sql`num_nonnulls(${table.listingId}, ${table.publicationId}, ${table.jobId}) = 1`,
    ),
    check(
      'hold_subjects_op',
      sql`${table.op} in ('hide', 'show') and (${table.op} = 'hide' or ${table.fingerprint} is not null)`,
    ),
    check('hold_subjects_decision', sql`${table.decision} in ('approved', 'kept')`),
  ],
);

export type HoldFacts = {
  /** Removals of the 24 h before it was opened, and jobs of it that were decided one by one: they count as long as it is open (R5, R10). */
  readonly counted?: number;
  /** Removals of a usual day when it was opened: what is usual later does not raise its limit (R5). */
  readonly usual?: number;
  /** What the run found, what is usual, and where the guard stands. */
  readonly compared?: { readonly found: number; readonly usual: number; readonly guard: number };
  /** Live jobs at each target that would lose some, and how many it would lose. */
  readonly perTarget: readonly Readonly<Record<'targetId' | 'live' | 'removed', number>>[];
  /** Of a first plan the subjects that closed, were withdrawn, or that a person or a rule of the school takes down: no rejection keeps them. */
  readonly stated?: readonly number[];
};

export type HoldSample = Readonly<Record<'source' | 'jobId' | 'title', string> & { target?: string }>;

/** Calls that were made, by month of UTC. By name: it outlives the source and the target. */
export const usage = pgTable(
  'usage',
  {
    target: text('target').notNull(),
    source: text('source').notNull(),
    month: text('month').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.target, table.source, table.month] }),
    index('usage_of_month').on(table.month),
  ],
);

/** Removals that went out together and can be restored together (rule R12). */
export const batches = pgTable('batches', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  targetId: ofTarget(),
  sourceId: integer('source_id').references(() => sources.id, { onDelete: 'set null' }),
  cause: text('cause').notNull(),
  count: integer('count').notNull(),
  /** The publications that it took down, by id; empty in batches of older versions. */
  subjects: jsonb('subjects').$type<readonly number[]>().notNull().default([]),
  createdAt: instant('created_at').notNull(),
  restoredAt: instant('restored_at'),
});
