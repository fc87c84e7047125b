import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { holds, publications } from '../../src/db/schema.ts';
import type { TargetDefinition } from '../../src/db/schema/targets.schema.ts';
import { actOnHold, type HoldAct } from '../../src/operations/decide-hold.ts';
import { removeFeed } from '../../src/operations/feeds.operations.ts';
import { approveHold } from '../../src/operations/holds.operations.ts';
import { listTakeDowns } from '../../src/operations/take-downs.operations.ts';
import { mapLabel, undoLabels } from '../../src/operations/labels.operations.ts';
import { reopenDecided } from '../../src/operations/undo.operations.ts';
import { pauseTarget, resumeTarget } from '../../src/operations/targets.operations.ts';
import { addFeed, changeFeed } from '../../src/feeds/feeds.repository.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { heldName } from '../../src/publishing/holds/holds.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { removeTarget } from '../../src/publishing/remove-target.ts';
import { changeTarget, holdCallsUntil, redefineTarget } from '../../src/targets/targets.repository.ts';
import { type Target, targetById } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs, type Road } from '../setup/road.ts';

/** What persons do about holds, schools and labels, in an order that nobody had in mind. */
const db = await testDatabase();
vi.setConfig({ testTimeout: 120_000 });

const stateOf = async ({ id }: Target) => (await targetById(db, id))?.state;
const open = async () => (await holdsIn(db, ['open'])).map(({ kind, count }) => ({ kind, count }));

test('a school that is leaving can be neither paused nor resumed, and ends empty', async () => {
  const { perform, context, clock, school, target } = await aPublishedRoad(db, 3);
  const { name } = target;
  await perform(pauseTarget, { name });
  await removeTarget(context, target, { jobs: 'delist', by: 'dana' });
  for (const act of [resumeTarget, pauseTarget]) {
    expect(await perform(act, { name })).toMatchObject({
      kind: 'conflict',
      detail: expect.stringContaining('is being removed'),
    });
    expect(await stateOf(target)).toBe('leaving');
  }
  for (const _ of [1, 2]) {
    clock.advance(HOUR);
    await reconcileTarget(context, target.id);
    await applyPlan(context, target.id);
  }
  expect([await stateOf(target), school.jobs.size]).toEqual(['removed', 0]);
});

/** Nothing is too much for a feed or an employer: schools ask. */
async function feedsAskNothing({ clock }: Pick<Road, 'clock'>) {
  for (const key of ['delist.feedCount', 'delist.employerCount'] as const)
    await writeSetting(db, { scope: 'global', key, value: 1_000, by: 'test', at: clock.now() });
}

/** A feed lists these jobs alone, twice, 7 h apart. */
async function lists(
  { clock, feed, read, serve }: Awaited<ReturnType<typeof aPublishedRoad>>,
  count: number,
) {
  for (const built of ['once', 'twice']) {
    clock.advance(7 * HOUR);
    serve('acme', indeedFeed(jobs(count), `${built} ${clock.now().toISOString()}`));
    await read(feed);
  }
}

test.each(['leave-up', 'delist'] as const)('holds of a removed school end with it: %s', async (kept) => {
  const road = await aPublishedRoad(db, 100);
  await feedsAskNothing(road);
  await lists(road, 88);
  await road.publish(road.target);
  expect(await open()).toEqual([{ kind: 'share', count: 12 }]);
  await removeTarget(road.context, road.target, { jobs: kept, by: 'dana' });
  expect(await holdsIn(db)).toMatchObject([{ state: 'lifted', decidedBy: 'dana' }]);
});

test('holds of a removed feed end with it', async () => {
  const road = await aPublishedRoad(db, 40);
  road.clock.advance(7 * HOUR);
  road.serve('acme', indeedFeed(jobs(2)));
  await road.read(road.feed);
  expect(await open()).toMatchObject([{ kind: 'drop' }]);
  await road.perform(removeFeed, { name: 'acme', jobs: 'leave-up' });
  expect(await holdsIn(db)).toMatchObject([{ state: 'lifted', decidedBy: 'dana' }]);
});

/** Three schools of six jobs each, of which four went from the feed; over everything five may go in a day. */
async function aHoldOfAll() {
  const road = aRoad(db);
  const limits = { 'delist.maxPerDay': 5, 'delist.targetCount': 100 };
  await feedsAskNothing(road);
  for (const [key, value] of Object.entries(limits))
    await writeSetting(db, { scope: 'global', key, value, by: 'dana', at: road.clock.now() });
  road.serve('acme', indeedFeed(jobs(6)));
  const feed = await road.addFeed('acme');
  const targets: Target[] = [];
  for (const name of ['northfield', 'calloway', 'easton']) targets.push(await road.addTarget(name));
  await road.read(feed);
  for (const target of targets) await road.publish(target);
  await lists({ ...road, feed, target: targets[0] as Target }, 2);
  for (const target of targets.slice(0, 2)) await road.publish(target);
  return { ...road, feed, targets };
}

test('the hold over everything has a revision: a decision about what it was before is refused', async () => {
  const { perform, publish, targets } = await aHoldOfAll();
  const [seen] = await holdsIn(db, ['open']);
  expect(seen).toMatchObject({ target: null, count: 4 });
  await publish(targets[2] as Target);
  const [grown] = await holdsIn(db, ['open']);
  expect(grown).toMatchObject({ id: seen?.id, count: 8 });
  const decided = (rev?: number) =>
    perform(approveHold, { id: String(seen?.id), seen: String(rev), confirm: 'all', count: 8 });
  expect(await decided(seen?.rev)).toMatchObject({ kind: 'conflict' });
  expect(await decided(grown?.rev)).toMatchObject({ kind: 'done' });
});

test('a removed school leaves the hold over everything', async () => {
  const { context, publish, targets } = await aHoldOfAll();
  await publish(targets[2] as Target);
  await removeTarget(context, targets[1] as Target, { jobs: 'leave-up', by: 'dana' });
  expect(await open()).toEqual([{ kind: 'share', count: 4 }]);
  await removeTarget(context, targets[2] as Target, { jobs: 'delist', by: 'dana' });
  expect(await open()).toEqual([]);
});

const skip = (...values: string[]) => ({ field: 'employer', op: 'is', values, then: 'skip' }) as const;

/** A school with 60 jobs of two employers, whose rules are written by a person. */
async function aRuledSchool() {
  const road = aRoad(db);
  const all = jobs(60).map((job, at) => ({ ...job, company: at < 30 ? 'Acme Tools' : 'Bright Bakery' }));
  road.serve('acme', indeedFeed(all));
  const feed = await road.addFeed('acme');
  let target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  road.school.calls.length = 0;
  const rule = async (routing: TargetDefinition['routing']) => {
    target = await redefineTarget(db, target, { ...target.definition, ...(routing && { routing }) });
    await road.publish(target);
  };
  /** The feed's rule instead; a person agrees to it, so that it is the school's share that asks. */
  const feedRule = async (routing: TargetDefinition['routing'], count: number) => {
    await changeFeed(db, feed.id, { definition: { ...feed.definition, ...(routing && { routing }) } });
    road.clock.advance(HOUR);
    await road.read(feed);
    expect(await open()).toContainEqual({ kind: 'changed', count });
    for (const { id, kind } of await holdsIn(db, ['open']))
      if (kind === 'changed')
        await actOnHold(road.context, id, { kind: 'approve', thisRunOnly: false }, 'dana');
    await road.publish(target);
  };
  const decide = async (act: HoldAct) => {
    const [hold] = await holdsIn(db, ['open']);
    return actOnHold(road.context, hold?.id ?? 0, { ...act }, 'dana');
  };
  return { ...road, all, feed, rule, feedRule, decide, target };
}

test.each([
  ['the same jobs', [skip('Acme Tools'), skip('Nobody')], 30],
  ['more jobs', [skip('Acme Tools', 'Bright Bakery')], 60],
])('a rule after a rejected one asks about %s', async (_, second, count) => {
  const { rule, decide, school } = await aRuledSchool();
  await rule([skip('Acme Tools')]);
  expect(await open()).toEqual([{ kind: 'share', count: 30 }]);
  await decide({ kind: 'reject' });
  await rule([skip('Acme Tools')]);
  expect([await open(), school.calls]).toEqual([[], []]);
  await rule(second);
  expect([await open(), school.calls]).toEqual([[{ kind: 'share', count }], []]);
  const [hold] = await holdsIn(db, ['open']);
  const name = heldName(hold ?? { feed: null, target: null });
  expect(await decide({ kind: 'approve', thisRunOnly: false, typed: { name, count } })).toMatchObject({
    kind: 'decided',
  });
  await rule(second);
  expect(await db.$count(publications, eq(publications.intent, 'hide'))).toBe(count);
});

test('a rule of a feed after a rejected one asks about what was kept', async () => {
  const { feedRule, decide, school } = await aRuledSchool();
  await feedRule([skip('Acme Tools')], 30);
  expect(await open()).toEqual([{ kind: 'share', count: 30 }]);
  await decide({ kind: 'reject' });
  await feedRule([skip('Acme Tools', 'Nobody')], 30);
  expect([await open(), school.calls]).toEqual([[{ kind: 'share', count: 30 }], []]);
});

test('jobs that were kept, listed again and are gone again are asked about again', async () => {
  const road = await aPublishedRoad(db, 100);
  await feedsAskNothing(road);
  const goes = async (count: number) => {
    await lists(road, count);
    await road.publish(road.target);
    road.clock.advance(DAY);
  };
  await goes(88);
  const [hold] = await holdsIn(db, ['open']);
  await actOnHold(road.context, hold?.id ?? 0, { kind: 'reject' }, 'dana');
  await goes(100);
  expect(await open()).toEqual([]);
  await goes(88);
  expect(await open()).toEqual([{ kind: 'share', count: 12 }]);
  expect(road.school.calls).toEqual([]);
});

test('a first plan whose every job was picked is decided, and opens again when a pick is taken back', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(2)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget('northfield', {}, { reviewFirst: true });
  await road.read(feed);
  await road.publish(target);
  const [hold] = await holdsIn(db, ['open']);
  const id = String(hold?.id);
  await road.perform(approveHold, { id, only: ['A-1'] });
  expect(await open()).toEqual([{ kind: 'review', count: 1 }]);
  await road.perform(approveHold, { id, only: ['A-2'] });
  expect(await holdsIn(db)).toMatchObject([{ state: 'approved', decidedBy: 'dana' }]);
  expect(await road.perform(reopenDecided, { id, only: ['A-2'] })).toMatchObject({ kind: 'done' });
  expect(await open()).toEqual([{ kind: 'review', count: 1 }]);
  await road.publish(target);
  expect([...road.school.jobs.keys()]).toEqual(['acme/A-1']);
  await road.perform(approveHold, { id, only: ['A-2'] });
  await road.publish(target);
  expect(road.school.jobs.size).toBe(2);
  expect(await db.$count(holds, eq(holds.state, 'open'))).toBe(0);
});

test('a label that is taken back takes back the calls that it queued, and no others', async () => {
  const road = aRoad(db);
  const { clock, context, perform, read, school, serve } = road;
  school.picklists['job_type'] = [{ ikey: '1', ivalue: 'Full-time' }];
  serve('acme', indeedFeed([...jobs(1), { id: 'S-1', type: 'zzz' }]));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget('northfield', { requiredFields: ['job_type'] });
  await read(feed);
  await road.publish(target);
  expect([...school.jobs.keys()]).toEqual(['acme/A-1']);
  serve(
    'acme',
    indeedFeed([
      { id: 'A-1', title: 'Another title' },
      { id: 'S-1', type: 'zzz' },
    ]),
  );
  clock.advance(HOUR);
  await read(feed);
  const label = { target: 'northfield', field: 'job_type', label: 'zzz' };
  await perform(mapLabel, { ...label, key: '1' });
  await holdCallsUntil(db, new Date(clock.now().getTime() + 30_000));
  await reconcileTarget(context, target.id);
  await perform(undoLabels, { decisions: [label] });
  clock.advance(40_000);
  await applyPlan(context, target.id);
  expect([...school.jobs.keys()]).toEqual(['acme/A-1']);
  expect(school.jobs.get('acme/A-1')?.job?.job_title).toBe('Another title');
});

test('an approved upgrade takes no job down, at once or later', async () => {
  const road = await aPublishedRoad(db, 100);
  const { clock, serve, read, feed, publish, target, school } = road;
  for (const key of ['delist.feedCount', 'delist.employerCount'] as const)
    await writeSetting(db, { scope: 'global', key, value: 1_000, by: 'test', at: clock.now() });
  await db.execute(
    sql`update publications set wanted_version = 'older', intent_fingerprint = 'x', belief_fingerprint = 'x'`,
  );
  await changeTarget(db, target.id, { mappingVersion: null });
  await publish(target);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'changed', count: 100 });
  await actOnHold(road.context, hold?.id ?? 0, { kind: 'approve', thisRunOnly: false }, 'dana');
  expect(await road.perform(listTakeDowns, {})).toMatchObject({ value: { items: [] } });
  await publish(target);
  for (let at = 0; at < 2; at += 1) {
    clock.advance(7 * HOUR);
    serve('acme', indeedFeed(jobs(70), `${at}`));
    await read(feed);
    await publish(target);
  }
  expect([school.jobs.size, await holdsIn(db, ['open'])]).toMatchObject([
    100,
    [{ kind: 'share', count: 30 }],
  ]);
});

test('a feed that is added with the source id of a removed one goes on under the ids of its jobs', async () => {
  const { clock, feed, perform, publish, read, school, serve, target } = await aPublishedRoad(db, 2);
  await perform(removeFeed, { name: 'acme', jobs: 'delist' });
  clock.advance(HOUR);
  await publish(target);
  expect(school.jobs.size).toBe(0);
  serve('second', indeedFeed(jobs(2)));
  const definition = { ...feed.definition, url: 'second' };
  const added = { name: 'second', externalSourceId: 'acme', definition, now: clock.now() };
  const second = await addFeed(db, added);
  await read(second ?? expect.fail('the feed exists'));
  await publish(target);
  expect([...school.jobs.keys()]).toEqual(['acme/A-1', 'acme/A-2']);
});
