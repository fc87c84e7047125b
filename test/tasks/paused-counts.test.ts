import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { rejectHold } from '../../src/operations/holds.operations.ts';
import { mapLabel } from '../../src/operations/labels.operations.ts';
import { pauseTarget } from '../../src/operations/targets.operations.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { placeCounts } from '../../src/publishing/queries/job-states.queries.ts';
import { statesOf } from '../../src/publishing/queries/place-counts.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { pollTargets } from '../../src/tasks/schedule.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a paused school counts what a rejection keeps back and a label no longer blocks, and sends nothing', async () => {
  const road = aRoad(db);
  const { clock, context, perform, read, school, serve } = road;
  school.picklists['job_type'] = [{ ikey: '1', ivalue: 'Full-time' }];
  serve('acme', indeedFeed([...jobs(1), { id: 'S-1', type: 'zzz' }]));
  const acme = await road.addFeed('acme');
  const target = await road.addTarget('northfield', { requiredFields: ['job_type'] });
  await read(acme);
  await road.publish(target);
  await perform(pauseTarget, { name: 'northfield' });
  clock.advance(HOUR);
  serve('beta', indeedFeed(jobs(3, 11), 'beta'));
  await read(await road.addFeed('beta', {}, { reviewFirst: true }));
  const counts = async () => statesOf(await placeCounts(db));
  const compared = async () => {
    await reconcileTarget(context, target.id);
    return counts();
  };
  expect(await compared()).toEqual({ live: 1, blocked: 1, held: 3 });
  const [hold] = await holdsIn(db, ['open']);
  await perform(rejectHold, { id: String(hold?.id) });
  expect(await compared()).toEqual({ live: 1, blocked: 1, left_out: 3 });
  await perform(mapLabel, { target: 'northfield', field: 'job_type', label: 'zzz', key: '1' });
  expect(await compared()).toEqual({ live: 1, to_publish: 1, left_out: 3 });
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect([...school.jobs.keys()]).toEqual(['acme/A-1']);
});

test('a paused school is compared once in an hour', async () => {
  const road = aRoad(db);
  await road.addTarget('northfield');
  await road.perform(pauseTarget, { name: 'northfield' });
  const sent: Task[] = [];
  for (let minutes = 0; minutes < 120; minutes += 1) {
    await pollTargets(road.context, { send: async (...tasks) => void sent.push(...tasks) });
    road.clock.advance(MINUTE);
  }
  expect(sent.map(({ name }) => name)).toEqual(['reconcile-target', 'reconcile-target']);
});
