import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import type { FeedDefinition } from '../db/schema/feeds.schema.ts';
import { column, maybe, query, written } from '../db/query.ts';

/**
 * Feeds as the watch sees them: when they were last read with success, how many live jobs their complete runs have long not listed, those
 * of a document that is in doubt and of a feed that is long paused included, and how many are long kept or not understood (R17).
 */
export async function feedsHealth(db: Db, now: Date, unseenDays: number) {
  const before = new Date(now.getTime() - unseenDays * DAY).toISOString();
  return query(db, {
    paused: column.bool,
    unseen: column.int,
    stuck: column.int,
    since: column.instant,
    lastSuccessAt: maybe(column.instant),
    lastCompleteAt: maybe(column.instant),
    reason: maybe(column.text),
    name: column.text,
    definition: written<FeedDefinition>(),
  })`
      select s.name, f.state = 'paused' as paused, f.definition, f.created_at as since,
        (select max(r.finished_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged', 'truncated')) as "lastSuccessAt",
        (select max(r.finished_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged')) as "lastCompleteAt",
        (select r.reason from runs r where r.source_id = s.id and r.reason is not null order by r.id desc limit 1) as reason,
        (select count(*) from listings l where l.source_id = s.id and l.state in ('kept', 'unread') and l.touched_at < ${before}::timestamptz)::int as stuck,
        (select count(*) from listings l where l.source_id = s.id and case when f.state = 'active' then l.state = 'missing' and l.missing_since < ${before}::timestamptz
            else l.state <> 'ended' and ${before}::timestamptz > (
              select coalesce(max(r.finished_at), f.created_at) from runs r where r.source_id = s.id and r.state in ('complete', 'unchanged')) end)::int
          + coalesce((select r.missing from held_documents d join runs r on r.id = d.run_id where d.source_id = s.id and ${before}::timestamptz > (
              select min(h.finished_at) from runs h where h.source_id = s.id and h.state = 'complete' and h.id > coalesce((
                select max(c.id) from runs c where c.source_id = s.id and c.state = 'complete' and not c.held), 0))), 0) as unseen
      from feeds f join sources s on s.id = f.source_id where f.state in ('active', 'paused')`;
}
