import { expect, test, vi } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import { restoreRemovals } from '../../src/operations/batches.operations.ts';
import { removeFeed } from '../../src/operations/feeds.operations.ts';
import { actOnHold, type HoldAct } from '../../src/operations/decide-hold.ts';
import { approveHold, rejectHold } from '../../src/operations/holds.operations.ts';
import { pauseTarget, resumeTarget } from '../../src/operations/targets.operations.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { batchesOf, holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { settleTarget } from '../../src/tasks/settle-target.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, aSchool, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';

const db = await testDatabase();
vi.setConfig({ testTimeout: 120_000 });

const approve: HoldAct = { kind: 'approve', thisRunOnly: false };
const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `A-${from + at}`);

async function openHold() {
  const [hold] = await holdsIn(db, ['open']);
  if (hold === undefined) throw new Error('no hold is open');
  return hold;
}

/** A feed whose jobs are published, and which lists others so many times, 7 hours apart. */
async function aFeedOf(count: number) {
  const road = await aPublishedRoad(db, count);
  const lists = async (listed: readonly SampleJob[], times = 1, address = 'acme') => {
    for (let at = 0; at < times; at += 1) {
      road.clock.advance(7 * HOUR);
      road.serve(address, indeedFeed(listed, road.clock.now().toISOString()));
      await road.read(road.feed);
      await road.publish(road.target);
    }
  };
  const decide = async (act: HoldAct) => actOnHold(road.context, (await openHold()).id, act, 'dana');
  return { ...road, lists, decide };
}

test.each([1, 2])(
  'a job that vanished during the review of its first plan is not posted, after %i readings',
  async (times) => {
    const road = aRoad(db);
    road.serve('acme', indeedFeed(jobs(20), 'one'));
    const feed = await road.addFeed('acme', {}, { reviewFirst: true });
    const target = await road.addTarget();
    await road.read(feed);
    await road.publish(target);
    road.serve('acme', indeedFeed(jobs(17), 'two'));
    for (let at = 0; at < times; at += 1) {
      road.clock.advance(DAY);
      await road.read(feed);
      await road.publish(target);
    }
    await actOnHold(road.context, (await openHold()).id, approve, 'dana');
    for (let at = 0; at < 4; at += 1) {
      await road.publish(target);
      expect(road.school.jobs.size).toBe(17);
      road.clock.advance(6 * HOUR);
      await road.read(feed);
    }
  },
);

const others = (count: number): readonly SampleJob[] =>
  jobs(count).map(({ id }) => ({ id: `X-${id}`, title: `Post ${id} in the shop`, text: `A post, ${id}.` }));

test('new ids that a person rejected are not posted by the next reading', async () => {
  const { lists, decide, school } = await aFeedOf(40);
  await lists(others(40));
  expect(await openHold()).toMatchObject({ kind: 'rekeyed', count: 40 });
  await decide({ kind: 'reject' });
  await lists(others(40), 2);
  expect(school.jobs.size).toBe(40);
});

/** A document with a twin of the first job, beside it or in its place, and eighty others, that a person refused. */
async function aRefusedTwin(first: Partial<SampleJob>, isBeside: boolean) {
  const road = await aFeedOf(12);
  const [one, ...rest] = jobs(12);
  const own = { title: 'Welder', text: 'You weld.', id: 'A-1', ...one, ...first };
  await road.lists([own, ...rest]);
  const twin = { ...own, id: 'B-1', text: 'Other words.', closes: undefined };
  await road.lists([...(isBeside ? [own] : []), twin, ...rest, ...others(80)]);
  expect(await openHold()).toMatchObject({ kind: 'surge' });
  await road.decide({ kind: 'reject' });
  const words = () => [...road.school.jobs.values()].map(({ job }) => job?.job_desc ?? '');
  return { ...road, rest, twin, words };
}

test('a job goes on, with its own words, under an id that a person refused beside it', async () => {
  const { lists, rest, twin, school, words } = await aRefusedTwin({}, true);
  await lists([twin, ...rest], 3);
  expect(school.jobs.size).toBe(12);
  expect(words().filter((text) => text.includes('You weld.'))).toHaveLength(1);
  expect(words().join(' ')).not.toContain('Other words.');
});

test('a job goes on under the id that nobody refused where its feed lists both', async () => {
  const { lists, rest, twin, school, words } = await aRefusedTwin({}, true);
  await lists([twin, { ...twin, id: 'C-1', text: 'You weld steel.' }, ...rest], 3);
  expect([school.jobs.size, school.jobs.has('acme/A-1')]).toEqual([12, true]);
  expect(words().filter((text) => text.includes('You weld steel.'))).toHaveLength(1);
});

test('what a person refused stays refused when the job that it resembles has ended', async () => {
  const { lists, rest, twin, school, clock, words } = await aRefusedTwin({ closes: '2026-11-24' }, false);
  clock.advance(6 * DAY);
  await lists(rest);
  expect(school.jobs.size).toBe(11);
  await lists([twin, ...rest], 3);
  expect(words().join(' ')).not.toContain('Other words.');
});

test('another feed at a changed address that a person rejected posts nothing', async () => {
  const { lists, decide, school, feed } = await aFeedOf(40);
  await changeFeed(db, feed.id, { definition: { ...feed.definition, url: 'elsewhere' } });
  await lists(others(30), 1, 'elsewhere');
  await decide({ kind: 'reject' });
  await lists(others(30), 2, 'elsewhere');
  expect(school.jobs.size).toBe(40);
});

test('new jobs of a rejected short document are posted: only the removal was refused', async () => {
  const { lists, decide, school } = await aFeedOf(60);
  const short = [...jobs(20), ...others(5)];
  await lists(short);
  expect(await openHold()).toMatchObject({ kind: 'drop', count: 40 });
  await decide({ kind: 'reject' });
  await lists(short);
  expect(school.jobs.size).toBe(65);
});

test.each([5, 60])('an empty feed of %i jobs asks, though one of them is kept', async (count) => {
  const { lists, perform, publish, target, school, clock } = await aFeedOf(count);
  await lists(jobs(count - 1), 2);
  const [batch] = await batchesOf(db, clock.now());
  await perform(restoreRemovals, { id: String(batch?.id) });
  await publish(target);
  await lists([], 3);
  expect([school.jobs.size, await openHold()]).toMatchObject([count, { kind: 'empty', count: count - 1 }]);
});

test('the hold of an empty feed tells all readings that found nothing, unchanged ones too', async () => {
  const { lists, read, feed, clock } = await aFeedOf(12);
  await lists([], 20);
  for (let at = 0; at < 4; at += 1) {
    clock.advance(7 * HOUR);
    expect(await read(feed)).toMatchObject({ state: 'unchanged' });
  }
  await lists([]);
  expect(await openHold()).toMatchObject({
    reasons: ['The feed lists nothing, 25 times over 168 h. 12 of its jobs are live.'],
  });
  await lists(jobs(12));
  await lists([], 2);
  expect(await openHold()).toMatchObject({
    reasons: ['The feed lists nothing, 2 times over 7 h. 12 of its jobs are live.'],
  });
});

test.each([false, true])(
  'jobs that were let end one by one come back with their feed, the rest rejected: %s',
  async (rejected) => {
    const { lists, perform, publish, target, school } = await aFeedOf(60);
    await lists(jobs(20));
    const { id } = await openHold();
    await perform(approveHold, { id: String(id), only: names(21, 30) });
    if (rejected) await perform(rejectHold, { id: String(id) });
    await publish(target);
    expect(school.jobs.size).toBe(50);
    await lists(jobs(60), 2);
    expect(school.jobs.size).toBe(60);
  },
);

test('a job that came with another content stays when it shows the one again that was refused', async () => {
  const { lists, decide, school } = await aFeedOf(12);
  await lists(jobs(112));
  expect(await openHold()).toMatchObject({ kind: 'surge', count: 100 });
  await decide({ kind: 'reject' });
  const other = jobs(112).map((job) => (job.id === 'A-20' ? { ...job, text: 'Better words.' } : job));
  await lists(other, 2);
  expect(school.jobs.has('acme/A-20')).toBe(true);
  await lists(jobs(112), 4);
  expect(school.jobs.has('acme/A-20')).toBe(true);
});

test('a rejected removal keeps a job whose jumped day was refused before', async () => {
  const { lists, decide, school, clock } = await aFeedOf(40);
  const share = { scope: 'global', key: 'publish.changedShare', value: 0.9, by: 'test' } as const;
  await writeSetting(db, { ...share, at: clock.now() });
  const jumped = jobs(40).map((job, at) => (at < 12 ? { ...job, closes: '2026-11-10' } : job));
  await lists(jumped, 2);
  expect(await openHold()).toMatchObject({ kind: 'share', count: 12 });
  await decide({ kind: 'reject' });
  await lists(jumped);
  // Five of those vanish with seven others.
  await lists(jumped.slice(5, 33), 2);
  expect(await openHold()).toMatchObject({ kind: 'share', count: 12 });
  await decide({ kind: 'reject' });
  await lists(jumped.slice(5, 33), 2);
  expect([await holdsIn(db, ['open']), school.jobs.size]).toEqual([[], 40]);
});

test('a removed feed that comes back posts only what it lists, though another school still has the rest', async () => {
  const { addTarget, addFeed, serve, read, perform, publish, target, clock, school, context } =
    await aPublishedRoad(db, 4);
  const other = aSchool();
  const calloway = await addTarget('calloway');
  const publishOther = async () => settleTarget({ ...context, connect: () => other }, calloway.id, () => {});
  await publishOther();
  expect([...other.jobs.keys()]).toHaveLength(4);
  await perform(pauseTarget, { name: 'calloway' });
  await perform(removeFeed, { name: 'acme', jobs: 'delist' });
  await publish(target);
  expect(school.jobs.size).toBe(0);
  const feed = await addFeed('acme');
  serve('acme', indeedFeed(jobs(2), 'back'));
  school.calls.length = 0;
  await perform(resumeTarget, { name: 'calloway' });
  for (let at = 0; at < 3; at += 1) {
    await read(feed);
    await publish(target);
    await publishOther();
    clock.advance(7 * HOUR);
  }
  expect(school.calls.map(({ id }) => id)).toEqual(['acme/A-1', 'acme/A-2']);
  expect([...other.jobs.keys()]).toEqual(['acme/A-1', 'acme/A-2']);
});

test.each([false, true])(
  'what an approved document lacks goes, though its feed never changes: once %s',
  async (once) => {
    const { clock, serve, read, feed, publish, target, school, decide } = await aFeedOf(40);
    clock.advance(6 * HOUR);
    const changed = jobs(37).map((job, at) => (at < 20 ? { ...job, text: `Other words, ${at}.` } : job));
    serve('acme', indeedFeed(changed, 'one'));
    await read(feed);
    expect(await openHold()).toMatchObject({ kind: 'surge' });
    clock.advance(HOUR);
    await decide({ ...approve, thisRunOnly: once });
    for (let at = 0; at < 4; at += 1) {
      await read(feed);
      await publish(target);
      clock.advance(6 * HOUR);
    }
    expect(school.jobs.size).toBe(37);
  },
);

test('a hold asks again when its mute is over, though its feed cannot be read', async () => {
  const { clock, serve, read, feed, publish, target, decide } = await aFeedOf(40);
  clock.advance(6 * HOUR);
  serve('acme', indeedFeed(jobs(10), 'short'));
  await read(feed);
  await decide({ kind: 'mute', until: new Date(clock.now().getTime() + DAY) });
  serve('acme', { kind: 'failed', reason: 'HTTP 500' });
  for (const open of [0, 1]) {
    clock.advance(20 * HOUR);
    await read(feed);
    await publish(target);
    expect(await holdsIn(db, ['open'])).toHaveLength(open);
  }
});

test.each(['open', 'muted', 'rejected'])(
  'jobs stay whose closing day a waiting document moves, and go with their day when it is refused: %s',
  async (how) => {
    const { road, decide } = await aMovedFeed();
    if (how === 'muted')
      await decide({ kind: 'mute', until: new Date(road.clock.now().getTime() + 3 * DAY) });
    if (how === 'rejected') await decide({ kind: 'reject' });
    for (let at = 0; at < 20; at += 1) {
      road.clock.advance(6 * HOUR);
      road.serve('acme', moved(road.clock.now().toISOString()));
      await road.read(road.feed);
      await road.publish(road.target);
    }
    expect(road.school.jobs.size).toBe(how === 'rejected' ? 0 : 40);
  },
);

test('jobs that are left up go with their announced day, whatever a waiting document of their feed said', async () => {
  const { road } = await aMovedFeed();
  await road.perform(removeFeed, { name: 'acme', jobs: 'leave-up' });
  road.clock.advance(6 * DAY);
  await road.publish(road.target);
  expect(road.school.jobs.size).toBe(0);
});

const moved = (built: string) =>
  indeedFeed(
    jobs(40).map((job) => ({ ...job, closes: '2026-12-31' })),
    built,
  );

/** 40 jobs that close on 23 November, and a document in doubt that moves them all to the end of the year. */
async function aMovedFeed() {
  const road = await aPublishedRoad(db, 40, '2026-11-23');
  road.clock.advance(6 * HOUR);
  road.serve('acme', moved('moved'));
  await road.read(road.feed);
  await road.publish(road.target);
  const hold = await openHold();
  expect(hold).toMatchObject({ kind: 'surge', count: 40 });
  return { road, decide: async (act: HoldAct) => actOnHold(road.context, hold.id, act, 'dana') };
}
