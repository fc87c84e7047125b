import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { listings } from '../../src/db/schema.ts';
import { feedNamed } from '../../src/feeds/feeds.queries.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { explain } from '../../src/operations/reports/explain.ts';
import { actOnHold, type HoldAct } from '../../src/operations/decide-hold.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';

/** Counting a run in its fixed order: a document in doubt is kept and changes nothing (R10). */
const db = await testDatabase();
// Days of readings, on machines that others use.
vi.setConfig({ testTimeout: 120_000 });

async function aFeed(count: number, closes = '') {
  const road = await aPublishedRoad(db, count, closes);
  const { clock, serve, read, publish, feed, target, context } = road;
  /** Reads and publishes some hours later. */
  const after = async (hours: number, listed: readonly SampleJob[], built: string) => {
    clock.advance(hours * HOUR);
    serve('acme', indeedFeed(listed, built));
    const end = await read(feed);
    await publish(target);
    return end;
  };
  const decide = async (act: HoldAct) => {
    const [hold] = await holdsIn(db, ['open']);
    return actOnHold(context, hold?.id ?? 0, act, 'dana@example.org');
  };
  return { ...road, after, decide };
}

const dated = (closes: string, other?: SampleJob) =>
  jobs(40).map((job) => (job.id === other?.id ? { ...job, ...other } : { ...job, closes }));
const closing = (id: string, closes: string) =>
  jobs(40).map((job) => (job.id === id ? { ...job, closes } : job));

const approve = { kind: 'approve', thisRunOnly: false } as const;
const open = async () => (await holdsIn(db, ['open'])).map(({ kind, count }) => ({ kind, count }));
const titleOf = async (jobId: string) =>
  (await db.select().from(listings).where(eq(listings.jobId, jobId)))[0]?.title;
const states = async () => {
  const rows = await db.select({ state: listings.state }).from(listings);
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length]),
  );
};

test('a short document changes no content, adds no job and no miss; approved, it counts whole and exactly its missing jobs end', async () => {
  const { after, decide, read, publish, feed, target, school } = await aFeed(40);
  const short = [...jobs(10).map((job) => ({ ...job, title: 'Other title' })), { id: 'NEW-1' }];
  expect(await after(1, short, 'short')).toMatchObject({ held: true, added: 1, missing: 30 });
  await after(7, short, 'short');
  await after(7, short, 'short, built again');
  expect(school.calls).toEqual([]);
  expect([await states(), await titleOf('A-1')]).toEqual([{ listed: 40 }, 'Job A-1']);
  expect(await open()).toEqual([{ kind: 'drop', count: 30 }]);

  expect(await decide(approve)).toMatchObject({ kind: 'decided' });
  expect([await states(), await titleOf('A-1')]).toEqual([{ listed: 11, ended: 30 }, 'Other title']);
  await read(feed);
  await publish(target);
  expect([...school.jobs.keys()].toSorted()).toEqual(short.map(({ id }) => `acme/${id}`).toSorted());
  await after(1, short, 'and again');
  expect(await open()).toEqual([]);
});

test('an approved fall is the norm from then on: one approval is enough', async () => {
  const { after, decide } = await aFeed(60);
  for (const built of ['a', 'b', 'c', 'd']) await after(6, jobs(60), built);
  await after(6, jobs(20), 'half');
  await decide({ ...approve, typed: { name: 'acme', count: 40 } });
  for (const built of ['e', 'f', 'g']) {
    await after(6, jobs(20), built);
    expect(await open()).toEqual([]);
  }
  await after(6, jobs(5), 'a new fall');
  expect(await open()).toEqual([{ kind: 'drop', count: 15 }]);
});

test('the jobs of a rejected document stay and are not asked about again, whatever its bytes, until they are listed again', async () => {
  const { after, decide, school } = await aFeed(40);
  await after(1, jobs(20), 'short');
  expect(await decide({ kind: 'reject' })).toMatchObject({ kind: 'decided' });
  for (const built of ['a', 'b', 'c']) await after(12, jobs(20), built);
  expect([await open(), school.calls, await states()]).toEqual([[], [], { listed: 20, kept: 20 }]);

  await after(12, jobs(40), 'whole');
  expect(await states()).toEqual({ listed: 40 });
  for (const built of ['d', 'e', 'f']) await after(12, jobs(39), built);
  expect(school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-40' }]);
});

test('a date of the past in every row empties no board, and the corrected document goes on without a person', async () => {
  const { after, school } = await aFeed(40, '2026-12-24');
  await after(6, dated('2020-12-24'), 'misread');
  await after(6, dated('2020-12-24'), 'misread again');
  expect(school.calls).toEqual([]);
  expect(await open()).toMatchObject([{ kind: 'surge' }]);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold?.reasons.at(-1)).toMatch(/^40 of them have a closing day that is over now: nothing about/);
  await after(6, dated('2026-12-24'), 'corrected');
  expect([await open(), school.calls]).toEqual([[], []]);
  expect(school.jobs.size).toBe(40);
});

test('a closing day that nobody announced and that a person let count changes nothing, and says so', async () => {
  const { after, context, decide, read, publish, feed, target, school } = await aFeed(40, '2026-12-24');
  await after(1, dated('2020-12-24'), 'misread');
  await decide(approve);
  const told = async () => {
    const found = await explain({ ...context, timeZone: 'UTC' }, 'acme', 'A-1');
    return found.kind === 'explained' ? found.explanation.targets.map(({ way }) => way.heading) : [];
  };
  await read(feed);
  expect(await told()).toEqual(['At northfield: live, up to date']);
  await publish(target);
  expect(await told()).toEqual([
    'At northfield: live, its closing day was over when its feed first gave it: it comes down when a later reading says the same',
  ]);
  expect([school.calls, school.jobs.size]).toEqual([[], 40]);
});

test.each([1, 3, 5])(
  'a date of the past in every row of a feed of %i jobs takes none of them down',
  async (count) => {
    const { after, decide, school } = await aFeed(count, '2026-12-24');
    const past = jobs(count).map((job) => ({ ...job, closes: '2020-12-24' }));
    await after(6, past, 'misread');
    await after(6, past, 'misread again');
    expect([await open(), school.calls]).toEqual([[{ kind: 'share', count }], []]);
    await decide({ kind: 'reject', seen: count });
    await after(6, past, 'misread and rejected');
    expect(await open()).toEqual([]);
    // They are sent without the date that nobody believes.
    expect(school.calls.map(({ operation }) => operation)).toEqual(past.map(() => 'processJob'));
    expect(JSON.stringify([...school.jobs])).not.toContain('2020');
    expect(school.jobs.size).toBe(count);
  },
);

test('an upgrade of ours that reads dates of the past asks before a board is emptied', async () => {
  const { after, decide, publish, target, school } = await aFeed(40);
  const past = dated('2020-12-24');
  await db.execute(
    sql`update snapshots set version = split_part(version, '.', 1) || '.0.0.' || split_part(version, '.', 4)`,
  );
  await after(6, past, 'the same jobs');
  await after(6, past, 'the same jobs again');
  expect(school.calls).toEqual([]);
  expect(await open()).toEqual([{ kind: 'share', count: 40 }]);

  expect(await decide({ kind: 'reject' })).toMatchObject({ kind: 'decided' });
  await after(6, past, 'and again');
  await publish(target);
  expect([await open(), school.calls]).toEqual([[], []]);
});

test('a job that an announced date ends is asked about by nobody; a few jumped dates pass the guard', async () => {
  const { after, school } = await aFeed(40);
  await after(6, closing('A-7', '2026-11-21'), 'announced');
  await after(48, closing('A-7', '2026-11-21'), 'over');
  expect(school.calls.filter(({ operation }) => operation === 'deleteJob')).toEqual([
    { operation: 'deleteJob', id: 'acme/A-7' },
  ]);
  for (const [hours, isThere] of [
    [6, true],
    [5, true],
    [1, false],
  ] as const) {
    await after(hours, closing('A-8', '2020-01-01'), `jumped, ${hours}`);
    expect(school.jobs.has('acme/A-8')).toBe(isThere);
  }
  expect(await open()).toEqual([]);
});

test('a date that one reading misread takes no job down', async () => {
  const { after, school } = await aFeed(40, '2026-12-24');
  await after(6, dated('2026-12-24', { id: 'A-8', closes: '2020-01-01' }), 'misread');
  await after(12, dated('2026-12-24'), 'mended');
  await after(12, dated('2026-12-24', { id: 'A-8', closes: '2020-01-02' }), 'misread again');
  await after(12, dated('2026-12-24'), 'mended again');
  expect(school.calls.filter(({ operation }) => operation === 'deleteJob')).toEqual([]);
});

test('a promised day waits for a reading after it: a moved day keeps the job, a dead feed does not', async () => {
  const { after, publish, target, school, clock } = await aFeed(40);
  await writeSetting(db, {
    scope: 'global',
    key: 'delist.closeHours',
    value: 72,
    by: 'ann',
    at: clock.now(),
  });
  const isThere = async (id: string, hours: number) => {
    clock.advance(hours * HOUR);
    await publish(target);
    return school.jobs.has(`acme/${id}`);
  };
  await after(6, closing('A-7', '2026-11-21'), 'announced');
  expect(await isThere('A-7', 48)).toBe(true);
  await after(1, closing('A-7', '2026-11-25'), 'moved');
  expect(await isThere('A-7', 1)).toBe(true);
  expect(school.calls.filter(({ operation }) => operation === 'deleteJob')).toEqual([]);
  // Its feed is read no more.
  expect(await isThere('A-7', 96)).toBe(true);
  expect(await isThere('A-7', 72)).toBe(false);
});

test('a few renamed jobs keep their identity at the school: none is posted twice', async () => {
  const { after, school } = await aFeed(40);
  const before = [...school.jobs.keys()];
  const renamed = jobs(40).map((job, at) =>
    at < 6
      ? { id: `NEW-${at}`, title: `Job ${job.id}`, text: `You do the work of job ${job.id} at Acme.` }
      : job,
  );
  expect(await after(6, renamed, 'six renamed')).toMatchObject({ held: false, added: 0, missing: 0 });
  await after(12, renamed, 'six renamed, again');
  expect([...school.jobs.keys()]).toEqual(before);
  expect(school.calls.filter(({ operation }) => operation === 'deleteJob')).toEqual([]);
});

test('a row that is listed and not understood keeps its job', async () => {
  const { after, school } = await aFeed(30);
  const unread = jobs(30).map((job) => (job.id === 'A-3' ? { ...job, text: '' } : job));
  for (const built of ['a', 'b', 'c']) {
    expect(await after(12, unread, built)).toMatchObject({ state: 'complete', rejected: 1, missing: 0 });
    expect(await states()).toEqual({ listed: 29, unread: 1 });
  }
  expect(school.calls).toEqual([]);
  await after(12, jobs(30), 'understood');
  expect([await states(), school.calls]).toEqual([{ listed: 30 }, []]);
  for (const built of ['d', 'e', 'f'])
    await after(
      12,
      jobs(30).filter(({ id }) => id !== 'A-3'),
      built,
    );
  expect(school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-3' }]);
});

test('the first run after a reviewed plan has a norm, though only that run was approved', async () => {
  for (const thisRunOnly of [false, true]) {
    await db.execute(sql`truncate sources, targets, listings, holds restart identity cascade`);
    const road = aRoad(db);
    road.serve('acme', indeedFeed(jobs(40)));
    const feed = await road.addFeed('acme', {}, { reviewFirst: true });
    const target = await road.addTarget();
    road.clock.advance(HOUR);
    await road.read(feed);
    const [review] = await holdsIn(db, ['open']);
    expect(review?.kind).toBe('review');
    await actOnHold(road.context, review?.id ?? 0, { kind: 'approve', thisRunOnly }, 'dana@example.org');
    await road.publish(target);
    // Its unchanged document counts from then on.
    road.clock.advance(HOUR);
    await road.read(feed);
    expect((await feedNamed(db, 'acme'))?.countedAt).toEqual(road.clock.now());
    road.serve('acme', indeedFeed(jobs(20)));
    road.clock.advance(12 * HOUR);
    await road.read(feed);
    road.clock.advance(12 * HOUR);
    await road.read(feed);
    await road.publish(target);
    expect(await open()).toEqual([{ kind: 'drop', count: 20 }]);
    expect(road.school.jobs.size).toBe(40);
  }
});

test('two shorter documents a minute apart after an outage remove nothing', async () => {
  const { after, clock, serve, read, publish, feed, target, school } = await aFeed(40);
  serve('acme', { kind: 'failed', reason: 'HTTP 503' });
  for (let hours = 0; hours < 48; hours += 6) {
    clock.advance(6 * HOUR);
    await read(feed);
  }
  await after(0, jobs(36), 'short');
  clock.advance(MINUTE);
  serve('acme', indeedFeed(jobs(36), 'short again'));
  await read(feed);
  await publish(target);
  expect(school.calls).toEqual([]);
});

test('approving 25 takes exactly these 25 down, though four more are missing once', async () => {
  const { after, decide, publish, target, school } = await aFeed(100);
  await after(1, jobs(75), 'fewer');
  await after(7, jobs(75), 'fewer again');
  expect(await open()).toEqual([{ kind: 'share', count: 25 }]);
  await after(1, jobs(71), 'four more');
  expect(await open()).toEqual([{ kind: 'share', count: 25 }]);
  expect(await decide({ ...approve, seen: 25 })).toMatchObject({ kind: 'decided' });
  await publish(target);
  expect(school.calls).toHaveLength(25);
  expect(school.jobs.size).toBe(75);
});

test('removals that were decided count although the school is down', async () => {
  const { after, clock, publish, target, school } = await aFeed(100);
  school.next = () => ({ outcome: { kind: 'troubled', why: 'http', reason: 'HTTP 503' } });
  for (const [at, left] of [95, 90, 85, 80].entries()) {
    await after(4, jobs(left), `fewer ${at}`);
    await after(2, jobs(left), `fewer ${at}, again`);
  }
  await after(7, jobs(80), 'the last');
  school.next = () => undefined;
  for (let minutes = 0; minutes < 90; minutes += 1) {
    clock.advance(MINUTE);
    await publish(target);
  }
  expect(100 - school.jobs.size).toBeLessThanOrEqual(10);
  expect(await open()).toMatchObject([{ kind: 'share' }]);
});

test('an incident keeps one id whatever the bytes of its documents, and takes in what comes later', async () => {
  const { after, clock } = await aFeed(60);
  await after(1, jobs(20), 'at nine');
  const first = await holdsIn(db, ['open']);
  for (const built of ['at ten', 'at eleven', 'at twelve']) await after(1, jobs(20), built);
  expect(await holdsIn(db)).toMatchObject([{ id: first[0]?.id, count: 40, rev: first[0]?.rev }]);
  await after(1, jobs(18), 'two fewer');
  const all = await holdsIn(db);
  expect(all).toMatchObject([{ id: first[0]?.id, state: 'open', count: 42 }]);
  const until = new Date(clock.now().getTime() + 2 * HOUR);
  await actOnHold({ db, clock }, all[0]?.id ?? 0, { kind: 'mute', until }, 'dana@example.org');
  await after(1, jobs(18), 'while it is muted');
  expect(await open()).toEqual([]);
  await after(2, jobs(18), 'afterwards');
  expect(await holdsIn(db)).toMatchObject([{ id: first[0]?.id, state: 'open' }]);
});

test('a hold of removals keeps its id, its window stands still, and jobs that are listed again leave it', async () => {
  const { after, school } = await aFeed(100);
  await after(1, jobs(75), 'fewer');
  await after(7, jobs(75), 'fewer again');
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'share', count: 25 });
  await after(40, jobs(79), 'four are back');
  await after(40, jobs(79), 'and still');
  expect(await holdsIn(db)).toMatchObject([{ id: hold?.id, state: 'open', count: 21 }]);
  expect(school.calls.filter(({ operation }) => operation === 'deleteJob')).toEqual([]);
});

test('a rejected surge is not asked about again: its contents are refused until the feed shows others', async () => {
  const { after, decide, school } = await aFeed(40);
  const scam = [...jobs(40).map((job) => ({ ...job, title: 'Earn at home' })), { id: 'NEW-1' }];
  await after(6, scam, 'edited');
  expect(await open()).toMatchObject([{ kind: 'surge' }]);
  await decide({ kind: 'reject' });
  for (const built of ['a', 'b', 'c']) await after(6, scam, built);
  expect([await open(), school.calls, await titleOf('A-1')]).toEqual([[], [], 'Job A-1']);
  await after(6, jobs(41), 'as it was, and one more');
  expect(school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-41' }]);
});
