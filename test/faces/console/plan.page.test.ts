import { expect, test } from 'vitest';
import type { Limits } from '../../../src/platform/accounts/permissions.ts';
import { redefineTarget } from '../../../src/targets/targets.repository.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('a plan without changes says which jobs are held back, and for what', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const target = await road.addTarget('northfield', {
    agreement: { to: '2026-11-01' },
  });
  await road.read(await road.addFeed('acme'));
  const viewer = await aWeb(db, { deps: { acts: createCapabilities(road.context) } }).signedIn('viewer');
  const page = await viewer.text(`/plan?target=${target.name}`);
  expect(page).toContain('0 changes can go, 3 jobs wait');
  expect(page).not.toContain('northfield is up to date');
  expect(page).toContain('<b>3</b> the agreement with the school has ended');
  expect(page).toContain('/jobs?target=northfield&amp;state=blocked&amp;reason=limit');
});

test('a change leads to its job by the source’s own id, where the target knows another', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(1)));
  const target = await road.addTarget('northfield', { sourceId: 'partner' });
  await road.read(await road.addFeed('acme'));
  const viewer = await aWeb(db, { deps: { acts: createCapabilities(road.context) } }).signedIn('viewer');
  const page = await viewer.text(`/plan?target=${target.name}`);
  expect(page).toContain('acme:A-1');
  const path = '/jobs/acme/A-1?target=northfield';
  expect(page).toContain(`href="${path}"`);
  expect(await viewer.text(path)).toContain('Job A-1');
});

test('somebody limited to sources is told of their own jobs alone: changes, unchanged, held back', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(2)));
  road.serve('other', indeedFeed(jobs(3, 100)));
  const target = await road.addTarget();
  await road.read(await road.addFeed('acme'));
  await road.read(await road.addFeed('other'));
  await road.publish(target);
  const web = aWeb(db, { deps: { acts: createCapabilities(road.context) } });
  const planOf = async (limits: Limits, name: string) =>
    (await (await web.withToken(['read'], limits, name))('/plan?target=northfield')).json();
  expect(await planOf({}, 'all')).toMatchObject({ unchanged: 5 });
  expect(await planOf({ sources: ['acme'] }, 'some')).toMatchObject({ unchanged: 2 });

  await redefineTarget(db, target, { ...target.definition, agreement: { to: '2026-11-01' } });
  const reader = await web.signedIn('viewer', { sources: ['acme'] });
  expect(await reader.text('/plan?target=northfield')).toContain(
    '<b>2</b> the agreement with the school has ended',
  );
});

test('what stands around a plan is answered before the plan is made; a plan that fails is said in its place', async () => {
  const road = aRoad(db);
  await road.addTarget('calloway');
  const made = Promise.withResolvers<never>();
  const acts = { ...createCapabilities(road.context), planOf: () => made.promise };
  const viewer = await aWeb(db, { deps: { acts } }).signedIn('viewer');
  const reader = (await viewer.get('/plan?target=calloway', { 'accept-encoding': 'gzip' })).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  const first = (await reader?.read())?.value;
  expect(first).toContain('Every job of calloway is being compared.');
  expect(first).toContain('Plan for calloway');
  made.reject(new Error('connection lost'));
  const second = (await reader?.read())?.value;
  expect(second).toContain('This could not be made');
  expect(second).not.toContain('connection lost');
  expect((await reader?.read())?.value).toContain('</html>');
});

const digestIn = (page: string) => /name="digest" value="([^"]+)"/.exec(page)?.[1] ?? '';

test('a plan that changed since it was shown is not sent; it is shown as it is now', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(2)));
  await road.addTarget();
  const feed = await road.addFeed('acme');
  await road.read(feed);
  const operator = await aWeb(db, { deps: { acts: createCapabilities(road.context) } }).signedIn('operator');
  const digest = digestIn(await operator.text('/plan?target=northfield'));
  road.serve('acme', indeedFeed([{ id: 'A-1', title: 'Another title' }, ...jobs(2, 2)]));
  await road.read(feed);
  const answer = await operator.post('/plan', { target: 'northfield', digest });
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain('The plan changed while you looked');
  const again = await operator.post('/plan', { target: 'northfield', digest: digestIn(page) });
  expect(again.status).toBe(303);
});
