import { sha256 } from '../core/fingerprint.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { packageRoot } from '../core/package-root.ts';
import type { Database } from './db.ts';
import { column, execute, query, queryRow } from './query.ts';

/** Where the product's migrations stand; the instance has a folder of its own below. */
export const migrationsFolder = join(packageRoot, 'drizzle');

type Journal = { readonly entries: readonly { readonly idx: number; readonly tag: string }[] };

/**
 * Brings a database to the newest schema and gives the names of the migrations it applied. All of them run in one transaction:
 * one that fails leaves the database as it was. Two processes that start at once wait for each other.
 */
export async function migrate<S extends Record<string, unknown>>(
  db: Database<S>,
  folder: string = migrationsFolder,
): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    await execute(tx)`select pg_advisory_xact_lock(7120031)`;
    // Asked first: a user without the right to create may open a database whose schema is the newest.
    const [there] = await query(tx, {
      it: column.bool,
    })`select to_regclass('schema_migrations') is not null as it`;
    if (there?.it !== true)
      await execute(tx)`
        create table schema_migrations (tag text primary key, applied_at timestamptz not null default now())`;
    const pending = await pendingIn(tx, folder);
    for (const tag of pending) {
      for (const statement of statementsOf(folder, tag)) await execute(tx)`${sql.raw(statement)}`;
      await execute(tx)`insert into schema_migrations (tag) values (${tag})`;
    }
    return pending;
  });
}

async function pendingIn(tx: Reader, folder: string): Promise<readonly string[]> {
  const rows = await query(tx, { tag: column.text })`select tag from schema_migrations`;
  const done = new Set(rows.map((row) => row.tag));
  return migrationsIn(folder).filter((tag) => !done.has(tag));
}

type Reader = Parameters<typeof query>[0];

/** A migration that is not applied yet, with the number of rows in each table that it changes (0 for a new table). */
export type PendingMigration = {
  readonly tag: string;
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
};

/** What `migrate` would do; changes nothing, and waits for nobody. */
export async function migrationPlan(
  db: Reader,
  folder: string = migrationsFolder,
): Promise<readonly PendingMigration[]> {
  const there = await query(db, {
    name: column.text,
  })`select tablename as name from pg_tables where schemaname = 'public'`;
  const known = new Set(there.map(({ name }) => name));
  const pending = known.has('schema_migrations') ? await pendingIn(db, folder) : migrationsIn(folder);
  const plans: PendingMigration[] = [];
  for (const tag of pending) {
    const tables = [];
    for (const table of tablesIn(statementsOf(folder, tag)))
      tables.push({ table, rows: known.has(table) ? await rowsIn(db, table) : 0 });
    plans.push({ tag, tables });
  }
  return plans;
}

async function rowsIn(db: Reader, table: string): Promise<number> {
  return (await queryRow(db, { n: column.int })`select count(*) as n from ${sql.identifier(table)}`).n;
}

const CHANGED =
  /(?:^|\)\s*|;\s*)(?:alter table(?: only)?|drop table(?: if exists)?|create table(?: if not exists)?|insert into|update|delete from|truncate(?: table)?|create (?:unique )?index .*? on)\s+(?:"?public"?\.)?"?(\w+)"?/gis;

/** The tables that statements change, by name. */
function tablesIn(statements: readonly string[]): readonly string[] {
  const named = statements.flatMap((text) =>
    [...text.trim().matchAll(CHANGED)].map(([, table = '']) => table),
  );
  return [...new Set(named)].toSorted();
}

/** Names of the migrations in a folder, oldest first. */
export function migrationsIn(folder: string): readonly string[] {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  return journal.entries.toSorted((a, b) => a.idx - b.idx).map(({ tag }) => tag);
}

function statementsOf(folder: string, tag: string): readonly string[] {
  return readFileSync(join(folder, `${tag}.sql`), 'utf8').split('--> statement-breakpoint');
}

/** Of the migrations of the product and of the instance: both have their tables in the image. */
export function migrationsHash(): string {
  const folders = [migrationsFolder, join(migrationsFolder, 'instance')];
  const files = folders.flatMap((folder) => migrationsIn(folder).map((tag) => join(folder, `${tag}.sql`)));
  return sha256(files.map((file) => readFileSync(file, 'utf8')).join('\0'));
}
