import { bigserial, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

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
  },
  (table) => [index('audit_subject').on(table.subject, table.id)],
);
