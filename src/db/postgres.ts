import { present } from '../core/present.ts';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Opened } from './db.ts';
import { keepStatements } from './kept-statements.ts';

export type PostgresOptions = {
  /** Connections at most. One when the server is an embedded database behind its socket. */
  readonly max?: number;
  /** Unix socket of an embedded database, instead of the address's host. */
  readonly socket?: string;
  /** Sessions keep the statements that come often, unless the address says `?prepare=false`. */
  readonly keeps?: boolean;
};

/** An address with the user and the database that it leaves out, as this driver takes them: another driver guesses others. */
export function completeAddress(address: string): string {
  const { user, database } = postgres(address, { max: 1 }).options;
  const url = new URL(address);
  if (url.username === '') url.username = encodeURIComponent(user);
  if (url.pathname.length <= 1) url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

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
    ...present({ path: options.socket }),
  });
  if (options.keeps === true) keepStatements(sql);
  return { db: drizzle(sql, { schema }), close: () => sql.end({ timeout: 5 }) };
}
