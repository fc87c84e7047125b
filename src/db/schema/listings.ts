import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ofSource } from './feeds.schema.ts';

export type ListingState = 'listed' | 'unread' | 'missing' | 'kept' | 'ended';

/** Why a listing ended. `missing` and `jumped` (a closing date first read in the past) are inferred, the others are stated (rule R5). */
export type ListingCause = 'expired' | 'withdrawn' | 'operator' | 'missing' | 'jumped';

/**
 * A source's jobs as understood; `listing-state.ts` says what its states mean and what may follow what, which the trigger `listing_follows`
 * holds. Every state but `ended` is live.
 * The row of a listing that is listed unchanged is never written.
 */
export const listings = pgTable(
  'listings',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    sourceId: ofSource(),
    jobId: text('job_id').notNull(),
    state: text('state').$type<ListingState>().notNull(),
    listing: jsonb('listing').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** What a plan asks of every listing, without the texts that a posting is made of. */
    brief: jsonb('brief')
      .$type<Readonly<Record<string, unknown>>>()
      .notNull()
      .generatedAlwaysAs(
        sql`(listing - '{job,descriptionText,hidden,provenance,warnings,questions,quality,salary,sourceUrl,applyUrl}'::text[]) #- '{employer,description}'`,
      ),
    /** Of the listing as understood: what another reading must differ in to count as changed. */
    fingerprint: text('fingerprint').notNull(),
    title: text('title').notNull(),
    company: text('company'),
    /** The instant from which it is no longer wanted (rule R0). */
    expiresAt: instant('expires_at'),
    /** A counted run read that date while it lay in the future: it is a promise (rule R0). */
    closesAnnounced: boolean('closes_announced').notNull().default(false),
    /** Since when counted runs read a date there that was over when it was first read (rule R0). */
    jumpedAt: instant('jumped_at'),
    /** What a person rejected: a content that is not taken over, and a date that jumped. */
    refusedFingerprint: text('refused_fingerprint'),
    refusedExpiresAt: instant('refused_expires_at'),
    firstSeenAt: instant('first_seen_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** The first counted run that lacked it, and how many in a row did; null and 0 unless it is `missing`. */
    missingSince: instant('missing_since'),
    missRuns: integer('miss_runs').notNull().default(0),
    /** Why it ended, what let it end, and the hold where a person approved it. */
    cause: text('cause').$type<ListingCause>(),
    verdict: text('verdict').$type<'stated' | 'guard' | 'hold'>(),
    holdId: bigint('hold_id', { mode: 'number' }),
    /** The evidence of its end, in words. */
    endedBecause: text('ended_because'),
    endedAt: instant('ended_at'),
    /** What plans may have to look at again: state, content, clearance, or a decision about it changed then. */
    touchedAt: instant('touched_at').notNull(),
    /** Raised by every write: a writer that read an older row does not write over a newer one. */
    rev: integer('rev').notNull().default(0),
    /** The run that wrote this row last. */
    runId: bigint('run_id', { mode: 'number' }),
  },
  (table) => [
    unique('listings_identity').on(table.sourceId, table.jobId),
    // What each counted run looks at beside its document: few.
    index('listings_missing')
      .on(table.sourceId)
      .where(sql`${table.state} in ('missing', 'unread', 'kept')`),
    index('listings_jumped')
      .on(table.sourceId, table.jumpedAt)
      .where(sql`${table.state} = 'listed' and ${table.jumpedAt} is not null`),
    // How many ended lately is asked in every run.
    index('listings_ended')
      .on(table.sourceId, table.endedAt)
      .where(sql`${table.state} = 'ended' and ${table.verdict} = 'guard'`),
    index('listings_changed').on(table.changedAt),
    index('listings_live')
      .on(table.sourceId, table.id)
      .where(sql`${table.state} <> 'ended'`),
    // For whether a job under review, known by its id, is live still.
    index('listings_live_ids')
      .on(table.id)
      .where(sql`${table.state} <> 'ended'`),
    index('listings_expiring')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
    // Few among all: the guard joins them with the removals of a day.
    index('listings_ended_on_approval')
      .on(table.id)
      .where(sql`${table.verdict} = 'hold'`),
    index('listings_touched').on(table.touchedAt),
    check('listings_state', sql`${table.state} in ('listed', 'unread', 'missing', 'kept', 'ended')`),
    check(
      'listings_missing_since',
      sql`(${table.state} = 'missing') = (${table.missingSince} is not null) and (${table.state} = 'missing') = (${table.missRuns} > 0)`,
    ),
    check(
      'listings_ended_why',
      sql`(${table.state} = 'ended') = (${table.cause} is not null) and (${table.cause} is null) = (${table.verdict} is null) and (${table.state} = 'ended') = (${table.endedAt} is not null)`,
    ),
    check(
      'listings_verdict',
      sql`case when ${table.cause} in ('missing', 'jumped') then ${table.verdict} in ('guard', 'hold') when ${table.cause} in ('expired', 'withdrawn', 'operator') then ${table.verdict} = 'stated' else ${table.cause} is null end`,
    ),
    check(
      'listings_verdict_hold',
      sql`(${table.verdict} is not distinct from 'hold') = (${table.holdId} is not null)`,
    ),
    check('listings_announced', sql`${table.expiresAt} is not null or not ${table.closesAnnounced}`),
    check(
      'listings_jumped_since',
      sql`(${table.jumpedAt} is not null) = (${table.expiresAt} is not null and not ${table.closesAnnounced})`,
    ),
    index('listings_words').using('gin', searchedText(table)),
  ],
);

/** The column of a row that goes with its listing. */
export const ofListing = () =>
  bigint('listing_id', { mode: 'number' })
    .notNull()
    .references(() => listings.id, { onDelete: 'cascade' });

/** Written out, so that the planner finds the partial indexes. */
export const isLive = sql`${listings.state} <> 'ended'`;

/** Contents that duplicates and screening, or a person, have let through (rule R20). */
export const clearances = pgTable(
  'clearances',
  {
    listingId: ofListing(),
    fingerprint: text('fingerprint').notNull(),
    at: instant('at').notNull(),
    /** `rules`, or a person's e-mail. */
    by: text('by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.fingerprint] })],
);

/** What a listing is found by: title, employer, place, and its own id. A search must use this very expression to be fast. */
export function searchedText(table: Record<'title' | 'company' | 'listing' | 'jobId', AnyPgColumn>): SQL {
  return sql`to_tsvector('simple', ${table.title} || ' ' || coalesce(${table.company}, '') || ' ' || coalesce(${table.listing} #>> '{places,0,city}', '') || ' ' || ${table.jobId})`;
}

/** What a run found, before its last small transaction makes it count, or while its document is in doubt. Left-overs of a killed run are dropped by the next. */
export const staged = pgTable(
  'staged',
  {
    runId: bigint('run_id', { mode: 'number' }).notNull(),
    jobId: text('job_id').notNull(),
    listing: jsonb('listing').$type<Readonly<Record<string, unknown>>>().notNull(),
    fingerprint: text('fingerprint').notNull(),
    title: text('title').notNull(),
    company: text('company'),
    expiresAt: instant('expires_at'),
    /** Hex of the item fingerprints that make up this listing. */
    items: jsonb('items').$type<readonly string[]>().notNull(),
    /** Its id is in the document, its content is not understood: the row says no more. */
    unread: boolean('unread').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.runId, table.jobId] })],
);
