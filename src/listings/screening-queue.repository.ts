import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { feeds } from '../db/schema.ts';

/**
 * Marks feeds as having listings that wait to be compared or screened; in the transaction that writes them, or asks for another look.
 * So a call that dies before they are judged is caught up on, and a feed with nothing waiting is not searched.
 */
export async function queueForScreening(tx: Db, feedIds: readonly number[]): Promise<void> {
  if (feedIds.length === 0) return;
  await tx
    .update(feeds)
    .set({ unjudged: sql`${feeds.unjudged} + 1` })
    .where(inArray(feeds.sourceId, [...feedIds]));
}

/** How many marks a feed has; 0: all of its listings were compared and screened. */
export async function screeningQueueMarks(db: Db, feedId: number): Promise<number> {
  const [row] = await db.select({ marks: feeds.unjudged }).from(feeds).where(eq(feeds.sourceId, feedId));
  return row?.marks ?? 0;
}

/** Feeds with marks. */
export async function feedsInQueue(db: Db): Promise<readonly number[]> {
  const rows = await db.select({ id: feeds.sourceId }).from(feeds).where(gt(feeds.unjudged, 0));
  return rows.map(({ id }) => id);
}

/** Everything that so many marks stood for was judged. Marks that came meanwhile are kept, with the old ones. */
export async function clearMarks(db: Db, feedId: number, marks: number): Promise<void> {
  await db
    .update(feeds)
    .set({ unjudged: 0 })
    .where(and(eq(feeds.sourceId, feedId), eq(feeds.unjudged, marks)));
}
