import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { instantIn, numberIn, rowsOf, textIn } from '../db/rows.ts';
import { needsAttention, sumOf, dailyCounts } from './daily-counts-store.ts';

/** Active targets as the watch sees them: since when calls are due, and what waits for a person. */
export async function targetsHealth(db: Db) {
  const rows = rowsOf(
    await db.execute(sql`
      select t.name, t.last_answer_at, t.last_trouble,
        (select min(p.next_at) from publications p where p.target_id = t.id and p.call = 'due') as due_since, t.id
      from targets t where t.state = 'active'`),
  );
  const attention = Map.groupBy((await dailyCounts(db)).filter(needsAttention), ({ targetId }) => targetId);
  return rows.map((row) => ({
    name: String(row['name']),
    dueSince: instantIn(row, 'due_since'),
    lastAnswerAt: instantIn(row, 'last_answer_at'),
    lastTrouble: textIn(row, 'last_trouble'),
    attention: sumOf(attention.get(numberIn(row, 'id')) ?? []),
  }));
}
