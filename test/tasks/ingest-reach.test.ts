import { expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { feeds, runs, staged } from '../../src/db/schema.ts';
import { beginRun, claimFeed, dueFeeds } from '../../src/feeds/feeds.repository.ts';
import { feedById } from '../../src/feeds/feeds.queries.ts';
import { ingestFeed } from '../../src/tasks/ingest-feed.ts';
import { nodeOnlyAfter } from '../../src/tasks/reach.ts';
import type { TaskContext } from '../../src/tasks/context.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';
import { runsOf } from '../setup/rows.ts';

const db = await testDatabase();
const reach = { feedBytes: 10_000, readingMs: 600_000, calls: 500, callsAtOnce: 3 };

/** A worker with limits that is given one document, whatever it asks for. */
function limited(context: TaskContext, text: string): TaskContext {
  const body = new TextEncoder().encode(text);
  async function* bytes() {
    for (let at = 0; at < body.length; at += 1_000) yield body.subarray(at, at + 1_000);
  }
  const fetch: TaskContext['fetch'] = async (url) =>
    url.endsWith('.txt') || url.endsWith('.json')
      ? { status: 404, headers: { get: () => null }, body: null }
      : { status: 200, headers: { get: () => null }, body: bytes() };
  return { ...context, worker: 'limited', reach, fetch };
}

test('a feed above a worker’s limit is left to Node: at once, with a reason, and as no failure', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('large', { url: 'https://acme.example/large.xml' });
  const outcome = await ingestFeed(limited(road.context, indeedFeed(jobs(100))), feed.id);
  expect(outcome).toMatchObject({ kind: 'read', end: { state: 'truncated' } });
  expect((await runsOf(db, feed.id))[0]?.reason).toMatch(/above 10000 bytes; it is left to a worker on Node/);
  expect(await feedById(db, feed.id)).toMatchObject({
    nodeOnly: true,
    failures: 0,
    nextAt: road.clock.now(),
  });
  expect(await ingestFeed(limited(road.context, ''), feed.id)).toEqual({ kind: 'busy' });
  expect(await dueFeeds(db, road.clock.now(), { limited: true })).toEqual([]);
  expect(await dueFeeds(db, road.clock.now())).toHaveLength(1);
});

test('a feed within the limit is read whole', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('small', { url: 'https://acme.example/small.xml' });
  const outcome = await ingestFeed(limited(road.context, indeedFeed(jobs(3))), feed.id);
  expect(outcome).toMatchObject({ end: { state: 'complete', listings: 3 } });
  expect(await feedById(db, feed.id)).toMatchObject({ nodeOnly: false });
});

test('a file is left to Node', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('file.xml');
  const { openFile: _, ...noFiles } = road.context;
  await ingestFeed({ ...noFiles, reach }, feed.id);
  expect(await feedById(db, feed.id)).toMatchObject({ nodeOnly: true });
});

test('what Node reads quickly, and is small, goes to every worker again', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('feed.xml');
  await db.update(feeds).set({ nodeOnly: true }).where(eq(feeds.sourceId, feed.id));
  road.serve('feed.xml', indeedFeed(jobs(3)));
  await road.read(feed);
  expect(await feedById(db, feed.id)).toMatchObject({ nodeOnly: false });
  const measured = { complete: true, bytes: 1_000, ms: 1_000 };
  expect(nodeOnlyAfter({ ...measured, bytes: 190_000_000 }, undefined)).toBeUndefined();
  expect(nodeOnlyAfter({ ...measured, ms: 700_000 }, undefined)).toBeUndefined();
  expect(nodeOnlyAfter({ ...measured, complete: false, ms: 590_000 }, reach)).toBe(true);
  expect(nodeOnlyAfter({ ...measured, complete: false }, reach)).toBeUndefined();
});

test('a reading that was cut off is ended, its pieces are dropped, and it is made again after a minute', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('feed.xml');
  const now = road.clock.now();
  await claimFeed(db, feed.id, { by: 'dead', now, until: new Date(now.getTime() + 60_000), limited: false });
  const runId = await beginRun(db, { sourceId: feed.id, startedAt: now, version: '1' });
  await db
    .insert(staged)
    .values({ runId, jobId: 'A-1', listing: {}, title: 'A', items: [], fingerprint: 'f' });
  road.serve('feed.xml', indeedFeed(jobs(3)));
  expect(await ingestFeed(road.context, feed.id)).toEqual({ kind: 'busy' });
  road.clock.advance(60_001);
  expect(await road.read(feed)).toMatchObject({ state: 'complete', listings: 3 });
  const [dead] = await db.select().from(runs).where(eq(runs.id, runId));
  expect(dead).toMatchObject({ state: 'failed', reason: 'the worker that read it was cut off' });
  expect(await db.select().from(staged)).toEqual([]);
});

test('a worker that lost its claim to another while it read counts nothing', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('feed.xml');
  async function* bytes() {
    yield new TextEncoder().encode(indeedFeed(jobs(3)));
    await db.update(feeds).set({ leaseBy: 'other' }).where(eq(feeds.sourceId, feed.id));
  }
  const source = { bytes: bytes(), problem: () => undefined };
  road.serve('feed.xml', { kind: 'modified', source, url: 'feed.xml', validators: {}, freshForMs: 0 });
  const end = await road.read(feed);
  expect(end).toMatchObject({ state: 'failed', reason: 'another worker took the feed over' });
});

test('a reading that fails by a fault of ours gives its feed back at once', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('feed.xml');
  const broken = { ...road.context, openFile: () => Promise.reject(new Error('a fault of ours')) };
  await expect(ingestFeed(broken, feed.id)).rejects.toThrow('a fault of ours');
  road.serve('feed.xml', indeedFeed(jobs(3)));
  const again = await ingestFeed({ ...road.context, worker: 'another' }, feed.id);
  expect(again).toMatchObject({ kind: 'read', end: { state: 'complete' } });
});

test('a reading that was put in because it was due is left out when somebody has read the feed since', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('feed.xml');
  road.serve('feed.xml', indeedFeed(jobs(3)));
  expect((await ingestFeed(road.context, feed.id, { onlyDue: true })).kind).toBe('read');
  expect(await ingestFeed(road.context, feed.id, { onlyDue: true })).toEqual({ kind: 'busy' });
  expect((await ingestFeed(road.context, feed.id)).kind).toBe('read');
});
