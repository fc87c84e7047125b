import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { ingestFeed } from '../../src/tasks/ingest-feed.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs, type Road, type SampleJob } from '../setup/road.ts';

/** The replays that rules/delisting.md names: no false removal in any, every true one done in time. */
const db = await testDatabase();

/** Only jobs whose text says so go to the target: large feeds stay quick. */
const onlyFlagships = {
  routing: [
    { field: 'words', op: 'has', values: ['flagship'], then: 'send' },
    { field: 'country', op: 'is', values: ['US'], then: 'skip' },
  ],
} as const;

async function published(listed: readonly SampleJob[], definition = {}, road: Road = aRoad(db)) {
  road.serve('acme', indeedFeed(listed));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget('northfield', definition);
  await road.read(feed);
  await road.publish(target);
  road.school.calls.length = 0;
  return { ...road, feed, target, sent: road.school.jobs.size };
}

function crawl(count: number, flagships: number): readonly SampleJob[] {
  return jobs(count).map((job, at) => {
    const sent = at % Math.floor(count / flagships) === 0;
    return sent ? { ...job, text: 'The flagship role.' } : { ...job, text: 'A role.' };
  });
}

/** A day of readings every two hours, publishing after each. */
async function aDay({ clock, read, publish, feed, target }: Awaited<ReturnType<typeof published>>, days = 1) {
  for (let hours = 0; hours < 24 * days; hours += 6) {
    clock.advance(6 * HOUR);
    await read(feed);
    await publish(target);
  }
}

test(
  'the 104-of-11,815 crawl takes nothing down, and one hold says why; twice in a row the same',
  { timeout: 240_000, tags: ['slow'] },
  async () => {
    const all = crawl(11_815, 60);
    const given = await published(all, onlyFlagships);
    given.serve('acme', indeedFeed(all.slice(0, 104)));
    await aDay(given);
    expect(given.school.calls).toEqual([]);
    const open = await holdsIn(db, ['open']);
    expect(open).toMatchObject([{ kind: 'drop', feed: 'acme', count: 11_711 }]);

    given.serve('acme', indeedFeed([...all.slice(0, 103), all[105] ?? { id: 'x' }]));
    await aDay(given);
    expect(given.school.calls).toEqual([]);
    expect((await holdsIn(db, ['open'])).map(({ kind }) => kind)).toContain('drop');

    given.serve('acme', indeedFeed(all, 'mended'));
    await aDay(given);
    expect(given.school.calls).toEqual([]);
    expect(await holdsIn(db, ['open'])).toEqual([]);
  },
);

test('the targeted run: a crawl of one employer’s jobs closes none of the others', async () => {
  const listed = jobs(120).map((job, at) => ({ ...job, company: `Employer ${at % 12}` }));
  const given = await published(listed);
  given.serve('acme', indeedFeed(listed.filter(({ company }) => company === 'Employer 3')));
  await aDay(given, 2);
  expect(given.school.calls).toEqual([]);
  expect(given.school.jobs.size).toBe(120);
}, 60_000);

test('the capped board: 10 of 60 jobs cut off pass the drop guard and are held by their share', async () => {
  const listed = jobs(60);
  const given = await published(listed);
  given.serve('acme', indeedFeed(listed.slice(0, 46)));
  await aDay(given, 2);
  expect(given.school.calls).toEqual([]);
  expect((await holdsIn(db, ['open'])).map(({ kind }) => kind)).toContain('share');
}, 60_000);

test('a slow drain of a board is counted over 24 hours, so it is held as well', async () => {
  const listed = jobs(100);
  const given = await published(listed);
  for (let round = 1; round <= 12; round += 1) {
    given.serve('acme', indeedFeed(listed.slice(0, 100 - 3 * round)));
    given.clock.advance(HOUR);
    await given.read(given.feed);
    await given.publish(given.target);
  }
  await aDay(given);
  const removed = given.school.calls.filter(({ operation }) => operation === 'deleteJob').length;
  expect(removed).toBeLessThanOrEqual(20);
  expect((await holdsIn(db, ['open'])).length).toBeGreaterThan(0);
}, 60_000);

const spoiled: readonly (readonly [string, (text: string) => Parameters<Road['serve']>[1], string])[] = [
  [
    'a HTML error page with 200',
    () => '<!doctype html><title>Error</title><h1>Something went wrong</h1>',
    'failed',
  ],
  ['half a gzip', (text) => cut(text, 'the gzip ends early'), 'truncated'],
  ['a document cut in the middle of an item', (text) => text.slice(0, text.length * 0.6), 'truncated'],
];

function cut(text: string, problem: string): Parameters<Road['serve']>[1] {
  async function* bytes() {
    yield new TextEncoder().encode(text.slice(0, text.length / 2));
  }
  const source = { bytes: bytes(), problem: () => problem };
  return { kind: 'modified', source, url: 'feed.xml', validators: {}, freshForMs: 0 };
}

test.each(spoiled)(
  '%s removes nothing',
  async (_, spoil, state) => {
    const given = await published(jobs(30));
    for (let round = 0; round < 5; round += 1) {
      given.serve('acme', spoil(indeedFeed(jobs(30), `round ${round}`)));
      given.clock.advance(12 * HOUR);
      expect((await given.read(given.feed)).state).toBe(state);
      await given.publish(given.target);
    }
    expect(given.school.calls).toEqual([]);
  },
  60_000,
);

test('R8, coverage: a feed that loses the places of a quarter of its jobs changes nothing, and is held by name of the field', async () => {
  const listed = jobs(40);
  const given = await published(listed);
  const whole = (built: string) => indeedFeed(listed, built);
  for (const built of ['a', 'b', 'c']) {
    given.clock.advance(6 * HOUR);
    given.serve('acme', whole(built));
    await given.read(given.feed);
  }
  const place = '<city>Boston</city><state>MA</state><country>US</country>';
  const parts = whole('d').split(place);
  given.serve(
    'acme',
    parts.map((part, at) => part + (at === parts.length - 1 || at < 10 ? '' : place)).join(''),
  );
  given.clock.advance(6 * HOUR);
  await given.read(given.feed);
  await given.publish(given.target);
  expect(given.school.calls).toEqual([]);
  const open = await holdsIn(db, ['open']);
  expect(open).toMatchObject([{ kind: 'drift', feed: 'acme' }]);
  expect(open[0]?.reasons.join()).toContain('place');
});

test('an empty 200 removes nothing and asks once, with the number of empty runs', async () => {
  const given = await published(jobs(8));
  for (let round = 0; round < 4; round += 1) {
    given.serve('acme', indeedFeed([], `round ${round}`));
    given.clock.advance(12 * HOUR);
    await given.read(given.feed);
    await given.publish(given.target);
  }
  expect(given.school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toMatchObject([{ kind: 'empty', count: 8 }]);
}, 60_000);

test('304 after an ETag reset repeats the last complete run and removes nothing', async () => {
  const given = await published(jobs(30));
  given.serve('acme', { kind: 'notModified', freshForMs: 0 });
  await aDay(given, 2);
  expect(given.school.calls).toEqual([]);
  expect(given.school.jobs.size).toBe(30);
}, 60_000);

test('a re-keyed feed keeps every job under the ids it was first sent with', async () => {
  const listed = jobs(40).map((job, at) => ({
    ...job,
    title: `Role number ${at}`,
    text: `About role ${at}.`,
  }));
  const given = await published(listed);
  const renamed = listed.map((job, at) => ({ ...job, id: `NEW-${at}` }));
  given.serve('acme', indeedFeed(renamed));
  await aDay(given);
  expect(given.school.calls.filter(({ operation }) => operation === 'deleteJob')).toEqual([]);
  expect([...given.school.jobs.keys()].toSorted()).toEqual(listed.map(({ id }) => `acme/${id}`).toSorted());
  expect(await holdsIn(db, ['open'])).toEqual([]);

  given.serve('acme', indeedFeed(renamed.slice(0, 39)));
  await aDay(given);
  expect(given.school.jobs.has('acme/A-40')).toBe(false);
  expect(given.school.jobs.size).toBe(39);

  given.serve('acme', indeedFeed([...renamed.slice(0, 39), { id: 'A-1', title: 'Something else' }]));
  await aDay(given);
  expect(given.school.jobs.size).toBe(40);
  expect(given.school.jobs.get('acme/A-1')?.job?.job_title).toBe('Role number 0');
}, 60_000);

test('what does not match in a re-keyed feed is held, and stays held when the next document differs', async () => {
  const listed = jobs(40).map((job, at) => ({ ...job, title: `Role number ${at}` }));
  const given = await published(listed);
  const renamed = listed.map((job, at) => ({
    ...job,
    id: `NEW-${at}`,
    ...(at < 12 ? { title: `Post ${at}` } : {}),
  }));
  given.serve('acme', indeedFeed(renamed));
  await aDay(given);
  given.serve('acme', indeedFeed([...renamed, { id: 'NEW-99' }]));
  await aDay(given, 2);
  expect(given.school.calls.filter(({ operation }) => operation === 'deleteJob')).toEqual([]);
  expect((await holdsIn(db, ['open'])).map(({ kind, count }) => ({ kind, count }))).toContainEqual({
    kind: 'rekeyed',
    count: 12,
  });
}, 60_000);

const notFound = () => new Response(null, { status: 404 });

/** What a school is called for after jobs left a feed that checks their pages: `page`, that of A-12, answers. */
async function afterPageCheck(page: string, answer: () => Response, left: number) {
  const road = aRoad(db);
  const asked: string[] = [];
  const fetch: typeof road.context.fetch = async (url) => {
    asked.push(url);
    return url === page ? answer() : notFound();
  };
  const given = await published(jobs(12), {}, road);
  for (const [id, url] of [
    ['A-12', page],
    ['A-11', 'https://acme.example/11'],
  ])
    await db.execute(
      sql`update listings set listing = jsonb_set(listing, '{sourceUrl}', to_jsonb(${url}::text)) where job_id = ${id}`,
    );
  const at = road.clock.now();
  await writeSetting(db, { scope: 'feed:acme', key: 'delist.pageCheck', value: true, by: 'test', at });
  given.serve('acme', indeedFeed(jobs(left)));
  for (let round = 0; round < 4; round += 1) {
    given.clock.advance(6 * HOUR);
    await ingestFeed({ ...road.context, fetch }, given.feed.id);
    await given.publish(given.target);
  }
  expect(asked).toContain(page);
  return given.school.calls;
}

test('Lever’s unlisted job: its page answers 404, which says nothing, and it stays', async () => {
  const calls = await afterPageCheck('https://jobs.lever.co/acme/12', notFound, 10);
  expect(calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-11' }]);
}, 60_000);

test('a page in UTF-16 that says its job is closed confirms the removal', async () => {
  const closed = Buffer.from('\ufeff<p>This job has expired</p>', 'utf16le');
  const calls = await afterPageCheck('https://acme.example/12', () => new Response(closed), 11);
  expect(calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-12' }]);
}, 60_000);

test.each([
  ['the clocks go back', '2026-11-01', '2026-11-02T05:00:00Z'],
  ['the clocks go forward', '2027-03-14', '2027-03-15T04:00:00Z'],
])(
  'a daylight-saving change: a job closes at the end of the day on which %s',
  async (_, closes, end) => {
    const road = aRoad(db);
    road.clock.set(new Date(Date.parse(end) - 3 * HOUR));
    const given = await published([...jobs(3), { id: 'B-1', closes }], {}, road);
    road.clock.set(new Date(Date.parse(end) - MINUTE));
    await given.publish(given.target);
    expect(road.school.jobs.has('acme/B-1')).toBe(true);
    road.clock.set(new Date(Date.parse(end) + MINUTE));
    await given.publish(given.target);
    expect(road.school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/B-1' }]);
  },
  60_000,
);

test('a clock set back adds no hour to what is missing', async () => {
  const given = await published(jobs(20));
  given.serve('acme', indeedFeed(jobs(19)));
  given.clock.advance(HOUR);
  await given.read(given.feed);
  given.clock.advance(-5 * HOUR);
  await given.read(given.feed);
  await given.read(given.feed);
  await given.publish(given.target);
  expect(given.school.calls).toEqual([]);
  given.clock.advance(5 * HOUR + 7 * HOUR);
  await given.read(given.feed);
  await given.publish(given.target);
  expect(given.school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-20' }]);
}, 60_000);

test('what an unchanged run sees again was last seen then: six hours count from there', async () => {
  const given = await published(jobs(20));
  given.clock.advance(5 * HOUR);
  expect(await given.read(given.feed)).toMatchObject({ state: 'unchanged' });
  given.serve('acme', indeedFeed(jobs(19)));
  for (const hours of [1, 4]) {
    given.clock.advance(hours * HOUR);
    await given.read(given.feed);
    await given.publish(given.target);
  }
  expect(given.school.calls).toEqual([]);
  given.clock.advance(2 * HOUR);
  await given.read(given.feed);
  await given.publish(given.target);
  expect(given.school.calls).toHaveLength(1);
}, 60_000);

test('a worker killed in the middle of a run: what it read counts for nothing, and the next run is whole', async () => {
  const given = await published(jobs(20));
  const { promise: midway, resolve: reached } = Promise.withResolvers<void>();
  const { promise: end, reject: kill } = Promise.withResolvers<never>();
  const openFile = async () => halfOf(indeedFeed(jobs(10), 'x'), reached, end);
  const dying = ingestFeed({ ...given.context, worker: 'dying', openFile }, given.feed.id);
  await midway;
  expect(await ingestFeed(given.context, given.feed.id)).toMatchObject({ kind: 'busy' });
  given.clock.advance(HOUR);
  await aDay(given, 2);
  kill(new Error('killed'));
  await expect(dying).rejects.toThrow('killed');
  expect(given.school.calls).toEqual([]);
  expect(given.school.jobs.size).toBe(20);
}, 60_000);

/** A document whose second half never comes: in the middle it says so, and waits for the end of its reader. */
function halfOf(text: string, reached: () => void, end: Promise<never>) {
  async function* bytes() {
    yield new TextEncoder().encode(text.slice(0, text.length / 2));
    reached();
    yield await end;
  }
  const source = { bytes: bytes(), problem: () => undefined };
  return { kind: 'modified' as const, source, url: 'feed.xml', validators: {}, freshForMs: 0 };
}

test('a worker killed in the middle of applying a plan: its calls are repeated under the same ids, once each', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(20)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  road.school.next = () => {
    if (road.school.calls.length > 7) throw new Error('killed');
    return undefined;
  };
  await expect(road.publish(target)).rejects.toThrow('killed');
  road.school.next = () => undefined;
  const before = road.school.calls.length;
  road.clock.advance(11_000);
  for (let round = 0; round < 3; round += 1) {
    await applyPlan({ ...road.context, worker: 'heir' }, target.id);
    road.clock.advance(MINUTE);
  }
  await road.publish(target);
  expect(road.school.jobs.size).toBe(20);
  expect(road.school.calls.length).toBeLessThanOrEqual(before + 20);
}, 60_000);

test(
  '5,000 real removals approved all go, at the pace, with no further hold, though the approval lapses meanwhile',
  { timeout: 240_000, tags: ['slow'] },
  async () => {
    const all = crawl(5_100, 300);
    const given = await published(all, onlyFlagships);
    const stay = all.slice(-100);
    given.serve('acme', indeedFeed(stay));
    await given.read(given.feed);
    const [hold] = await holdsIn(db, ['open']);
    expect(hold).toMatchObject({ kind: 'drop', count: 5_000 });
    const typed = { name: 'acme', count: 5_000 };
    await actOnHold(given.context, hold?.id ?? 0, { kind: 'approve', thisRunOnly: false, typed }, 'dana');
    const gone = given.sent - stay.filter(({ text }) => text?.includes('flagship')).length;
    for (let minutes = 0; given.school.calls.length < gone && minutes < 20 * 60; minutes += 15) {
      const before = given.school.calls.length;
      await given.publish(given.target);
      expect(given.school.calls.length - before).toBeLessThanOrEqual(60);
      given.clock.advance(15 * MINUTE);
    }
    expect(given.school.calls).toHaveLength(gone);
    expect(new Set(given.school.calls.map(({ id }) => id)).size).toBe(gone);
    expect(await holdsIn(db, ['open'])).toEqual([]);
  },
);
