import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { databaseClock } from '../../src/faces/cli/database-clock.ts';
import { rowsOf } from '../setup/rows.ts';
import { silentLog } from '../../src/core/log.ts';
import { ingestFeed } from '../../src/tasks/ingest-feed.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, indeedFeed, jobs } from '../setup/road.ts';
import { runsOf } from '../setup/rows.ts';

const db = await testDatabase();

/** A document whose reader does something in its middle. */
function midway(text: string, does: () => Promise<void>) {
  async function* bytes() {
    yield new TextEncoder().encode(text.slice(0, text.length / 2));
    await does();
    yield new TextEncoder().encode(text.slice(text.length / 2));
  }
  const source = { bytes: bytes(), problem: () => undefined };
  return { kind: 'modified' as const, source, url: 'feed.xml', validators: {}, freshForMs: 0 };
}

test('a feed whose reader died is read by another a minute later, and what the dead one put aside is gone', async () => {
  const given = await aPublishedRoad(db, 12);
  const { promise: isMidway, resolve: reached } = Promise.withResolvers<void>();
  const { promise: end, reject: kill } = Promise.withResolvers<void>();
  const dies = midway(indeedFeed(jobs(2_000)), async () => {
    reached();
    await end;
  });
  const dead = ingestFeed({ ...given.context, worker: 'dead', openFile: async () => dies }, given.feed.id);
  await isMidway;
  expect(await ingestFeed(given.context, given.feed.id)).toMatchObject({ kind: 'busy' });
  given.clock.advance(MINUTE + SECOND);
  given.serve('acme', indeedFeed(jobs(13)));
  expect(await given.read(given.feed)).toMatchObject({ state: 'complete', added: 1 });
  expect((await runsOf(db, given.feed.id)).map(({ state }) => state)).toEqual([
    'complete',
    'failed',
    'complete',
  ]);
  expect(rowsOf(await db.execute(sql`select 1 from staged`))).toEqual([]);
  kill(new Error('killed'));
  await expect(dead).rejects.toThrow('killed');
});

test('a reading that was given to another process counts for nothing', async () => {
  const given = await aPublishedRoad(db, 12);
  const slow = midway(indeedFeed(jobs(11)), async () => {
    given.clock.advance(2 * MINUTE);
    expect(await given.read(given.feed)).toMatchObject({ state: 'unchanged' });
  });
  const sleepy = { ...given.context, worker: 'sleepy', openFile: async () => slow };
  const reason = 'another worker took the feed over';
  expect(await ingestFeed(sleepy, given.feed.id)).toMatchObject({ end: { state: 'failed', reason } });
  const missed = await db.execute(sql`select 1 from listings where miss_runs > 0`);
  expect(rowsOf(missed)).toEqual([]);
});

test('a reading that is given away just before it counts, counts for nothing', async () => {
  const given = await aPublishedRoad(db, 12);
  const text = indeedFeed(jobs(11));
  const stopped = new Proxy(db, {
    get: (of, key) => {
      if (key !== 'transaction') return Reflect.get(of, key) as unknown;
      return async (...work: Parameters<typeof db.transaction>) => {
        given.clock.advance(2 * MINUTE);
        await given.read(given.feed);
        await db.execute(sql`update feeds set lease_by = 'other'`);
        return db.transaction(...work);
      };
    },
  });
  const openFile = async () => midway(text, async () => {});
  const sleepy = { ...given.context, db: stopped, worker: 'sleepy', openFile };
  await expect(ingestFeed(sleepy, given.feed.id)).rejects.toThrow('given to other; it counts for nothing');
  expect(rowsOf(await db.execute(sql`select 1 from listings where miss_runs > 0`))).toEqual([]);
});

test('what a slow reading finds is planned, although the target was compared while it went on', async () => {
  const given = await aPublishedRoad(db, 12);
  const slow = midway(indeedFeed(jobs(13)), async () => {
    given.clock.advance(10 * MINUTE);
    await given.publish(given.target);
    given.clock.advance(10 * MINUTE);
  });
  // What it finds is dated from its beginning.
  const began = given.clock.now();
  const reading = {
    ...given.context,
    clock: { now: () => began },
    worker: 'slow',
    openFile: async () => slow,
  };
  await ingestFeed(reading, given.feed.id);
  await given.publish(given.target);
  expect(given.school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-13' }]);
});

test('a plan that another overtook is not written; the target is planned anew', async () => {
  const given = await aPublishedRoad(db, 12);
  given.serve('acme', indeedFeed(jobs(11)));
  for (const hours of [1, 7]) {
    given.clock.advance(hours * HOUR);
    await given.read(given.feed);
  }
  let overtaken = false;
  const stopped = new Proxy(db, {
    get: (of, key) => {
      if (key !== 'transaction' || overtaken) return Reflect.get(of, key) as unknown;
      // This process stands still between its plan and the moment it writes it: the job is listed again meanwhile.
      return async (...work: Parameters<typeof db.transaction>) => {
        overtaken = true;
        given.clock.advance(HOUR);
        given.serve('acme', indeedFeed(jobs(12)));
        await given.read(given.feed);
        await reconcileTarget({ ...given.context, worker: 'other' }, given.target.id);
        return db.transaction(...work);
      };
    },
  });
  const outcome = await reconcileTarget({ ...given.context, db: stopped }, given.target.id);
  expect(overtaken).toBe(true);
  expect(outcome).toMatchObject({ kind: 'reconciled', queued: 0 });
  await given.publish(given.target);
  expect(given.school.calls).toEqual([]);
});

test('processes go by the clock of the database, whatever their own does', async () => {
  const clock = await databaseClock(db, silentLog);
  const before = Date.now;
  const [row] = rowsOf(await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`));
  try {
    Date.now = () => before() + 5 * HOUR;
    expect(Math.abs(clock.now().getTime() - Number(row?.['ms']))).toBeLessThan(5_000);
  } finally {
    Date.now = before;
    clock.stop();
  }
});
