import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { publicationDailyCounts } from '../../src/db/schema.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';
import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import { candidateIds } from '../../src/publishing/candidates.queries.ts';
import { foldDailyCounts } from '../../src/publishing/queries/daily-counts.repository.ts';
import { daysSince, dailyCounts } from '../../src/publishing/queries/daily-counts.queries.ts';
import { explain } from '../../src/operations/reports/explain.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

/** The same counts by looking at every publication. */
async function counted() {
  const rows = await db.execute(sql`
    select target_id, state, live, call in ('due', 'out') as due, call = 'parked' as parked, count(*)::int as n from publications group by 1, 2, 3, 4, 5`);
  return rowsOf(rows).map((row) => ({
    targetId: numberIn(row, 'target_id'),
    state: String(row['state']),
    live: row['live'],
    due: row['due'],
    parked: row['parked'],
    n: numberIn(row, 'n'),
  }));
}

const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

test('publications are counted rightly through planning, sending, changes and removals, before and after a fold', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(6)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await reconcileTarget(road.context, target.id);
  expect(inOrder(await dailyCounts(db))).toEqual(inOrder(await counted()));
  await road.publish(target);
  road.serve('acme', indeedFeed([{ id: 'A-1', title: 'Another' }, ...jobs(3, 2)]));
  road.clock.advance(DAY);
  await road.read(feed);
  road.clock.advance(DAY);
  await road.read(feed);
  await road.publish(target);
  const found = inOrder(await dailyCounts(db));
  expect(found).toEqual(inOrder(await counted()));
  expect(found.length).toBeGreaterThan(1);
  const days = await daysSince(db, new Date('2026-11-01'), 'America/Chicago');
  await foldDailyCounts(db);
  expect(inOrder(await dailyCounts(db))).toEqual(found);
  // Of one source at one target: a row for each that is counted. Nothing is written where nothing is to be folded.
  const folded = await db.select().from(publicationDailyCounts);
  expect(folded.length).toBe(found.length);
  await foldDailyCounts(db);
  expect(await db.select().from(publicationDailyCounts)).toEqual(folded);
  expect(inOrder(await daysSince(db, new Date('2026-11-01'), 'America/Chicago'))).toEqual(inOrder(days));
  const total = (part: 'published' | 'updated' | 'delisted') => days.reduce((sum, day) => sum + day[part], 0);
  expect([total('published'), total('updated'), total('delisted')]).toEqual([6, 1, 2]);
});

test('a job that the target did not take is not counted as published, and is once it did', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  const published = async () =>
    (await daysSince(db, new Date('2026-11-01'), 'UTC')).reduce((sum, day) => sum + day.published, 0);
  const trouble = { kind: 'troubled', why: 'status', reason: 'HTTP 503' } as const;
  road.school.next = (_, id) => (id === 'acme/A-2' ? { outcome: trouble } : undefined);
  await road.publish(target);
  expect(await published()).toBe(2);
  road.school.next = () => undefined;
  road.clock.advance(DAY);
  await road.publish(target);
  expect(await published()).toBe(3);
  road.serve('acme', indeedFeed(jobs(2)));
  await road.read(feed);
  road.clock.advance(DAY);
  await road.read(feed);
  await road.publish(target);
  expect([road.school.jobs.size, await published()]).toEqual([2, 3]);
});

test('no past day changes when a job comes back, and an update minutes after the first sending counts', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  const publish = async (...listed: ReturnType<typeof jobs>) => {
    road.serve('acme', indeedFeed(listed));
    await road.read(feed);
    await road.publish(target);
  };
  const days = async () =>
    (await daysSince(db, new Date('2026-11-01'), 'UTC'))
      .toSorted((a, b) => a.day.localeCompare(b.day))
      .map(({ published, updated, delisted }) => [published, updated, delisted]);
  await publish(...jobs(3));
  road.clock.advance(15 * MINUTE);
  await publish({ id: 'A-1', title: 'Another' }, ...jobs(2, 2));
  expect(await days()).toEqual([[3, 1, 0]]);
  road.clock.advance(DAY);
  await publish(...jobs(2, 2));
  road.clock.advance(DAY);
  await publish(...jobs(2, 2));
  const before = await days();
  expect(before).toEqual([
    [3, 1, 0],
    [0, 0, 1],
  ]);
  road.clock.advance(DAY);
  await publish(...jobs(3));
  expect(await days()).toEqual([...before, [1, 0, 0]]);
});

test('a publication that is deleted is counted no more', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(2)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  await db.execute(sql`delete from publications`);
  expect(await dailyCounts(db)).toEqual([]);
});

test('a reconcile looks only at jobs that may be for its target, and at what the target may hold', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  road.serve('other', indeedFeed(jobs(4)));
  const acme = await road.addFeed('acme', { targets: ['northfield'] });
  const other = await road.addFeed('other', { targets: ['harlow'] });
  const target = await road.addTarget('northfield');
  await road.addTarget('harlow');
  await road.read(acme);
  await road.read(other);
  const question = { targetId: target.id, now: road.clock.now(), sourceIds: [acme.id], closeHours: 72 };
  expect(await candidateIds(db, question)).toHaveLength(3);
  await road.publish(target);
  expect(road.school.jobs.size).toBe(3);
  const moved = { ...acme.definition, targets: ['harlow'] };
  await changeFeed(db, acme.id, { definition: moved });
  expect(await candidateIds(db, { ...question, sourceIds: [] })).toHaveLength(3);
  await road.publish(target);
  expect(road.school.jobs.size).toBe(3);
  // Rule R16: a person agrees to what the changed definition takes down.
  await road.read(acme);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'changed', count: 3 });
  await actOnHold(road.context, hold?.id ?? 0, { kind: 'approve', thisRunOnly: false }, 'dana');
  await road.publish(target);
  expect(road.school.jobs.size).toBe(0);
  expect(await candidateIds(db, { ...question, sourceIds: [] })).toEqual([]);
});

test('explain tells by which rule a job is sent, and that a source is for other targets', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(1)));
  const routing = [
    { field: 'country', op: 'is', values: ['US'], then: 'send' },
    { field: 'words', op: 'has', values: ['job'], then: 'skip' },
  ] as const;
  const feed = await road.addFeed('acme', { targets: ['northfield'] });
  const target = await road.addTarget('northfield', { routing });
  await road.addTarget('harlow');
  await road.read(feed);
  await road.publish(target);
  const explained = await explain({ ...road.context, timeZone: 'UTC' }, 'acme', 'A-1');
  if (explained.kind !== 'explained') throw new Error(explained.reason);
  const said = Object.fromEntries(explained.explanation.targets.map((way) => [way.target, way.decision]));
  expect(said['northfield']).toMatchObject({ outcome: 'wanted', step: 'routing' });
  expect(said['northfield']?.reason).toMatch(/rule northfield: .*country.*US/i);
  expect(said['harlow']).toMatchObject({
    outcome: 'skipped',
    step: 'addressed',
    reason: 'acme is for northfield',
  });
});
