import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Db } from '../../../src/db/db.ts';
import * as schema from '../../../src/db/schema.ts';

/** A worker's connections that can be torn at once, as its death does. */
export function mortalDatabase(url: string): {
  readonly db: Db;
  readonly die: () => Promise<void>;
  readonly close: () => Promise<void>;
} {
  const sql = postgres(url, { max: 8, onnotice: () => {} });
  return {
    db: drizzle(sql, { schema }),
    die: () => sql.end({ timeout: 0 }),
    close: () => sql.end({ timeout: 5 }),
  };
}
