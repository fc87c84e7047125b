import { sql } from 'drizzle-orm';
import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { instantIn, numberIn, rowsOf, textIn } from '../db/rows.ts';
import type { FeedDefinition } from '../db/schema/feeds.schema.ts';

/**
 * Active feeds as the watch sees them: when they were last read with success, and how many live jobs their complete runs have long not
 * listed, those of a document that is in doubt included (R17).
 */
export async function feedsHealth(db: Db, now: Date, unseenDays: number) {
  const before = new Date(now.getTime() - unseenDays * DAY).toISOString();
  const rows = rowsOf(
    await db.execute(sql`
      select s.name, f.definition, f.created_at,
        (select max(r.finished_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged', 'truncated')) as success_at,
        (select max(r.finished_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged')) as complete_at,
        (select r.reason from runs r where r.source_id = s.id and r.reason is not null order by r.id desc limit 1) as reason,
        (select count(*) from listings l where l.source_id = s.id and l.state = 'missing' and l.missing_since < ${before}::timestamptz)::int
          + coalesce((select r.missing from held_documents d join runs r on r.id = d.run_id where d.source_id = s.id and ${before}::timestamptz > (
              select min(h.finished_at) from runs h where h.source_id = s.id and h.state = 'complete' and h.id > coalesce((
                select max(c.id) from runs c where c.source_id = s.id and c.state = 'complete' and not c.held), 0))), 0) as unseen
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
