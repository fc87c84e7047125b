import type { Db } from '../../db/db.ts';
import { liveEdges, publicationDailyCounts } from '../../db/schema.ts';
import { execute } from '../../db/query.ts';

/** Makes one row of all that count the same; nothing is written where there are no two. */
export async function foldDailyCounts(db: Db): Promise<void> {
  await execute(db)`
    with alike as (
      select target_id, source_id, state, live, due, parked from ${publicationDailyCounts} group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(n) = 0
    ), gone as (
      delete from ${publicationDailyCounts} c using alike a
      where (c.target_id, c.source_id, c.state, c.live, c.due, c.parked) = (a.target_id, a.source_id, a.state, a.live, a.due, a.parked) returning c.*
    )
    insert into ${publicationDailyCounts} (target_id, source_id, state, live, due, parked, n)
    select target_id, source_id, state, live, due, parked, sum(n) from gone group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0`;
  await execute(db)`
    with gone as (delete from ${liveEdges} where not folded returning *)
    insert into ${liveEdges} as kept (source_id, target_id, month, n, elapsed, folded)
    select source_id, target_id, month, sum(n), sum(elapsed), true from gone group by 1, 2, 3
    on conflict (source_id, target_id, month) where folded do update set n = kept.n + excluded.n, elapsed = kept.elapsed + excluded.elapsed`;
}
