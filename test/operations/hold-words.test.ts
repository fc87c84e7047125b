import { expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { explain } from '../../src/operations/reports/explain.ts';
import { holdTitle } from '../../src/publishing/holds/holds.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a job says that its hold is muted, and until when', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  road.serve('acme', indeedFeed([]));
  await road.read(feed);
  const [hold] = await holdsIn(db, ['open']);
  const until = new Date(road.clock.now().getTime() + DAY);
  await actOnHold(road.context, hold?.id ?? 0, { kind: 'mute', until }, 'dana@example.org');
  const explained = await explain({ ...road.context, timeZone: 'UTC' }, 'acme', 'A-1');
  const way = explained.kind === 'explained' ? explained.explanation.targets[0]?.way : undefined;
  expect(way?.steps.find(({ key }) => key === 'held')).toMatchObject({
    title: 'Held: 12 jobs of acme would be taken down',
    text: `Hold ${hold?.id} is muted until 2026-11-21 09:00 UTC, then it asks again.`,
  });
});

test.each([
  ['open', 2, '2 jobs of acme would be taken down'],
  ['muted', 2, '2 jobs of acme would be taken down'],
  ['approved', 2, '2 jobs of acme were approved to be taken down'],
  ['rejected', 1, '1 job of acme was to be taken down'],
  ['lifted', 1, '1 job of acme was to be taken down'],
  ['lapsed', 2, '2 jobs of acme were to be taken down'],
] as const)('the title of a hold that is %s', (state, count, title) => {
  expect(holdTitle({ kind: 'drop', count, feed: 'acme', target: null, state })).toBe(title);
});
