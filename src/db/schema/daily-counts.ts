import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { type PublicationState, publications } from './publishing.ts';

/**
 * Publications counted, as sums of differences: a trigger adds a row for what each statement on `publications` changed, so nobody
 * waits for another's count; `foldDailyCounts` makes few rows of many. No foreign keys: what is counted may be gone.
 */
export const publicationDailyCounts = pgTable(
  'publication_tallies',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    targetId: integer('target_id').notNull(),
    sourceId: integer('source_id').notNull(),
    state: text('state').$type<PublicationState>().notNull(),
    live: boolean('live').notNull(),
    due: boolean('due').notNull(),
    /** It waits for a person, or for its next try. */
    parked: boolean('parked').notNull(),
    n: integer('n').notNull(),
  },
  (table) => [index('publication_tallies_of').on(table.targetId)],
);

/** What happened to jobs at targets, a row each time; the trigger that counts writes it, so nothing that comes later changes a past day. */
export const jobEvents = pgTable(
  'job_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    publicationId: bigint('publication_id', { mode: 'number' })
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    targetId: integer('target_id').notNull(),
    what: text('what').$type<'published' | 'updated' | 'delisted'>().notNull(),
    at: instant('at').notNull(),
    /** Of a delisting: why, and the hold that let it go. */
    cause: text('cause'),
    holdId: bigint('hold_id', { mode: 'number' }),
  },
  (table) => [
    index('job_events_at').on(table.at),
    index('job_events_of').on(table.publicationId),
    index('job_events_of_target').on(table.targetId, table.at),
    check('job_events_what', sql`${table.what} in ('published', 'updated', 'delisted')`),
  ],
);

/**
 * When jobs of a source came live at a target (+1) and went (-1), by month of UTC, in the same way: `n` is the sum of both, `elapsed` the
 * same sum weighted by the microseconds from the month's beginning. Job-days of any month follow from the two: `usageIn`.
 */
export const liveEdges = pgTable(
  'live_edges',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    sourceId: integer('source_id').notNull(),
    targetId: integer('target_id').notNull(),
    month: text('month').notNull(),
    n: integer('n').notNull(),
    elapsed: bigint('elapsed', { mode: 'number' }).notNull(),
    /** Whether it is the one row of its source, target and month, to which the fold adds the others. */
    folded: boolean('folded').notNull().default(false),
  },
  (table) => [
    uniqueIndex('live_edges_folded')
      .on(table.sourceId, table.targetId, table.month)
      .where(sql`${table.folded}`),
    index('live_edges_fresh')
      .on(table.id)
      .where(sql`not ${table.folded}`),
  ],
);
