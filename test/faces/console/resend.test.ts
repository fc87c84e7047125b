import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test.each([
  ['a live job', false],
  ['a refused job', true],
])('%s is sent again from its page, and nothing that is queued is', async (_, isRefused) => {
  const road = aRoad(db);
  const refusal = { outcome: { kind: 'refused', reason: 'No such type' } } as const;
  if (isRefused) road.school.next = () => refusal;
  road.serve('acme', indeedFeed(jobs(1)));
  await road.read(await road.addFeed('acme'));
  const target = await road.addTarget('northfield');
  const web = aWeb(db, { deps: { clock: road.clock, acts: createCapabilities(road.context) } });
  const [viewer, operator] = [await web.signedIn('viewer'), await web.signedIn('operator')];
  const page = '/jobs/acme/A-1';
  expect(await operator.text(page)).not.toContain('Send again');
  await road.publish(target);
  expect(road.school.calls).toHaveLength(1);
  road.school.next = () => undefined;
  expect(await viewer.text(page)).not.toContain('Send again');
  expect(await operator.text(page)).toContain('Send again');
  const button = load(await operator.text(page))('.notice form[action="/publications/again"] button');
  expect(button.length).toBe(isRefused ? 1 : 0);
  const job = { source: 'acme', job_id: 'A-1', target: 'northfield' };
  const sent = await operator.post('/publications/again', job, { from: page });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${page}?target=northfield`]);
  expect(await operator.text(page)).not.toContain('Send again');
  await road.publish(target);
  expect(road.school.calls).toHaveLength(2);
  expect([...road.school.jobs.keys()]).toEqual(['acme/A-1']);
});
