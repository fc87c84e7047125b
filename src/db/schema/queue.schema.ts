import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * What workers of both runtimes have to know of each other: of each piece of queued work, whether a message for it waits, who carries
 * it out, and how it last failed. One row a name and key.
 */
export const tasks = pgTable(
  'tasks',
  {
    name: text('name').notNull(),
    key: text('key').notNull(),
    payload: jsonb('payload').$type<Readonly<Record<string, number | string>>>().notNull(),
    /** The message of Cloudflare Queues that waits for it, and when it is due. */
    waitingId: text('waiting_id'),
    waitingAt: instant('waiting_at'),
    /** Who carries it out, until then. */
    heldBy: text('held_by'),
    heldUntil: instant('held_until'),
    /** Failures in a row, and the last one's reason. */
    failures: integer('failures').notNull().default(0),
    error: text('error'),
    /** When it was given up: its message went to the dead-letter queue. The next success clears it. */
    deadAt: instant('dead_at'),
  },
  (table) => [primaryKey({ columns: [table.name, table.key] }), index('tasks_dead').on(table.deadAt)],
);
