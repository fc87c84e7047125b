// @module-tag slow
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/db/db.ts';
import { migrate, migrationPlan, migrationsFolder, migrationsIn } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { numberIn, rowsOf, textIn } from '../setup/rows.ts';
import * as schema from '../../src/db/schema.ts';
import { usageIn } from '../../src/publishing/queries/usage.queries.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-upgrade-'));
const { db, close } = await openPglite({ memory: true }, schema);
beforeEach(async () => {
  await db.execute('drop schema public cascade');
  await db.execute('create schema public');
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

test('every schema there was is brought to the newest with data in all of its tables, and no row is lost', async () => {
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
}, 300_000);

test('what a migration would do is told before it, of a database of the version before, and nothing is changed', async () => {
  const tags = migrationsIn(migrationsFolder);
  expect((await migrationPlan(db)).map(({ tag }) => tag)).toEqual(tags);
  const before = tags.filter((tag) => tag < '0053');
  await migrate(db, upTo(before));
  const counts = await fill(db);
  const plan = await migrationPlan(db);
  expect(plan.map(({ tag }) => tag)).toEqual(tags.slice(before.length));
  const answers = plan.find(({ tag }) => tag === '0054_usual_answers');
  expect(answers?.tables).toEqual([{ table: 'targets', rows: 1 }]);
  // One row of each table, and of its publication one for each thing that happened to it, one that counts it.
  const most: Record<string, number> = { job_events: 3, happenings: 3, publication_tallies: 2 };
  for (const { table, rows } of plan.flatMap(({ tables }) => tables))
    expect(rows).toBeLessThanOrEqual(most[table] ?? 1);
  expect(await countsOf(db)).toEqual(counts);
  await migrate(db);
  expect(await migrationPlan(db)).toEqual([]);
}, 120_000);

test('a migration that fails in its middle leaves schema and rows as they were', async () => {
  await migrate(db);
  await fill(db);
  const bad = upTo(migrationsIn(migrationsFolder));
  const journal: { entries: object[] } = JSON.parse(readFileSync(join(bad, 'meta/_journal.json'), 'utf8'));
  journal.entries.push({ idx: journal.entries.length, tag: '9999_bad' });
  writeFileSync(join(bad, 'meta/_journal.json'), JSON.stringify(journal));
  writeFileSync(
    join(bad, '9999_bad.sql'),
    `update publications set reason = 'delisted';--> statement-breakpoint
     alter table publications drop column wanted;--> statement-breakpoint
     create table publications (id int)`,
  );
  await expect(migrate(db, bad)).rejects.toThrow();
  expect(rowsOf(await db.execute(sql`select reason, wanted from publications`))).toEqual([
    { reason: 'text', wanted: {} },
  ]);
  expect(await migrate(db)).toEqual([]);
}, 120_000);

test('the migration to kept edges counts what was live before it', async () => {
  await aSchoolBefore((tag) => sqlOf(tag).includes('CREATE TABLE "live_edges"'));
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
}, 120_000);

test('the migration to what targets have taken counts anew, and its rows leave nothing behind', async () => {
  await aSchoolBefore((tag) => tag.endsWith('_published_when_taken'));
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
        sql`select at::date::text as day, count(*) filter (where what = 'published')::int as p, count(*) filter (where what = 'updated')::int as u,
              count(*) filter (where what = 'delisted')::int as d from job_events group by 1 order by 1`,
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
}, 120_000);

test('the migration to the states of listings carries each over with its evidence', async () => {
  await aSchoolBefore((tag) => tag.endsWith('_lifecycle'));
  const listing = sql.raw(`'{}', 'print', 'Job', '2026-11-01', '2026-11-02'`);
  await db.execute(sql`
    insert into listings (id, source_id, job_id, state, misses, last_seen_at, expires_at, ended_at, ended_because, ended_on_approval, listing, fingerprint, title, first_seen_at, changed_at) values
      (1, 1, 'live', 'live', 0, null, '2027-01-01', null, null, false, ${listing}),
      (2, 1, 'missing', 'live', 2, '2026-11-03', null, null, null, false, ${listing}),
      (3, 1, 'rejected', 'live', 3, '2026-11-03', null, null, null, false, ${listing}),
      (4, 1, 'restored', 'live', 1, '2026-11-03', null, null, null, false, ${listing}),
      (5, 1, 'gone', 'gone', 2, '2026-11-03', null, '2026-11-05', 'Missing', false, ${listing}),
      (6, 1, 'approved', 'gone', 2, '2026-11-03', null, '2026-11-05', 'Missing', true, ${listing}),
      (7, 1, 'withdrawn', 'withdrawn', 0, null, null, null, 'it says closed', false, ${listing}),
      (8, 1, 'removed', 'gone', 0, null, null, '2026-11-05', 'Its feed was removed', true, ${listing}),
      (9, 1, 'past', 'live', 0, null, '2026-11-01', null, null, false, ${listing})`);
  await db.execute(sql`
    insert into holds (id, kind, state, source_id, count, reasons, sample, subjects, fingerprint, created_at, decided_at) values
      (1, 'share', 'rejected', 1, 1, '[]', '[]', '[3]', 'a', '2026-11-04', '2026-11-04'),
      (2, 'drop', 'open', 1, 2, '[]', '[]', '[1, 2]', 'a', '2026-11-04', null),
      (3, 'drop', 'open', 1, 2, '[]', '[]', '[1, 2]', 'b', '2026-11-05', null)`);
  await db.execute(sql`select setval('holds_id_seq', 3)`);
  await db.execute(sql`
    insert into batches (id, target_id, cause, count, created_at, restored_at) values (1, 1, 'missing', 1, '2026-11-04', '2026-11-05')`);
  await db.execute(sql`
    insert into publications (target_id, listing_id, source_id, external_source_id, job_id, state, live, batch_id) values (1, 4, 1, 'acme', 'restored', 'published', true, 1)`);
  await db.execute(sql`
    insert into screenings (listing_id, fingerprint, score, band, forced, signals, state, screened_at, decided_by) values
      (1, 'print', 0, 'clear', false, '[]', 'clear', '2026-11-02', null), (2, 'print', 0, 'clear', false, '[]', 'open', '2026-11-02', null),
      (5, 'print', 0, 'clear', false, '[]', 'approved', '2026-11-02', 'dana@example.org'), (9, 'older', 0, 'clear', false, '[]', 'clear', '2026-11-02', null)`);
  await db.execute(sql`
    insert into adverts (listing_id, fingerprint, source_id, kind, multi_employer, company, aliases, title, places, shingles, signature, length, teaser, judged)
    select id, 'print', 1, 'ats', false, '', '[]', '', '[]', '', '', 0, false, true from listings`);
  await migrate(db);
  const states = await db.execute(
    sql`select job_id as job, state, cause, verdict, miss_runs as runs, closes_announced as told, missing_since > '2026-11-10' as anew from listings order by id`,
  );
  const live = { cause: null, verdict: null, runs: 0, told: false, anew: null };
  expect(rowsOf(states)).toEqual([
    { job: 'live', ...live, state: 'listed', told: true },
    { job: 'missing', ...live, state: 'missing', runs: 2, anew: true },
    { job: 'rejected', ...live, state: 'kept' },
    { job: 'restored', ...live, state: 'kept' },
    { job: 'gone', ...live, state: 'ended', cause: 'missing', verdict: 'guard' },
    { job: 'approved', ...live, state: 'ended', cause: 'missing', verdict: 'hold' },
    { job: 'withdrawn', ...live, state: 'ended', cause: 'withdrawn', verdict: 'stated' },
    { job: 'removed', ...live, state: 'ended', cause: 'operator', verdict: 'stated' },
    { job: 'past', ...live, state: 'listed' },
  ]);
  const named = await db.execute(
    sql`select h.kind from listings l join holds h on h.id = l.hold_id where l.job_id = 'approved'`,
  );
  expect(rowsOf(named)).toEqual([{ kind: 'share' }]);
  const subjects = await db.execute(
    sql`select hold_id::int as hold, listing_id::int as listing, decision from hold_subjects order by 1, 2`,
  );
  expect(rowsOf(subjects)).toEqual([
    { hold: 1, listing: 3, decision: 'kept' },
    { hold: 2, listing: 1, decision: null },
    { hold: 2, listing: 2, decision: null },
    { hold: 3, listing: 1, decision: null },
    { hold: 3, listing: 2, decision: null },
  ]);
  expect(rowsOf(await db.execute(sql`select id::int from holds where state = 'open'`))).toEqual([{ id: 3 }]);
  expect(rowsOf(await db.execute(sql`select listing_id::int as id, by from clearances order by 1`))).toEqual([
    { id: 1, by: 'rules' },
    { id: 5, by: 'dana@example.org' },
  ]);
}, 120_000);

test('the migration lifts what removals left open, and takes removed schools out of the hold over everything', async () => {
  await aSchoolBefore((tag) => tag.endsWith('_left_holds'));
  await db.execute(sql`
    insert into targets (id, name, definition, state, created_at) values (2, 'easton', '{}', 'removed', now()), (3, 'weston', '{}', 'leaving', now())`);
  await db.execute(sql`
    insert into sources (id, name, kind, external_source_id, created_at) values (2, 'zenith', 'feed', 'zenith', now()), (3, 'norda', 'feed', 'norda', now())`);
  await db.execute(sql`
    insert into feeds (source_id, definition, state, created_at, next_at) values (1, '{}', 'active', now(), now()), (2, '{}', 'removed', now(), now()), (3, '{}', 'left', now(), now())`);
  await db.execute(sql`
    insert into publications (id, target_id, source_id, external_source_id, job_id, job_key, belief, intent, call)
    select n, n, 1, 'acme', 'A-' || n, 'a-' || n, 'maybe', 'leave', 'idle' from generate_series(1, 3) n`);
  const losses = JSON.stringify({
    perTarget: [1, 2, 3].map((targetId) => ({ targetId, removed: 1, live: 1 })),
  });
  await db.execute(sql`
    insert into holds (id, kind, state, source_id, target_id, count, reasons, sample, subjects, facts, fingerprint, created_at) values
      (1, 'drop', 'open', 1, null, 1, '[]', '[]', '[1]', null, 'a', '2026-11-04'),
      (2, 'drop', 'open', 2, null, 1, '[]', '[]', '[1]', null, 'a', '2026-11-04'),
      (3, 'drop', 'muted', 3, null, 1, '[]', '[]', '[1]', null, 'a', '2026-11-04'),
      (4, 'share', 'rejected', 2, null, 1, '[]', '[]', '[1]', null, 'a', '2026-11-04'),
      (5, 'share', 'open', null, 1, 1, '[]', '[]', '[1]', null, 'a', '2026-11-04'),
      (6, 'share', 'open', null, 2, 1, '[]', '[]', '[2]', null, 'a', '2026-11-04'),
      (7, 'share', 'open', null, 3, 1, '[]', '[]', '[3]', null, 'a', '2026-11-04'),
      (8, 'share', 'open', null, null, 3, '[]', '[]', '[3, 1, 2]', ${losses}, '', '2026-11-04'),
      (9, 'share', 'rejected', null, null, 1, '[]', '[]', '[2]', null, '', '2026-11-04')`);
  await migrate(db);
  const found = await db.execute(
    sql`select id::int as id, state, count, subjects, decided_by as by, rev, facts -> 'perTarget' as losses from holds order by id`,
  );
  const one = { count: 1, rev: 0, by: null, losses: null };
  const lifted = { ...one, state: 'lifted', by: 'its removal' };
  expect(rowsOf(found)).toEqual([
    { ...one, id: 1, state: 'open', subjects: [1] },
    { ...lifted, id: 2, subjects: [1] },
    { ...lifted, id: 3, subjects: [1] },
    { ...one, id: 4, state: 'rejected', subjects: [1] },
    { ...one, id: 5, state: 'open', subjects: [1] },
    { ...lifted, id: 6, subjects: [2] },
    { ...lifted, id: 7, subjects: [3] },
    { ...one, id: 8, state: 'open', subjects: [1], rev: 1, losses: [{ targetId: 1, removed: 1, live: 1 }] },
    { ...lifted, id: 9, subjects: [], rev: 1 },
  ]);
}, 120_000);

test('what stood in any table before the migrations from 33 on stands there unchanged after them', async () => {
  const tags = migrationsIn(migrationsFolder);
  await migrate(db, upTo(tags.filter((tag) => tag < '0033')));
  const tables = (await fill(db)).map(({ table }) => table).filter((table) => !counted.includes(table));
  const before = await contentsOf(db, tables);
  await migrate(db);
  const after = await contentsOf(db, tables);
  for (const table of tables) expect([table, after[table]]).toMatchObject([table, before[table] ?? []]);
  expect(after['replays']).toMatchObject([{ location: null }]);
  expect(after['screenings']).toMatchObject([{ domains: [] }]);
}, 120_000);

/** Counts of other rows, the list of migrations, and what a migration with a test of its own changes. */
const counted: readonly string[] = [
  'happenings',
  'publication_tallies',
  'schema_migrations',
  'listings',
  'publications',
  'targets',
];

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
    const name = `${table}.${String(textIn(row, 'name'))}`;
    if (constrained[name] !== undefined) return sql.raw(constrained[name]);
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

/** Values of columns that a constraint of a later schema ties to others. */
const constrained: Readonly<Record<string, string>> = {
  'exact_calls.operation': `'processJob'`,
  'exact_calls.reason': 'null',
  'take_downs.kind': `'employer'`,
  'holds.state': `'rejected'`,
  'listings.state': `'listed'`,
  'listings.missing_since': 'null',
  'listings.miss_runs': '0',
  'listings.misses': '0',
  'listings.cause': 'null',
  'listings.verdict': 'null',
  'listings.hold_id': 'null',
  'listings.ended_at': 'null',
  'hold_subjects.listing_id': 'null',
  'hold_subjects.publication_id': 'null',
  'hold_subjects.op': `'hide'`,
  'hold_subjects.decision': `'kept'`,
  'publications.belief': `'none'`,
  'publications.belief_fingerprint': 'null',
  'publications.intent': `'leave'`,
  'publications.intent_fingerprint': 'null',
  'publications.shown_listing_id': 'null',
  'publications.shown_listing_fingerprint': 'null',
  'publications.cause': 'null',
  'publications.verdict': 'null',
  'publications.hold_id': 'null',
  'publications.intended_at': 'null',
  'publications.call': `'idle'`,
  'publications.call_op': 'null',
  'publications.call_before': 'null',
  'publications.lease_until': 'null',
  'publications.next_at': 'null',
  'publications.parked': 'null',
};

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

/** The database as it was before a migration, with one target and one feed. */
async function aSchoolBefore(isTag: (tag: string) => boolean): Promise<void> {
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
}
