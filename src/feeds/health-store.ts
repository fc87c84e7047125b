import { sql } from 'drizzle-orm';
import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { instantIn, numberIn, rowsOf, textIn } from '../db/rows.ts';
import type { FeedDefinition } from '../db/schema/feeds.ts';

/** Active feeds as the watch sees them: when they were last read with success, and what their complete runs have long not listed. */
export async function feedsHealth(db: Db, now: Date, unseenDays: number) {
  const before = new Date(now.getTime() - unseenDays * DAY).toISOString();
  const rows = rowsOf(
    await db.execute(sql`
      select s.name, f.definition, f.created_at,
        (select max(r.finished_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged', 'truncated')) as success_at,
        (select max(r.finished_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged')) as complete_at,
        (select r.reason from runs r where r.source_id = s.id and r.reason is not null order by r.id desc limit 1) as reason,
        (select count(*) from listings l where l.source_id = s.id and l.state = 'missing' and l.missing_since < ${before}::timestamptz)::int as unseen
      from feeds f join sources s on s.id = f.source_id where f.state = 'active'`),
  );
  return rows.map((row) => ({
    name: String(row['name']),
    definition: row['definition'] as FeedDefinition,
    since: instantIn(row, 'created_at') ?? now,
    lastSuccessAt: instantIn(row, 'success_at'),
    lastCompleteAt: instantIn(row, 'complete_at'),
    reason: textIn(row, 'reason'),
    unseen: numberIn(row, 'unseen'),
  }));
}
