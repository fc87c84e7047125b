import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rowsOf } from '../db/rows.ts';

/** What waits over all targets: labels without a key, and jobs that are neither sent nor settled. */
export async function waitingCounts(
  db: Db,
): Promise<{ readonly unresolved: number; readonly waiting: number }> {
  const [row] = rowsOf(
    await db.execute(sql`
      select (select count(*) from unresolved_labels)::int as unresolved,
        (select count(*) from decisions d join listings l on l.id = d.listing_id where d.outcome = 'waiting' and l.state = 'live')::int
          + (select count(*) from publications where due_at is not null)::int as waiting`),
  );
  return { unresolved: Number(row?.['unresolved'] ?? 0), waiting: Number(row?.['waiting'] ?? 0) };
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
  const rows = rowsOf(
    await db.execute(sql`
      select t.name, t.state, p.state as publication, count(p.id)::int as n, count(*) filter (where p.live)::int as live,
        count(*) filter (where p.due_at is not null)::int as due,
        count(*) filter (where p.due_at is null and p.state in ('refused', 'unanswered', 'delisting', 'troubled'))::int as attention
      from targets t left join publications p on p.target_id = t.id group by t.name, t.state, p.state order by t.name`),
  );
  return [...Map.groupBy(rows, (row) => String(row['name']))].map(([name, group]) => {
    const sum = (column: string) => group.reduce((total, row) => total + Number(row[column]), 0);
    return {
      name,
      state: String(group[0]?.['state']),
      live: sum('live'),
      due: sum('due'),
      attention: sum('attention'),
      byState: Object.fromEntries(
        group
          .filter((row) => row['publication'] !== null)
          .map((row) => [String(row['publication']), Number(row['n'])]),
      ),
    };
  });
}
