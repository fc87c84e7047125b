import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
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

/**
 * A source's jobs as understood. `live`: listed now. `gone`: missing for as many complete runs and as long as rule R3 wants.
 * `withdrawn`: the source or the employer says that it ended. The row of a listing that is listed unchanged is never written.
 */
export const listings = pgTable(
  'listings',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    sourceId: integer('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull(),
    state: text('state').$type<'live' | 'gone' | 'withdrawn'>().notNull(),
    listing: jsonb('listing').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** Of the listing as understood: what another reading must differ in to count as changed. */
    fingerprint: text('fingerprint').notNull(),
    title: text('title').notNull(),
    company: text('company'),
    /** The instant from which it is no longer wanted (rule R0). */
    expiresAt: instant('expires_at'),
    firstSeenAt: instant('first_seen_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Complete runs in a row that lacked it, and when it was last seen before them; 0 and null while it is listed. */
    misses: integer('misses').notNull().default(0),
    lastSeenAt: instant('last_seen_at'),
    /** Why it is `gone` or `withdrawn`, in words. */
    endedBecause: text('ended_because'),
    endedAt: instant('ended_at'),
    /** A person approved that end: the guard does not count it (rule R5). */
    endedOnApproval: boolean('ended_on_approval').notNull().default(false),
    /** The run that wrote this row last. */
    runId: bigint('run_id', { mode: 'number' }),
  },
  (table) => [
    unique('listings_identity').on(table.sourceId, table.jobId),
    index('listings_missing')
      .on(table.sourceId)
      .where(sql`${table.misses} > 0 and ${table.state} = 'live'`),
    // How many ended lately is asked in every run.
    index('listings_ended')
      .on(table.sourceId, table.endedAt)
      .where(sql`${table.state} = 'gone'`),
    index('listings_changed').on(table.changedAt),
    index('listings_live')
      .on(table.sourceId, table.id)
      .where(sql`${table.state} = 'live'`),
    // For whether a job under review, known by its id, is live still.
    index('listings_live_ids')
      .on(table.id)
      .where(sql`${table.state} = 'live'`),
    index('listings_expiring')
      .on(table.expiresAt)
      .where(sql`${table.state} = 'live'`),
    // Few among all: the guard joins them with the removals of a day.
    index('listings_ended_on_approval')
      .on(table.id)
      .where(sql`${table.endedOnApproval}`),
    index('listings_words').using('gin', searchedWords(table)),
  ],
);

/** What a listing is found by: title, employer, place, and its own id. A search must use this very expression to be fast. */
export function searchedWords(table: Record<'title' | 'company' | 'listing' | 'jobId', AnyPgColumn>): SQL {
  return sql`to_tsvector('simple', ${table.title} || ' ' || coalesce(${table.company}, '') || ' ' || coalesce(${table.listing} #>> '{places,0,city}', '') || ' ' || ${table.jobId})`;
}

/** What a run found, before its last small transaction makes it count. Left-overs of a killed run are dropped by the next. */
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
  },
  (table) => [primaryKey({ columns: [table.runId, table.jobId] })],
);
