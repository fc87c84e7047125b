import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { guardCounts } from '../../src/publishing/facts-store.ts';
import { holdsIn } from '../../src/publishing/holds-store.ts';
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

test('the weeks before the first publishing do not say that no removals are usual', async () => {
  const { clock, serve, read, publish, feed, target } = await aPublishedRoad(db, 30);
  const usual = async () => (await guardCounts(db, target.id, clock.now())).usualRemovals;
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
  clock.advance(6 * DAY);
  expect(await usual()).toHaveLength(9);
  clock.advance(14 * DAY);
  expect((await usual()).toSorted((a, b) => a - b)).toEqual([0, 0, 4]);
});
