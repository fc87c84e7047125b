import { desc, eq, getTableColumns, isNull, lt, max } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { incidents, webhookDeliveries } from '../db/schema.ts';
import type { Incident } from './incidents.ts';

export async function openIncidents(db: Db): Promise<readonly Incident[]> {
  const { closedAt, ...open } = getTableColumns(incidents);
  return db.select(open).from(incidents).where(isNull(closedAt)).orderBy(incidents.id);
}

/** When people were last sent a message. */
export async function lastMessageAt(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ at: max(incidents.toldAt) }).from(incidents);
  return row?.at ?? undefined;
}

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;

/** The delivery log, newest first, before another. */
export async function webhooksBefore(
  db: Db,
  { beforeId, limit }: { readonly beforeId?: number | undefined; readonly limit: number },
): Promise<readonly WebhookDelivery[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(beforeId === undefined ? undefined : lt(webhookDeliveries.id, beforeId))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

export async function webhookById(db: Db, id: number): Promise<WebhookDelivery | undefined> {
  const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  return row;
}
