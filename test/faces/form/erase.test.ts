import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../../src/core/clock.ts';
import { rowsOf } from '../../setup/rows.ts';
import { listings } from '../../../src/db/schema.ts';
import { decideReview } from '../../../src/screening/screening.repository.ts';
import { settleClearances } from '../../../src/publishing/holds/settle-clearances.ts';
import { cleanForm, tellEmployers } from '../../../src/tasks/form/tell-employers.ts';
import { changeTarget } from '../../../src/targets/targets.repository.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad } from '../../setup/road.ts';
import { aForm, fillIn, newestMail } from './form.ts';

const db = await testDatabase();
const personal = /maria|delgado|harbor|617 ?555|paralegal|water street/i;

test('a job that was published and is erased leaves its identity and prints, in no table and no line of the journal a word of its writer', async () => {
  const form = aForm(db);
  const road = aRoad(db);
  road.clock.set(form.clock.now());
  const target = await road.addTarget('northfield');
  const browser = form.browser();
  await fillIn(browser);
  form.clock.advance(10 * MINUTE);
  await browser.post('/post/check', {});
  const { link } = await newestMail(db);
  const page = (await browser.post(link, {})).headers.get('location')?.replace(/\?.*/, '') ?? '';
  const [listing] = await db.select().from(listings);
  await decideReview(db, listing?.id ?? 0, {
    kind: 'approve',
    by: 'dana',
    at: form.clock.now(),
    seen: { email: 'maria.delgado@harborfinch.example', employer: 'Harbor & Finch LLP' },
  });
  await settleClearances(db, { ids: [listing?.id ?? 0] }, form.clock.now());
  const publish = async () => {
    await changeTarget(db, target.id, { reconciledAt: null });
    await road.publish(target);
  };
  await publish();
  await tellEmployers(form.accepting);
  expect(road.school.jobs.size).toBe(1);
  expect(await everything()).toMatch(personal);

  await browser.post(`${page}/data`, {});
  form.clock.advance(DAY / 24);
  road.clock.set(form.clock.now());
  await publish();
  expect(road.school.jobs.size).toBe(0);
  form.clock.advance(31 * DAY);
  await cleanForm(form.accepting);

  expect(found(await everything())).toEqual([]);
  const journal = road.lines.map((line) => JSON.stringify(line)).join('\n');
  expect(found(journal)).toEqual([]);
  expect(journal).toContain(`"jobId":"${listing?.jobId}"`);
  expect(await everything()).toContain(listing?.jobId);
});

/** Every row of every table as text, each behind its table's name. */
async function everything(): Promise<string> {
  const tables = rowsOf(
    await db.execute(sql`select tablename as table_name from pg_tables where schemaname = current_schema()`),
  ).map((row) => String(row['table_name']));
  const lines: string[] = [];
  for (const table of tables) {
    const rows = rowsOf(await db.execute(sql`select t::text as line from ${sql.identifier(table)} t`));
    lines.push(...rows.map((row) => `${table}: ${String(row['line'])}`));
  }
  return lines.join('\n');
}

function found(text: string): readonly string[] {
  return text.split('\n').filter((line) => personal.test(line));
}
