import { expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { holds } from '../../src/db/schema.ts';
import type { HoldKind } from '../../src/db/schema/publishing.ts';
import { explain } from '../../src/operations/reports/explain.ts';
import { holdTitle } from '../../src/publishing/holds/holds.ts';
import { holdsIn, holdsOfJob } from '../../src/publishing/holds/holds.queries.ts';
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

const about = (kind: HoldKind, state: 'open' | 'muted', subjects: readonly number[]) => {
  const at = new Date('2026-11-20T09:00:00Z');
  const decided = state === 'muted' ? { decidedAt: at, until: at } : {};
  const what = { count: 1, reasons: [], sample: [], fingerprint: kind, createdAt: at };
  return { ...what, kind, state, subjects, ...decided };
};

test('the holds of a job are those that are named and the muted ones about it', async () => {
  const given = [about('share', 'muted', [1, 70]), about('drop', 'open', [70]), about('surge', 'open', [1])];
  const stored = await db.insert(holds).values(given).returning({ id: holds.id });
  const [, named] = stored.map(({ id }) => id);
  const found = async (ids: readonly number[], listingId: number, publicationIds: readonly number[]) =>
    (await holdsOfJob(db, ids, { listingId, publicationIds }))
      .filter(({ hold }) => stored.some(({ id }) => id === hold.id))
      .map(({ hold, subjects }) => [hold.kind, subjects]);
  expect(await found([named ?? 0], 1, [69, 70])).toEqual([
    ['drop', []],
    ['share', [70]],
  ]);
  // A hold of plans is about publications: a listing with the same number is another thing.
  expect(await found([], 70, [])).toEqual([]);
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
