import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import type { PublicationState } from './publishing.ts';

/**
 * Publications counted, as sums of differences: a trigger adds a row for what each statement on `publications` changed, so nobody
 * waits for another's count; `foldTallies` makes few rows of many. No foreign keys: what is counted may be gone.
 */
export const publicationDailyCounts = pgTable(
  'publication_tallies',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    targetId: integer('target_id').notNull(),
    state: text('state').$type<PublicationState>().notNull(),
    live: boolean('live').notNull(),
    due: boolean('due').notNull(),
    /** It waits for a person, or for its next try. */
    parked: boolean('parked').notNull(),
    n: integer('n').notNull(),
  },
  (table) => [index('publication_tallies_of').on(table.targetId)],
);

/** What happened at targets, by quarter of an hour (the least common zone offset), in the same way. */
export const happenings = pgTable(
  'happenings',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    targetId: integer('target_id').notNull(),
    quarter: instant('quarter').notNull(),
    published: integer('published').notNull(),
    updated: integer('updated').notNull(),
    delisted: integer('delisted').notNull(),
  },
  (table) => [index('happenings_at').on(table.quarter)],
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
