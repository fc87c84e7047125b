import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import { DAY } from '../../../core/clock.ts';
import type { InstanceDb } from '../../database.ts';
import { batches, type BatchStatus } from '../../instance-schema.ts';

export type StoredBatch = typeof batches.$inferSelect;

export async function insertBatch(db: InstanceDb, row: StoredBatch): Promise<void> {
  await db.delete(batches).where(lte(batches.createdAt, new Date(row.createdAt.getTime() - DAY)));
  await db.insert(batches).values(row);
}

export async function setBatch(
  db: InstanceDb,
  id: string,
  change: { readonly status: BatchStatus; readonly responses?: readonly unknown[] },
): Promise<void> {
  await db.update(batches).set(change).where(eq(batches.id, id));
}

/** A batch whose results are still kept: for 24 hours. */
export async function findBatch(db: InstanceDb, id: string, now: Date): Promise<StoredBatch | undefined> {
  const [row] = await db
    .select()
    .from(batches)
    .where(and(eq(batches.id, id), gt(batches.createdAt, new Date(now.getTime() - DAY))));
  return row;
}

/** Batches that a stopped instance left behind have failed. */
export async function failLeftBatches(db: InstanceDb): Promise<void> {
  await db
    .update(batches)
    .set({ status: 'error' })
    .where(inArray(batches.status, ['pending', 'processing']));
}
