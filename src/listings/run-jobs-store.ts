import { inArray, type SQL, sql } from 'drizzle-orm';
import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { listings, runJobs, runs } from '../db/schema.ts';
import { execute } from '../db/query.ts';

/** What a run counts; the words stand in addresses. */
export const runCounts = ['new', 'changed', 'missing'] as const;
export type RunCount = (typeof runCounts)[number];

/** The listings that one number of a run counts. */
export type RunListings = {
  readonly runId: number;
  readonly what: RunCount;
  readonly startedAt: Date;
  readonly finishedAt: Date;
};

/** Keeps which listings a run counted, so that its numbers open them. Those it saw first are known by when that was. */
export async function keepRunJobs(
  tx: Db,
  runId: number,
  ids: Pick<typeof runJobs.$inferInsert, 'returned' | 'changed' | 'missing'>,
): Promise<void> {
  if (ids.returned.length + ids.changed.length + ids.missing.length === 0) return;
  await tx.insert(runJobs).values({ runId, ...ids });
}

/** Of some runs, those whose changed and missing listings are kept. */
export async function runsWithJobs(db: Db, runIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (runIds.length === 0) return new Set();
  const rows = await db
    .select({ runId: runJobs.runId })
    .from(runJobs)
    .where(inArray(runJobs.runId, [...runIds]));
  return new Set(rows.map(({ runId }) => runId));
}

/** The listings that a run counted, as a condition on `listings`. */
export function isInRun({ runId, what, startedAt, finishedAt }: RunListings): SQL {
  const listed = (column: SQL) =>
    sql`${listings.id} in (select jsonb_array_elements_text(${column})::bigint from ${runJobs} where ${runJobs.runId} = ${runId})`;
  switch (what) {
    case 'new':
      return sql`(${listings.firstSeenAt} between ${startedAt.toISOString()}::timestamptz and ${finishedAt.toISOString()}::timestamptz or ${listed(sql`${runJobs.returned}`)})`;
    case 'changed':
      return listed(sql`${runJobs.changed}`);
    case 'missing':
      return listed(sql`${runJobs.missing}`);
  }
}

/** Forgets the listings of runs that began longer ago than they are kept. */
export async function forgetRunJobs(db: Db, now: Date, keepDays: number): Promise<void> {
  const before = new Date(now.getTime() - keepDays * DAY).toISOString();
  await execute(
    db,
  )`delete from ${runJobs} where ${runJobs.runId} in (select ${runs.id} from ${runs} where ${runs.startedAt} < ${before}::timestamptz)`;
}
