import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { anInstance, instanceDatabase } from '../maker.ts';

const db = await instanceDatabase();
const { rest } = await anInstance({ db });

await db.execute(sql`
  insert into instance.record (id, collection, data, label, search, last_modified)
  select 'e' || n, 'employers', jsonb_build_object('name', 'Name ' || n), 'Name ' || n, 'name ' || n, now()
  from generate_series(1, 3000) as n`);
await db.execute(sql`vacuum analyze instance.record`);

test.each([
  sql`select id from instance.record where collection = 'employers' order by label_start collate "C", id limit 500 offset 2400`,
  sql`select id from instance.record where collection = 'employers' order by id limit 500 offset 2400`,
  sql`select id from instance.record where collection = 'employers' order by last_modified, id limit 500 offset 2400`,
  sql`select id, count(*) over () from instance.record where collection = 'employers' and search_start like '%a%' order by id limit 500`,
])('a page is found by an index alone: case %#', async (query) => {
  const plan = JSON.stringify(await db.execute(sql`explain ${query}`));
  expect(plan).toContain('Index Only Scan');
});

test('what those indexes find is what the list shows', async () => {
  const names = async (query: string) =>
    (await rest('GET', `/employers?${query}`)).body.models.map(({ name }: { name: string }) => name);
  expect(await names('sort=label&perPage=2&page=1500')).toEqual(['Name 998', 'Name 999']);
  expect(await names('sort=!label&perPage=2')).toEqual(['Name 999', 'Name 998']);
  expect(await names('keywords=a%201500')).toEqual(['Name 1500']);
  expect((await rest('GET', '/employers?keywords=a&perPage=500')).body.total).toBe(3000);
});
