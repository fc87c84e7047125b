import type { Db } from '../../db/db.ts';
import { column, query } from '../../db/query.ts';

/** What a source used at a target in a month of UTC, `2026-11`. */
export type Usage = {
  readonly source: string;
  readonly target: string;
  readonly month: string;
  readonly calls: number;
  /** Days for which its jobs were live there, added up; a job that was restored counts as live in between. */
  readonly jobDays: number;
};

/**
 * The usage of one month, by source and target. A job that came live at `a` and went at `b` was live in the month for its time after `a`
 * less its time after `b`; so the sum over jobs is the number of comings less goings until the month's end (or now), times the month's
 * length, less what had elapsed of the month at each of its own.
 */
export async function usageIn(db: Db, month: string, now: Date): Promise<readonly Usage[]> {
  const found = await query(db, {
    source: column.text,
    target: column.text,
    calls: column.int,
    jobDays: column.number,
  })`
    with bounds as (select (${month} || '-01')::timestamp as begins),
    span as (
      select extract(epoch from greatest(least(begins + interval '1 month', ${now.toISOString()}::timestamptz at time zone 'UTC') - begins, interval '0')) * 1000000 as length
      from bounds
    ),
    shown as (
      select source_id, target_id, sum(n) * span.length - coalesce(sum(elapsed) filter (where month = ${month}), 0) as time
      from live_edges cross join span
      where month <= ${month}
      group by source_id, target_id, span.length
    ),
    days as (
      select s.name as source, t.name as target, time / 86400000000 as job_days
      from shown join sources s on s.id = source_id join targets t on t.id = target_id
      where time > 0
    ),
    called as (select source, target, calls from usage where month = ${month})
    select coalesce(d.source, c.source) as source, coalesce(d.target, c.target) as target,
      coalesce(c.calls, 0) as calls, round(coalesce(d.job_days, 0), 2)::float as "jobDays"
    from days d full join called c on c.source = d.source and c.target = d.target
    order by 1, 2`;
  return found.map((row) => ({ ...row, month }));
}

/** The last months up to a moment, newest first. */
export function lastMonths(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, back) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))),
  );
}

/** The month of a moment, in UTC: `2026-11`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}
