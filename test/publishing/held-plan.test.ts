import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { targets, unresolvedLabels } from '../../src/db/schema.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { actOnHold, type HoldAct } from '../../src/operations/decide-hold.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import { pollTargets } from '../../src/tasks/schedule.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';

/** A hold of a target's plan as a set of publications (R10), and what it costs while it stands (R25). */
const db = await testDatabase();
vi.setConfig({ testTimeout: 120_000 });

/** A school with 100 jobs, of which 12 have ended: more than a plan may take down unasked. Feeds have no limit here. */
async function aHeldPlan() {
  const road = await aPublishedRoad(db, 100);
  const { clock, context, feed, read, publish, serve, target } = road;
  for (const key of ['delist.feedCount', 'delist.employerCount'] as const)
    await writeSetting(db, { scope: 'global', key, value: 1_000, by: 'test', at: clock.now() });
  const lists = async (listed: readonly SampleJob[]) => {
    for (const built of ['once', 'twice']) {
      clock.advance(7 * HOUR);
      serve('acme', indeedFeed(listed, `${built} ${clock.now().toISOString()}`));
      await read(feed);
    }
    await publish(target);
  };
  await lists(jobs(88));
  const decide = async (act: HoldAct) => {
    const [hold] = await holdsIn(db, ['open']);
    return actOnHold(context, hold?.id ?? 0, act, 'dana@example.org');
  };
  return { ...road, lists, decide };
}

const held = async () => (await holdsIn(db, ['open'])).map(({ id, kind, count }) => ({ id, kind, count }));

test('a minute with a standing hold looks at no job, and the hold stands', async () => {
  const { context, clock, publish, target, school } = await aHeldPlan();
  const [before] = await held();
  expect(before).toMatchObject({ kind: 'share', count: 12 });
  for (let minutes = 0; minutes < 5; minutes += 1) {
    clock.advance(2 * MINUTE);
    expect((await targetById(db, target.id))?.mappingVersion).not.toBeNull();
    const outcome = await reconcileTarget(context, target.id);
    if (outcome.kind !== 'reconciled') throw new Error(outcome.kind);
    expect(outcome.plan.looked.size).toBe(minutes === 0 ? outcome.plan.looked.size : 0);
    expect(outcome.plan.withheld.length).toBeLessThanOrEqual(minutes === 0 ? 12 : 0);
  }
  await publish(target);
  expect([await held(), school.calls]).toEqual([[before], []]);
});

test('a job that ends later joins the hold, one that is listed again leaves it; an incremental plan ends as a full one', async () => {
  const { lists, publish, target, school } = await aHeldPlan();
  const [before] = await held();
  const sampled = async () => (await holdsIn(db, ['open']))[0]?.sample.length;
  await lists(jobs(86));
  expect([await held(), await sampled()]).toEqual([[{ ...before, count: 14 }], 10]);
  await lists(jobs(87));
  expect([await held(), await sampled()]).toEqual([[{ ...before, count: 13 }], 10]);
  await changeTarget(db, target.id, { mappingVersion: null });
  await publish(target);
  expect(await held()).toEqual([{ ...before, count: 13 }]);
  expect(school.calls).toEqual([]);
  await lists(jobs(96));
  expect(await held()).toEqual([]);
});

test('an approval takes down exactly the jobs that were seen', async () => {
  const { decide, publish, target, school } = await aHeldPlan();
  expect(await decide({ kind: 'approve', thisRunOnly: false, seen: 12 })).toMatchObject({ kind: 'decided' });
  await publish(target);
  expect(school.jobs.size).toBe(88);
  expect(school.calls).toHaveLength(12);
  await publish(target);
  expect(await held()).toEqual([]);
});

test('a decision is carried out within a minute, and no minute before it has anything to compare', async () => {
  const { context, clock, decide, publish, target } = await aHeldPlan();
  const polled = async () => {
    const sent: Task[] = [];
    await pollTargets(context, { send: async (...tasks) => void sent.push(...tasks) });
    return sent.map(({ name }) => name);
  };
  await publish(target);
  clock.advance(5 * MINUTE);
  expect(await polled()).toEqual([]);
  await decide({ kind: 'approve', thisRunOnly: false });
  expect(await polled()).toEqual(['reconcile-target']);
  expect((await targetById(db, target.id))?.mappingVersion).not.toBeNull();
});

test('an approval that nobody carried out in time lapses, and its jobs are asked about again', async () => {
  const { clock, decide, publish, target, school } = await aHeldPlan();
  const [before] = await held();
  await changeTarget(db, target.id, { state: 'paused' });
  await decide({ kind: 'approve', thisRunOnly: false });
  clock.advance(25 * HOUR);
  await changeTarget(db, target.id, { state: 'active' });
  await publish(target);
  await publish(target);
  expect(school.calls).toEqual([]);
  expect(await held()).toMatchObject([{ kind: 'share', count: 12 }]);
  expect((await held())[0]?.id).not.toBe(before?.id);
});

test('a rejected hold keeps its jobs and asks no more; others are judged by themselves; a job that is listed again is like any other', async () => {
  const { decide, lists, publish, target, school } = await aHeldPlan();
  expect(await decide({ kind: 'reject' })).toMatchObject({ kind: 'decided' });
  await publish(target);
  await changeTarget(db, target.id, { mappingVersion: null });
  await publish(target);
  expect([await held(), school.calls]).toEqual([[], []]);
  await lists(jobs(85));
  expect(await held()).toEqual([]);
  expect(school.calls.map(({ id }) => id).toSorted()).toEqual(['acme/A-86', 'acme/A-87', 'acme/A-88']);
  await lists([...jobs(85), { id: 'A-100' }]);
  await lists(jobs(85));
  expect(school.jobs.has('acme/A-100')).toBe(false);
  expect(school.jobs.size).toBe(85 + 11);
});

const partOf = (ids: readonly string[]) => ids.map((id) => `acme/${id}`);

test('some jobs of a hold are taken down and some kept; the rest waits, though it alone would be within the limit', async () => {
  const { clock, decide, publish, target, school } = await aHeldPlan();
  const [before] = await held();
  expect(
    await decide({ kind: 'approve', thisRunOnly: false, only: partOf(['A-89', 'A-90', 'A-91']) }),
  ).toMatchObject({ kind: 'decided', part: 3 });
  expect(await decide({ kind: 'reject', only: ['A-92', 'A-93', 'A-94', 'A-95'] })).toMatchObject({ part: 4 });
  expect(await held()).toEqual([{ ...before, count: 5 }]);
  for (const [name, decision] of [
    ['acme/A-90', 'approved'],
    ['A-92', 'kept'],
  ] as const)
    expect(await decide({ kind: 'reject', only: [name] })).toEqual({
      kind: 'refused',
      reason: `${name} of hold ${before?.id} is ${decision} already.`,
    });
  await publish(target);
  expect(school.calls.map(({ id }) => id).toSorted()).toEqual(partOf(['A-89', 'A-90', 'A-91']));
  await changeTarget(db, target.id, { mappingVersion: null });
  clock.advance(HOUR);
  await publish(target);
  expect([await held(), school.jobs.size]).toEqual([[{ ...before, count: 5 }], 97]);
  await decide({ kind: 'approve', thisRunOnly: false, only: ['A-96', 'A-97', 'A-98', 'A-99', 'A-100'] });
  await publish(target);
  expect([await held(), school.jobs.size]).toEqual([[], 92]);
  expect(await holdsIn(db, ['approved'])).toMatchObject([{ id: before?.id }]);
});

test('a part is refused where a job is not in the hold, and lapses like every approval', async () => {
  const { clock, decide, publish, target, school } = await aHeldPlan();
  const [before] = await held();
  const refused = await decide({ kind: 'approve', thisRunOnly: false, only: ['A-89', 'A-1'] });
  expect(refused).toEqual({ kind: 'refused', reason: `Hold ${before?.id} has no job A-1.` });
  for (const twice of ['A-89', 'acme/A-89'])
    expect(await decide({ kind: 'reject', only: ['A-89', twice] })).toEqual({
      kind: 'refused',
      reason: 'acme/A-89 is named twice.',
    });
  await changeTarget(db, target.id, { state: 'paused' });
  await decide({ kind: 'approve', thisRunOnly: false, only: ['A-89'] });
  clock.advance(25 * HOUR);
  await changeTarget(db, target.id, { state: 'active', mappingVersion: null });
  await publish(target);
  await publish(target);
  expect(school.calls).toEqual([]);
  expect(await held()).toEqual([before]);
});

test('some jobs of a document in doubt end and some stay; it stays in doubt', async () => {
  const road = await aPublishedRoad(db, 100);
  const { clock, context, feed, read, publish, serve, target, school } = road;
  const lists = async (listed: readonly SampleJob[]) => {
    clock.advance(7 * HOUR);
    serve('acme', indeedFeed(listed, clock.now().toISOString()));
    await read(feed);
    await publish(target);
  };
  await lists(jobs(40));
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'drop', count: 60 });
  const decide = (act: HoldAct) => actOnHold(context, hold?.id ?? 0, act, 'dana@example.org');
  await decide({ kind: 'approve', thisRunOnly: false, only: ['A-50', 'A-51'] });
  await decide({ kind: 'reject', only: ['A-52'] });
  await publish(target);
  expect(school.calls.map(({ id }) => id).toSorted()).toEqual(partOf(['A-50', 'A-51']));
  expect(await held()).toMatchObject([{ id: hold?.id, kind: 'drop', count: 57 }]);
  await lists(jobs(40));
  expect(school.jobs.size).toBe(98);
  expect(await held()).toMatchObject([{ id: hold?.id, kind: 'drop', count: 57 }]);
  await decide({ kind: 'approve', thisRunOnly: false });
  await publish(target);
  expect([school.jobs.size, school.jobs.has('acme/A-52')]).toEqual([41, true]);
});

test('a rule of a school that would take many jobs down asks first', async () => {
  const road = await aPublishedRoad(db, 60);
  const { target, publish, school } = road;
  const skipAll = { field: 'employer', op: 'is', values: ['Acme Tools'], then: 'skip' } as const;
  await db
    .update(targets)
    .set({ definition: { ...target.definition, routing: [skipAll] }, mappingVersion: null })
    .where(eq(targets.id, target.id));
  await publish(target);
  await publish(target);
  expect(school.calls).toEqual([]);
  expect(await held()).toMatchObject([{ kind: 'share', count: 60 }]);
});

test('a label without an entry is counted at once though its feed comes to a school that is compared already', async () => {
  const road = await aPublishedRoad(db, 5);
  const { clock, feed, read, publish, serve, target } = road;
  const labels = async () =>
    (await db.select().from(unresolvedLabels)).map(({ label, jobs: count }) => ({ label, count }));
  clock.advance(HOUR);
  serve('acme', indeedFeed([...jobs(5), { id: 'B-1', type: 'zero hours' }]));
  await read(feed);
  await publish(target);
  expect(await labels()).toContainEqual({ label: 'zero hours', count: 1 });
});

test('a label blocks its job in a required field alone', async () => {
  const road = aRoad(db);
  const { addFeed, addTarget, publish, read, school } = road;
  school.picklists['job_function'] = [{ ikey: '1', ivalue: 'Accounting' }];
  const document = indeedFeed([{ id: 'A-1', type: 'zero hours' }, { id: 'A-2' }]);
  road.serve('acme', document.replaceAll('</jobtype>', '</jobtype><category>Vibes</category>'));
  const feed = await addFeed('acme');
  const target = await addTarget('northfield', { requiredFields: ['job_type'] });
  await read(feed);
  await publish(target);
  const labels = await db.select().from(unresolvedLabels).orderBy(unresolvedLabels.label);
  expect(labels.map(({ label, jobs: count, blocked }) => ({ label, count, blocked }))).toEqual([
    { label: 'Vibes', count: 2, blocked: 0 },
    { label: 'zero hours', count: 1, blocked: 1 },
  ]);
  expect([...school.jobs.keys()]).toEqual(['acme/A-2']);
});
