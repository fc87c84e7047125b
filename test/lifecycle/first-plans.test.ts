import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { actOnHold, type HoldAct, reopen } from '../../src/operations/decide-hold.ts';
import { addBlock } from '../../src/operations/blocks.operations.ts';
import { reopenDecided } from '../../src/operations/undo.operations.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { resend } from '../../src/publishing/intents.repository.ts';
import { listings } from '../../src/db/schema.ts';
import { keepOff } from '../../src/screening/schools/school-policies.repository.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { testDatabase } from '../setup/database.ts';
import { dana, aRoad, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';

/** A first plan that a person rejected publishes nothing, and what they rejected is not asked about again as it is (R10). */
const db = await testDatabase();
vi.setConfig({ testTimeout: 120_000 });

const approve: HoldAct = { kind: 'approve', thisRunOnly: false };
const all = async () =>
  (await holdsIn(db)).map(({ kind, state, count }) => ({ kind, state, count })).toReversed();

async function firstPlan(of: 'feed' | 'target') {
  const road = aRoad(db);
  const target = await road.addTarget('northfield', {}, { reviewFirst: of === 'target' });
  const feed = await road.addFeed('acme', {}, { reviewFirst: of === 'feed' });
  let built = 0;
  const lists = async (listed: readonly SampleJob[]) => {
    road.clock.advance(6 * HOUR);
    built += 1;
    road.serve('acme', indeedFeed(listed, `built ${built}`));
    await road.read(feed);
    await road.publish(target);
  };
  const decide = async (act: HoldAct) => {
    const [hold] = await holdsIn(db, ['open']);
    const decided = await actOnHold(road.context, hold?.id ?? 0, act, 'dana@example.org');
    await road.publish(target);
    return decided;
  };
  const plansAll = async () => {
    await changeTarget(db, target.id, { mappingVersion: null });
    await road.publish(target);
  };
  return { ...road, target, feed, lists, decide, plansAll };
}

test.each(['feed', 'target'] as const)(
  'a rejected first plan of a %s is not asked about again',
  async (of) => {
    const { lists, decide, plansAll, school } = await firstPlan(of);
    await lists(jobs(5));
    expect(await all()).toEqual([{ kind: 'review', state: 'open', count: 5 }]);
    await decide({ kind: 'reject' });
    for (let reading = 0; reading < 3; reading += 1) await lists(jobs(5));
    await plansAll();
    expect([await all(), school.calls]).toEqual([[{ kind: 'review', state: 'rejected', count: 5 }], []]);

    await lists([...jobs(5), { id: 'NEW-1' }]);
    await plansAll();
    expect(await all()).toEqual([
      { kind: 'review', state: 'rejected', count: 5 },
      { kind: 'review', state: 'open', count: 1 },
    ]);
    await decide(approve);
    await lists([...jobs(5), { id: 'NEW-1' }, { id: 'NEW-2' }]);
    await plansAll();
    expect([...school.jobs.keys()]).toEqual(['acme/NEW-1', 'acme/NEW-2']);
  },
);

test.each(['feed', 'target'] as const)(
  'a job of a rejected first plan of a %s asks again when its feed corrects it',
  async (of) => {
    const { lists, decide, plansAll, school } = await firstPlan(of);
    await lists(jobs(5));
    await decide({ kind: 'reject' });
    const corrected = jobs(5).map((job) => (job.id === 'A-2' ? { ...job, title: 'Corrected' } : job));
    await lists(corrected);
    await plansAll();
    expect(await all()).toEqual([
      { kind: 'review', state: 'rejected', count: 5 },
      { kind: 'review', state: 'open', count: 1 },
    ]);
    await decide(approve);
    expect([...school.jobs.keys()]).toEqual(['acme/A-2']);
  },
);

test.each(['feed', 'target'] as const)(
  'who takes back the rejection of a first plan of a %s finds it as it was, and what was kept alone stays kept',
  async (of) => {
    const { lists, decide, plansAll, perform, school } = await firstPlan(of);
    await lists(jobs(5));
    await decide({ kind: 'reject', only: ['A-1'] });
    await decide({ kind: 'reject' });
    const [hold] = await holdsIn(db, ['rejected']);
    await lists(jobs(5));
    expect((await perform(reopenDecided, { id: String(hold?.id) })).kind).toBe('done');
    await lists(jobs(5));
    await plansAll();
    expect(await all()).toEqual([{ kind: 'review', state: 'open', count: 4 }]);
    await decide(approve);
    expect([...school.jobs.keys()].toSorted()).toEqual([2, 3, 4, 5].map((n) => `acme/A-${n}`));
  },
);

test.each(['feed', 'target'] as const)(
  'a rejected first plan of a %s can be taken back after a later one was approved',
  async (of) => {
    const { lists, decide, plansAll, perform, school } = await firstPlan(of);
    await lists(jobs(2));
    await decide({ kind: 'reject' });
    await lists(jobs(3));
    await decide(approve);
    const [hold] = await holdsIn(db, ['rejected']);
    expect((await perform(reopenDecided, { id: String(hold?.id) })).kind).toBe('done');
    await lists(jobs(3));
    await plansAll();
    expect(await all()).toEqual([
      { kind: 'review', state: 'open', count: 2 },
      { kind: 'review', state: 'approved', count: 1 },
    ]);
    await decide(approve);
    expect([...school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2', 'acme/A-3']);
  },
);

test('removals of a rejected first plan of a target are not asked about again', async () => {
  const { lists, decide, plansAll, target, school } = await firstPlan('target');
  await lists(jobs(12));
  await decide(approve);
  await changeTarget(db, target.id, { reviewFirst: true });
  school.calls.length = 0;
  for (let reading = 0; reading < 3; reading += 1) await lists(jobs(10));
  expect(await all()).toContainEqual({ kind: 'review', state: 'open', count: 2 });
  await decide({ kind: 'reject' });
  await lists(jobs(10));
  await plansAll();
  expect((await all()).at(-1)).toEqual({ kind: 'review', state: 'rejected', count: 2 });
  expect([school.calls, school.jobs.size]).toEqual([[], 12]);
});

/** A school whose plan is reviewed again, as after a restored database: ten jobs go on, two are gone, one is new. */
async function secondPlan() {
  const road = await firstPlan('target');
  const { lists, decide, target, school } = road;
  await lists(jobs(12));
  await decide(approve);
  await changeTarget(db, target.id, { reviewFirst: true });
  school.calls.length = 0;
  const goOn = () => lists([...jobs(10), { id: 'NEW-1' }]);
  for (let reading = 0; reading < 3; reading += 1) await goOn();
  expect((await all()).at(-1)).toEqual({ kind: 'review', state: 'open', count: 3 });
  const pick = (kind: 'approve' | 'reject', ...only: readonly string[]) =>
    decide(kind === 'approve' ? { kind, thisRunOnly: false, only } : { kind, only });
  return { ...road, goOn, pick };
}

test('a removal that a person keeps out of a first plan is not carried out with the rest of it', async () => {
  const { goOn, pick, plansAll, lists, school } = await secondPlan();
  expect(await pick('reject', 'A-11')).toMatchObject({ kind: 'decided', hold: { count: 2 } });
  await pick('reject', 'A-12');
  await pick('approve', 'NEW-1');
  expect((await all()).at(-1)).toEqual({ kind: 'review', state: 'approved', count: 0 });
  for (let reading = 0; reading < 2; reading += 1) {
    await goOn();
    await plansAll();
  }
  expect([school.jobs.size, school.jobs.has('acme/NEW-1')]).toEqual([13, true]);
  // It was the removal that was refused, not the job.
  await lists([...jobs(12), { id: 'NEW-1' }]);
  for (let reading = 0; reading < 3; reading += 1) await lists([...jobs(11), { id: 'NEW-1' }]);
  expect(school.jobs.has('acme/A-12')).toBe(false);
  await lists([...jobs(12), { id: 'NEW-1' }]);
  expect(school.jobs.has('acme/A-12')).toBe(true);
});

test('a removal that a person lets go of a first plan goes alone', async () => {
  const { goOn, pick, school } = await secondPlan();
  await pick('approve', 'A-11');
  expect(school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-11' }]);
  await goOn();
  expect([school.jobs.size, (await all()).at(-1)]).toEqual([11, { kind: 'review', state: 'open', count: 2 }]);
  await pick('reject', 'A-12', 'NEW-1');
  await goOn();
  expect([school.jobs.size, school.jobs.has('acme/A-12')]).toEqual([11, true]);
});

test('a removal that a person or a closing date decided is approved, and not kept by a first plan', async () => {
  const { clock, goOn, pick, plansAll, school, target } = await secondPlan();
  // As in a database that was restored: whoever decided it did so before.
  const [said] = await db.select().from(listings).where(eq(listings.jobId, 'A-5'));
  const at = { listingId: said?.id ?? 0, targetIds: [target.id] };
  await keepOff(db, at, { by: 'dana', at: clock.now(), note: 'a scam' });
  await plansAll();
  expect((await all()).at(-1)).toEqual({ kind: 'review', state: 'open', count: 4 });
  expect(await pick('reject', 'A-5')).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('acme/A-5 closed, was withdrawn, or a person') as unknown,
  });
  await pick('approve', 'A-5');
  await goOn();
  expect([school.jobs.has('acme/A-5'), school.jobs.size]).toEqual([false, 11]);
  expect((await all()).at(-1)).toEqual({ kind: 'review', state: 'open', count: 3 });
});

test('what was decided about a removal of a first plan can be taken back', async () => {
  const { goOn, pick, plansAll, perform, school } = await secondPlan();
  await pick('reject', 'A-11');
  const [hold] = await holdsIn(db, ['open']);
  const back = (only: string) => perform(reopenDecided, { id: String(hold?.id), only: [only] });
  expect((await back('A-11')).kind).toBe('done');
  await goOn();
  await plansAll();
  expect((await all()).at(-1)).toEqual({ kind: 'review', state: 'open', count: 3 });
  await pick('approve', 'A-12');
  expect(school.jobs.has('acme/A-12')).toBe(false);
  await pick('reject', 'A-11', 'NEW-1');
  await goOn();
  expect(school.jobs.has('acme/A-11')).toBe(true);
});

const other = (count: number) => jobs(count).map((job) => ({ ...job, text: `Other work, ${job.id}.` }));

test('an approved first plan of a target takes down none of the jobs that it would only update', async () => {
  const { lists, decide, target, school, clock } = await firstPlan('target');
  for (const [key, value] of [
    ['delist.feedCount', 1_000],
    ['delist.employerCount', 1_000],
    ['publish.changedShare', 1],
  ] as const)
    await writeSetting(db, { scope: 'global', key, value, by: 'test', at: clock.now() });
  const stop = { scope: 'global', key: 'publish.stopped', value: true, by: 'test', at: clock.now() } as const;
  await lists(jobs(100));
  await decide(approve);
  await changeTarget(db, target.id, { reviewFirst: true });
  await lists(other(100));
  expect(await all()).toContainEqual({ kind: 'review', state: 'open', count: 100 });
  await writeSetting(db, stop);
  await decide(approve);
  for (let reading = 0; reading < 2; reading += 1) await lists(other(70));
  expect([school.jobs.size, (await all()).at(-1)]).toEqual([
    100,
    { kind: 'share', state: 'open', count: 30 },
  ]);
});

test('one job of a first plan that was rejected whole is not opened again alone', async () => {
  const { context, lists, decide } = await firstPlan('target');
  await lists(jobs(3));
  await decide({ kind: 'reject' });
  const [hold] = await holdsIn(db);
  if (hold === undefined) throw new Error('nothing is held');
  expect(await reopen({ ...context, actor: dana }, hold, ['A-1'])).toEqual({
    kind: 'refused',
    reason: `Hold ${hold.id} was rejected whole. Open it again without naming jobs.`,
  });
  expect(await reopen({ ...context, actor: dana }, hold, undefined)).toMatchObject({
    kind: 'decided',
    hold: { state: 'open' },
  });
});

/** Jobs of another feed under the ids of the first. */
const summitFeed = (count: number, built = '') =>
  indeedFeed(
    jobs(50)
      .slice(50 - count)
      .map(({ id }) => ({
        id,
        title: `Night nurse ${id}`,
        company: 'Summit',
        text: `Ward ${id} sleeps well.`,
      })),
    built,
  ).replaceAll('acme.example', 'summit.example');

test('an id that two feeds use must say whose job it is: nothing is decided before', async () => {
  const { addFeed, read, publish, perform, serve, lists, decide, target } = await firstPlan('target');
  await lists(jobs(3, 48));
  serve('summit', summitFeed(2));
  await read(await addFeed('summit'));
  await publish(target);
  expect(await decide({ kind: 'reject', only: ['A-48', 'A-49'] })).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/A-49 of (acme and of summit|summit and of acme)\. Write which/),
  });
  expect(await decide({ kind: 'reject', only: ['summit/A-49', 'A-48'] })).toMatchObject({ part: 2 });
  await decide({ kind: 'reject', only: ['acme/A-49'] });
  const [hold] = await holdsIn(db, ['open']);
  const reopens = (...only: string[]) => perform(reopenDecided, { id: String(hold?.id), only });
  expect(await reopens('A-49')).toMatchObject({ detail: expect.stringContaining('Write which') });
  expect(await reopens('acme/A-49', 'A-7')).toMatchObject({
    detail: `Hold ${hold?.id} has no job A-7 that was decided.`,
  });
  expect(await reopens('acme/A-49')).toMatchObject({ value: { count: (hold?.count ?? 0) + 1 } });
});

test('an id that two feeds use must say whose removal it decides', async () => {
  const { clock, addFeed, addTarget, read, publish, serve, context } = aRoad(db);
  for (const key of ['delist.feedCount', 'delist.employerCount'] as const)
    await writeSetting(db, { scope: 'global', key, value: 1_000, by: 'test', at: clock.now() });
  serve('acme', indeedFeed(jobs(50)));
  serve('summit', summitFeed(50));
  const feeds = [await addFeed('acme'), await addFeed('summit')];
  const target = await addTarget();
  for (const feed of feeds) await read(feed);
  await publish(target);
  for (const built of ['once', 'twice']) {
    clock.advance(7 * HOUR);
    serve('acme', indeedFeed(jobs(44, 7), built));
    serve('summit', summitFeed(44, built));
    for (const feed of feeds) await read(feed);
  }
  await publish(target);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'share', count: 12 });
  const keeps = (name: string) => actOnHold(context, hold?.id ?? 0, { kind: 'reject', only: [name] }, 'dana');
  expect(await keeps('A-1')).toEqual({
    kind: 'refused',
    reason: `Hold ${hold?.id} has a job A-1 of acme and of summit. Write which: acme/A-1.`,
  });
  expect(await keeps('summit/A-1')).toMatchObject({ part: 1 });
});

const standing = async () => (await holdsIn(db, ['open'])).map(({ count, sample }) => ({ count, sample }));

test('a first plan that stands costs what was touched, and its hold is that of a plan of everything', async () => {
  const { context, clock, lists, plansAll, read, feed, serve, target } = await firstPlan('target');
  const documents: readonly (readonly SampleJob[])[] = [
    jobs(6),
    [...jobs(6), { id: 'NEW-1' }],
    [...jobs(5), { id: 'NEW-1' }],
    [...jobs(5).map((job) => ({ ...job, title: 'Another title' })), { id: 'NEW-1' }],
    [...jobs(4), { id: 'NEW-1' }],
  ];
  await lists(jobs(5));
  for (const document of documents) {
    for (const built of ['once', 'twice']) {
      clock.advance(7 * HOUR);
      serve('acme', indeedFeed(document, `${built} ${clock.now().toISOString()}`));
      await read(feed);
    }
    expect((await targetById(db, target.id))?.mappingVersion).not.toBeNull();
    const outcome = await reconcileTarget(context, target.id);
    if (outcome.kind !== 'reconciled') throw new Error(outcome.kind);
    const partial = await standing();
    expect(partial).toMatchObject([{ count: document.length }]);
    await plansAll();
    expect(await standing()).toEqual(partial);
    clock.advance(2 * MINUTE);
    const idle = await reconcileTarget(context, target.id);
    expect(idle.kind === 'reconciled' && idle.plan.withheld).toEqual([]);
    expect(await standing()).toEqual(partial);
  }
});

test('a first plan that asks about nothing any more ends, and the next job asks again', async () => {
  const { lists, perform, publish, target, school } = await firstPlan('target');
  await lists(jobs(2));
  await perform(addBlock, { company: 'Acme Tools', reason: 'to be looked at' });
  await publish(target);
  expect(await all()).toEqual([{ kind: 'review', state: 'lifted', count: 2 }]);
  await publish(target);
  expect((await targetById(db, target.id))?.mappingVersion).not.toBeNull();
  await lists([...jobs(2), { id: 'NEW-1', company: 'Zenith' }]);
  expect([(await all()).at(-1), school.calls]).toEqual([{ kind: 'review', state: 'open', count: 1 }, []]);
});

test('what a person sends again while a first plan waits goes out, and is no part of its question', async () => {
  const { clock, lists, decide, plansAll, target, school } = await firstPlan('target');
  await lists(jobs(3));
  await decide(approve);
  await changeTarget(db, target.id, { reviewFirst: true });
  await lists([...jobs(3), { id: 'NEW-1' }]);
  school.calls.length = 0;
  await resend(db, { targetId: target.id }, clock.now());
  await plansAll();
  expect(school.calls.map(({ id }) => id).toSorted()).toEqual(['acme/A-1', 'acme/A-2', 'acme/A-3']);
  expect((await all()).at(-1)).toEqual({ kind: 'review', state: 'open', count: 1 });
});
