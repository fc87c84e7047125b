import type { Db } from './db.ts';
import { column, query } from './query.ts';

/** What time it is at the database. */
export async function timeAt(db: Db): Promise<Date | undefined> {
  const [row] = await query(db, { now: column.instant })`select clock_timestamp() as now`;
  return row?.now;
}
