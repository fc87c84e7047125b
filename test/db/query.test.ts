import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { column, maybe, query, written } from '../../src/db/query.ts';
import { testDatabase } from '../setup/database.ts';

const db = await testDatabase();

test('each kind of column reads what the driver gives', async () => {
  const columns = {
    small: column.int,
    big: column.int,
    share: column.number,
    name: column.text,
    open: column.bool,
    at: column.instant,
    mark: column.bytes,
    places: written<readonly string[]>(),
    nothing: maybe(column.text),
  };
  const [row] = await query(db, columns)`
    select 7 as small, 9000000000::bigint as big, 0.5::numeric as share, 'a' as name, true as open,
      '2026-11-22T12:00:00Z'::timestamptz as at, '\\x07ff'::bytea as mark, '["x"]'::jsonb as places, null::text as nothing`;
  expect([...(row?.mark ?? [])]).toEqual([7, 255]);
  expect(row).toEqual({
    small: 7,
    big: 9_000_000_000,
    share: 0.5,
    name: 'a',
    open: true,
    at: new Date('2026-11-22T12:00:00Z'),
    mark: expect.any(Uint8Array),
    places: ['x'],
    nothing: undefined,
  });
});

test('a misspelt column is an error that names it and those there are', async () => {
  await expect(query(db, { jobs: column.int })`select 3 as job, 4 as live`).rejects.toThrow(
    'column jobs: the statement does not give it; it gives job, live',
  );
});

test.each([
  ['int', column.int, 'null::int'],
  ['int', column.int, "'x'::text"],
  ['int', column.int, '9007199254740993::bigint'],
  ['int', column.int, '0.5::numeric'],
  ['number', column.number, "''::text"],
  ['text', column.text, '1'],
  ['bool', column.bool, "'true'::text"],
  ['instant', column.instant, "'yesterday'::text"],
  ['bytes', column.bytes, "'abc'::text"],
  ['written', written<string>(), 'null::jsonb'],
])('a column %s of another kind is an error that names it: %s', async (_, read, value) => {
  await expect(query(db, { odd: read })`select ${sql.raw(value)} as odd`).rejects.toThrow(
    /^column odd: .* is /,
  );
});

test('values are parameters, never text of the statement', async () => {
  const [row] = await query(db, { name: column.text })`select ${"'; drop table feeds; --"}::text as name`;
  expect(row?.name).toBe("'; drop table feeds; --");
});
