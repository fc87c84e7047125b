import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { decideAtSchool, keepJobOff, setPolicy } from '../../src/operations/school-reviews.operations.ts';
import { restoreRemovals } from '../../src/operations/batches.operations.ts';
import { addBlock, liftEmployerBlock } from '../../src/operations/blocks.operations.ts';
import { actOnHold, type HoldAct } from '../../src/operations/decide-hold.ts';
import { removeFeed } from '../../src/operations/feeds.operations.ts';
import { approveHold, rejectHold } from '../../src/operations/holds.operations.ts';
import { decideJob } from '../../src/operations/reviews.operations.ts';
import { pauseTarget, resumeTarget } from '../../src/operations/targets.operations.ts';
import { reopenDecided } from '../../src/operations/undo.operations.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { batchesOf, holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { targets } from '../../src/db/schema.ts';
import { removeTarget } from '../../src/publishing/remove-target.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';

const db = await testDatabase();
vi.setConfig({ testTimeout: 120_000 });

const approve: HoldAct = { kind: 'approve', thisRunOnly: false };
const all = async () => (await holdsIn(db)).map(({ kind, state, count }) => ({ kind, state, count }));

/** A school with 100 jobs, of which 12 wait in its own hold. `closes`: their closing day. */
async function aHeldPlan(closes = '') {
  const road = await aPublishedRoad(db, 100, closes);
  const { clock, feed, read, publish, serve, target, context } = road;
  for (const key of ['delist.feedCount', 'delist.employerCount'] as const)
    await writeSetting(db, { scope: 'global', key, value: 1_000, by: 'test', at: clock.now() });
  const reads = async (listed: readonly SampleJob[], hours = 7, times = 2) => {
    for (let at = 0; at < times; at += 1) {
      clock.advance(hours * HOUR);
      const built = `${at} ${clock.now().toISOString()}`;
      serve(
        'acme',
        indeedFeed(
          listed.map((job) => ({ closes, ...job })),
          built,
        ),
      );
      await read(feed);
    }
  };
  const lists = async (...of: Parameters<typeof reads>) => {
    await reads(...of);
    await publish(target);
  };
  await lists(jobs(88));
  const [hold] = await holdsIn(db, ['open']);
  if (hold === undefined) throw new Error('nothing is held');
  expect(hold).toMatchObject({ kind: 'share', count: 12 });
  const decide = (act: HoldAct) => actOnHold(context, hold.id, act, 'dana');
  return { ...road, reads, lists, decide, id: String(hold.id) };
}

test('a hold whose jobs were all decided one by one is not opened again with none', async () => {
  const { perform, id } = await aHeldPlan();
  const only = Array.from({ length: 12 }, (_, at) => `A-${89 + at}`);
  expect(await perform(rejectHold, { id, only })).toMatchObject({ kind: 'done' });
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect(await perform(reopenDecided, { id })).toMatchObject({ kind: 'conflict' });
  expect(await holdsIn(db, ['open'])).toEqual([]);
});

test('an approval of 21 jobs of a feed lets no 22 others go', async () => {
  const road = aRoad(db);
  const { clock, serve, read, context } = road;
  const beside = jobs(800, 1_000).map((job) => ({
    ...job,
    company: 'Beta Bakery',
    text: `Baking ${job.id}`,
  }));
  serve('acme', indeedFeed(jobs(100), 'first'));
  serve('beta', indeedFeed(beside));
  const [feed, beta] = [await road.addFeed('acme'), await road.addFeed('beta')];
  const target = await road.addTarget();
  await read(feed);
  await read(beta);
  await road.publish(target);
  road.school.calls.length = 0;
  for (const left of [79, 57]) {
    clock.advance(7 * HOUR);
    serve('acme', indeedFeed(jobs(left), `${left}`));
    await read(feed);
  }
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'share', count: 21 });
  await actOnHold(context, hold?.id ?? 0, approve, 'dana');
  await road.publish(target);
  clock.advance(7 * HOUR);
  await read(feed);
  await road.publish(target);
  expect([road.school.calls.length, (await all())[0]]).toEqual([
    21,
    { kind: 'share', count: 22, state: 'open' },
  ]);
});

test.each([
  ['whole', 'listed again'],
  ['whole', 'restored'],
  ['in parts', 'listed again'],
  ['in parts', 'restored'],
])('an approval is not used twice, %s, for jobs that are %s', async (what, how) => {
  const { school, publish, target, decide, lists, perform, clock } = await aHeldPlan();
  const only = jobs(12, 89).map(({ id }) => id);
  await decide(what === 'whole' ? approve : { ...approve, only });
  await publish(target);
  expect(school.jobs.size).toBe(88);
  if (how === 'restored') {
    const [batch] = await batchesOf(db, clock.now());
    clock.advance(MINUTE);
    await perform(restoreRemovals, { id: String(batch?.id) });
    await publish(target);
  }
  await lists(jobs(100), 1, 1);
  expect(school.jobs.size).toBe(100);
  await lists(jobs(88), 6);
  expect([school.jobs.size, await all()]).toMatchObject([
    100,
    [{ count: 12, state: 'open' }, { state: 'approved' }],
  ]);
});

test('an approval is not used for jobs that were listed again before they went', async () => {
  const { school, publish, target, decide, lists, clock } = await aHeldPlan();
  const stopped = (value: boolean) =>
    writeSetting(db, { scope: 'global', key: 'delist.stopped', value, by: 'test', at: clock.now() });
  await stopped(true);
  await decide(approve);
  await publish(target);
  await lists(jobs(100), 1, 1);
  await stopped(false);
  await lists(jobs(88), 6);
  expect([school.jobs.size, await all()]).toMatchObject([
    100,
    [{ count: 12, state: 'open' }, { state: 'approved' }],
  ]);
});

test('an approval that was carried out has not lapsed when its jobs come back', async () => {
  const { publish, target, decide, lists, clock } = await aHeldPlan();
  await decide(approve);
  await publish(target);
  await lists(jobs(100), 1, 1);
  clock.advance(25 * HOUR);
  await publish(target);
  expect(await all()).toMatchObject([{ state: 'approved' }]);
});

test('what was kept one by one stays kept when the approval of the rest is undone', async () => {
  const { school, publish, target, perform, id } = await aHeldPlan();
  await perform(rejectHold, { id, only: ['A-100'] });
  await perform(approveHold, { id });
  await perform(reopenDecided, { id });
  await publish(target);
  expect([school.jobs.size, await all()]).toMatchObject([100, [{ count: 11, state: 'open' }]]);
});

test('a kept job that was listed while its school was paused, and is gone again, is asked about', async () => {
  const { decide, reads, school, publish, target, perform } = await aHeldPlan();
  await decide({ kind: 'reject' });
  await publish(target);
  await perform(pauseTarget, { name: target.name });
  await reads(jobs(100));
  await reads(jobs(88));
  await perform(resumeTarget, { name: target.name });
  await publish(target);
  expect([school.jobs.size, (await all())[0]]).toMatchObject([100, { count: 12, state: 'open' }]);
});

test('a job that a paused school kept is asked about when it was restored, listed and is gone', async () => {
  const { clock, reads, publish, target, perform, context, addTarget } = await aHeldPlan();
  await reads(jobs(100), 1, 1);
  await publish(target);
  const south = await addTarget('southfield');
  await publish(south);
  await reads(jobs(88));
  for (const school of [target, south]) await publish(school);
  const about = async (name: string) => (await holdsIn(db, ['open'])).find((hold) => hold.target === name);
  await actOnHold(context, (await about('southfield'))?.id ?? 0, { kind: 'reject' }, 'dana');
  await actOnHold(context, (await about('northfield'))?.id ?? 0, approve, 'dana');
  for (const school of [target, south]) await publish(school);
  await perform(pauseTarget, { name: 'southfield' });
  clock.advance(MINUTE);
  const [batch] = await batchesOf(db, clock.now());
  await perform(restoreRemovals, { id: String(batch?.id) });
  await reads(jobs(100), 1, 1);
  clock.advance(2 * DAY);
  await reads(jobs(88));
  await perform(resumeTarget, { name: 'southfield' });
  await publish(south);
  expect(await about('southfield')).toMatchObject({ kind: 'share', count: 12 });
});

test.each(['rejected', 'open'])('an announced closing day takes down what a hold keeps: %s', async (how) => {
  const { clock, decide, school, publish, target } = await aHeldPlan('2026-11-25');
  if (how === 'rejected') await decide({ kind: 'reject' });
  await publish(target);
  clock.advance(6 * DAY);
  await publish(target);
  expect(school.jobs.size).toBe(0);
});

test.each(['rejected', 'open'])('a person’s rejection takes down what a hold keeps: %s', async (how) => {
  const { school, target, perform, publish, decide } = await aHeldPlan();
  if (how === 'rejected') await decide({ kind: 'reject' });
  await publish(target);
  const [row = {}] = rowsOf(await db.execute(sql`select id from listings where job_id = 'A-100'`));
  await perform(decideJob, { id: String(numberIn(row, 'id')), decision: 'reject', reason: 'a fraud' });
  await publish(target);
  expect([school.jobs.size, school.jobs.has('acme/A-100')]).toEqual([99, false]);
});

const troubled = { kind: 'troubled', why: 'status', reason: 'HTTP 503' } as const;

test('an approval that is undone while its calls are out takes nothing down after their trouble', async () => {
  const { school, publish, target, perform, context, clock, decide, id } = await aHeldPlan();
  await decide(approve);
  await reconcileTarget(context, target.id);
  const undone: Promise<unknown>[] = [];
  school.next = () => {
    if (undone.length === 0) undone.push(perform(reopenDecided, { id }));
    return { outcome: troubled };
  };
  await applyPlan(context, target.id);
  await Promise.all(undone);
  expect([school.jobs.size, undone.length]).toEqual([100, 1]);
  school.next = () => undefined;
  for (let at = 0; at < 2; at += 1) {
    clock.advance(30 * MINUTE);
    await publish(target);
  }
  expect([school.jobs.size, await all()]).toMatchObject([100, [{ state: 'open', count: 12 }]]);
});

test.each([false, true])('a lifted block takes nothing down any more, school paused: %s', async (paused) => {
  const { school, target, perform, context, clock } = await aPublishedRoad(db, 3);
  if (paused) await perform(pauseTarget, { name: target.name });
  const input = { company: 'Acme Tools', reason: 'by mistake' };
  const asked = await perform(addBlock, input);
  if (asked.kind === 'confirmation_required')
    await perform(addBlock, { ...input, confirm: asked.effect.name, count: String(asked.effect.count) });
  const [row = {}] = rowsOf(await db.execute(sql`select id from blocked_employers`));
  const lifted = await perform(liftEmployerBlock, { id: String(numberIn(row, 'id')) });
  expect(lifted.kind).toBe('done');
  clock.advance(HOUR);
  if (paused) await perform(resumeTarget, { name: target.name });
  await applyPlan(context, target.id);
  expect(school.calls).toEqual([]);
});

test('a removal that was due, or approved, is carried out though its feed is removed and left up', async () => {
  const { school, target, perform, publish, decide } = await aHeldPlan();
  await perform(pauseTarget, { name: target.name });
  await decide(approve);
  await perform(removeFeed, { name: 'acme', jobs: 'leave-up' });
  await perform(resumeTarget, { name: target.name });
  await publish(target);
  expect(school.jobs.size).toBe(88);
});

test('a job that staff keep off a school goes at once, stays away, and comes back when it is let back', async () => {
  const { school, clock, target, perform, publish, read, feed } = await aPublishedRoad(db, 3);
  const job = { source: 'acme', job_id: 'A-2', target: target.name };
  expect(await perform(keepJobOff, job)).toMatchObject({ kind: 'invalid' });
  expect(await perform(keepJobOff, { ...job, reason: 'Wrong number.' })).toMatchObject({ kind: 'done' });
  await publish(target);
  expect([...school.jobs.keys()]).toEqual(['acme/A-1', 'acme/A-3']);
  clock.advance(DAY);
  await read(feed);
  await publish(target);
  expect(school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-2' }]);
  await perform(keepJobOff, { ...job, back: true });
  await publish(target);
  expect([...school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2', 'acme/A-3']);
});

test.each([
  ['as it was', [], ['acme/A-1', 'acme/A-2']],
  ['changed', [{ title: 'Another title' }], ['acme/A-1']],
])(
  'an approval by staff of a school still counts for a job that is let back %s',
  async (_, change, shown) => {
    const road = aRoad(db);
    const { serve, perform, publish, read, clock, school } = road;
    const listed = jobs(2).map((job) => ({ ...job, text: `The work of job ${job.id} is unpaid.` }));
    serve('acme', indeedFeed(listed));
    const [feed, target] = [await road.addFeed('acme'), await road.addTarget()];
    await perform(setPolicy, { name: target.name, rules: { unpaid: 'review' }, approves_forms: false });
    await read(feed);
    await publish(target);
    const rows = rowsOf(await db.execute(sql`select id from listings order by job_id`));
    for (const row of rows)
      await perform(decideAtSchool, {
        name: target.name,
        id: String(numberIn(row, 'id')),
        decision: 'approve',
      });
    await publish(target);
    expect([...school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2']);
    const job = { source: 'acme', job_id: 'A-2', target: target.name };
    await perform(keepJobOff, { ...job, reason: 'Wrong number.' });
    await publish(target);
    clock.advance(DAY);
    serve(
      'acme',
      indeedFeed(
        listed.map((one, at) => ({ ...one, ...(at === 1 && change[0]) })),
        'later',
      ),
    );
    await read(feed);
    await perform(keepJobOff, { ...job, back: true });
    await publish(target);
    expect([...school.jobs.keys()].toSorted()).toEqual(shown);
  },
);

test('a rejected upgrade sends nothing, at once or later, but what its feed corrects', async () => {
  const road = await aPublishedRoad(db, 40);
  await db.execute(
    sql`update publications set wanted_version = 'older', inputs = null, intent_fingerprint = 'x' || intent_fingerprint, belief_fingerprint = 'x' || belief_fingerprint`,
  );
  await changeTarget(db, road.target.id, { mappingVersion: null });
  await road.publish(road.target);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'changed', count: 40 });
  await actOnHold(road.context, hold?.id ?? 0, { kind: 'reject' }, 'dana');
  for (let at = 0; at < 3; at += 1) {
    await road.publish(road.target);
    road.clock.advance(DAY);
    await road.read(road.feed);
  }
  expect(road.school.calls).toEqual([]);
  road.clock.advance(HOUR);
  const corrected = jobs(40).map((job) => (job.id === 'A-7' ? { ...job, text: 'You do other work.' } : job));
  road.serve('acme', indeedFeed(corrected, road.clock.now().toISOString()));
  await road.read(road.feed);
  await road.publish(road.target);
  expect(road.school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-7' }]);
});

test.each([
  ['its own address', 'http://127.0.0.1/soap', { repeatsSafe: 'proven', usualAnswers: ['fine'] }],
  ['another address', 'http://127.0.0.1/other', { repeatsSafe: 'assumed', usualAnswers: [] }],
])('a school that is added again at %s keeps what was learned of that service', async (_, url, learned) => {
  const road = await aPublishedRoad(db, 2);
  const { definition } = road.target;
  await db.update(targets).set({
    definition: { ...definition, soap: { ...definition.soap, url: 'http://127.0.0.1/soap' } },
    repeatsSafe: 'proven',
    usualAnswers: ['fine'],
    lastTrouble: 'HTTP 503',
  });
  await removeTarget(road.context, road.target, { jobs: 'leave-up', by: 'dana' });
  const again = await road.addTarget(road.target.name, { soap: { ...definition.soap, url } });
  expect(again).toMatchObject({ ...learned, lastTrouble: null });
});

test('the number that a feed’s removal asks for counts what a school’s hold keeps up', async () => {
  const { perform, school, publish, target, clock } = await aHeldPlan();
  const most = { scope: 'global', key: 'delist.typedAbove', value: 50, by: 'test', at: clock.now() } as const;
  await writeSetting(db, most);
  const removal = { name: 'acme', jobs: 'delist' };
  const asked = await perform(removeFeed, removal);
  expect(asked).toMatchObject({ kind: 'confirmation_required', effect: { name: 'acme', count: 100 } });
  await perform(removeFeed, { ...removal, confirm: 'acme', count: '100' });
  await publish(target);
  expect(school.jobs.size).toBe(0);
});
