import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Opened } from './db.ts';

export type PostgresOptions = {
  /** Connections at most. One when the server is an embedded database behind its socket. */
  readonly max?: number;
  /** Unix socket of an embedded database, instead of the address's host. */
  readonly socket?: string;
};

/** Opens a PostgreSQL server (15 or newer) by its address: `postgres://user:password@host:port/database`. */
export function openPostgres<S extends Record<string, unknown>>(
  url: string,
  schema: S,
  options: PostgresOptions = {},
): Opened<S> {
  const sql = postgres(url, {
    max: options.max ?? 10,
    onnotice: () => {},
    connect_timeout: 10,
    ...(options.socket === undefined ? {} : { path: options.socket }),
  });
  return { db: drizzle(sql, { schema }), close: () => sql.end({ timeout: 5 }) };
}
