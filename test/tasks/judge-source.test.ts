import { eq, ne, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { rowsOf } from '../setup/rows.ts';
import { batches, listings, publications, screenings } from '../../src/db/schema.ts';
import type { Feed } from '../../src/feeds/feeds.queries.ts';
import {
  clearMarks,
  queueForScreening,
  screeningQueueMarks,
} from '../../src/listings/screening-queue.repository.ts';
import { unscreenedListingIds } from '../../src/listings/duplicates/duplicates.repository.ts';
import { keepFacts } from '../../src/screening/network/domains.repository.ts';
import { unscreenedIds } from '../../src/screening/screening.repository.ts';
import { restoreRemovals } from '../../src/operations/batches.operations.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, type Road, type SampleJob } from '../setup/road.ts';

const db = await testDatabase();

const jobs = (count: number, word = 'Job', from = 0): readonly SampleJob[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `A-${from + at}`,
    title: `${word} ${from + at}`,
    company: `Works ${at}`,
  }));

async function aReadFeed(count: number) {
  const road = aRoad(db);
  const feed = await road.addFeed('acme');
  await readAgain(road, feed, jobs(count));
  return { road, feed };
}

/** Reads the feed an hour later. */
async function readAgain(road: Road, feed: Feed, listed: readonly SampleJob[], build = '') {
  road.clock.advance(HOUR);
  road.serve('acme', indeedFeed(listed, build));
  return road.read(feed);
}

/** What nobody compared, and what nobody screened, found the long way. */
const waiting = async ({ id }: Feed) => [
  ...(await unscreenedListingIds(db, id)),
  ...(await unscreenedIds(db, id)),
];

/** The process dies where it writes to a table, at this listing or a later one. */
async function dying<T>(
  table: 'adverts' | 'advert_keys' | 'screenings',
  when: 'insert' | 'update',
  from: number,
  work: () => Promise<T>,
): Promise<unknown> {
  await db.execute(
    sql.raw(`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`),
  );
  await db.execute(
    sql.raw(`
    create trigger dying before ${when} on ${table} for each row when (new.listing_id >= ${from}) execute function die()`),
  );
  try {
    return await work().catch((error: unknown) => error);
  } finally {
    await db.execute(sql.raw(`drop trigger dying on ${table}`));
    await db.execute(sql.raw('drop function die()'));
  }
}

/** What the guard thinks of a document is not asked here: many new or changed jobs at once are no surge. */
async function believeAll(): Promise<void> {
  const at = new Date();
  for (const [key, value] of [
    ['publish.surgeCount', 1_000],
    ['publish.changedShare', 1],
  ] as const)
    await writeSetting(db, { scope: 'global', key, value, by: 'test', at });
}

const deaths = [
  ['before the first is compared', 'adverts', 'insert', 1, 20],
  ['between two batches that are compared', 'adverts', 'insert', 251, 255],
  ['when its adverts are kept, and copies not looked for', 'advert_keys', 'insert', 1, 20],
  ['before the first is screened', 'screenings', 'insert', 1, 20],
  ['between two batches that are screened', 'screenings', 'insert', 201, 205],
] as const;

test.each(deaths)(
  'a run that dies %s is made up for by the next, whatever that one finds',
  async (_, table, when, from, count) => {
    await believeAll();
    const nexts =
      count > 200
        ? [jobs(count)]
        : [jobs(count), [...jobs(1, 'Other'), ...jobs(count - 1, 'Job', 1)], jobs(count - 1)];
    for (const next of nexts) {
      await db.execute(sql`truncate sources, listings restart identity cascade`);
      const road = aRoad(db);
      const feed = await road.addFeed('acme');
      await readAgain(road, feed, []);
      expect(await screeningQueueMarks(db, feed.id)).toBe(0);
      expect(await dying(table, when, from, () => readAgain(road, feed, jobs(count)))).toBeInstanceOf(Error);
      expect((await waiting(feed)).length).toBeGreaterThan(0);
      await readAgain(road, feed, next);
      expect(await waiting(feed)).toEqual([]);
      expect(await screeningQueueMarks(db, feed.id)).toBe(0);
    }
  },
);

test(
  'histories of changes, absences, returns and deaths leave nothing that nobody compared and screened',
  { tags: ['slow'] },
  async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    await believeAll();
    const { road, feed } = await aReadFeed(12);
    let died = 0;
    for (let run = 0; run < 20; run += 1) {
      const listed = jobs(12).filter(() => random(9) > 0);
      const changed = listed.map((job) => (random(4) === 0 ? { ...job, title: `Job of ${random(3)}` } : job));
      const read = () => readAgain(road, feed, changed, `build ${random(2)}`);
      if (random(3) > 0) {
        await read();
        expect(await waiting(feed)).toEqual([]);
        expect(await screeningQueueMarks(db, feed.id)).toBe(0);
        continue;
      }
      const table = random(2) === 0 ? 'adverts' : 'screenings';
      if ((await dying(table, random(2) === 0 ? 'insert' : 'update', random(12), read)) instanceof Error)
        died += 1;
    }
    expect(died).toBeGreaterThan(2);
    await readAgain(road, feed, jobs(12), 'the last');
    expect(await waiting(feed)).toEqual([]);
  },
);

test('a feed of which nothing waits is not searched; one that is marked is, also when its document is unchanged', async () => {
  const { road, feed } = await aReadFeed(5);
  const first = await screenedIds();
  await db.delete(screenings).where(eq(screenings.listingId, 3));
  expect((await readAgain(road, feed, jobs(5), 'built anew')).state).toBe('complete');
  expect((await readAgain(road, feed, jobs(5), 'built anew')).state).toBe('unchanged');
  expect(await screenedIds()).toEqual(first.filter((id) => id !== 3));
  await queueForScreening(db, [feed.id]);
  expect((await readAgain(road, feed, jobs(5), 'built anew')).state).toBe('unchanged');
  expect(await screenedIds()).toEqual(first);
});

const screenedIds = async () =>
  (await db.select().from(screenings).orderBy(screenings.listingId)).map(({ listingId }) => listingId);

test('a mark that comes while a feed is judged is kept', async () => {
  const { feed } = await aReadFeed(1);
  await queueForScreening(db, [feed.id]);
  const marks = await screeningQueueMarks(db, feed.id);
  await queueForScreening(db, [feed.id, 99]);
  await clearMarks(db, feed.id, marks);
  expect(await screeningQueueMarks(db, feed.id)).toBe(2);
  await clearMarks(db, feed.id, 2);
  expect(await screeningQueueMarks(db, feed.id)).toBe(0);
});

test('listings that a look-up wants screened again are, though its process dies before it does so', async () => {
  const { road, feed } = await aReadFeed(5);
  const before = road.clock.now();
  await keepFacts(db, 'works.example', { found: {}, screenAgain: [2, 4], now: before });
  await readAgain(road, feed, jobs(5));
  const rows = await db.select().from(screenings).orderBy(screenings.listingId);
  expect(rows.map(({ screenedAt }) => screenedAt > before)).toEqual([false, true, false, true, false]);
  expect(await waiting(feed)).toEqual([]);
});

test('a job that ended before anybody had compared it is compared once it is restored', async () => {
  const { road, feed } = await aReadFeed(5);
  const target = await road.addTarget();
  await road.publish(target);
  await db.execute(
    sql`update listings set state = 'ended', cause = 'missing', verdict = 'guard', ended_at = touched_at, fingerprint = 'changed' where id = 3`,
  );
  const [batch] = await db
    .insert(batches)
    .values({ targetId: target.id, cause: 'missing', count: 1, subjects: [], createdAt: road.clock.now() })
    .returning();
  await db
    .update(publications)
    .set({
      batchId: batch?.id ?? 0,
      belief: 'none',
      beliefFingerprint: null,
      intent: 'hide',
      intentFingerprint: null,
      shownListingId: null,
      shownListingFingerprint: null,
      cause: 'missing',
      verdict: 'guard',
      intendedAt: road.clock.now(),
    })
    .where(eq(publications.listingId, 3));
  expect(await road.perform(restoreRemovals, { id: String(batch?.id) })).toMatchObject({
    value: { restored: 1 },
  });
  expect(await db.$count(listings, ne(listings.state, 'ended'))).toBe(5);
  expect(await waiting(feed)).toEqual([3, 3]);
  await readAgain(road, feed, jobs(5));
  expect(await waiting(feed)).toEqual([]);
});

test('a document built anew that lists the same writes no snapshot; one that lists another job does', async () => {
  const { road, feed } = await aReadFeed(3);
  const first = await keptSnapshot();
  expect((await readAgain(road, feed, jobs(3), 'built anew')).state).toBe('complete');
  expect(await keptSnapshot()).toEqual(first);
  await readAgain(road, feed, jobs(4), 'built anew');
  expect(await keptSnapshot()).not.toEqual(first);
});

const keptSnapshot = async () => rowsOf(await db.execute(sql`select xmin::text, run_id from snapshots`))[0];

test('snapshots are stored as they are: trying to compress prints costs more than writing them', async () => {
  const [column] = rowsOf(
    await db.execute(
      sql`select attstorage::text as storage from pg_attribute where attrelid = 'snapshots'::regclass and attname = 'items'`,
    ),
  );
  expect(column).toEqual({ storage: 'e' });
});

test('a job of another employer in a feed of one was vouched for by nobody', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('acme');
  const text =
    'You pay a registration fee of $99 before you start, and write to us on WhatsApp +1 555 010 9999.';
  const scam = (id: string, company: string) => ({
    id,
    title: 'Home assistant',
    company,
    text: `${text} ${id}`,
  });
  await readAgain(road, feed, [
    ...jobs(12).map((job) => ({ ...job, company: 'Acme Tools' })),
    scam('S-1', 'Acme Tools'),
    scam('S-2', 'Quick Cash'),
  ]);
  const rows = await db
    .select({ jobId: listings.jobId, score: screenings.score, signals: screenings.signals })
    .from(screenings)
    .innerJoin(listings, eq(listings.id, screenings.listingId))
    .orderBy(listings.jobId);
  const [own, guest] = rows.filter(({ jobId }) => jobId.startsWith('S'));
  const known = 'proven-employer';
  expect(JSON.stringify(own?.signals)).toContain(known);
  expect(JSON.stringify(guest?.signals)).not.toContain(known);
  expect(guest?.score).toBeGreaterThan(own?.score ?? 0);
  expect(rows.filter(({ score }) => score === 0)).toHaveLength(12);
});
