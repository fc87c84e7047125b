import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/db.ts';
import { type Owned, ownEmbedded } from '../../src/db/owner.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { column, query } from '../../src/db/query.ts';
import * as schema from '../../src/db/schema.ts';

// A server with one session: the socket of an embedded database, or that of TEST_DATABASE_URL.
const server = process.env['TEST_DATABASE_URL'];
const folder = mkdtempSync(join(tmpdir(), 'quadwire-kept-'));
let owner: Owned<typeof schema> | undefined;

beforeAll(async () => {
  if (server !== undefined) return;
  const owned = await ownEmbedded(folder, schema);
  if (owned.kind !== 'owned') throw new Error(owned.reason);
  owner = owned.opened;
});
afterAll(async () => {
  await owner?.close();
  rmSync(folder, { recursive: true, force: true });
});

const opened = (more = '') => {
  const on = server === undefined ? { socket: join(folder, 'db.sock') } : {};
  const address = server ?? 'postgres://postgres@localhost/postgres';
  return openPostgres(`${address}${more}`, schema, { ...on, max: 1, keeps: true });
};

async function plus(on: Db, n: number): Promise<readonly number[]> {
  return (await query(on, { often: column.int })`select ${n}::int + 1 as often`).map(({ often }) => often);
}

const planned = (on: Db) => query(on, { plan_cache_mode: column.text })`show plan_cache_mode`;

/** Of a statement, how many are kept by the session that is asked. */
async function kept(db: Db, part: string): Promise<number> {
  const rows = await query(db, { name: column.text })`
    select name from pg_prepared_statements where statement like ${`%${part}%`} and statement not like '%pg_prepared%'`;
  return rows.length;
}

test('a statement that comes often is kept by its session, in transactions and within them, and one that comes seldom is not', async () => {
  const { db, close } = opened();
  expect(await plus(db, 1)).toEqual([2]);
  expect(await kept(db, 'as often')).toBe(0);
  for (let n = 0; n < 3; n += 1) {
    expect(await plus(db, n)).toEqual([n + 1]);
    expect(await db.transaction((tx) => plus(tx, n))).toEqual([n + 1]);
    expect(await db.transaction((tx) => tx.transaction((inner) => plus(inner, n)))).toEqual([n + 1]);
  }
  expect(await kept(db, 'as often')).toBe(1);
  for (let n = 0; n < 9; n += 1) await db.execute(sql`select 1 as bare`);
  expect(await kept(db, 'as bare')).toBe(0);
  await close();
});

test('a session of a server plans each call for its values, and compiles none', async () => {
  const { db, close } = opened();
  // The embedded database has one mode for all its guests.
  expect(await planned(db)).toEqual([
    { plan_cache_mode: server === undefined ? 'auto' : 'force_custom_plan' },
  ]);
  expect(await query(db, { jit: column.text })`show jit`).toEqual([{ jit: 'off' }]);
  await close();
});

test('an address with `?prepare=false`, as poolers need it, keeps none and asks for no setting', async () => {
  const { db, close } = opened('?prepare=false');
  for (let n = 0; n < 9; n += 1) await query(db, { never: column.int })`select ${n}::int as never`;
  expect(await kept(db, 'as never')).toBe(0);
  expect(await planned(db)).toEqual([{ plan_cache_mode: 'auto' }]);
  await close();
});
