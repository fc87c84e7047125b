import { expect, test } from 'vitest';
import { showPlan } from '../../../src/operations/plans.operations.ts';
import type { Task } from '../../../src/platform/queue/queue.ts';
import type { Limits } from '../../../src/platform/accounts/permissions.ts';
import { redefineTarget } from '../../../src/targets/targets.repository.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { listings } from '../../../src/db/schema.ts';
import { nextCalls } from '../../../src/operations/reports/explain.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';
import { planOfTarget } from '../../../src/faces/console/schools/plan.page.ts';
import { calmPlan } from '../web/support/examples.ts';
import { aFrame } from '../web/support/frame.ts';

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

test('each job that cannot go says its own reason', async () => {
  const road = aRoad(db);
  const odd = ['Zero hours', 'Vibes only'].map((type, at) => ({ id: `Z-${at}`, type }));
  road.serve('acme', indeedFeed([...jobs(1), ...odd]));
  const target = await road.addTarget('northfield', { requiredFields: ['job_type'] });
  await road.read(await road.addFeed('acme'));
  await road.publish(target);
  const viewer = await aWeb(db, { deps: { acts: createCapabilities(road.context) } }).signedIn('viewer');
  const page = await viewer.text(`/plan?target=${target.name}`);
  for (const { type } of odd) expect(page).toContain(`“${type}” has no entry at the school`);
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

const idIn = (page: string) => /name="id" value="([^"]+)"/.exec(page)?.[1] ?? '';

test('a plan that changed since it was shown is not sent; it is shown as it is now', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(2)));
  await road.addTarget();
  const feed = await road.addFeed('acme');
  await road.read(feed);
  const operator = await aWeb(db, { deps: { acts: createCapabilities(road.context) } }).signedIn('operator');
  const id = idIn(await operator.text('/plan?target=northfield'));
  road.serve('acme', indeedFeed([{ id: 'A-1', title: 'Another title' }, ...jobs(2, 2)]));
  await road.read(feed);
  const answer = await operator.post('/plan', { id });
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain('The plan changed while you looked');
  const again = await operator.post('/plan', { id: idIn(page) });
  expect(again.status).toBe(303);
});

test('a plan is sent over the API by its id or with If-Match, and never when it has changed', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(2)));
  const target = await road.addTarget();
  const feed = await road.addFeed('acme');
  await road.read(feed);
  const tasks: Task[] = [];
  const acts = {
    ...createCapabilities(road.context),
    queue: () => ({ send: async (...sent: Task[]) => void tasks.push(...sent) }),
  };
  const send = await aWeb(db, { deps: { acts } }).withToken(['write']);
  const shown = await send('/plans/northfield');
  const etag = shown.headers.get('etag') ?? '';
  const { id, publish } = showPlan.output.parse(await shown.json());
  expect(publish).toBe(2);
  expect(await (await send('/plan?target=northfield')).json()).toMatchObject({ id });

  road.serve('acme', indeedFeed(jobs(3)));
  await road.read(feed);
  const late = await send(`/plans/${id}/send`, { method: 'POST' });
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { detail: 'The plan of northfield changed: 3 changes can go now. Look again, then send it.' },
  ]);
  const tagged = (tag: string) =>
    send('/plans/northfield/send', { method: 'POST', headers: { 'if-match': tag } });
  expect((await tagged(etag)).status).toBe(412);
  expect(tasks).toEqual([]);
  const fresh = (await send('/plans/northfield')).headers.get('etag') ?? '';
  expect((await tagged(fresh)).status).toBe(202);
  expect(tasks).toMatchObject([{ name: 'reconcile-target', payload: { targetId: target.id } }]);
});

test('each change leads to its exact call, which is made when somebody opens it', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(1)));
  const target = await road.addTarget();
  const feed = await road.addFeed('acme');
  await road.read(feed);
  const web = aWeb(db, { deps: { acts: createCapabilities(road.context) } });
  const viewer = await web.signedIn('viewer');
  const page = await viewer.text(`/plan?target=${target.name}`);
  const path = '/jobs/acme/A-1/call?target=northfield';
  expect(page).toContain(`data-load="${path}"`);
  expect(page).not.toContain('processJob');
  const call = await viewer.text(path);
  expect(call).toContain('processJob');
  expect(call).toContain('Job A-1');
  const read = await web.withToken(['read']);
  expect(await (await read('/listings/acme/A-1/call?target=northfield')).json()).toMatchObject({
    target: 'northfield',
    request: expect.stringContaining('<job_id'),
  });
  expect((await viewer.get('/jobs/acme/A-1/call?target=nowhere')).status).toBe(404);
});

test('the call of a job whose id XML cannot carry is refused with the words of publishing', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(1)));
  const target = await road.addTarget();
  await road.read(await road.addFeed('acme'));
  await db.update(listings).set({ jobId: 'A\u0001' });
  const reason = 'job.job_id: expected an identifier that XML can carry, came one with U+0001';
  const asked = { db, clock: road.clock, timeZone: 'UTC' };
  expect(await nextCalls(asked, 'acme', 'A\u0001', target.name)).toEqual([{ target: target.name, reason }]);
  const viewer = await aWeb(db, { deps: { acts: createCapabilities(road.context) } }).signedIn('viewer');
  for (const page of ['/call', '']) {
    const path = `/jobs/acme/A%01${page}?target=${target.name}`;
    expect(await viewer.text(path)).toContain(reason);
  }
});

test('a plan names feeds whose school does not exist, on the page and in the API', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(1)));
  const target = await road.addTarget();
  await road.addFeed('acme', { targets: ['northfeild'] });
  const web = aWeb(db, { deps: { acts: createCapabilities(road.context) } });
  const line = 'acme: there is no school northfeild';
  const operator = await web.signedIn('operator');
  expect(await operator.text(`/plan?target=${target.name}`)).toContain(line);
  const api = await web.withToken(['read', 'write']);
  expect(await (await api(`/plan?target=${target.name}`)).json()).toMatchObject({ notes: [line] });
  const sent = await api(`/plans/${target.name}/send`, { method: 'POST' });
  expect(await sent.json()).toMatchObject({ notes: [line] });
  const limited = await web.withToken(['read'], { sources: ['other'] });
  expect(await (await limited(`/plan?target=${target.name}`)).json()).toMatchObject({ notes: [] });
});

test('a plan of a paused school says when its changes go', async () => {
  const plan = {
    ...calmPlan,
    target: 'northfield',
    counts: { delist: 0, update: 0, publish: 1 },
    rows: [],
  };
  const page = async (isPaused: boolean) =>
    String(await planOfTarget(aFrame(), { ...plan, isPaused })).match(/<h2 id="plan-now">([^<]*)/)?.[1];
  expect((await page(true))?.trim()).toBe('Goes out when the school resumes');
  expect((await page(false))?.trim()).toBe('Goes out now');
});
