import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { listings } from '../../src/db/schema.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { withdrawListing } from '../../src/submissions/submissions.repository.ts';
import { pollTargets } from '../../src/tasks/schedule.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('what changes after a clock that was ahead is put back is planned at once', async () => {
  const { target, school, clock, context, publish } = await aPublishedRoad(db, 3);
  clock.advance(DAY);
  await publish(target);
  clock.advance(-DAY + 2 * MINUTE);
  const [listing] = await db.select().from(listings);
  await withdrawListing(db, listing?.id ?? 0, clock.now());
  const tasks: Task[] = [];
  await pollTargets(context, { send: async (...more: Task[]) => void tasks.push(...more) });
  expect(tasks.map(({ name }) => name)).toContain('reconcile-target');
  await publish(target);
  expect(school.calls).toEqual([{ operation: 'deleteJob', id: `acme/${listing?.jobId}` }]);
});

test('a minute that was full when the clock was ahead is over when it is put back', async () => {
  const at = new Date('2026-11-20T08:00:00Z');
  await writeSetting(db, {
    scope: 'target:northfield',
    key: 'publish.callsPerMinute',
    value: 20,
    by: 'test',
    at,
  });
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(5)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  road.clock.advance(HOUR);
  await road.publish(target);
  expect(road.school.calls).toHaveLength(2);
  road.clock.advance(-HOUR + MINUTE);
  const again = jobs(2, 10);
  road.serve('acme', indeedFeed([...jobs(5), ...again]));
  await road.read(feed);
  await road.publish(target);
  expect(road.school.calls).toHaveLength(4);
});
