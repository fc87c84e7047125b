import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { batches, listings } from '../../src/db/schema.ts';
import { listBatches, restoreRemovals } from '../../src/operations/batches.operations.ts';
import { removeFeed } from '../../src/operations/feeds.operations.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

/** A job that was missing long enough, taken down, and restored by a person. */
async function aRestoredJob() {
  const road = aRoad(db);
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  const readIn = async (hours: number, listed: number, build: string) => {
    road.clock.advance(hours * HOUR);
    road.serve('acme', indeedFeed(jobs(listed), build));
    await road.read(feed);
    await road.publish(target);
  };
  await readIn(0, 12, 'all');
  await readIn(1, 11, 'one less');
  await readIn(7, 11, 'one less');
  expect(road.school.jobs.has('acme/A-12')).toBe(false);
  const [batch] = await db.select().from(batches);
  expect(await road.perform(restoreRemovals, { id: String(batch?.id) })).toMatchObject({
    value: { restored: 1 },
  });
  await road.publish(target);
  expect(road.school.jobs.has('acme/A-12')).toBe(true);
  road.school.calls.length = 0;
  return { calls: road.school.calls, readIn };
}

test('a restored job stays whatever document lacks it', async () => {
  const { calls, readIn } = await aRestoredJob();
  await readIn(48, 11, 'one less');
  await readIn(1, 11, 'built again');
  await readIn(48, 10, 'another less');
  expect(calls).toEqual([]);
});

test('a restored job that was listed again ends like any other', async () => {
  const { calls, readIn } = await aRestoredJob();
  await readIn(1, 12, 'all again');
  await readIn(1, 11, 'one less');
  await readIn(5, 11, 'one less');
  expect(calls).toEqual([]);
  await readIn(1, 11, 'one less');
  expect(calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-12' }]);
});

test('a restored job that its feed lists again stays', async () => {
  const { calls, readIn } = await aRestoredJob();
  await readIn(5, 12, 'all again');
  await readIn(5, 12, 'all again');
  await readIn(24, 12, 'all as ever');
  expect(calls).toEqual([]);
});

test('a job that its own employer closed does not come back with its batch, and is not counted', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  road.serve('acme', indeedFeed(jobs(12)));
  await road.read(feed);
  await road.publish(target);
  await db
    .update(listings)
    .set({
      state: 'ended',
      cause: 'withdrawn',
      verdict: 'stated',
      endedAt: road.clock.now(),
      touchedAt: road.clock.now(),
    })
    .where(eq(listings.jobId, 'A-12'));
  road.clock.advance(HOUR);
  await road.publish(target);
  expect(road.school.jobs.has('acme/A-12')).toBe(false);
  const [batch] = await db.select().from(batches);
  expect(await road.perform(listBatches, {})).toMatchObject({
    value: { items: [{ count: 1, restorable: 0 }] },
  });
  expect(await road.perform(restoreRemovals, { id: String(batch?.id) })).toMatchObject({
    value: { restored: 0 },
  });
  await road.publish(target);
  expect(road.school.jobs.has('acme/A-12')).toBe(false);
});

test('jobs that a removed feed took with it are not restorable, and the list says so', async () => {
  const road = await aPublishedRoad(db, 3);
  await road.perform(removeFeed, { name: road.feed.name, jobs: 'delist' });
  await road.publish(road.target);
  expect(road.school.jobs.size).toBe(0);
  const [batch] = await db.select().from(batches);
  expect(batch).toMatchObject({ cause: 'operator', count: 3 });
  expect(await road.perform(listBatches, {})).toMatchObject({
    value: { items: [{ count: 3, restorable: 0 }] },
  });
  expect(await road.perform(restoreRemovals, { id: String(batch?.id) })).toMatchObject({
    value: { restored: 0 },
  });
});

test('the list says exactly how many jobs a restore brings back', async () => {
  const road = await aPublishedRoad(db, 12);
  for (const hours of [1, 7]) {
    road.clock.advance(hours * HOUR);
    road.serve('acme', indeedFeed(jobs(10), `${hours}`));
    await road.read(road.feed);
    await road.publish(road.target);
  }
  expect(await road.perform(listBatches, {})).toMatchObject({ value: { items: [{ restorable: 2 }] } });
  const [batch] = await db.select().from(batches);
  expect(await road.perform(restoreRemovals, { id: String(batch?.id) })).toMatchObject({
    value: { restored: 2 },
  });
  expect(await road.perform(listBatches, {})).toMatchObject({ value: { items: [{ restorable: 0 }] } });
});

/** Two jobs of twelve were missing long enough and are down; the first of them has a closing day in three days. */
async function twoDown() {
  const road = aRoad(db);
  const closes = new Date(road.clock.now().getTime() + 72 * HOUR).toISOString().slice(0, 10);
  const [feed, target] = [await road.addFeed('acme'), await road.addTarget()];
  for (const [hours, listed] of [
    [0, 12],
    [1, 10],
    [7, 10],
  ] as const) {
    road.clock.advance(hours * HOUR);
    const listedNow = jobs(listed).map((job) => (job.id === 'A-11' ? { ...job, closes } : job));
    road.serve('acme', indeedFeed(listedNow, `${hours}`));
    await road.read(feed);
    await road.publish(target);
  }
  const [batch] = await db.select().from(batches);
  expect(batch).toMatchObject({ count: 2 });
  const offered = () => road.perform(listBatches, {});
  return { ...road, feed, target, id: String(batch?.id), offered };
}

test('a job whose closing day is over since is neither offered nor restored with its batch', async () => {
  const { clock, offered, perform, publish, target, school, id } = await twoDown();
  expect(await offered()).toMatchObject({ value: { items: [{ restorable: 2 }] } });
  clock.advance(120 * HOUR);
  expect(await offered()).toMatchObject({ value: { items: [{ restorable: 1 }] } });
  expect(await perform(restoreRemovals, { id })).toMatchObject({ value: { restored: 1, others: 1 } });
  await publish(target);
  expect([...school.jobs.keys()].filter((key) => /-1[12]$/.test(key))).toEqual(['acme/A-12']);
});

test.each(['delist', 'leave-up'])(
  'jobs of a feed that was removed since (%s) are neither offered nor restored with their batch',
  async (how) => {
    const { feed, offered, perform, publish, target, school, id } = await twoDown();
    await perform(removeFeed, { name: feed.name, jobs: how });
    await publish(target);
    const { value } = (await offered()) as {
      value: { items: readonly { id: number; restorable: number }[] };
    };
    expect(value.items.find((batch) => String(batch.id) === id)).toMatchObject({ restorable: 0 });
    const before = school.jobs.size;
    expect(await perform(restoreRemovals, { id })).toMatchObject({ value: { restored: 0 } });
    await publish(target);
    expect(school.jobs.size).toBe(before);
  },
);
