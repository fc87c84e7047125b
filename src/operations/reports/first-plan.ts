import type { Db } from '../../db/db.ts';
import { firstPlanJobs } from '../../publishing/holds/first-plan.queries.ts';
import type { Hold } from '../../publishing/holds/holds.queries.ts';

/** A job of a first plan is one row, with the schools that would get it. */
export async function firstPlanRows(db: Db, hold: Hold, limit: number, from: number) {
  const jobs = await firstPlanJobs(db, hold);
  const items = jobs
    .slice(from, from + limit)
    .map(({ listingId, source, jobId, title, company, targets, change }) => ({
      id: listingId,
      source,
      job_id: jobId,
      title,
      employer: company ?? null,
      target: targets.join(', '),
      change,
    }));
  return { items, next: jobs.length > from + limit ? String(from + limit) : null };
}
