import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import { pollTargets } from '../../src/tasks/schedule.ts';
import { setTarget } from '../../src/operations/targets.operations.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { settleTarget } from '../../src/tasks/settle-target.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, aSchool, indeedFeed, jobs } from '../setup/road.ts';
import { rowsOf } from '../setup/rows.ts';

/** A target's definition changes while its calls are out, or its plan is made. */
const db = await testDatabase();

/** A road whose target may move to another school, and to another source id. */
async function aMovingRoad(count: number) {
  const [old, moved] = [aSchool(), aSchool()];
  const road = aRoad(db, old);
  const context: typeof road.context = {
    ...road.context,
    connect: ({ definition }) => (definition.soap.url.includes('moved') ? moved : old),
  };
  road.serve('acme', indeedFeed(jobs(count)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  const set = (change: Readonly<Record<string, unknown>>) =>
    road.perform(setTarget, { name: target.name, ...change });
  const move = () => set({ soap: { ...target.definition.soap, url: 'https://moved.example/soap' } });
  const publish = () => settleTarget(context, target.id, () => {});
  return { ...road, old, moved, feed, target, set, move, publish };
}

test('calls go to the new address as soon as those that are out have ended', async () => {
  const { old, moved, target, move, publish } = await aMovingRoad(40);
  const processJob = old.processJob.bind(old);
  let first = true;
  const moving: typeof processJob = async (...call) => {
    if (first) await move();
    first = false;
    await processJob(...call);
    return { kind: 'troubled', why: 'http', reason: 'HTTP 503' };
  };
  Object.assign(old, { processJob: moving });
  await publish();
  expect(old.calls.length).toBeLessThan(20);
  expect(moved.jobs.size).toBe(40 - old.calls.length);
  expect(await targetById(db, target.id)).toMatchObject({ failures: 0, openUntil: null, lastTrouble: null });
});

test('picklists are read again at another address before jobs go there', async () => {
  const { moved, move, publish } = await aMovingRoad(2);
  await publish();
  moved.picklists['job_type'] = [
    { ikey: '1', ivalue: 'Part-time' },
    { ikey: '9', ivalue: 'Full-time' },
  ];
  await move();
  await publish();
  const types = [...moved.jobs.values()].map(({ job }) => job?.job_type);
  expect(types).toEqual(Array.from({ length: 2 }, () => [{ stringvalue: '9' }]));
});

test('a target whose definition changes is compared by the next look, not an hour later', async () => {
  const { context, clock, target, set, publish } = await aMovingRoad(1);
  await publish();
  const look = async () => {
    clock.advance(MINUTE);
    const sent: Task[] = [];
    await pollTargets(context, { send: async (...tasks) => void sent.push(...tasks) });
    return sent.map(({ name }) => name);
  };
  expect(await look()).toEqual([]);
  await set({ routing: [{ field: 'employer', op: 'is', values: ['Acme Tools'], then: 'skip' }] });
  expect(await look()).toEqual(['reconcile-target']);
  expect((await targetById(db, target.id))?.definition.routing).toHaveLength(1);
});

test('a plan that was made for the definition before is made again', async () => {
  const { old, set, publish } = await aMovingRoad(2);
  const getPicklist = old.getPicklist.bind(old);
  let first = true;
  const setting: typeof getPicklist = async (...call) => {
    if (first) await set({ sourceId: 'ours' });
    first = false;
    return getPicklist(...call);
  };
  Object.assign(old, { getPicklist: setting });
  await publish();
  expect([...old.jobs.keys()]).toEqual(['ours/acme:A-1', 'ours/acme:A-2']);
});

test('jobs that never left go under the source id that the target has by then, the others keep theirs', async () => {
  const { old, feed, clock, set, serve, read, publish } = await aMovingRoad(1);
  await publish();
  const stops = async (value: boolean) =>
    writeSetting(db, { scope: 'global', key: 'publish.stopped', value, by: 'test', at: clock.now() });
  await stops(true);
  serve('acme', indeedFeed(jobs(2)));
  await read(feed);
  await publish();
  await set({ sourceId: 'ours' });
  await stops(false);
  await publish();
  await publish();
  expect([...old.jobs.keys()]).toEqual(['acme/A-1', 'ours/acme:A-2']);
  expect(rowsOf(await db.execute(sql`select job_id from publications order by id`))).toEqual([
    { job_id: 'A-1' },
    { job_id: 'acme:A-2' },
  ]);
});
