import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { snapshots } from '../db/schema.ts';
import { execute } from '../db/query.ts';

/**
 * A removed feed is added again: what it listed once says nothing about now. Its jobs that no target holds are gone until it lists them
 * again; those still up count as seen now and missing since. Every item is read again.
 */
export async function comeBack(tx: Db, sourceId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.delete(snapshots).where(eq(snapshots.sourceId, sourceId));
  // On a person's word: not counted against its next runs.
  await execute(tx)`
    update listings l set state = 'ended', cause = 'operator', verdict = 'stated', missing_since = null, miss_runs = 0, ended_at = ${at}::timestamptz,
      changed_at = ${at}::timestamptz, touched_at = ${at}::timestamptz, rev = rev + 1, ended_because = 'Its feed was removed'
    where source_id = ${sourceId} and state <> 'ended' and not exists (select 1 from publications p where p.listing_id = l.id and p.live)`;
  await execute(tx)`
    update listings set state = 'missing', miss_runs = 1, missing_since = ${at}::timestamptz, rev = rev + 1 where source_id = ${sourceId} and state <> 'ended'`;
}
