import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeEach, inject } from 'vitest';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { rowsOf } from '../../src/db/rows.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import * as schema from '../../src/db/schema.ts';

/**
 * One database for a test file, opened at its top and emptied before each test: PGlite in memory, or, when `TEST_DATABASE_URL`
 * names a server, a database of its own there.
 */
export async function testDatabase(): Promise<Db> {
  const server = process.env['TEST_DATABASE_URL'];
  const { db, close } = server === undefined ? await embedded() : await onServer(server);
  beforeEach(() => empty(db));
  afterAll(close);
  return db;
}

async function embedded() {
  return openPglite({ memory: true, dump: new Blob([readFileSync(inject('dump'))]) }, schema);
}

/** A database of its own on a PostgreSQL server, for processes that open it by its address. */
export async function onServer(server: string) {
  const name = `quadwire_test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const opened = openPostgres(url.href, schema, { max: 5 });
  await migrate(opened.db);
  const close = async () => {
    await opened.close();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { db: opened.db, url: url.href, close };
}

async function empty(db: Db): Promise<void> {
  const found = await db.execute(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
  );
  const names = rowsOf(found).map((row) => String(row['name']));
  await db.execute(sql.raw(`truncate ${names.join(', ')} restart identity cascade`));
}
