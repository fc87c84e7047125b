import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { migrate, migrationsIn } from '../../src/db/migrate.ts';
import { rowsOf } from '../setup/rows.ts';
import { testDatabase } from '../setup/database.ts';

const db = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'quadwire-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a migrated database has nothing left to apply', async () => {
  expect(await migrate(db)).toEqual([]);
  expect(migrationsIn(join(import.meta.dirname, '../../drizzle')).length).toBeGreaterThan(0);
});

test('a failed migration leaves the schema as it was', async () => {
  mkdirSync(join(folder, 'meta'));
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({
      entries: [
        { idx: 0, tag: 'good' },
        { idx: 1, tag: 'bad' },
      ],
    }),
  );
  writeFileSync(join(folder, 'good.sql'), 'create table half_way (id int)');
  writeFileSync(join(folder, 'bad.sql'), 'create table half_way (id int)');
  await expect(migrate(db, folder)).rejects.toThrow('half_way');
  expect(rowsOf(await db.execute(sql`select 1 as n from pg_tables where tablename = 'half_way'`))).toEqual(
    [],
  );
});
