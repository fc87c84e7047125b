import { expect, test } from 'vitest';
import { HOUR } from '../../../src/core/clock.ts';
import { holdsIn } from '../../../src/publishing/holds/holds.queries.ts';
import { placeCounts, placesOf } from '../../../src/publishing/queries/job-states.queries.ts';
import { listHolds, rejectHold, showHold, approveHold } from '../../../src/operations/holds.operations.ts';
import { listings } from '../../../src/db/schema.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { explain } from '../../../src/operations/reports/explain.ts';
import { changeTarget } from '../../../src/targets/targets.repository.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

async function aFirstPlan(of: 'feed' | 'school', count = 3) {
  const road = aRoad(db);
  await writeSetting(db, {
    scope: 'global',
    key: 'decide.undoSeconds',
    value: 0,
    by: 'test',
    at: road.clock.now(),
  });
  road.serve('acme', indeedFeed(jobs(count)));
  const feed = await road.addFeed('acme', {}, { reviewFirst: of === 'feed' });
  const target = await road.addTarget('northfield', {}, { reviewFirst: of === 'school' });
  await road.read(feed);
  await road.publish(target);
  const [hold] = await holdsIn(db, ['open']);
  const id = String(hold?.id);
  const read = async () => {
    const performed = await road.perform(showHold, { id });
    if (!('value' in performed)) throw new Error(performed.kind);
    return showHold.output.parse(performed.value);
  };
  return { road, feed, target, id, read };
}

test('the plan of a school that has jobs says which it would update, and which it would take down', async () => {
  const { road, feed, target, id, read } = await aFirstPlan('school', 12);
  await road.perform(approveHold, { id, seen: (await read()).seen });
  await road.publish(target);
  await changeTarget(db, target.id, { reviewFirst: true });
  const listed = [...jobs(10), { id: 'NEW-1' }].map((job) =>
    job.id === 'A-3' ? { ...job, text: 'Other work.' } : job,
  );
  for (let reading = 0; reading < 3; reading += 1) {
    road.clock.advance(6 * HOUR);
    road.serve('acme', indeedFeed(listed, `built ${reading}`));
    await road.read(feed);
    await road.publish(target);
  }
  const [hold] = await holdsIn(db, ['open']);
  const operator = await aWeb(db).signedIn('operator');
  const page = await operator.text(`/holds/${hold?.id}`);
  expect(page).toContain('4 changes at northfield wait for you: 1 to publish, 1 to update, 2 to take down');
  expect([page.split('>Take down<').length - 1, page.includes('Approve all 4')]).toEqual([2, true]);
  const csv = await operator.text(`/holds/${hold?.id}/jobs.csv`);
  expect(csv).toMatch(/"A-11".*"take down"/);
  const performed = await road.perform(showHold, { id: String(hold?.id) });
  if (!('value' in performed)) throw new Error(performed.kind);
  const { items } = showHold.output.parse(performed.value).jobs;
  expect(items.map(({ job_id: job, change }) => [job, change])).toEqual([
    ['A-11', 'take down'],
    ['A-12', 'take down'],
    ['A-3', 'update'],
    ['NEW-1', 'publish'],
  ]);
});

const namesIn = (page: string) => [...page.matchAll(/name="only" value="([^"]+)"/g)].map(([, name]) => name);

test.each(['feed', 'school'] as const)(
  'the first plan of a %s lists every job; what is picked is sent, the others stay in the hold',
  async (of) => {
    const { road, target, id, read } = await aFirstPlan(of);
    const operator = await aWeb(db).signedIn('operator');
    const page = await operator.text(`/holds/${id}`);
    expect(page).toContain(
      of === 'feed' ? '3 jobs of acme wait for you' : 'northfield would get its first 3 jobs',
    );
    expect(namesIn(page)).toEqual(['acme/A-1', 'acme/A-2', 'acme/A-3']);
    expect(await operator.text(`/holds/${id}/jobs.csv`)).toContain('"acme","A-2"');

    const { seen } = await read();
    const sent = await operator.post(
      `/holds/${id}/approve`,
      { seen, only: 'acme/A-2' },
      { from: `/holds/${id}` },
    );
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/holds/${id}`]);
    // Before its school is compared.
    const next = await operator.text(`/holds/${id}`);
    expect(namesIn(next)).toEqual(['acme/A-1', 'acme/A-3']);
    expect(next).toContain(of === 'feed' ? '2 jobs of acme wait for you' : 'first 2 jobs');
    expect(next).toContain('Pick all 2');
    await road.publish(target);
    expect([...road.school.jobs.keys()]).toEqual(['acme/A-2']);
    expect(namesIn(await operator.text(`/holds/${id}`))).toEqual(['acme/A-1', 'acme/A-3']);

    const rest = await read();
    expect(rest).toMatchObject({ state: 'open', jobs: { items: [{ job_id: 'A-1' }, { job_id: 'A-3' }] } });
    await road.perform(approveHold, { id, seen: rest.seen });
    await road.publish(target);
    expect(road.school.jobs.size).toBe(3);
  },
);

test('a feed says at how many schools together its jobs are held', async () => {
  const { road } = await aFirstPlan('feed');
  const viewer = await aWeb(db).signedIn('viewer');
  expect(await viewer.text('/feeds/acme')).toContain('3 held</a>');
  await road.publish(await road.addTarget('calloway'));
  expect(await viewer.text('/feeds')).toContain('6 held at 2 schools together</a>');
});

test('a job that was refused with a first plan leads to the holds that can be opened again', async () => {
  const { road, target, id } = await aFirstPlan('feed');
  await road.perform(rejectHold, { id, only: ['A-1'] });
  await road.publish(target);
  const viewer = await aWeb(db).signedIn('viewer');
  expect(await viewer.text('/jobs/acme/A-1?target=northfield')).toContain(
    'href="/holds#decided">See decided holds</a>',
  );
});

test('the first plan of a feed is as large after another run, and a wrong number approves nothing', async () => {
  const { road, feed, id, read } = await aFirstPlan('feed', 110);
  road.clock.advance(HOUR);
  road.serve('acme', indeedFeed(jobs(5), 'an hour later'));
  await road.read(feed);
  expect(await read()).toMatchObject({ count: 110 });
  expect(await road.perform(approveHold, { id, confirm: 'acme', count: 0 })).not.toHaveProperty('value');
  await road.perform(approveHold, { id, only: ['A-1', 'A-2'] });
  road.clock.advance(HOUR);
  road.serve('acme', indeedFeed(jobs(112), 'two hours later'));
  await road.read(feed);
  expect(await read()).toMatchObject({ state: 'open', count: 110 });
});

test('the jobs of a first plan are held from their first reading on, before a school is compared', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme', {}, { reviewFirst: true });
  const target = await road.addTarget('northfield');
  await road.read(feed);
  const [hold] = await holdsIn(db, ['open']);
  const id = String(hold?.id);
  const held = async () =>
    (await placeCounts(db))
      .map(({ state, n }) => [state, n] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shown = async () => {
    const performed = await road.perform(showHold, { id });
    return (
      'value' in performed && showHold.output.parse(performed.value).jobs.items.map(({ job_id }) => job_id)
    );
  };
  expect([await held(), await shown()]).toEqual([[['held', 3]], ['A-1', 'A-2', 'A-3']]);

  await road.perform(approveHold, { id, only: ['A-2'] });
  expect([await held(), await shown()]).toEqual([
    [
      ['held', 2],
      ['to_publish', 1],
    ],
    ['A-1', 'A-3'],
  ]);
  const again = await road.perform(approveHold, { id, only: ['acme/A-2'] });
  expect(again).toMatchObject({ detail: `acme/A-2 of hold ${id} is approved already.` });
  await road.publish(target);
  expect([[...road.school.jobs.keys()], await held()]).toEqual([
    ['acme/A-2'],
    [
      ['held', 2],
      ['live', 1],
    ],
  ]);
});

test('picks hold over the pages of a list, for the person, and all of them are sent together', async () => {
  const { road, target, id } = await aFirstPlan('feed', 130);
  const operator = await aWeb(db).signedIn('operator');
  const first = await operator.text(`/holds/${id}`);
  expect(first).toContain('130 of 130 picked');
  const here = namesIn(first);
  expect(here).toHaveLength(100);
  const [left = '', ...kept] = here.flatMap((name) => name ?? []);
  const seen = /name="seen" value="([^"]+)"/.exec(first)?.[1] ?? '';
  const path = `/holds/${id}/picks`;
  const from = { from: `/holds/${id}` };
  const turned = await operator.post(path, { seen, row: [left, ...kept], only: kept, do: 'page:100' }, from);
  expect([turned.status, turned.headers.get('location')]).toEqual([303, `/holds/${id}?after=100#jobs`]);
  const second = await operator.text(`/holds/${id}?after=100`);
  expect(second).toContain('129 of 130 picked');
  expect(second).toContain('101 to 130 of 130');
  const there = namesIn(second).flatMap((name) => name ?? []);
  expect(there).toHaveLength(30);
  const [, ...others] = there;
  await operator.post(`${path}/approve`, { seen, row: there, only: others }, from);
  await road.publish(target);
  expect(road.school.jobs.size).toBe(128);
  expect(await operator.text(`/holds/${id}`)).toContain('0 of 2 picked');
  await operator.post(path, { row: [], do: 'all' }, from);
  expect(await operator.text(`/holds/${id}`)).toContain('2 of 2 picked');
});

test('an older page sends nothing: the list has changed, and is shown as it is now', async () => {
  const { road, feed, target, id, read } = await aFirstPlan('feed');
  const operator = await aWeb(db).signedIn('operator');
  const { seen } = await read();
  road.serve(
    'acme',
    indeedFeed(jobs(3).map((job, at) => (at === 1 ? { ...job, text: 'Another text. '.repeat(30) } : job))),
  );
  await road.read(feed);
  await road.publish(target);
  const late = await operator.post(
    `/holds/${id}/approve`,
    { seen, only: 'acme/A-2' },
    { from: `/holds/${id}` },
  );
  expect(late.status).toBe(422);
  expect(await late.text()).toContain('has changed');
  expect((await operator.post(`/holds/${id}/approve`, { seen }, { from: `/holds/${id}` })).status).toBe(422);
  const none = await operator.post(
    `/holds/${id}/reject`,
    { seen, only: 'acme/A-9' },
    { from: `/holds/${id}` },
  );
  expect(none.status).toBe(422);
  await road.publish(target);
  expect(road.school.calls).toEqual([]);
});

test('a job that changes after it was picked is not sent', async () => {
  const { road, feed, target, id } = await aFirstPlan('feed');
  await road.perform(approveHold, { id, only: ['A-1', 'A-2'] });
  road.serve(
    'acme',
    indeedFeed(jobs(3).map((job, at) => (at === 1 ? { ...job, text: 'Another text. '.repeat(30) } : job))),
  );
  await road.read(feed);
  await road.publish(target);
  expect([...road.school.jobs.keys()]).toEqual(['acme/A-1']);
});

test('a refused job is left out as it is, also when the others go', async () => {
  const { road, target, id } = await aFirstPlan('school');
  await road.perform(rejectHold, { id, only: ['acme/A-3'] });
  await road.publish(target);
  const [job] = (await db.select().from(listings)).filter(({ jobId }) => jobId === 'A-3');
  expect(await placesOf(db, [job?.id ?? 0], {})).toMatchObject([{ state: 'left_out', step: 'refused' }]);
  await road.perform(approveHold, { id });
  await road.publish(target);
  expect([...road.school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2']);
});

test('a held job says so first, on its page and in explain, and never that it is not wanted', async () => {
  const { road, id } = await aFirstPlan('feed');
  const viewer = await aWeb(db).signedIn('viewer');
  const page = await viewer.text('/jobs/acme/A-1?target=northfield');
  expect(page).toContain('<h1>Not at northfield: it waits for your decision on a hold</h1>');
  expect(page).toContain(`href="/holds/${id}">Open the hold</a>`);
  expect(page).not.toMatch(/not wanted/i);
  const told = await explain({ ...road.context, timeZone: 'UTC' }, 'acme', 'A-1');
  if (told.kind !== 'explained') throw new Error(told.reason);
  const [way] = told.explanation.targets;
  expect(way?.way).toMatchObject({ state: 'held', stands: 'held', command: `quadwire hold ${id}` });
  expect(way?.way.steps.map(({ key, shape }) => `${key} ${shape}`)).toEqual([
    'found ok',
    'understood ok',
    'checked ok',
    'wanted ok',
    'labels ok',
    'held held',
    'send wait',
    'answer wait',
  ]);
  expect(way?.posting).toBeDefined();
  const listed = await road.perform(listHolds, {});
  expect(listed).toMatchObject({ value: { items: [{ kind: 'review', state_text: 'Waits for you' }] } });
});
