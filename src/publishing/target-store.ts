import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { numberIn, rowsOf } from '../db/rows.ts';
import { priorityOf } from './allowance.ts';

/** Makes the removal of everything at a target due, on an operator's word. Gives how many jobs that is. */
export async function takeDownAll(db: Db, targetId: number, now: Date): Promise<number> {
  const [row] = rowsOf(
    await db.execute(sql`
      with marked as (
        update publications set state = 'delisting', wanted = null, wanted_fingerprint = null, cause = 'operator', attempts = 0, priority = ${priorityOf.takeDown},
          due_at = ${now.toISOString()}::timestamptz where target_id = ${targetId} and live returning 1)
      select count(*)::int as n from marked`),
  );
  return numberIn(row, 'n');
}
