import { expect, test } from 'vitest';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a job whose id is too long for a school waits, and the others are published', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([...jobs(2), { id: 'L'.repeat(201) }]));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  expect([...road.school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2']);
});
