import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export type Severity = 'severe' | 'ordinary';

/** What went wrong, grouped by cause: one open row a cause, whatever the number of feeds or targets it touches. */
export const incidents = pgTable(
  'incidents',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Of its cause: `target trouble`, `feed failing example.org`, `hold drop acme`. */
    key: text('key').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    title: text('title').notNull(),
    /** What to do about it. */
    remedy: text('remedy').notNull(),
    subjects: jsonb('subjects').$type<readonly string[]>().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** When somebody was told; null while it is young, or the hours are quiet. */
    toldAt: instant('told_at'),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('incidents_open')
      .on(table.key)
      .where(sql`${table.closedAt} is null`),
  ],
);

/** One try to deliver: when, and what came back. */
export type Try = { readonly at: string; readonly answer: string };

/** The delivery log of webhooks: each event with its tries and how it ended. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The same for every try, so that a receiver can tell repeats. */
    eventId: text('event_id').notNull(),
    event: text('event').notNull(),
    incidentId: bigint('incident_id', { mode: 'number' }).references(() => incidents.id, {
      onDelete: 'set null',
    }),
    url: text('url').notNull(),
    payload: text('payload').notNull(),
    state: text('state').$type<'waiting' | 'delivered' | 'given up'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    answer: text('answer'),
    /** Every try and what came back, oldest first. */
    tries: jsonb('tries').$type<readonly Try[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    dueAt: instant('due_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('webhook_deliveries_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
);
