import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { publications } from './publishing.ts';

export type TakeDownKind = 'employer' | 'job' | 'feed' | 'target' | 'rule';

/** A person's act that takes jobs down. Its progress is `takeDownsOf`: it stays open until each of its jobs is down, or its target removed. */
export const takeDowns = pgTable(
  'take_downs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<TakeDownKind>().notNull(),
    /** What it is about, as audit entries name it: `feed:acme`; each block of an employer. */
    subjects: jsonb('subjects').$type<readonly string[]>().notNull(),
    name: text('name').notNull(),
    reason: text('reason'),
    by: text('by').notNull(),
    at: instant('at').notNull(),
    /** Take down at paused targets too: these removals, and nothing else, are sent there. */
    atPaused: boolean('at_paused').notNull().default(false),
    /** All of its jobs were down, or it was taken back. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('take_downs_open')
      .on(table.id)
      .where(sql`${table.endedAt} is null`),
    check('take_downs_kind', sql`${table.kind} in ('employer', 'job', 'feed', 'target', 'rule')`),
  ],
);

/** The jobs at schools that a take-down found there. */
export const takeDownJobs = pgTable(
  'take_down_jobs',
  {
    takeDownId: bigint('take_down_id', { mode: 'number' })
      .notNull()
      .references(() => takeDowns.id, { onDelete: 'cascade' }),
    publicationId: bigint('publication_id', { mode: 'number' })
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.takeDownId, table.publicationId] }),
    index('take_down_jobs_publication').on(table.publicationId),
  ],
);
