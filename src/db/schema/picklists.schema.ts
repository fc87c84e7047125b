import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ofTarget, targets } from './targets.schema.ts';

export type PicklistEntry = { readonly ikey: string; readonly ivalue: string };

/** A target's picklists, one row a field and version; `current` marks the newest (rule M1). */
export const picklists = pgTable(
  'picklists',
  {
    targetId: ofTarget(),
    field: text('field').notNull(),
    version: integer('version').notNull(),
    current: boolean('current').notNull(),
    entries: jsonb('entries').$type<readonly PicklistEntry[]>().notNull(),
    /** When this version was first and last read. */
    readAt: instant('read_at').notNull(),
    checkedAt: instant('checked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.field, table.version] }),
    uniqueIndex('picklists_current')
      .on(table.targetId, table.field)
      .where(sql`${table.current}`),
  ],
);

/** What operators decided a label means (rule M7). `target_id` null: everywhere, by the entry's label rather than its key. */
export const picklistAliases = pgTable(
  'picklist_aliases',
  {
    id: serial('id').primaryKey(),
    targetId: integer('target_id').references(() => targets.id, { onDelete: 'cascade' }),
    field: text('field').notNull(),
    /** The source's label, folded. */
    label: text('label').notNull(),
    /** Keys at the target; for an alias everywhere, labels of entries. */
    keys: jsonb('keys').$type<readonly string[]>().notNull(),
    /** What the target called these entries then: its list may give a key to another entry. Null for an alias everywhere. */
    names: jsonb('names').$type<readonly string[]>(),
    /** Concept of the entry where it has one alone, an id of `concepts.tsv`: schools that agree teach the label to the others. */
    concept: text('concept'),
    decidedBy: text('decided_by').notNull(),
    decidedAt: instant('decided_at').notNull(),
  },
  (table) => [
    uniqueIndex('picklist_aliases_one').on(sql`coalesce(${table.targetId}, 0)`, table.field, table.label),
  ],
);

/** What a person decided that an entry of a school's list means; it survives a change of keys by the entry's label. */
export const entryMeanings = pgTable(
  'entry_meanings',
  {
    id: serial('id').primaryKey(),
    targetId: ofTarget(),
    field: text('field').notNull(),
    /** The entry's label, folded. */
    label: text('label').notNull(),
    /** The entry's key when it was decided. */
    key: text('key').notNull(),
    kind: text('kind', { enum: ['concepts', 'catch-all', 'nothing'] }).notNull(),
    /** Ids of `concepts.tsv`, sorted; none for a catch-all and for nothing. */
    concepts: jsonb('concepts').$type<readonly string[]>().notNull(),
    decidedBy: text('decided_by').notNull(),
    decidedAt: instant('decided_at').notNull(),
  },
  (table) => [
    uniqueIndex('entry_meanings_one').on(table.targetId, table.field, table.label),
    index('entry_meanings_by_label').on(table.field, table.label),
  ],
);

/** Labels without a key at a target, with the number of jobs that lack it; rewritten by each reconcile of the target. */
export const unresolvedLabels = pgTable(
  'unresolved_labels',
  {
    targetId: ofTarget(),
    field: text('field').notNull(),
    label: text('label').notNull(),
    jobs: integer('jobs').notNull(),
    /** Of these, the jobs that are held back because the target requires the field. */
    blocked: integer('blocked').notNull(),
    example: text('example'),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.field, table.label] }),
    index('unresolved_by_blocked').on(table.targetId, table.blocked),
  ],
);
