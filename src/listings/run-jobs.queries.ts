import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { listings, runJobs } from '../db/schema.ts';

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

/** Of some runs, those whose changed and missing listings are kept. */
export async function runsWithJobs(db: Db, some: readonly { readonly id: number }[]) {
  const ids = some.map(({ id }) => id);
  const rows = await db.select({ runId: runJobs.runId }).from(runJobs).where(inArray(runJobs.runId, ids));
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
