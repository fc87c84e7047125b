import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** A database of either driver with a schema's tables: PGlite or postgres.js (both fit without casts). */
export type Database<S extends Record<string, unknown>> = PgDatabase<PgQueryResultHKT, S>;

/** The product's database. Inside a transaction use only the handle that the transaction gives. */
export type Db = Database<typeof schema>;

/** An opened database and how to let it go. */
export type Opened<S extends Record<string, unknown>> = {
  readonly db: Database<S>;
  readonly close: () => Promise<void>;
};
