import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { instantIn, rowsOf } from './rows.ts';

/** What time it is at the database. */
export async function timeAt(db: Db): Promise<Date | undefined> {
  return instantIn(rowsOf(await db.execute(sql`select clock_timestamp() as now`))[0], 'now');
}
