import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { listings } from '../../src/db/schema.ts';
import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import { lastRuns } from '../../src/feeds/feeds.queries.ts';
import { operatorOfMachine } from '../../src/faces/cli/operation-command.ts';
import { execute } from '../../src/operations/registry/operation.ts';
import { decideJob } from '../../src/operations/reviews.operations.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { ingestFeed } from '../../src/tasks/ingest-feed.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { pauseTarget, resumeTarget } from '../../src/operations/targets.operations.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a job that grows too old is taken down by time alone', async () => {
  const { clock, school, target, read, publish, feed } = await aPublishedRoad(db, 3);
  const at = clock.now();
  await writeSetting(db, { scope: 'global', key: 'publish.maxAgeDays', value: 30, by: 'dana', at });
  await publish(target);
  expect(school.jobs.size).toBe(3);
  clock.advance(20 * DAY);
  await read(feed);
  await publish(target);
  expect(school.jobs.size).toBe(0);
});

test('an approval ends no job that is listed again', async () => {
  const { clock, school, feed, target, read, publish, context, serve } = await aPublishedRoad(db, 30);
  const others = Array.from({ length: 20 }, (_, n) => ({ id: `B-${n}`, title: `Other ${n}` }));
  serve('acme', indeedFeed([...jobs(10), ...others]));
  await read(feed);
  clock.advance(HOUR);
  serve('acme', indeedFeed([...jobs(20), ...others]));
  await read(feed);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'rekeyed', count: 10 });
  await actOnHold(context, hold?.id ?? 0, { kind: 'approve', thisRunOnly: false }, 'dana');
  clock.advance(HOUR);
  await read(feed);
  await publish(target);
  const own = [...school.jobs.keys()].filter((id) => id.startsWith('acme/A-'));
  expect(own.toSorted()).toEqual(
    jobs(20)
      .map(({ id }) => `acme/${id}`)
      .toSorted(),
  );
});

test('what was rejected of one definition is not said of the next, of the same document', async () => {
  const { feed, read, context } = await aPublishedRoad(db, 12);
  const readAs = async (employer: string) => {
    await changeFeed(db, feed.id, { definition: { ...feed.definition, employer, employerMode: 'override' } });
    await read(feed);
    return (await holdsIn(db, ['open'])).find(({ kind }) => kind === 'changed');
  };
  const first = await readAs('Other Works');
  expect(await actOnHold(context, first?.id ?? 0, { kind: 'reject' }, 'dana')).toMatchObject({
    kind: 'decided',
  });
  expect(await readAs('Acme Toolworks')).toBeDefined();
});

test('a document that came before a failure in judging is not taken for the last one', async () => {
  const { clock, school, target, read, publish, feed, serve, context } = await aPublishedRoad(db, 12);
  serve('acme', indeedFeed([...jobs(11), { id: 'N-1' }]));
  const broken = { ...context, riskList: () => Promise.reject(new Error('no list')) };
  await expect(ingestFeed(broken, feed.id)).rejects.toThrow('no list');
  for (const hours of [1, 7, 7]) {
    clock.advance(hours * HOUR);
    serve('acme', indeedFeed(jobs(12)));
    await read(feed);
    await publish(target);
  }
  expect(school.jobs.has('acme/A-12')).toBe(true);
});

test('a mute that ends asks again although the document stays', async () => {
  const { clock, read, feed, serve, context } = await aPublishedRoad(db, 30);
  serve('acme', indeedFeed(jobs(5)));
  await read(feed);
  const [hold] = await holdsIn(db, ['open']);
  await actOnHold(
    context,
    hold?.id ?? 0,
    { kind: 'mute', until: new Date(clock.now().getTime() + DAY) },
    'dana',
  );
  clock.advance(2 * DAY);
  expect(await read(feed)).toMatchObject({ state: 'unchanged' });
  expect(await holdsIn(db, ['open'])).toMatchObject([{ kind: hold?.kind, count: 25 }]);
});

test('a feed that was removed and is added again publishes only what it lists then', async () => {
  const road = await aPublishedRoad(db, 12);
  const { clock, school, target, read, publish, feed, serve } = road;
  await changeFeed(db, feed.id, { state: 'removed' });
  await publish(target);
  expect(school.jobs.size).toBe(0);
  clock.advance(60 * DAY);
  const again = await road.addFeed('acme');
  expect(await lastRuns(db, [again])).toEqual(new Map());
  await publish(target);
  expect(school.jobs.size).toBe(0);
  serve('acme', indeedFeed([...jobs(3), { id: 'N-1' }]));
  await read(again);
  await publish(target);
  expect([...school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2', 'acme/A-3', 'acme/N-1']);
});

test('what was decided while a target was paused is done once it is resumed', async () => {
  const { clock, school, target, publish, perform } = await aPublishedRoad(db, 3);
  await perform(pauseTarget, { name: target.name });
  clock.advance(HOUR);
  const [first] = await db.select({ id: listings.id }).from(listings).limit(1);
  const given = { id: String(first?.id), decision: 'reject', reason: 'a scam' };
  const site = { secret: 'secret', timeZone: 'UTC' };
  const services = { db, clock, site, queue: () => undefined };
  expect(await execute(services, operatorOfMachine, decideJob, given)).toMatchObject({
    value: { outcome: 'rejected' },
  });
  await publish(target);
  expect(school.jobs.size).toBe(3);
  await perform(resumeTarget, { name: target.name });
  clock.advance(HOUR);
  await publish(target);
  expect(school.jobs.size).toBe(2);
});
