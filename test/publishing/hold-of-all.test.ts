import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { nextOfAll, type GlobalHold } from '../../src/publishing/holds/hold-of-all.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { placeCounts } from '../../src/publishing/queries/job-states.queries.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { approveHold } from '../../src/operations/holds.operations.ts';
import { actOnHold, type HoldAct } from '../../src/operations/decide-hold.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import type { Target } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const standing = (over: Partial<GlobalHold> = {}): GlobalHold => ({
  id: 7,
  state: 'open',
  until: null,
  subjects: [1, 2, 11],
  ...over,
});
/** Publications below 10 are at this target, the others elsewhere. */
const next = (holds: readonly GlobalHold[], keeps: readonly number[]) => {
  const here = new Set(holds.flatMap(({ subjects }) => subjects).filter((id) => id < 10));
  return nextOfAll(holds, { keeps, here }, now);
};

test.each<readonly [string, readonly GlobalHold[], readonly number[], ReturnType<typeof next>]>([
  ['nothing stands and nothing is kept', [], [], []],
  ['the first target opens it', [], [1, 2], [{ kind: 'open', subjects: [1, 2] }]],
  [
    'another target joins',
    [standing({ subjects: [11] })],
    [1],
    [{ kind: 'change', holdId: 7, subjects: [11, 1] }],
  ],
  ['the same again asks nobody', [standing()], [2, 1], []],
  [
    'what a target keeps no longer leaves',
    [standing()],
    [2],
    [{ kind: 'change', holdId: 7, subjects: [11, 2] }],
  ],
  ['the last to leave lifts it', [standing({ subjects: [1] })], [], [{ kind: 'lift', holdId: 7 }]],
  ['what a person said to keep is not asked again', [standing({ state: 'rejected' })], [1, 2], []],
  [
    'what is new beside it is',
    [standing({ state: 'rejected' })],
    [1, 2, 3],
    [{ kind: 'open', subjects: [3] }],
  ],
  [
    'what went in the end is forgotten by what was rejected',
    [standing({ state: 'rejected' })],
    [],
    [{ kind: 'change', holdId: 7, subjects: [11] }],
  ],
  ['a mute that lasts', [standing({ state: 'muted', until: new Date('2026-11-21') })], [1, 2], []],
  [
    'a mute that is over',
    [standing({ state: 'muted', until: new Date('2026-11-19') })],
    [1],
    [
      { kind: 'lift', holdId: 7 },
      { kind: 'open', subjects: [1] },
    ],
  ],
])('%s', (_, holds, keeps, steps) => {
  expect(next(holds, keeps)).toEqual(steps);
});

/** Six jobs at each of three schools, of which four went from the feed; over everything five may go in a day. */
async function aWave() {
  const road = aRoad(db);
  const limits = {
    'delist.maxPerDay': 5,
    'delist.feedCount': 100,
    'delist.employerCount': 100,
    'delist.targetCount': 100,
    'delist.typedAbove': 6,
  };
  for (const [key, value] of Object.entries(limits))
    await writeSetting(db, { scope: 'global', key, value, by: 'dana', at: road.clock.now() });
  road.serve('acme', indeedFeed(jobs(6)));
  const feed = await road.addFeed('acme');
  const targets: Target[] = [];
  for (const name of ['northfield', 'calloway', 'easton']) targets.push(await road.addTarget(name));
  await road.read(feed);
  const publish = async () => {
    for (const target of targets) await road.publish(target);
  };
  await publish();
  road.serve('acme', indeedFeed(jobs(2)));
  await road.read(feed);
  road.clock.advance(7 * HOUR);
  await road.read(feed);
  await publish();
  const decide = async (act: HoldAct) => {
    const [hold] = await holdsIn(db, ['open']);
    return actOnHold(road.context, hold?.id ?? 0, act, 'dana');
  };
  return { ...road, feed, publish, decide, targets };
}

test('too much over everything is one hold for all targets, settled by one typed word', async () => {
  const { publish, decide, school, targets } = await aWave();
  // The first school’s four went; the others would be eight.
  const deleted = () => school.calls.filter(({ operation }) => operation === 'deleteJob').length;
  expect(deleted()).toBe(4);
  await publish();
  expect(await holdsIn(db)).toMatchObject([
    {
      kind: 'share',
      feed: null,
      target: null,
      count: 8,
      listed: true,
      facts: {
        perTarget: [
          { removed: 4, live: 6 },
          { removed: 4, live: 6 },
        ],
      },
      reasons: [
        'With 4 that are gone already, these are more jobs than may go from all targets within 24 h. The guard is at 5.',
      ],
    },
  ]);
  const stopped = targets.filter(({ name }) => name !== 'northfield').map(({ id }) => id);
  const held = (await placeCounts(db)).filter(({ state }) => state === 'held');
  expect(new Set(held.map(({ targetId }) => targetId))).toEqual(new Set(stopped));
  const approve = { kind: 'approve', thisRunOnly: false } as const;
  expect(await decide(approve)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('--feed all --count 8'),
  });
  expect(await decide({ ...approve, typed: { name: 'all', count: 8 } })).toMatchObject({ kind: 'decided' });
  await publish();
  expect(deleted()).toBe(12);
  expect(await holdsIn(db, ['open'])).toEqual([]);
});

test('a part of it is as many jobs as go from all schools together', async () => {
  const { perform } = await aWave();
  const [hold] = await holdsIn(db, ['open']);
  const only = ['A-3', 'A-4', 'A-5', 'acme/A-6'];
  expect(await perform(approveHold, { id: String(hold?.id), only })).toMatchObject({
    kind: 'confirmation_required',
    effect: { name: 'all', count: 8 },
  });
});

test('once it is rejected the jobs stay and nobody is asked, however many days pass, until they are listed again', async () => {
  const { publish, decide, school, clock, read, feed, serve, targets } = await aWave();
  const deleted = () => school.calls.filter(({ operation }) => operation === 'deleteJob').length;
  await decide({ kind: 'reject' });
  for (let days = 0; days < 3; days += 1) {
    await publish();
    expect([await holdsIn(db, ['open']), deleted()]).toEqual([[], 4]);
    clock.advance(25 * HOUR);
    await read(feed);
  }
  for (const target of targets) await changeTarget(db, target.id, { mappingVersion: null });
  await publish();
  expect([await holdsIn(db, ['open']), deleted()]).toEqual([[], 4]);

  serve('acme', indeedFeed(jobs(6), 'listed again'));
  await read(feed);
  await publish();
  for (const built of ['gone', 'gone again']) {
    serve('acme', indeedFeed(jobs(2), built));
    clock.advance(25 * HOUR);
    await read(feed);
  }
  await publish();
  expect(deleted()).toBe(8);
  expect(await holdsIn(db, ['open'])).toMatchObject([{ kind: 'share', count: 8 }]);
});
