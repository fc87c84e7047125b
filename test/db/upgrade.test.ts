import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/db.ts';
import { migrate, migrationsFolder, migrationsIn } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { numberIn, rowsOf, textIn } from '../../src/db/rows.ts';
import * as schema from '../../src/db/schema.ts';
import { usageIn } from '../../src/publishing/usage-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every schema there was is brought to the newest with data in all of its tables, and no row is lost', async () => {
  const { db, close } = await openPglite({ memory: true }, schema);
  const tags = migrationsIn(migrationsFolder);
  for (const [at, tag] of tags.entries()) {
    expect(await migrate(db, upTo(tags.slice(0, at + 1)))).toEqual([tag]);
    const filled = await fill(db);
    expect(filled.filter(({ rows }) => rows === 0)).toEqual([]);
  }
  expect(await migrate(db)).toEqual([]);
  const counts = await fill(db);
  expect(Object.fromEntries(counts.map(({ table, rows }) => [table, rows]))).toMatchObject({
    listings: 1,
    publications: 1,
    feeds: 1,
    targets: 1,
  });
  await close();
}, 300_000);

test('a migration that fails in its middle leaves schema and rows as they were', async () => {
  const { db, close } = await openPglite({ memory: true }, schema);
  await migrate(db);
  await fill(db);
  const bad = upTo(migrationsIn(migrationsFolder));
  const journal: { entries: object[] } = JSON.parse(readFileSync(join(bad, 'meta/_journal.json'), 'utf8'));
  journal.entries.push({ idx: journal.entries.length, tag: '9999_bad' });
  writeFileSync(join(bad, 'meta/_journal.json'), JSON.stringify(journal));
  writeFileSync(
    join(bad, '9999_bad.sql'),
    `update publications set state = 'delisted';--> statement-breakpoint
     alter table publications drop column wanted;--> statement-breakpoint
     create table publications (id int)`,
  );
  await expect(migrate(db, bad)).rejects.toThrow();
  expect(rowsOf(await db.execute(sql`select state, wanted from publications`))).toEqual([
    { state: 'text', wanted: {} },
  ]);
  expect(await migrate(db)).toEqual([]);
  await close();
}, 120_000);

test('the migration to kept edges counts what was live before it', async () => {
  const { db, close } = await aSchoolBefore((tag) => sqlOf(tag).includes('CREATE TABLE "live_edges"'));
  await db.execute(sql`
    insert into publications (target_id, source_id, external_source_id, job_id, state, live, first_sent_at, delisted_at) values
      (1, 1, 'acme', 'A-1', 'published', true, '2026-09-30T12:00:00Z', null),
      (1, 1, 'acme', 'A-2', 'delisted', false, '2026-10-01T00:00:00Z', '2026-10-03T12:00:00Z'),
      (1, 1, 'acme', 'A-3', 'published', true, '2026-10-11T00:00:00Z', '2026-10-05T00:00:00Z'),
      (1, 1, 'acme', 'A-4', 'refused', false, '2026-10-01T00:00:00Z', null),
      (1, 1, 'acme', 'A-5', 'sending', false, null, null)`);
  await migrate(db);
  const now = new Date('2026-11-20T00:00:00Z');
  const jobDays = async (month: string) => (await usageIn(db, month, now)).map((line) => line.jobDays);
  expect(await jobDays('2026-09')).toEqual([0.5]);
  expect(await jobDays('2026-10')).toEqual([31 + 2.5 + 21]);
  expect(await jobDays('2026-11')).toEqual([2 * 19]);
  await close();
}, 120_000);

test('the migration to what targets have taken counts anew, and its rows leave nothing behind', async () => {
  const { db, close } = await aSchoolBefore((tag) => tag.endsWith('_published_when_taken'));
  // Taken; sent and never taken; down although the answer was never heard; taken, changed a day later; never sent; before the epoch.
  await db.execute(sql`
    insert into publications (target_id, source_id, external_source_id, job_id, state, live, first_sent_at, taken_fingerprint, answered_at, delisted_at) values
      (1, 1, 'acme', 'A-1', 'published', true, '2026-11-01T12:00:00Z', 'f', '2026-11-01T12:00:01Z', null),
      (1, 1, 'acme', 'A-2', 'refused', false, '2026-11-01T12:01:00Z', null, '2026-11-01T12:01:01Z', null),
      (1, 1, 'acme', 'A-3', 'delisted', false, '2026-11-01T12:02:00Z', null, null, '2026-11-03T12:00:00Z'),
      (1, 1, 'acme', 'A-4', 'published', true, '2026-11-01T12:03:00Z', 'f', '2026-11-02T12:00:00Z', null),
      (1, 1, 'acme', 'A-5', 'sending', false, null, null, null, null),
      (1, 1, 'acme', 'A-6', 'published', true, '1969-12-31T23:59:59Z', 'f', null, null)`);
  await migrate(db);
  const happened = async () =>
    rowsOf(
      await db.execute(
        sql`select quarter::date::text as day, sum(published)::int as p, sum(updated)::int as u, sum(delisted)::int as d
            from happenings group by 1 having sum(published) <> 0 or sum(updated) <> 0 or sum(delisted) <> 0 order by 1`,
      ),
    );
  expect(await happened()).toEqual([
    { day: '1969-12-31', p: 1, u: 0, d: 0 },
    { day: '2026-11-01', p: 3, u: 0, d: 0 },
    { day: '2026-11-02', p: 0, u: 1, d: 0 },
    { day: '2026-11-03', p: 0, u: 0, d: 1 },
  ]);
  await db.execute(sql`delete from publications`);
  expect(await happened()).toEqual([]);
  await close();
}, 120_000);

test('what stood in any table before the migrations from 33 on stands there unchanged after them', async () => {
  const { db, close } = await openPglite({ memory: true }, schema);
  const tags = migrationsIn(migrationsFolder);
  await migrate(db, upTo(tags.filter((tag) => tag < '0033')));
  const tables = (await fill(db)).map(({ table }) => table).filter((table) => !counted.includes(table));
  const before = await contentsOf(db, tables);
  await migrate(db);
  const after = await contentsOf(db, tables);
  for (const table of tables) expect([table, after[table]]).toMatchObject([table, before[table] ?? []]);
  expect(after['replays']).toMatchObject([{ location: null }]);
  expect(after['screenings']).toMatchObject([{ domains: [] }]);
  await close();
}, 120_000);

/** Counts of other rows, which a migration may take anew, and the list of migrations. */
const counted: readonly string[] = ['happenings', 'publication_tallies', 'schema_migrations'];

async function contentsOf(db: Db, tables: readonly string[]): Promise<Record<string, unknown>> {
  const rows = tables.map(async (table) => {
    const found = await db.execute(sql`select to_jsonb(one) as row from ${sql.identifier(table)} one`);
    return [table, rowsOf(found).map((one) => one['row'])] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

function sqlOf(tag: string): string {
  return readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8');
}

/** A folder with the first migrations only: a schema that was once the newest. */
function upTo(tags: readonly string[]): string {
  const then = join(folder, `${tags.length}`);
  mkdirSync(join(then, 'meta'), { recursive: true });
  for (const tag of tags) cpSync(join(migrationsFolder, `${tag}.sql`), join(then, `${tag}.sql`));
  const entries = tags.map((tag, idx) => ({ idx, tag }));
  writeFileSync(join(then, 'meta/_journal.json'), JSON.stringify({ entries }));
  return then;
}

/** Puts a row into every table that has none, parents first; gives how many rows each has. */
async function fill(db: Db): Promise<readonly { readonly table: string; readonly rows: number }[]> {
  for (let round = 0; round < 6; round += 1) {
    const counts = await countsOf(db);
    const empty = counts.filter(({ rows }) => rows === 0).map(({ table }) => table);
    if (empty.length === 0) return counts;
    for (const table of empty) await fillOne(db, table, new Set(empty));
  }
  return countsOf(db);
}

async function countsOf(db: Db) {
  const tables = rowsOf(await db.execute(sql`select tablename from pg_tables where schemaname = 'public'`));
  const each = tables.map((row) => {
    const name = String(textIn(row, 'tablename'));
    return sql`select ${sql.raw(`'${name}'`)} as name, count(*)::int as n from ${sql.identifier(name)}`;
  });
  const counts = rowsOf(await db.execute(sql.join(each, sql` union all `)));
  return counts.map((row) => ({ table: String(textIn(row, 'name')), rows: numberIn(row, 'n') }));
}

/** One row with a value in every column that is of a simple kind; nothing when a parent has no row yet. */
async function fillOne(db: Db, table: string, empty: ReadonlySet<string>): Promise<void> {
  const columns = rowsOf(
    await db.execute(sql`
      select c.column_name as name, c.data_type as type, c.column_default like 'nextval%' as numbered, f.parent, f.parent_column from information_schema.columns c
      left join (
        select a.attname, p.relname as parent, pa.attname as parent_column from pg_constraint k
        join pg_class t on t.oid = k.conrelid join pg_class p on p.oid = k.confrelid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
        join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = k.confkey[1]
        where k.contype = 'f' and t.relname = ${table}
      ) f on f.attname = c.column_name
      where c.table_schema = 'public' and c.table_name = ${table} and c.is_generated = 'NEVER' order by c.ordinal_position`),
  );
  const values = columns.map((row) => {
    const [parent, column] = [textIn(row, 'parent'), textIn(row, 'parent_column')];
    if (parent !== undefined && column !== undefined && parent !== table)
      return sql`(select ${sql.identifier(column)} from ${sql.identifier(parent)} limit 1)`;
    if (row['numbered'] === true) return sql.raw('default');
    return sql.raw(simple[String(textIn(row, 'type'))] ?? 'null');
  });
  const parents = columns.flatMap((row) => textIn(row, 'parent') ?? []);
  if (parents.some((parent) => parent !== table && empty.has(parent))) return;
  const names = columns.map((row) => sql.identifier(String(textIn(row, 'name'))));
  await db.execute(
    sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`,
  );
}

const simple: Readonly<Record<string, string>> = {
  text: `'text'`,
  integer: '1',
  bigint: '1',
  smallint: '1',
  boolean: 'false',
  jsonb: `'{}'`,
  'timestamp with time zone': `'2026-11-20T09:00:00Z'`,
  'timestamp without time zone': `'2026-11-20T09:00:00'`,
  date: `'2026-11-20'`,
  bytea: `'\\x00'`,
  real: '1',
  'double precision': '1',
  numeric: '1',
  ARRAY: `'{}'`,
};

/** A database as it was before a migration, with one target and one feed. */
async function aSchoolBefore(isTag: (tag: string) => boolean) {
  const { db, close } = await openPglite({ memory: true }, schema);
  const tags = migrationsIn(migrationsFolder);
  const at = tags.findIndex(isTag);
  expect(at).toBeGreaterThan(0);
  await migrate(db, upTo(tags.slice(0, at)));
  await db.execute(
    sql`insert into targets (id, name, definition, state, created_at) values (1, 'northfield', '{}', 'active', now())`,
  );
  await db.execute(
    sql`insert into sources (id, name, kind, external_source_id, created_at) values (1, 'acme', 'feed', 'acme', now())`,
  );
  return { db, close };
}
