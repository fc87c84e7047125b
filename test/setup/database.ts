import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, inject } from 'vitest';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import * as schema from '../../src/db/schema.ts';
import { newDatabase } from './server.ts';

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

/** A migrated database of its own on a PostgreSQL server, for processes that open it by its address. */
export async function onServer(server: string) {
  const { url, drop } = await newDatabase(server, inject('template'));
  const opened = openPostgres(url, schema, { max: 5 });
  await migrate(opened.db);
  const close = async () => {
    await opened.close();
    await drop();
  };
  return { db: opened.db, url, close };
}

/**
 * Empties all tables and starts every sequence again. A table of a few pages is emptied by deleting its rows: to truncate it, and all that
 * refer to it, makes new files for each, which takes twenty times as long.
 */
export async function empty(db: Db): Promise<void> {
  await db.execute(sql`
    do $$
    declare
      one record;
      large text[] := '{}';
    begin
      -- Neither references nor triggers are of use where all rows go.
      set local session_replication_role = replica;
      for one in
        select quote_ident(relname) as name, pg_relation_size(oid) as bytes from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
      loop
        if one.bytes > 200000 then large := large || one.name;
        elsif one.bytes > 0 then execute 'delete from ' || one.name;
        end if;
      end loop;
      if large <> '{}' then execute 'truncate ' || array_to_string(large, ', ') || ' cascade'; end if;
      perform setval(quote_ident(sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null;
    end $$`);
}
