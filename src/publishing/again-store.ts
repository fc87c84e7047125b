import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { numberIn, rowsOf } from '../db/rows.ts';

/** What is to be sent again: one job of a source, a source, a target, or what lies in both. */
export type Again = {
  readonly targetId?: number;
  readonly sourceId?: number;
  readonly jobId?: string;
};

/**
 * Makes the last decided call of publications due once more, unchanged: what a target holds or refused is sent again, a removal that it
 * did not carry out is asked for again. Nothing is decided here. Gives how many calls that are at each target.
 */
export async function sendAgain(
  db: Db,
  { targetId, sourceId, jobId }: Again,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.execute(sql`
    with again as (
      update publications p set due_at = ${now.toISOString()}::timestamptz, attempts = 0, reason = null,
        state = case when p.wanted is null then 'delisting' else 'sending' end
      from targets t
      where t.id = p.target_id and t.state in ('active', 'leaving', 'paused')
        and (p.wanted is not null or (p.live and p.cause is not null and p.state in ('delisting', 'refused')))
        and p.target_id = coalesce(${targetId ?? null}::int, p.target_id)
        and p.source_id = coalesce(${sourceId ?? null}::int, p.source_id)
        and (${jobId ?? null}::text is null or p.job_id = ${jobId ?? null}::text
          or p.listing_id in (select l.id from listings l where l.source_id = p.source_id and l.job_id = ${jobId ?? null}::text))
      returning p.target_id)
    select target_id, count(*)::int as n from again group by target_id`);
  return new Map(rowsOf(rows).map((row) => [numberIn(row, 'target_id'), numberIn(row, 'n')]));
}
