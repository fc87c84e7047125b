import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { snapshots } from '../db/schema.ts';

export async function snapshotOf(db: Db, sourceId: number) {
  const [row] = await db.select().from(snapshots).where(eq(snapshots.sourceId, sourceId));
  return row;
}

/** Keeps the snapshot of a complete run: what the next one compares with. */
export async function keepSnapshot(tx: Db, snapshot: typeof snapshots.$inferInsert): Promise<void> {
  const { sourceId: _, ...set } = snapshot;
  await tx.insert(snapshots).values(snapshot).onConflictDoUpdate({ target: snapshots.sourceId, set });
}
