import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rowsOf } from '../db/rows.ts';
import { targets } from '../db/schema.ts';
import { needsAttention, sumOf, dailyCounts } from './daily-counts-store.ts';

/** What waits over all targets: labels without a key, and jobs that are neither sent nor settled. */
export async function waitingCounts(
  db: Db,
): Promise<{ readonly unresolved: number; readonly waiting: number }> {
  const [row] = rowsOf(
    await db.execute(sql`
      select (select count(*) from unresolved_labels)::int as unresolved,
        (select count(*) from decisions where outcome = 'waiting')::int as waiting`),
  );
  const due = sumOf((await dailyCounts(db)).filter((tally) => tally.due));
  return { unresolved: Number(row?.['unresolved'] ?? 0), waiting: Number(row?.['waiting'] ?? 0) + due };
}

export type TargetHealth = {
  readonly name: string;
  readonly state: string;
  readonly live: number;
  readonly due: number;
  readonly attention: number;
  readonly byState: Readonly<Record<string, number>>;
};

/** Every target with its publications counted by state. */
export async function targetHealth(db: Db): Promise<readonly TargetHealth[]> {
  const counted = Map.groupBy(await dailyCounts(db), ({ targetId }) => targetId);
  const all = await db.select().from(targets).orderBy(targets.name);
  return all.map(({ id, name, state }) => {
    const own = counted.get(id) ?? [];
    const byState = [...Map.groupBy(own, (tally) => tally.state)];
    return {
      name,
      state,
      live: sumOf(own.filter(({ live }) => live)),
      due: sumOf(own.filter(({ due }) => due)),
      attention: sumOf(own.filter(needsAttention)),
      byState: Object.fromEntries(byState.map(([publication, group]) => [publication, sumOf(group)])),
    };
  });
}
