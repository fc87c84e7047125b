import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { migrate, migrationsFolder, migrationsIn } from '../../src/db/migrate.ts';
import { picklistAliases, picklists, snapshots, staged } from '../../src/db/schema.ts';
import { snapshotOf } from '../../src/feeds/snapshot.repository.ts';
import { rowsOf } from '../setup/rows.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad } from '../setup/road.ts';

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

test('the migration to shorter fingerprints keeps what a snapshot and a waiting document list', async () => {
  const { feed } = await aPublishedRoad(db, 40);
  const kept = await snapshotOf(db, feed.id);
  const items = Buffer.from(kept?.items ?? []);
  const entries = Array.from({ length: 40 }, (_, at) => items.subarray(at * 24, at * 24 + 24));
  const longer = entries.flatMap((entry) => [entry.subarray(0, 8), Buffer.alloc(8, 7), entry.subarray(8)]);
  await db.update(snapshots).set({ items: Buffer.concat(longer) });
  const row = { runId: 1, listing: {}, fingerprint: '', title: '' };
  await db.insert(staged).values([
    { ...row, jobId: 'A', items: ['00112233445566778899aabbccddeeff'] },
    { ...row, jobId: 'B', items: [] },
  ]);
  for (const statement of statementsOf('0076_shorter_fingerprints.sql')) await db.execute(statement);
  expect(Buffer.from((await snapshotOf(db, feed.id))?.items ?? [])).toEqual(items);
  const left = await db.select({ jobId: staged.jobId, items: staged.items }).from(staged);
  expect(left).toContainEqual({ jobId: 'A', items: ['0011223344556677'] });
  expect(left).toContainEqual({ jobId: 'B', items: [] });
});

test('the migration to the names of decided entries takes each from the list of its day', async () => {
  const { id: targetId } = await aRoad(db).addTarget('easton');
  const versions = [
    [
      1,
      [
        ['1', 'Full-time'],
        ['2', 'Casual'],
      ],
      day(1),
    ],
    [
      2,
      [
        ['1', 'Casual'],
        ['3', 'Volunteer'],
      ],
      day(10),
    ],
  ] as const;
  for (const [version, rows, readAt] of versions)
    await db.insert(picklists).values({
      targetId,
      field: 'job_type',
      version,
      current: version === 2,
      entries: rows.map(([ikey, ivalue]) => ({ ikey, ivalue })),
      readAt,
      checkedAt: readAt,
    });
  const decided = (label: string, keys: readonly string[], at: Date, of: number | null = targetId) => ({
    targetId: of,
    field: 'job_type',
    label,
    keys,
    decidedBy: 'dana',
    decidedAt: at,
  });
  await db
    .insert(picklistAliases)
    .values([
      decided('early', ['1', '2'], day(5)),
      decided('late', ['1'], day(12)),
      decided('none', [], day(12)),
      decided('everywhere', ['Casual'], day(12), null),
    ]);
  const [, fill = ''] = statementsOf('0083_names_of_decided_entries.sql');
  await db.execute(fill);
  const rows = await db.select().from(picklistAliases).orderBy(picklistAliases.label);
  expect(rows.map(({ label, names }) => [label, names])).toEqual([
    ['early', ['Full-time', 'Casual']],
    ['everywhere', null],
    ['late', ['Casual']],
    ['none', null],
  ]);
});

const day = (date: number) => new Date(Date.UTC(2026, 10, date));

const statementsOf = (file: string): readonly string[] =>
  readFileSync(join(migrationsFolder, file), 'utf8').split('--> statement-breakpoint');
