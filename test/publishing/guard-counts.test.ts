import { eq, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test, vi } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { listings, publications } from '../../src/db/schema.ts';
import { removalCounts } from '../../src/publishing/decisions.repository.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { planFor } from '../../src/tasks/plan-target.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('what ended by absence within a day counts once, beside what ends now', async () => {
  const { clock, serve, read, publish, feed, target, school } = await aPublishedRoad(db, 48);
  // Six hours after each reading that lacks some, they end: five, then one more of 48.
  for (const left of [43, 43, 42, 42]) {
    clock.advance(6 * HOUR);
    serve('acme', indeedFeed(jobs(left), String(clock.now())));
    await read(feed);
    await publish(target);
  }
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect(school.calls).toHaveLength(6);
});

test.each([
  [[9, 9, 9, 9], 36, []],
  [[9, 19, 2], 0, ['share']],
] as const)(
  'what a paused school owes counts on the days on which it ended: a slow drain goes, a sudden one is held',
  async (days, gone, held) => {
    const { clock, serve, read, publish, feed, target, school } = await aPublishedRoad(db, 200);
    const paused = (state: 'paused' | 'active') => changeTarget(db, target.id, { state });
    let left = 200;
    const day = async (count: number) => {
      left -= count;
      serve('acme', indeedFeed(jobs(left)));
      for (const hours of [0, 6, 18]) {
        clock.advance(hours * HOUR);
        await read(feed);
      }
    };
    await paused('paused');
    for (const count of days) await day(count);
    await paused('active');
    await publish(target);
    expect([school.calls.length, (await holdsIn(db, ['open'])).map(({ kind }) => kind)]).toEqual([
      gone,
      held,
    ]);
    if (gone === 0) return;
    // What it owed does not count again with what ends today.
    await day(9);
    await publish(target);
    expect([school.calls.length, await holdsIn(db, ['open'])]).toEqual([gone + 9, []]);
  },
);

test('removals that a person approved do not count, and removals elsewhere count only in the total', async () => {
  const { context, clock, serve, read, publish, feed, target } = await aPublishedRoad(db, 30);
  clock.advance(DAY);
  serve('acme', indeedFeed(jobs(26)));
  await read(feed);
  clock.advance(7 * HOUR);
  await read(feed);
  await publish(target);
  const counted = async (targetId = target.id) => {
    const counts = await removalCounts(context.db, targetId, clock.now());
    return [counts.removedLately, counts.removedLatelyEverywhere];
  };
  expect(await counted()).toEqual([4, 4]);
  expect(await counted(target.id + 1)).toEqual([0, 4]);
  const gone = await db.select({ id: listings.id }).from(listings).where(eq(listings.cause, 'missing'));
  const [approved = 0, forgotten = 0] = gone.map(({ id }) => id);
  await db
    .update(publications)
    .set({ verdict: 'hold', holdId: 1 })
    .where(eq(publications.listingId, approved));
  expect(await counted()).toEqual([3, 3]);
  // The removal was made, whatever became of its listing.
  await db.delete(listings).where(eq(listings.id, forgotten));
  expect(await counted()).toEqual([3, 3]);
});

test('the weeks before the first publishing do not say that no removals are usual', async () => {
  const { clock, serve, read, publish, feed, target } = await aPublishedRoad(db, 30);
  const counts = (targetId = target.id) => removalCounts(db, targetId, clock.now());
  const usual = async () => (await counts()).usualRemovals;
  expect(await usual()).toEqual([]);
  clock.advance(3 * DAY);
  serve('acme', indeedFeed(jobs(26)));
  await read(feed);
  clock.advance(7 * HOUR);
  await read(feed);
  await publish(target);
  clock.advance(DAY);
  // In the first weeks: yesterday, and the whole days before.
  expect((await usual()).toSorted((a, b) => a - b)).toEqual([0, 0, 4]);
  expect((await counts()).usualThere.toSorted((a, b) => a - b)).toEqual([0, 0, 4]);
  expect((await counts(target.id + 1)).usualThere).toEqual([0, 0, 0]);
  clock.advance(6 * DAY);
  expect(await usual()).toHaveLength(9);
  clock.advance(14 * DAY);
  expect((await usual()).toSorted((a, b) => a - b)).toEqual([0, 0, 4]);
});

test('earlier removals, and what an upgrade sent again, are counted only when there is something to compare with', async () => {
  const { context, clock, serve, read, feed, target } = await aPublishedRoad(db, 30);
  const asked = vi.spyOn(db, 'execute');
  const counted = async () => {
    asked.mockClear();
    const now = await targetById(db, target.id);
    if (now === undefined) throw new Error('expected the target, got none');
    await planFor(context, now, await loadSettings(db), { look: 'touched' });
    const statements = asked.mock.calls.map(([query]) => new PgDialect().sqlToQuery(query as SQL).sql);
    const about = (column: string) => statements.some((statement) => statement.includes(column));
    return { removals: about("and verdict = 'guard'"), upgrades: about('first_sent_at <') };
  };
  expect(await counted()).toEqual({ removals: false, upgrades: false });
  clock.advance(DAY);
  serve('acme', indeedFeed(jobs(29)));
  await read(feed);
  clock.advance(7 * HOUR);
  await read(feed);
  expect(await counted()).toEqual({ removals: true, upgrades: false });
  asked.mockRestore();
});
