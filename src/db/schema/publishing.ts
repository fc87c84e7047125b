import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { sources } from './feeds.ts';
import { listings } from './listings.ts';
import { targets } from './targets.ts';

export type PublicationState =
  | 'sending'
  | 'published'
  | 'refused'
  | 'troubled'
  | 'unanswered'
  | 'delisting'
  | 'delisted';

/** What we last sent a target about one job, and how it ended: the only memory of a target that cannot be read back. */
export const publications = pgTable(
  'publications',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
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
    /** Identity at the service, for ever that of the first publishing. */
    externalSourceId: text('external_source_id').notNull(),
    jobId: text('job_id').notNull(),
    state: text('state').$type<PublicationState>().notNull(),
    /** What is wanted there: the posting of the newest plan (null: nothing is, it is to be taken down). */
    wanted: jsonb('wanted').$type<Readonly<Record<string, unknown>>>(),
    wantedFingerprint: text('wanted_fingerprint'),
    /** Version of mapping and normalizer that made it (rule R19). */
    wantedVersion: text('wanted_version'),
    /** What the target last took (its answer came), and its fingerprint; null when nothing is known to be there. */
    taken: jsonb('taken').$type<Readonly<Record<string, unknown>>>(),
    takenFingerprint: text('taken_fingerprint'),
    /** Whether the target may hold the job: true from the first intent until a delete is answered. */
    live: boolean('live').notNull(),
    /** When the next call is due; null when nothing is. */
    dueAt: instant('due_at'),
    /** Take-downs, removals by absence and form jobs go first: `priorityOf`. */
    priority: integer('priority').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    leaseUntil: instant('lease_until'),
    leaseBy: text('lease_by'),
    /** What processJob's string or deleteJob's boolean said, as it came; a refusal's or trouble's reason. */
    answer: text('answer'),
    reason: text('reason'),
    /** An unanswered delete came before: then `false` means that it is gone (rule R13). */
    deleteUnanswered: boolean('delete_unanswered').notNull().default(false),
    /** Why it is being, or was, taken down: `expired`, `missing`, `withdrawn`, `unrouted`, `blocked`, `operator`. */
    cause: text('cause'),
    /** The batch of removals that took it down, for `restore` (rule R12). */
    batchId: bigint('batch_id', { mode: 'number' }),
    firstSentAt: instant('first_sent_at'),
    sentAt: instant('sent_at'),
    answeredAt: instant('answered_at'),
    delistedAt: instant('delisted_at'),
  },
  (table) => [
    unique('publications_identity').on(table.targetId, table.externalSourceId, table.jobId),
    index('publications_due')
      .on(table.targetId, table.priority.desc(), table.dueAt, table.id)
      .where(sql`${table.dueAt} is not null`),
    // With state and live, so that a feed's funnel is counted in the index alone.
    index('publications_of_listing').on(table.listingId, table.targetId, table.state, table.live),
    index('publications_held')
      .on(table.targetId, table.listingId)
      .where(sql`${table.live} or ${table.dueAt} is not null`),
    // The others, so that all jobs at a target are found in two indexes alone.
    index('publications_not_held')
      .on(table.targetId, table.listingId)
      .where(sql`not (${table.live} or ${table.dueAt} is not null)`),
    // With what the guard asks of removals by absence, so that it counts them in the index alone.
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
      .where(sql`${table.wanted} is null and ${table.cause} = 'missing'`),
    index('publications_delisted')
      .on(table.targetId, table.delistedAt)
      .where(sql`${table.delistedAt} is not null`),
  ],
);

/** Calls made at a target, counted for all processes: of the day (in TIME_ZONE), and of the minute as the fill of a leaking bucket. */
export const callCounts = pgTable('call_counts', {
  targetId: integer('target_id')
    .primaryKey()
    .references(() => targets.id, { onDelete: 'cascade' }),
  day: text('day').notNull(),
  used: integer('used').notNull(),
  level: doublePrecision('level').notNull(),
  at: instant('at').notNull(),
});

/** Listings that are addressed to a target but not sent there, and why. */
export const decisions = pgTable(
  'decisions',
  {
    targetId: integer('target_id')
      .notNull()
      .references(() => targets.id, { onDelete: 'cascade' }),
    listingId: bigint('listing_id', { mode: 'number' })
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    outcome: text('outcome').$type<'wanted' | 'skipped' | 'waiting'>().notNull(),
    /** The step of the road that decided: `routing`, `window`, `right`, `employer`, `picklist`, `screening`, `duplicate`. */
    step: text('step').notNull(),
    reason: text('reason').notNull(),
    decidedAt: instant('decided_at').notNull(),
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

/** A plan (or run) stopped before its first change, waiting for a person (rule R10). */
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
    /** Numbers of the moment it was opened, for whoever decides. */
    facts: jsonb('facts').$type<HoldFacts>(),
    /** Of what is held: the same plan or document asks only once. */
    fingerprint: text('fingerprint').notNull(),
    createdAt: instant('created_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    /** Muted until then; or, approved, when the approval lapses. */
    until: instant('until'),
    /** Approved for the run that was held only. */
    thisRunOnly: boolean('this_run_only').notNull().default(false),
  },
  (table) => [
    index('holds_open').on(table.state, table.createdAt),
    index('holds_of_source').on(table.sourceId, table.id),
  ],
);

export type HoldFacts = {
  /** What the run found, what is usual, and where the guard stands. */
  readonly compared?: { readonly found: number; readonly usual: number; readonly guard: number };
  /** Live jobs at each target that would lose some, and how many it would lose. */
  readonly perTarget: readonly {
    readonly targetId: number;
    readonly live: number;
    readonly removed: number;
  }[];
};

export type HoldSample = {
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly target?: string;
};

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
  targetId: integer('target_id')
    .notNull()
    .references(() => targets.id, { onDelete: 'cascade' }),
  sourceId: integer('source_id').references(() => sources.id, { onDelete: 'set null' }),
  cause: text('cause').notNull(),
  count: integer('count').notNull(),
  /** The publications that it took down, by id; empty in batches of older versions. */
  subjects: jsonb('subjects').$type<readonly number[]>().notNull().default([]),
  createdAt: instant('created_at').notNull(),
  restoredAt: instant('restored_at'),
});
