import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openPglite } from '../../src/db/pglite.ts';
import { column, query } from '../../src/db/query.ts';

const { db, client, close } = await openPglite({ memory: true }, {});
afterAll(close);

async function kept(part: string): Promise<number> {
  const rows = await query(db, { name: column.text })`
    select name from pg_prepared_statements where statement like ${`%${part}%`} and statement not like '%pg_prepared%'`;
  return rows.length;
}

/** What a guest on the socket of the database says: nothing of ours sees it. */
async function guestSays(statement: string): Promise<void> {
  const text = Buffer.from(`${statement}\0`);
  const head = Buffer.from([0x51, 0, 0, 0, 0]);
  head.writeUInt32BE(text.length + 4, 1);
  await client.execProtocolRawStream(Buffer.concat([head, text]), { onRawData: () => {} });
}

test('a statement is kept from its second time on, in transactions and within them', async () => {
  const plus = (on: typeof db, n: number) => query(on, { twice: column.int })`select ${n}::int + 1 as twice`;
  expect(await plus(db, 1)).toEqual([{ twice: 2 }]);
  expect(await kept('as twice')).toBe(0);
  for (let n = 0; n < 3; n += 1) {
    expect(await plus(db, n)).toEqual([{ twice: n + 1 }]);
    expect(await db.transaction((tx) => plus(tx, n))).toEqual([{ twice: n + 1 }]);
    expect(await db.transaction((tx) => tx.transaction((inner) => plus(inner, n)))).toEqual([
      { twice: n + 1 },
    ]);
  }
  expect(await kept('as twice')).toBe(1);
});

/** A look-up in a new table that is small, and the plan that its session has for any value. */
async function aLookUp(table: string) {
  await client.exec(
    `create table ${table} (id int, note text); create index on ${table} (id); analyze ${table}`,
  );
  const text = `select note from ${table} where id = $1`;
  for (let call = 0; call < 8; call += 1) await client.query(text, [3]);
  const planned = async (): Promise<string> => {
    const [row] = await query(db, { name: column.text, any: column.int })`
      select name, generic_plans as any from pg_prepared_statements where statement = ${text}`;
    expect(row?.any).toBeGreaterThan(0);
    return JSON.stringify(await client.exec(`explain (costs off) execute "${row?.name ?? ''}" (3)`));
  };
  return { planned, growth: `insert into ${table} select n, repeat(chr(97), 40) from generate_series(1,` };
}

test('a plan that serves any value is kept until many rows are written', async () => {
  const { planned, growth } = await aLookUp('grown');
  expect(await planned()).toContain('Seq Scan');
  await client.query(`${growth} $1::int) n`, [9_000]);
  expect(await planned()).toContain('Seq Scan');
  await client.query(`${growth} $1::int) n`, [9_000]);
  expect(await planned()).not.toContain('Seq Scan');
});

test('plans do not outlive what guests write, and an error that ends a transaction leaves the session well', async () => {
  const { planned, growth } = await aLookUp('grown_by_guests');
  await guestSays(`${growth} 9000) n`);
  expect(await planned()).toContain('Seq Scan');
  await guestSays(`${growth} 9000) n /* ${'as long as many rows '.repeat(300_000)} */`);
  await expect(client.exec('begin; select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await client.query('rollback');
  expect(await planned()).not.toContain('Seq Scan');
});

test('each kind of value goes there and back alike each time', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  const values = [7, 'a\'"\\ü', bytes.subarray(3, 200), true, null, { a: [1] }, ['x,"', 'y'], new Date(0)];
  const types = ['int', 'text', 'bytea', 'boolean', 'text', 'jsonb', 'text[]', 'timestamptz'];
  const text = `select ${types.map((type, at) => `$${at + 1}::${type} as c${at}`).join(', ')}`;
  for (let time = 0; time < 3; time += 1) {
    const { rows, fields } = await client.query(text, values, { rowMode: 'array' });
    expect(rows).toEqual([[...values.slice(0, 7), '1970-01-01 00:00:00+00']]);
    expect(fields).toHaveLength(8);
  }
});

test('rows that are written are counted, and what is refused leaves the session as it was', async () => {
  await client.exec('create table unique_things (id int primary key)');
  const put = (on: Pick<typeof client, 'query'>, id: number) =>
    on.query('insert into unique_things values ($1)', [id]);
  for (const id of [1, 2, 3]) expect(await put(client, id)).toMatchObject({ affectedRows: 1, rows: [] });
  await expect(put(client, 3)).rejects.toMatchObject({ code: '23505' });
  expect(await put(client, 4)).toMatchObject({ affectedRows: 1 });
  const within = client.transaction(async (tx) => {
    await put(tx, 5);
    await put(tx, 4).catch(() => {});
    await expect(put(tx, 6)).rejects.toMatchObject({ code: '25P02' });
    throw new Error('back');
  });
  await expect(within).rejects.toThrow('back');
  expect((await client.query('select id from unique_things')).rows).toHaveLength(4);
});

test.each([
  ['of ours', (statement: string) => client.exec(statement)],
  ['of ours as a query', (statement: string) => db.execute(sql.raw(statement))],
  ['of a guest', guestSays],
])('a change of the columns %s, and a session that forgets, are no error', async (_, say) => {
  await client.exec(
    'drop table if exists changing; create table changing (a int); insert into changing values (1)',
  );
  const read = () => client.query('select * from changing where a = $1', [1]);
  for (let time = 0; time < 3; time += 1) expect((await read()).rows).toEqual([{ a: 1 }]);
  await say('alter table changing add column b int default 2');
  for (let time = 0; time < 3; time += 1) expect((await read()).rows).toEqual([{ a: 1, b: 2 }]);
  await say('deallocate all');
  for (let time = 0; time < 3; time += 1) expect((await read()).rows).toEqual([{ a: 1, b: 2 }]);
});

test('a change of the columns in a transaction is none either', async () => {
  const read = (on: Pick<typeof client, 'query'>) => on.query('select * from moving where a = $1', [1]);
  await client.exec('create table moving (a int); insert into moving values (1)');
  for (let time = 0; time < 3; time += 1) await read(client);
  await client.transaction(async (tx) => {
    await read(tx);
    await tx.exec('alter table moving add column b int');
    expect((await read(tx)).rows).toEqual([{ a: 1, b: null }]);
  });
});

test('rows are copied from a blob', async () => {
  await client.exec('create table copied (a int)');
  const blob = new Blob(['1\n2\n']);
  for (const rows of [2, 4]) {
    await client.query(`copy copied from '/dev/blob'`, [], { blob });
    expect((await client.query('select a from copied')).rows).toHaveLength(rows);
  }
});

const ask = (text: string) => client.query(text, ['1']);

test('the session holds no statement that was forgotten', async () => {
  for (let round = 0; round < 20; round += 1) {
    for (let times = 0; times < 2; times += 1) await ask('select $1 as forgotten');
    await ask(`select $1 as drop, ${round} as forgotten_too`);
  }
  await ask('select $1 as other');
  expect(await kept('forgotten')).toBeLessThanOrEqual(1);
});

const namesOfQuotes = async () => {
  const { rows } = await client.query(
    "select name from pg_prepared_statements where statement like '%quotes%'",
  );
  return rows;
};

test('a word in quotes has nothing forgotten', async () => {
  for (let times = 0; times < 3; times += 1) await ask('select $1 as quotes');
  await namesOfQuotes();
  const before = await namesOfQuotes();
  for (let times = 0; times < 3; times += 1) await ask(`select $1 = 'drop', ${times} as word`);
  await ask('select $1 as quotes');
  expect(await namesOfQuotes()).toEqual(before);
});

test('a single statement that reads is kept with its plan, by exec too', async () => {
  for (let times = 0; times < 3; times += 1) {
    const [result] = await client.exec('with two as (select 2 as alone) select * from two');
    expect(result?.rows).toEqual([{ alone: 2 }]);
  }
  expect(await kept('alone')).toBe(1);
});

test('several statements are carried out one after the other, and not kept', async () => {
  const results = await client.exec('select 1 as several; select 2 as several');
  expect(results.map(({ rows }) => rows)).toEqual([[{ several: 1 }], [{ several: 2 }]]);
  expect(await kept('several')).toBe(0);
});
