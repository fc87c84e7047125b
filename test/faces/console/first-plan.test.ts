import { expect, test } from 'vitest';
import { holdsIn } from '../../../src/publishing/holds-store.ts';
import { placesOf } from '../../../src/publishing/job-states.repository.ts';
import { listHolds, rejectHold, showHold, approveHold } from '../../../src/operations/holds.operations.ts';
import { listings } from '../../../src/db/schema.ts';
import { explain } from '../../../src/tasks/explain.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

async function aFirstPlan(of: 'feed' | 'school') {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
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
