import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export type Undo = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** Who or what decided what, when. Append-only. */
export const audit = pgTable(
  'audit',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** `cli`, `schedule`, or an operator's e-mail. */
    who: text('who').notNull(),
    /** The operation, like `feed.pause`; what no operation does is in words: `hold approved`. */
    action: text('action').notNull(),
    /** `feed:acme`, `target:northfield`, `hold:12`. */
    subject: text('subject').notNull(),
    detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The operation that takes it back, and its input; null where none does. */
    undo: jsonb('undo').$type<Undo>(),
    /** Until then nothing that follows from it is sent. */
    undoUntil: instant('undo_until'),
  },
  (table) => [
    index('audit_subject').on(table.subject, table.id),
    index('audit_undo')
      .on(table.who, table.undoUntil)
      .where(sql`${table.undoUntil} is not null`),
  ],
);
