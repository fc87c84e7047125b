import type { Db } from '../db/db.ts';
import { column, maybe, query } from '../db/query.ts';
import { numberOf } from '../publishing/queries/place-counts.ts';
import { placeCounts } from '../publishing/queries/job-states.queries.ts';

/** Active targets as the watch sees them: since when calls are due, or changed jobs wait for a plan, and what waits for a person. */
export async function targetsHealth(db: Db) {
  const rows = await query(db, {
    id: column.int,
    dueSince: maybe(column.instant),
    lastAnswerAt: maybe(column.instant),
    lastTrouble: maybe(column.text),
    notPlannedSince: maybe(column.instant),
    name: column.text,
    openUntil: maybe(column.instant),
  })`
      select t.name, t.last_answer_at as "lastAnswerAt", t.last_trouble as "lastTrouble",
        (select min(p.next_at) from publications p where p.target_id = t.id and p.call = 'due') as "dueSince",
        (select min(l.touched_at) from listings l where l.touched_at > coalesce(t.reconciled_at + interval '1 minute', t.created_at)) as "notPlannedSince", t.id, t.open_until as "openUntil"
      from targets t where t.state = 'active'`;
  const places = Map.groupBy(await placeCounts(db), ({ targetId }) => targetId);
  return rows.map((row) => ({
    ...row,
    attention: numberOf(places.get(row.id) ?? [], 'look', 'refused'),
  }));
}
