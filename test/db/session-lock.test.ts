import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Opened } from '../../src/db/db.ts';
import { joinEmbedded, type Owned, ownEmbedded } from '../../src/db/owner.ts';
import { rowsOf } from '../setup/rows.ts';
import * as schema from '../../src/db/schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-turns-'));
let owner: Owned<typeof schema>;
let guests: Opened<typeof schema>[];

beforeAll(async () => {
  const owned = await ownEmbedded(folder, schema);
  if (owned.kind !== 'owned') throw new Error(owned.reason);
  owner = owned.opened;
  await owner.db.execute(sql`create table counted (n int not null)`);
  const joined = await Promise.all([joinEmbedded(folder, schema), joinEmbedded(folder, schema)]);
  guests = joined.map((guest) => {
    if (guest === undefined) throw new Error('nobody answered on the socket');
    return guest;
  });
});
afterAll(async () => {
  await Promise.all(guests.map((guest) => guest.close()));
  await owner.close();
  rmSync(folder, { recursive: true, force: true });
});

const everybody = () => [owner, ...guests];
const echo = async ({ db }: Opened<typeof schema>, n: number) =>
  Number(rowsOf(await db.execute(sql`select ${n}::int + 1 as n`))[0]?.['n']);

test('the owner and its guests ask at once, and each gets its own answers', async () => {
  const asking = everybody().map(async (who, place) => {
    for (let i = 0; i < 150; i += 1) expect(await echo(who, place * 1000 + i)).toBe(place * 1000 + i + 1);
  });
  await Promise.all(asking);
});

const countUp = async ({ db }: Opened<typeof schema>) =>
  db.transaction(async (tx) => {
    const size = async () =>
      Number(rowsOf(await tx.execute(sql`select count(*) as n from counted`))[0]?.['n']);
    const before = await size();
    await tx.execute(sql`insert into counted values (${before})`);
    expect(await size()).toBe(before + 1);
  });

test('nobody else speaks inside a transaction that is open', async () => {
  await Promise.all(everybody().flatMap((who) => Array.from({ length: 10 }, async () => countUp(who))));
  const rows = rowsOf(await owner.db.execute(sql`select n from counted order by n`));
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, i) => i));
});

test(
  'a guest that goes away in the middle of a transaction leaves nothing behind and stops nobody',
  { tags: ['slow'] },
  async () => {
    const guest = await joinEmbedded(folder, schema);
    if (guest === undefined) throw new Error('nobody answered on the socket');
    const cut = guest.db.transaction(async (tx) => {
      await tx.execute(sql`insert into counted values (-1)`);
      await guest.close();
    });
    await expect(cut).rejects.toThrow();
    expect(rowsOf(await owner.db.execute(sql`select n from counted where n < 0`))).toEqual([]);
    expect(await echo(owner, 1)).toBe(2);
  },
);
