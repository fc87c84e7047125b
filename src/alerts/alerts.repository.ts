import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { incidents, webhookDeliveries } from '../db/schema.ts';
import type { Syncing } from './incidents.ts';
import { column, query } from '../db/query.ts';

export async function recordIncidents(tx: Db, { open, update, close }: Syncing, now: Date): Promise<void> {
  const ended = close.map(({ id }) => id);
  if (ended.length > 0) await tx.update(incidents).set({ closedAt: now }).where(inArray(incidents.id, ended));
  if (open.length > 0)
    await tx
      .insert(incidents)
      .values(open.map((group) => ({ ...group, openedAt: now })))
      .onConflictDoNothing();
  for (const { id, of } of update) {
    const { key: _, ...set } = of;
    await tx.update(incidents).set(set).where(eq(incidents.id, id));
  }
}

export async function markReported(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  await tx.update(incidents).set({ toldAt: now }).where(inArray(incidents.id, ids));
}

export type NewDelivery = Pick<
  typeof webhookDeliveries.$inferInsert,
  'eventId' | 'event' | 'incidentId' | 'url' | 'payload'
>;

export async function putDeliveries(tx: Db, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((row) => ({ ...row, state: 'waiting' as const, createdAt: now, dueAt: now }));
  await tx.insert(webhookDeliveries).values(rows);
}

export type Due = Awaited<ReturnType<typeof claimDeliveries>>[number];

/** Due deliveries, each for one process until a time; `attempts` counts this one. */
export async function claimDeliveries(db: Db, now: Date, until: Date, atMost: number) {
  return query(db, {
    id: column.int,
    attempts: column.int,
    eventId: column.text,
    url: column.text,
    payload: column.text,
  })`
      update webhook_deliveries set attempts = attempts + 1, due_at = ${until.toISOString()}::timestamptz
      where id in (select id from webhook_deliveries where due_at <= ${now.toISOString()}::timestamptz order by due_at limit ${atMost} for update skip locked)
      returning id, event_id as "eventId", url, payload, attempts`;
}

export async function endDelivery(
  db: Db,
  id: number,
  state: 'waiting' | 'delivered' | 'given up',
  { answer, now, dueAt }: { readonly answer: string; readonly now: Date; readonly dueAt?: Date },
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({
      state,
      answer,
      dueAt: dueAt ?? null,
      endedAt: dueAt === undefined ? now : null,
      tries: sql`${webhookDeliveries.tries} || jsonb_build_array(jsonb_build_object('at', ${now.toISOString()}::text, 'answer', ${answer}::text))`,
    })
    .where(eq(webhookDeliveries.id, id));
}

/** Has a delivery tried again at once, as often as a new one, under the same event id: a receiver that has it can tell. */
export async function redeliver(db: Db, id: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(webhookDeliveries)
    .set({ state: 'waiting', attempts: 0, dueAt: now, endedAt: null })
    .where(eq(webhookDeliveries.id, id))
    .returning({ id: webhookDeliveries.id });
  return rows.length > 0;
}
