import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { placeCounts } from '../../src/publishing/queries/job-states.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';

const db = await testDatabase();

test('a feed that stamps its items at each build changes nothing on one day', async () => {
  const { read, feed, serve } = await aPublishedRoad(db, 12);
  for (const time of ['T10:00:00Z', 'T10:00:07Z', 'T23:59:59+02:00', '']) {
    serve('acme', indeedFeed(jobs(12)).replaceAll('2026-11-01<', `2026-11-01${time}<`));
    expect(await read(feed)).toMatchObject({ state: 'complete', changed: 0, held: false });
  }
});

test('a feed that posts its jobs anew each day is held by nobody, and each change goes out', async () => {
  const { read, publish, target, feed, serve, clock, school } = await aPublishedRoad(db, 12);
  for (const day of ['2026-11-02', '2026-11-03']) {
    clock.advance(24 * HOUR);
    serve('acme', indeedFeed(jobs(12)).replaceAll('2026-11-01<', `${day}<`));
    expect(await read(feed)).toMatchObject({ changed: 12, held: false });
    await publish(target);
    expect(school.jobs.get('acme/A-12')?.job?.start_date).toBe(day);
  }
  serve('acme', indeedFeed(jobs(12).map((job) => ({ ...job, title: 'Welder' }))));
  expect(await read(feed)).toMatchObject({ changed: 12, held: true });
});

const closingAt = (time: string, some: readonly SampleJob[]) =>
  indeedFeed(some.map((job) => ({ ...job, closes: `2026-12-24T${time}:00Z` })));
const surveyor = [{ id: 'A-1', title: 'Surveyor' }];

test('a listing that changed and makes the same posting is up to date without a call', async () => {
  const { read, publish, feed, target, serve, school } = await aPublishedRoad(db, 3);
  serve('acme', closingAt('17:00', jobs(3)));
  await read(feed);
  await publish(target);
  school.calls.length = 0;
  for (const time of ['18:00', '19:00']) {
    serve('acme', closingAt(time, jobs(3)));
    expect(await read(feed)).toMatchObject({ changed: 3 });
    await publish(target);
    const places = await placeCounts(db, { sourceIds: [feed.id] });
    expect(places.map(({ state, n }) => [state, n])).toEqual([['live', 3]]);
  }
  expect(school.calls).toEqual([]);
});

test('a listing that changes while its call waits and makes the same posting is up to date once that is answered', async () => {
  const { read, publish, feed, target, serve, school, clock } = await aPublishedRoad(db, 1);
  serve('acme', closingAt('17:00', surveyor));
  await read(feed);
  school.next = () => ({ outcome: { kind: 'troubled', why: 'http', reason: 'HTTP 503' } });
  await publish(target);
  school.next = () => undefined;
  serve('acme', closingAt('18:00', surveyor));
  await read(feed);
  await publish(target);
  clock.advance(HOUR);
  await publish(target);
  expect(school.jobs.get('acme/A-1')?.job?.job_title).toBe('Surveyor');
  const places = await placeCounts(db, { sourceIds: [feed.id] });
  expect(places.map(({ state, n }) => [state, n])).toEqual([['live', 1]]);
});
