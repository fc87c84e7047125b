import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import type { FeedDefinition } from '../../src/db/schema/feeds.schema.ts';
import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';

/** Changes of ours, through the whole road: of a feed's definition (rule R16), of mapping, normalizer and adapters (R19). */
const db = await testDatabase();
// Days of readings, on machines that others use.
vi.setConfig({ testTimeout: 120_000 });

async function published(count: number, as: (job: SampleJob) => SampleJob = (job) => job) {
  const road = aRoad(db);
  const documentOf = (number: number) => indeedFeed(jobs(number).map(as));
  road.serve('acme', documentOf(count));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  road.school.calls.length = 0;
  const redefine = async (change: Partial<FeedDefinition>) =>
    changeFeed(db, feed.id, { definition: { ...feed.definition, ...change } });
  /** Readings every six hours, publishing after each. */
  const days = async (number: number) => {
    for (let hours = 0; hours < 24 * number; hours += 6) {
      road.clock.advance(6 * HOUR);
      await road.read(feed);
      await road.publish(target);
    }
  };
  const approve = async () => {
    const [hold] = await holdsIn(db, ['open']);
    const act = { kind: 'approve', thisRunOnly: false } as const;
    return actOnHold(road.context, hold?.id ?? 0, act, 'dana@example.org');
  };
  return { ...road, feed, target, redefine, days, approve, documentOf };
}

test('after a change of its address a feed’s runs only compare while anything would go; approved, exactly that goes', async () => {
  const given = await published(40);
  given.serve('elsewhere', indeedFeed(jobs(35)));
  await given.redefine({ url: 'elsewhere' });
  await given.days(2);
  expect(given.school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toMatchObject([
    { kind: 'changed', feed: 'acme', count: 5, reasons: [expect.stringContaining('5 of 40 jobs would go')] },
  ]);
  expect(await given.approve()).toMatchObject({ kind: 'decided' });
  await given.days(1);
  expect(given.school.calls.map(({ operation, id }) => `${operation} ${id}`).toSorted()).toEqual(
    ['A-36', 'A-37', 'A-38', 'A-39', 'A-40'].map((id) => `deleteJob acme/${id}`),
  );
});

test('a change that would send most of a feed again waits; taken back, nothing was ever called', async () => {
  const given = await published(40);
  await given.redefine({ employer: 'Acme Holding', employerMode: 'override' });
  await given.days(1);
  expect(given.school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toMatchObject([{ kind: 'changed', feed: 'acme', count: 40 }]);

  await given.redefine({});
  await given.days(1);
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect(given.school.calls).toEqual([]);
});

test('a change that would send most of a feed again goes when it is approved', async () => {
  const given = await published(40);
  await given.redefine({ employer: 'Acme Holding', employerMode: 'override' });
  await given.days(1);
  expect(await given.approve()).toMatchObject({ kind: 'decided' });
  await given.days(1);
  expect(given.school.calls).toHaveLength(40);
  expect([...given.school.jobs.values()].map(({ employer }) => employer?.empname)).toEqual(
    Array.from({ length: 40 }, () => 'Acme Holding'),
  );
});

test('a change that removes nothing and changes little goes on without a person', async () => {
  const given = await published(40);
  given.serve('elsewhere', indeedFeed(jobs(41)));
  await given.redefine({ url: 'elsewhere' });
  await given.days(1);
  expect(given.school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-41' }]);
  expect(await holdsIn(db, ['open'])).toEqual([]);
});

test('an upgrade that makes other postings of every job is one hold, and once approved goes out over days', async () => {
  const given = await published(40);
  await db.execute(
    sql`update publications set wanted_version = 'older', intent_fingerprint = 'x', belief_fingerprint = 'x'`,
  );
  await db.execute(sql`update targets set mapping_version = 'older'`);
  await given.days(2);
  expect(given.school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toMatchObject([
    {
      kind: 'changed',
      target: 'northfield',
      count: 40,
      reasons: [expect.stringContaining('An upgrade of Quadwire')],
    },
  ]);
  expect(await given.approve()).toMatchObject({ kind: 'decided' });
  const perDay: number[] = [];
  for (let day = 0; day < 5; day += 1) {
    const before = given.school.calls.length;
    await given.publish(given.target);
    await given.publish(given.target);
    perDay.push(given.school.calls.length - before);
    given.clock.advance(DAY + HOUR);
  }
  expect(perDay).toEqual([10, 10, 10, 10, 0]);
  expect(new Set(given.school.calls.map(({ operation }) => operation))).toEqual(new Set(['processJob']));
  expect(await holdsIn(db, ['open'])).toEqual([]);
});

test('an upgrade of the reading reads every item again although the document is the same, and no surge is held', async () => {
  const given = await published(40);
  await db.execute(sql`update snapshots set version = split_part(version, '.', 1) || '.0.0'`);
  await db.execute(sql`update runs set version = split_part(version, '.', 1) || '.0.0'`);
  await db.execute(sql`update listings set fingerprint = 'made by an older version'`);
  expect(await given.read(given.feed)).toMatchObject({ state: 'complete', missing: 0 });
  expect(await holdsIn(db, ['open'])).toEqual([]);
  await given.publish(given.target);
  expect(given.school.calls).toEqual([]);
});

const isOdd = ({ id }: SampleJob) => Number(id.slice(2)) % 2 === 1;
const notOddWorks = { field: 'employer', op: 'is', values: ['Odd Works'], then: 'skip' } as const;

test('jobs that a feed’s changed rules send nowhere stay until a person agrees; approved, exactly they go', async () => {
  const given = await published(12, (job) => ({ ...job, company: isOdd(job) ? 'Odd Works' : 'Acme Tools' }));
  await given.redefine({ routing: [notOddWorks] });
  // Before the next reading too: nobody has seen yet what the rules do.
  await given.publish(given.target);
  expect(given.school.calls).toEqual([]);
  given.serve('acme', given.documentOf(11));
  await given.days(0.25);
  expect(given.school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toMatchObject([
    { kind: 'changed', feed: 'acme', count: 6, reasons: [expect.stringContaining('6 jobs would go')] },
  ]);
  expect(await given.approve()).toMatchObject({ kind: 'decided' });
  await given.publish(given.target);
  // A-12 is missing since the last reading: an agreement to the rules says nothing about it.
  expect(given.school.calls.map(({ operation, id }) => `${operation} ${id}`).toSorted()).toEqual(
    ['A-1', 'A-11', 'A-3', 'A-5', 'A-7', 'A-9'].map((id) => `deleteJob acme/${id}`),
  );
  await given.days(1);
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect(given.school.calls.slice(6)).toEqual([{ operation: 'deleteJob', id: 'acme/A-12' }]);
});

test('changed rules of a feed that were rejected, or taken back, take nothing down', async () => {
  const given = await published(12);
  await given.redefine({ targets: [] });
  await given.days(0.5);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'changed', count: 12 });
  await actOnHold(given.context, hold?.id ?? 0, { kind: 'reject' }, 'dana@example.org');
  await given.days(1);
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect(given.school.calls).toEqual([]);
  await given.redefine({});
  await given.days(1);
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect(given.school.calls).toEqual([]);
});

test('what a person kept from changed rules is not asked about again, at a paused school neither', async () => {
  const given = await published(12);
  const paused = await given.addTarget('harlow');
  await given.publish(paused);
  await changeTarget(db, paused.id, { state: 'paused' });
  given.school.calls.length = 0;
  await given.redefine({ targets: [] });
  await given.days(0.5);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'changed', count: 24 });
  await actOnHold(given.context, hold?.id ?? 0, { kind: 'reject' }, 'dana@example.org');
  for (const built of ['again', 'and again']) {
    given.serve('acme', indeedFeed(jobs(13), built));
    await given.days(0.25);
  }
  await changeTarget(db, paused.id, { state: 'active' });
  await given.publish(paused);
  expect([await holdsIn(db, ['open']), given.school.calls]).toEqual([[], []]);
  await given.redefine({});
  given.serve('acme', indeedFeed(jobs(11), 'one is gone'));
  await given.days(1);
  expect(given.school.calls.map(({ operation, id }) => `${operation} ${id}`)).toEqual([
    'deleteJob acme/A-12',
  ]);
});

test('changed rules that take nothing down need no person', async () => {
  const given = await published(12);
  await given.redefine({ routing: [notOddWorks] });
  given.serve('acme', indeedFeed(jobs(13)));
  await given.days(0.25);
  expect(given.school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-13' }]);
  expect(await holdsIn(db, ['open'])).toEqual([]);
});
