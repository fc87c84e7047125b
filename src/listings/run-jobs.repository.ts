import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { runJobs, runs } from '../db/schema.ts';
import { execute } from '../db/query.ts';

/** Keeps which listings a run counted, so that its numbers open them. Those it saw first are known by when that was. */
export async function keepRunJobs(
  tx: Db,
  runId: number,
  ids: Pick<typeof runJobs.$inferInsert, 'returned' | 'changed' | 'missing'>,
): Promise<void> {
  if (ids.returned.length + ids.changed.length + ids.missing.length === 0) return;
  await tx.insert(runJobs).values({ runId, ...ids });
}

/** Forgets the listings of runs that began longer ago than they are kept. */
export async function forgetRunJobs(db: Db, now: Date, keepDays: number): Promise<void> {
  const before = new Date(now.getTime() - keepDays * DAY).toISOString();
  await execute(
    db,
  )`delete from ${runJobs} where ${runJobs.runId} in (select ${runs.id} from ${runs} where ${runs.startedAt} < ${before}::timestamptz)`;
}
