import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { packageRoot } from '../core/package-root.ts';
import type { Database } from './db.ts';
import { rowsOf } from './rows.ts';

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
    await tx.execute(sql`select pg_advisory_xact_lock(7120031)`);
    // Asked first: a user without the right to create may open a database whose schema is the newest.
    const [there] = rowsOf(await tx.execute(sql`select to_regclass('schema_migrations') is not null as it`));
    if (there?.['it'] !== true)
      await tx.execute(
        sql`create table schema_migrations (tag text primary key, applied_at timestamptz not null default now())`,
      );
    const done = new Set(
      rowsOf(await tx.execute(sql`select tag from schema_migrations`)).map((row) => String(row['tag'])),
    );
    const pending = migrationsIn(folder).filter((tag) => !done.has(tag));
    for (const tag of pending) {
      for (const statement of statementsOf(folder, tag)) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into schema_migrations (tag) values (${tag})`);
    }
    return pending;
  });
}

/** Names of the migrations in a folder, oldest first. */
export function migrationsIn(folder: string): readonly string[] {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  return journal.entries.toSorted((a, b) => a.idx - b.idx).map(({ tag }) => tag);
}

function statementsOf(folder: string, tag: string): readonly string[] {
  return readFileSync(join(folder, `${tag}.sql`), 'utf8').split('--> statement-breakpoint');
}
