import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Mails on their way. Written together with what they tell of, handed over afterwards; a sent one loses its words. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Why it is sent: `form confirm`, `alert digest`. */
    kind: text('kind').notNull(),
    /** What it tells of: `submission:12`. */
    about: text('about').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    html: text('html'),
    state: text('state').$type<'waiting' | 'sent' | 'refused'>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Not before; while it is being handed over, until when that may take. */
    dueAt: instant('due_at').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** What the mail system said last. */
    answer: text('answer'),
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'waiting'`),
    index('outbox_about').on(table.about, table.createdAt),
  ],
);
