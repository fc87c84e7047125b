import type { Db } from './db.ts';
import { column, query } from './query.ts';

/** The place of a PostgreSQL database: its cluster and its own number. A restored dump has another place. */
export async function homeOf(db: Db): Promise<string> {
  const [row] = await query(db, { home: column.text })`
      select (select system_identifier from pg_control_system())::text || '/' || (select oid from pg_database where datname = current_database())::text as home`;
  return `cluster ${row?.home}`;
}
