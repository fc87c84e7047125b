import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { placeCounts } from '../../src/publishing/queries/job-states.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed } from '../setup/road.ts';

const db = await testDatabase();

const text =
  'You plan the routes of forty delivery vans in the city, talk with drivers every morning, and keep a log of delays. You measure how long each stop takes, propose better orders of stops, and test them with the team. You write a short report each Friday for the depot manager, with numbers that anybody can check. Over the year you build a picture of the traffic of Boston that nobody has had before, and you show it to the city.';
const opening = (id: string) => ({ id, title: 'Route Planner', company: 'Acme Tools', text });
const dated = (id: string, day: string) => indeedFeed([opening(id)]).replace('2026-11-01', day);

test('two feeds with one opening give the target one job, the employer’s own; when that ends the other takes over under the same ids', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([opening('A-1'), { id: 'A-2' }]));
  road.serve('partner', indeedFeed([opening('P-9'), { id: 'P-2', company: 'Other Works' }]));
  const own = await road.addFeed('acme', { kind: 'ats' });
  const partner = await road.addFeed('partner', { kind: 'partner' });
  const target = await road.addTarget();
  await road.read(own);
  await road.read(partner);
  await road.publish(target);
  expect([...road.school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2', 'partner/P-2']);

  road.school.calls.length = 0;
  road.serve('acme', indeedFeed([{ id: 'A-2' }]));
  await road.read(own);
  road.clock.advance(DAY);
  await road.read(own);
  await road.publish(target);
  expect(road.school.calls.filter(({ operation }) => operation === 'deleteJob')).toEqual([]);
  expect(road.school.calls.map(({ id }) => id)).toEqual(['acme/A-1']);
  expect(road.school.jobs.get('acme/A-1')?.job).toMatchObject({
    job_title: 'Route Planner',
    contact_info: 'https://acme.example/P-9',
  });
  await road.publish(target);
  expect(road.school.calls).toHaveLength(1);
});

test('a published copy stays published when a copy from another source of its kind is dated anew', async () => {
  const road = aRoad(db);
  road.serve('one', dated('O-1', '2026-11-01'));
  road.serve('other', dated('P-1', '2026-11-01'));
  const one = await road.addFeed('one', { kind: 'partner' });
  const other = await road.addFeed('other', { kind: 'partner' });
  const target = await road.addTarget();
  await road.read(one);
  await road.read(other);
  await road.publish(target);
  expect(road.school.calls.map(({ id }) => id)).toEqual(['one/O-1']);
  for (const day of ['2026-11-10', '2026-11-12']) {
    road.clock.advance(2 * HOUR);
    road.serve('other', dated('P-1', day));
    await road.read(other);
    await road.publish(target);
  }
  expect(road.school.calls).toHaveLength(1);
  expect(road.school.jobs.get('one/O-1')?.job).toMatchObject({ contact_info: 'https://acme.example/O-1' });
});

test('a copy is published when the one that stood for it becomes another job', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([opening('A-1')]));
  road.serve('partner', indeedFeed([opening('P-9')]));
  const own = await road.addFeed('acme', { kind: 'ats' });
  const partner = await road.addFeed('partner', { kind: 'partner' });
  const target = await road.addTarget();
  await road.read(own);
  await road.read(partner);
  await road.publish(target);
  expect([...road.school.jobs.keys()]).toEqual(['acme/A-1']);
  road.clock.advance(2 * HOUR);
  await road.publish(target);
  road.clock.advance(2 * HOUR);
  road.serve(
    'acme',
    indeedFeed([{ id: 'A-1', title: 'Night Watchman', text: 'You guard the depot at night.' }]),
  );
  await road.read(own);
  await road.publish(target);
  expect([...road.school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'partner/P-9']);
});

test('a copy with the same posting takes over without a call, and is what the school has', async () => {
  const road = aRoad(db);
  for (const name of ['acme', 'partner']) road.serve(name, indeedFeed([opening('X-1')]));
  road.serve('acme', indeedFeed([opening('X-1'), { id: 'A-2' }]));
  const own = await road.addFeed('acme', { kind: 'ats' });
  const partner = await road.addFeed('partner', { kind: 'partner' });
  const target = await road.addTarget();
  await road.read(own);
  await road.read(partner);
  await road.publish(target);
  expect([...road.school.jobs.keys()].toSorted()).toEqual(['acme/A-2', 'acme/X-1']);

  road.school.calls.length = 0;
  road.serve('acme', indeedFeed([{ id: 'A-2' }]));
  await road.read(own);
  road.clock.advance(DAY);
  await road.read(own);
  const places = async () => {
    const counts = await placeCounts(db, { sourceIds: [partner.id] });
    return counts.map(({ state, live }) => ({ state, live }));
  };
  for (const _ of [1, 2]) {
    await road.publish(target);
    expect([road.school.calls, await places()]).toEqual([[], [{ state: 'live', live: true }]]);
  }
});
