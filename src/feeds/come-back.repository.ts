import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { snapshots } from '../db/schema.ts';
import { writeListings } from '../listings/listing-writes.repository.ts';

/**
 * A removed feed is added again: what it listed once says nothing about now. Its jobs that no target holds are gone until it lists them
 * again; those still up count as seen now and missing since. Every item is read again.
 */
export async function comeBack(tx: Db, sourceId: number, now: Date): Promise<void> {
  await tx.delete(snapshots).where(eq(snapshots.sourceId, sourceId));
  const live = sql`l.source_id = ${sourceId} and l.state <> 'ended'`;
  const isDown = sql`${live} and not exists (select 1 from publications p where p.listing_id = l.id and p.live)`;
  // On a person's word: not counted against its next runs.
  const removed = {
    type: 'withdrawn',
    cause: sql`'operator'`,
    because: sql`'Its feed was removed'`,
  } as const;
  await writeListings(tx, isDown, removed, now);
  await writeListings(tx, live, { type: 'seen' }, now);
  await writeListings(tx, live, { type: 'absent' }, now);
}
