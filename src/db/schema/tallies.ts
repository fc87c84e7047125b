import { bigserial, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import type { PublicationState } from './publishing.ts';

/**
 * Publications counted, as sums of differences: a trigger adds a row for what each statement on `publications` changed, so nobody
 * waits for another's count; `foldTallies` makes few rows of many. No foreign keys: what is counted may be gone.
 */
export const publicationTallies = pgTable(
  'publication_tallies',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    targetId: integer('target_id').notNull(),
    state: text('state').$type<PublicationState>().notNull(),
    live: boolean('live').notNull(),
    due: boolean('due').notNull(),
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
