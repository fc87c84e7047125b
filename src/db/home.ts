import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { rowsOf } from './rows.ts';

/** Where a PostgreSQL database stands: its cluster and itself. A dump that is restored elsewhere, or anew, stands somewhere else. */
export async function homeOf(db: Db): Promise<string> {
  const [row] = rowsOf(
    await db.execute(sql`
      select (select system_identifier from pg_control_system())::text || '/' || (select oid from pg_database where datname = current_database())::text as home`),
  );
  return `cluster ${String(row?.['home'])}`;
}
