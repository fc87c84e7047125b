import { expect, test } from 'vitest';
import { HOUR, SECOND } from '../../../src/core/clock.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { holdsIn } from '../../../src/publishing/holds/holds.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { aPublishedRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

/** A feed of 150 jobs, at one school and others, whose document lacks all but ten. */
async function aDropHold(others: readonly string[] = []) {
  const road = await aPublishedRoad(db, 150);
  for (const name of others) await road.publish(await road.addTarget(name));
  road.clock.advance(7 * HOUR);
  road.serve('acme', indeedFeed(jobs(10), 'a day later'));
  await road.read(road.feed);
  const [hold] = await holdsIn(db, ['open']);
  const web = aWeb(db, { deps: { acts: createCapabilities(road.context) } });
  web.clock.set(road.clock.now());
  const path = `/holds/${hold?.id}`;
  return { ...road, web, path, seen: String(hold?.rev), operator: await web.signedIn('operator') };
}

const waiting = async () => (await holdsIn(db, ['open'])).map(({ count }) => count);

test('some jobs of a hold are taken down and some kept on its page, 100 a page; the others wait', async () => {
  const { operator, path, seen, publish, target, school, clock } = await aDropHold();
  const page = await operator.text(path);
  expect(page.match(/name="only"/g)).toHaveLength(100);
  const [, next = ''] = /href="([^"]+)#parts">Next jobs/.exec(page) ?? [];
  expect((await operator.text(next)).match(/name="only"/g)).toHaveLength(40);
  const down = await operator.post(
    `${path}/part/approve`,
    { seen, only: ['acme/A-11', 'acme/A-12'] },
    { from: path },
  );
  expect([down.status, down.headers.get('location')]).toEqual([303, path]);
  expect(await waiting()).toEqual([138]);
  const kept = { seen: String(Number(seen) + 1), only: 'acme/A-13' };
  expect((await operator.post(`${path}/part/reject`, kept, { from: path })).status).toBe(303);
  expect(await waiting()).toEqual([137]);
  await publish(target);
  expect(school.calls).toEqual([]);
  clock.advance(31 * SECOND);
  await publish(target);
  expect(school.calls.map(({ id }) => id).toSorted()).toEqual(['acme/A-11', 'acme/A-12']);
});

test.each([
  ['nothing', {}, 'Pick at least one job'],
  ['an older list', { seen: '99', only: 'acme/A-11' }, 'has changed: it is about 140 jobs now'],
])('a decision about %s says so on the page, and decides nothing', async (_, form, message) => {
  const { operator, path } = await aDropHold();
  const answer = await operator.post(`${path}/part/approve`, form, { from: path });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(message)]);
  expect(await waiting()).toEqual([140]);
});

test('somebody who may not approve sees no boxes', async () => {
  const { web, path } = await aDropHold();
  expect(await (await web.signedIn('viewer')).text(path)).not.toContain('name="only"');
});

test('a job at several schools has one box, which decides about it at each', async () => {
  const { path, operator } = await aDropHold(['lakeside']);
  const page = await operator.text(path);
  expect(page.match(/value="acme\/A-11"/g)).toHaveLength(1);
  expect(page.match(/name="only"/g)).toHaveLength(100);
  expect(page).toContain('lakeside, northfield</td>');
});
