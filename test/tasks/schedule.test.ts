import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Task } from '../../src/platform/queue/queue.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { taskKinds } from '../../src/tasks/schedule.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('the Cron Triggers of the Worker are those that tasks are scheduled by, no fewer and no more', () => {
  const kinds = taskKinds(aRoad(db).context, { send: async () => {} });
  const scheduled = kinds.flatMap(({ cron }) => (cron === undefined ? [] : [cron]));
  expect(scheduled).not.toHaveLength(0);
  const [, written = ''] = /^crons = (\[.*\])$/m.exec(readFileSync('wrangler.toml', 'utf8')) ?? [];
  const triggers = z.array(z.string()).parse(JSON.parse(written));
  expect(new Set(triggers)).toEqual(new Set(scheduled));
});

test('a target’s slices follow each other in one task until another target waits for a place', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await reconcileTarget(road.context, target.id);
  const sliceSize = { scope: 'global', key: 'publish.sliceSize', value: 3 };
  await writeSetting(db, { ...sliceSize, by: 'test', at: road.clock.now() });
  const asked: Pick<Task, 'name' | 'key'>[] = [];
  const sent: Task[] = [];
  const queue = {
    send: async (...tasks: readonly Task[]) => void sent.push(...tasks),
    isAwaited: async (task: Pick<Task, 'name' | 'key'>) => asked.push(task) > 1,
  };
  const apply = taskKinds(road.context, queue).find(({ name }) => name === 'apply-plan');
  await apply?.run({ targetId: target.id });
  expect(road.school.calls).toHaveLength(6);
  const mine = { name: 'apply-plan', key: `target ${target.id}` };
  expect(asked).toEqual([mine, mine]);
  expect(sent).toMatchObject([mine]);
  asked.length = 0;
  await apply?.run({ targetId: target.id });
  expect(road.school.calls).toHaveLength(12);
});
