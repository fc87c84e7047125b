import { load } from 'cheerio';
import { eq } from 'drizzle-orm';
import { aPublishedRoad } from '../../setup/road.ts';
import { expect, test } from 'vitest';
import { feeds, publications } from '../../../src/db/schema.ts';
import { feedNamed } from '../../../src/feeds/feeds.queries.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { targetNamed } from '../../../src/targets/targets.queries.ts';
import { removeFeed } from '../../../src/operations/feeds.operations.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

async function anOperator() {
  await aCampus(db);
  const value = 0;
  await writeSetting(db, { scope: 'global', key: 'delist.typedAbove', value, by: 'test', at: new Date() });
  return aWeb(db).signedIn('operator');
}

test('a feed is removed from its page and its jobs stay up', async () => {
  const operator = await anOperator();
  const live = await db.$count(publications, eq(publications.live, true));
  const form = load(await operator.text('/feeds/acme'))('form[action="/feeds/acme/remove"]');
  expect(form.find('input[name="jobs"]:checked').val()).toBe('leave-up');
  const answer = await operator.post('/feeds/acme/remove', { jobs: 'leave-up' }, { from: '/feeds/acme' });
  expect(answer.headers.get('location')).toBe('/feeds');
  expect((await db.select().from(feeds)).map(({ state }) => state)).toContain('left');
  expect(await db.$count(publications, eq(publications.live, true))).toBe(live);
});

test('a school that has jobs is removed when its name and their number are typed', async () => {
  const operator = await anOperator();
  const from = '/targets/northfield';
  const asked = await operator.post(`${from}/remove`, { jobs: 'delist' }, { from });
  expect(asked.status).toBe(409);
  const page = load(await asked.text());
  const phrase = page('label strong').text() || String(page('input[name="confirm"]').val());
  expect(page('main').text()).toContain('Nothing has happened yet.');
  expect((await targetNamed(db, 'northfield'))?.state).toBe('active');
  const wrong = await operator.post(`${from}/remove`, { jobs: 'delist', confirm: 'northfield 99' }, { from });
  expect(await wrong.text()).toContain(`Expected “${phrase}”, but “northfield 99” came.`);
  const done = await operator.post(`${from}/remove`, { jobs: 'delist', confirm: phrase }, { from });
  expect(done.headers.get('location')).toBe('/targets');
  expect((await targetNamed(db, 'northfield'))?.state).toBe('leaving');
});

test.each([
  ['/feeds/acme', 'Feed acme was removed'],
  ['/targets/northfield', 'School northfield was removed'],
])('the page of what was removed says when and by whom: %s', async (from, heading) => {
  const operator = await anOperator();
  await operator.post(`${from}/remove`, { jobs: 'leave-up' }, { from });
  const page = load(await operator.text(from));
  expect(page('h1').text()).toBe(heading);
  expect(page('main').text()).toMatch(
    /\S+@\S+ removed it on \d+ \w+ \d{4}\. Its jobs stayed where they were\./,
  );
  expect((await operator.get(page('main a.button').attr('href') ?? '')).status).toBe(200);
  expect((await operator.get(`${from}-never`)).status).toBe(404);
});

test('the page of a removed feed says how many of its jobs may still be up until none is', async () => {
  const { perform, publish, target } = await aPublishedRoad(db, 3);
  const viewer = await aWeb(db).signedIn('viewer');
  const words = async () => load(await viewer.text('/feeds/acme'))('main');
  await perform(removeFeed, { name: 'acme', jobs: 'delist' });
  const link = (await words()).find('a[href^="/take-downs/"]');
  expect(link.text()).toBe('3 of 3 may still be up');
  expect(await viewer.text(link.attr('href') ?? '')).toContain('3 of 3 jobs of acme are still up');
  await publish(target);
  expect((await words()).text()).toContain('Its jobs were taken down.');
});

test('a viewer is not offered to remove anything', async () => {
  await aCampus(db);
  const viewer = await aWeb(db).signedIn('viewer');
  for (const at of ['/feeds/acme', '/targets/northfield'])
    expect(await viewer.text(at)).not.toContain('Remove');
  expect(await feedNamed(db, 'acme')).toBeDefined();
});
