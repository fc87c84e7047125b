import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, inject } from 'vitest';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import * as schema from '../../src/db/schema.ts';
import { rowsOf } from './rows.ts';
import { newDatabase } from './server.ts';

/**
 * One database for a test file, emptied before each test: PGlite in memory, which the files of a worker share, or, when
 * `TEST_DATABASE_URL` names a server, a database of its own there.
 */
export async function testDatabase(): Promise<Db> {
  const server = process.env['TEST_DATABASE_URL'];
  const { db, close } = server === undefined ? await embedded() : await onServer(server);
  if (server !== undefined) await layEmptying(db);
  beforeEach(() => empty(db));
  afterAll(close);
  return db;
}

type Shared = { readonly db: Db; readonly close: () => Promise<void>; readonly objects: string };
let shared: Shared | undefined;

/** Opened by the first file of a worker. A file that leaves other tables, functions or settings behind ends it, and the next opens anew. */
async function embedded() {
  const { db, close, objects } = (shared ??= await anEmbedded());
  const leave = async () => {
    if ((await objectsOf(db)) === objects) return;
    shared = undefined;
    await close();
  };
  return { db, close: leave };
}

async function anEmbedded(): Promise<Shared> {
  const opened = await openPglite({ memory: true, dump: new Blob([readFileSync(inject('dump'))]) }, schema);
  // A test calls a statement a few times, with a few rows: to plan it for its values costs more than it gives.
  await opened.db.execute(sql`set plan_cache_mode = force_generic_plan`);
  await layEmptying(opened.db);
  return { db: opened.db, close: opened.close, objects: await objectsOf(opened.db) };
}

/** What is in a database but for its rows, and what its session was told. */
async function objectsOf(db: Db): Promise<string> {
  const [row] = rowsOf(
    await db.execute(sql`
      select concat_ws(' ',
        (select md5(string_agg(concat(oid, relname, relhastriggers), ',' order by oid)) from pg_class where relnamespace <> 'pg_toast'::regnamespace),
        (select md5(string_agg(concat(oid, proname, prosrc), ',' order by oid)) from pg_proc where oid >= 16384),
        (select md5(string_agg(concat(oid, tgenabled), ',' order by oid)) from pg_trigger),
        (select md5(string_agg(concat(name, setting), ',' order by name)) from pg_settings where source = 'session'),
        (select count(*) from pg_stats where schemaname in ('public', 'instance'))) as objects`),
  );
  return String(row?.['objects']);
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

/** Empties a database of tests. */
export async function empty(db: Db): Promise<void> {
  await db.execute(sql`select testing.empty()`);
}

/**
 * Lays a function that empties all tables and starts every sequence again: first those that refer to others, and before all else the
 * publications, whose triggers keep counts. The session keeps its plans. A table of a few pages is emptied by deleting its rows: to
 * truncate it, and all that refer to it, makes new files for each, which takes twenty times as long.
 */
async function layEmptying(db: Db): Promise<void> {
  await db.execute(sql`
    do $do$
    declare
      emptied oid[] := '{}';
      next record;
      steps text := '';
    begin
      loop
        with recursive before as (
          select 'public.publications'::regclass::oid as id
          union select conrelid from pg_constraint, before where confrelid = before.id and contype = 'f')
        select c.oid, c.oid::regclass::text as name into next from pg_class c
          where relkind = 'r' and relnamespace in ('public'::regnamespace, to_regnamespace('instance')) and relname <> 'schema_migrations'
            and not c.oid = any (emptied)
            and not exists (select from pg_constraint where contype = 'f' and confrelid = c.oid and not conrelid = any (emptied || c.oid))
          order by c.oid not in (select id from before) limit 1;
        exit when next.oid is null;
        emptied := emptied || next.oid;
        steps := steps || format('
          if pg_relation_size(%1$L) > 200000 then truncate %1$s cascade;
          elsif pg_relation_size(%1$L) > 0 then delete from %1$s;
          end if;', next.name);
      end loop;
      if exists (select from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, to_regnamespace('instance')) and relname <> 'schema_migrations' and not oid = any (emptied))
        then raise exception 'Tables refer to each other in a circle: they cannot be emptied one after another.';
      end if;
      create schema testing;
      execute format('create function testing.empty() returns void language plpgsql as %L', 'begin ' || steps || $end$
        perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
          from pg_sequences where schemaname in ('public', 'instance') and last_value is not null;
      end $end$);
    end $do$`);
}
