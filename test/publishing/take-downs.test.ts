import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { operations } from '../../src/operations/registry/operation-registry.ts';
import { addBlock, liftEmployerBlock, showBlockEffect } from '../../src/operations/blocks.operations.ts';
import { removeFeed } from '../../src/operations/feeds.operations.ts';
import { takeDownAtPaused } from '../../src/operations/take-downs.operations.ts';
import { endTakeDowns, takeDownsOf } from '../../src/publishing/holds/take-downs.repository.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { targetNamed } from '../../src/targets/targets.queries.ts';
import { removeTarget } from '../../src/publishing/remove-target.ts';
import { pollTargets } from '../../src/tasks/schedule.ts';
import { watch } from '../../src/tasks/watch.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, aSchool, indeedFeed, jobs, type School } from '../setup/road.ts';

/** Progress of persons' acts that take jobs down (design: persons' acts). */
const db = await testDatabase();

/** Two schools that show three jobs, one of them of another employer; the second school is paused. */
async function twoSchools() {
  const schools: Record<string, School> = { north: aSchool(), south: aSchool() };
  const road = aRoad(db);
  const context = {
    ...road.context,
    connect: ({ name }: { readonly name: string }) => schools[name] ?? aSchool(),
  };
  Object.assign(road.context, { connect: context.connect });
  road.serve('acme', indeedFeed([...jobs(2), { id: 'B-1', company: 'Bright Bakery' }]));
  const feed = await road.addFeed('acme');
  const north = await road.addTarget('north');
  const south = await road.addTarget('south');
  await road.read(feed);
  for (const target of [north, south]) await road.publish(target);
  await changeTarget(db, south.id, { state: 'paused' });
  road.clock.advance(MINUTE);
  return { ...road, schools, feed, north, south };
}

const progress = async () =>
  (await takeDownsOf(db, { open: true, limit: 10 })).map(
    ({ kind, name, jobs: all, down, remaining, schools }) => ({
      kind,
      name,
      jobs: all,
      down,
      remaining,
      at: Object.fromEntries(
        schools.map(({ target, stillUp, underWay, parked }) => [target, { stillUp, underWay, parked }]),
      ),
    }),
  );

const block = (more: Readonly<Record<string, unknown>> = {}) => ({
  company: 'Acme Tools',
  reason: 'a fraud',
  confirm: 'Acme Tools',
  count: '4',
  ...more,
});

test('a block stays open until a paused school has none of the jobs', async () => {
  const { perform, publish, north, south, schools, clock } = await twoSchools();
  expect(await perform(addBlock, block())).toMatchObject({ kind: 'done', value: { take_down: 1 } });
  expect(await progress()).toEqual([
    {
      kind: 'employer',
      name: 'Acme Tools',
      jobs: 4,
      down: 0,
      remaining: 4,
      at: { north: { stillUp: 0, underWay: 2, parked: 0 }, south: { stillUp: 2, underWay: 0, parked: 0 } },
    },
  ]);
  for (const target of [north, south]) await publish(target);
  expect(await progress()).toMatchObject([
    { down: 2, remaining: 2, at: { north: { underWay: 0 }, south: { stillUp: 2 } } },
  ]);
  await changeTarget(db, south.id, { state: 'active', reconciledAt: null });
  clock.advance(MINUTE);
  await publish(south);
  expect(await progress()).toEqual([]);
  expect([...(schools['south']?.jobs.keys() ?? [])]).toEqual(['acme/B-1']);
  await endTakeDowns(db, clock.now());
  expect(await takeDownsOf(db, { id: 1 })).toMatchObject([{ down: 4, remaining: 0, endedAt: clock.now() }]);
});

test('a block may be carried out at a paused school, and nothing else is sent there', async () => {
  const { perform, publish, context, south, schools, feed, read, serve, clock } = await twoSchools();
  serve(
    'acme',
    indeedFeed([...jobs(2), { id: 'B-1', company: 'Bright Bakery', text: 'Other words about bread.' }]),
  );
  await read(feed);
  await perform(addBlock, block({ paused: true }));
  const sent: string[] = [];
  const queue = {
    send: async (...tasks: readonly { name: string; payload: unknown }[]) =>
      void sent.push(...tasks.map((one) => JSON.stringify(one.payload))),
  };
  await pollTargets(context, queue);
  expect(sent).toContain(JSON.stringify({ targetId: south.id }));
  const before = schools['south']?.calls.length ?? 0;
  await publish(south);
  expect(schools['south']?.calls.slice(before).map(({ operation }) => operation)).toEqual([
    'deleteJob',
    'deleteJob',
  ]);
  expect([...(schools['south']?.jobs.keys() ?? [])]).toEqual(['acme/B-1']);
  clock.advance(HOUR);
  expect(await progress()).toMatchObject([
    { remaining: 2, at: { south: { stillUp: 0 }, north: { underWay: 2 } } },
  ]);
});

test('a school that is paused and one that does not answer stay open until both are clean', async () => {
  const { perform, publish, north, south, schools, clock } = await twoSchools();
  const openUntil = new Date(clock.now().getTime() + HOUR);
  await changeTarget(db, north.id, { openUntil, lastTrouble: 'HTTP 503' });
  const effect = { live: 4, jobs: [{ by: ['company'], targets: 2 }, { targets: 2 }] };
  const there = { live: 2, waiting: 0 };
  expect(await perform(showBlockEffect, { company: 'Acme Tools' })).toMatchObject({
    value: {
      ...effect,
      targets: [
        { target: 'north', state: 'active', trouble: 'HTTP 503', ...there },
        { target: 'south', state: 'paused', trouble: null, ...there },
      ],
    },
  });
  await perform(addBlock, block());
  const listAttention = operations.find(({ name }) => name === 'attention.list');
  if (listAttention === undefined) throw new Error('attention is an operation');
  const open = async () => {
    const { value } = (await perform(listAttention, {})) as {
      value: { items: { kind: string; targets: string[]; detail: string }[] };
    };
    return value.items.flatMap(({ kind, targets, detail }) =>
      kind === 'still_up' ? targets.map((name) => [name, detail]) : [],
    );
  };
  await publish(north);
  await publish(south);
  const north503 = ['north', 'north does not answer; they come down when it does.'];
  expect(await open()).toEqual([north503, ['south', 'south is paused; they come down when it resumes.']]);
  expect(await perform(takeDownAtPaused, { id: '1' })).toMatchObject({
    value: { at_paused: true, remaining: 4 },
  });
  expect(await open()).toEqual([north503, ['south', 'They come down next.']]);
  await publish(south);
  expect(await open()).toEqual([north503]);
  expect([...(schools['south']?.jobs.keys() ?? [])]).toEqual(['acme/B-1']);
  expect(await progress()).toMatchObject([{ remaining: 2, at: { north: { underWay: 2 } } }]);
  await changeTarget(db, north.id, { openUntil: null });
  clock.advance(HOUR);
  await publish(north);
  expect([await open(), await progress()]).toEqual([[], []]);
  expect(await perform(takeDownAtPaused, { id: '1' })).toMatchObject({ kind: 'conflict' });
});

test('a lifted block and a removed school leave nothing open', async () => {
  const { perform, context, north, south, clock } = await twoSchools();
  await perform(addBlock, block());
  await perform(liftEmployerBlock, { id: '1' });
  expect(await progress()).toEqual([]);
  clock.advance(MINUTE);
  await perform(addBlock, block());
  for (const target of [north, south]) await removeTarget(context, target, { jobs: 'leave-up', by: 'dana' });
  expect(await progress()).toEqual([]);
});

test('jobs of a removed feed are followed until they are down, those that a person must look at by name', async () => {
  const { perform, publish, feed, north, south, schools, clock, context } = await twoSchools();
  const school = schools['north'];
  if (school !== undefined)
    school.next = (operation, id) =>
      operation === 'deleteJob' && id.endsWith('A-1')
        ? { outcome: { kind: 'answered', value: false as never } }
        : undefined;
  await perform(removeFeed, { name: feed.name, jobs: 'delist' });
  expect(await progress()).toMatchObject([{ kind: 'feed', remaining: 6, at: { north: { stillUp: 3 } } }]);
  await publish(north);
  clock.advance(2 * HOUR);
  await publish(north);
  expect(await progress()).toMatchObject([{ down: 2, at: { north: { parked: 1 }, south: { stillUp: 3 } } }]);
  await removeTarget(context, south, { jobs: 'leave-up', by: 'dana' });
  await watch(context);
  expect(await progress()).toMatchObject([{ remaining: 1 }]);
});

test('a school that is removed twice has one take-down', async () => {
  const { context, north } = await twoSchools();
  await removeTarget(context, north, { jobs: 'delist', by: 'dana' });
  const leaving = await targetNamed(db, 'north');
  if (leaving === undefined) throw new Error('north is gone');
  await removeTarget(context, leaving, { jobs: 'delist', by: 'dana' });
  expect(await progress()).toMatchObject([{ kind: 'target', remaining: 3 }]);
});
