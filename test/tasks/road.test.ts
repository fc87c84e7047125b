import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { keepLabelDecision } from '../../src/picklists/picklists.repository.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { actOnHold, type HoldAct } from '../../src/operations/decide-hold.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs, type Road } from '../setup/road.ts';

const db = await testDatabase();

async function published(count: number, road: Road = aRoad(db)) {
  road.serve('acme', indeedFeed(jobs(count)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  road.school.calls.length = 0;
  return { ...road, feed, target };
}

test('a feed’s jobs arrive at the target, and a second time nothing is called', async () => {
  const { school, read, publish, feed, target, serve } = await published(12);
  expect(school.jobs.size).toBe(12);
  expect([...school.jobs.values()][0]).toMatchObject({
    job: { job_id: 'A-1', job_title: 'Job A-1', job_type: [{ stringvalue: '1' }], start_date: '2026-11-01' },
    employer: { empname: 'Acme Tools' },
  });

  expect(await read(feed)).toMatchObject({ state: 'unchanged' });
  await publish(target);
  serve('acme', indeedFeed(jobs(12), 'another build'));
  expect(await read(feed)).toMatchObject({ state: 'complete', added: 0, changed: 0, missing: 0 });
  await publish(target);
  expect(school.calls).toEqual([]);
});

test('one changed item is one processJob, under the same ids', async () => {
  const { school, read, publish, feed, target, serve } = await published(12);
  serve(
    'acme',
    indeedFeed(jobs(12).map((job) => (job.id === 'A-7' ? { ...job, title: 'Senior job' } : job))),
  );
  expect(await read(feed)).toMatchObject({ state: 'complete', added: 0, changed: 1, missing: 0 });
  expect((await publish(target)).tally).toMatchObject({ updated: 1, published: 0, delisted: 0 });
  expect(school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-7' }]);
  expect(school.jobs.get('acme/A-7')?.job).toMatchObject({ job_title: 'Senior job' });
});

test('one dropped item is one deleteJob, two complete runs and six hours after the first miss, and not before', async () => {
  const { school, read, publish, feed, target, serve, clock } = await published(12);
  serve('acme', indeedFeed(jobs(11)));
  clock.advance(3 * HOUR);
  await read(feed);
  clock.advance(2 * HOUR);
  expect(await read(feed)).toMatchObject({ state: 'unchanged', missing: 1 });
  await publish(target);
  expect(school.calls).toEqual([]);

  clock.advance(4 * HOUR);
  expect(await read(feed)).toMatchObject({ state: 'unchanged' });
  expect((await publish(target)).tally).toMatchObject({ delisted: 1, calls: 1 });
  expect(school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-12' }]);
  await read(feed);
  await publish(target);
  expect(school.calls).toHaveLength(1);
});

test('a job that is listed again before it is gone stays, and one that comes back later keeps its ids', async () => {
  const { school, read, publish, feed, target, serve, clock } = await published(12);
  serve('acme', indeedFeed(jobs(11)));
  await read(feed);
  serve('acme', indeedFeed(jobs(12), 'again'));
  clock.advance(DAY);
  expect(await read(feed)).toMatchObject({ added: 0, changed: 0, missing: 0 });
  await publish(target);
  expect(school.calls).toEqual([]);

  serve('acme', indeedFeed(jobs(11), 'gone'));
  await read(feed);
  clock.advance(DAY);
  await read(feed);
  await publish(target);
  expect(school.jobs.has('acme/A-12')).toBe(false);
  serve('acme', indeedFeed(jobs(12), 'back'));
  await read(feed);
  expect((await publish(target)).tally).toMatchObject({ calls: 1, updated: 0, published: 1 });
  expect(school.jobs.has('acme/A-12')).toBe(true);
});

test('an empty feed is a hold at once and no removal; a good run lifts it', async () => {
  const { school, read, publish, feed, target, serve, clock } = await published(12);
  serve('acme', indeedFeed([]));
  await read(feed);
  clock.advance(DAY);
  await read(feed);
  await publish(target);
  expect(school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toMatchObject([{ kind: 'empty', feed: 'acme', count: 12 }]);

  serve('acme', indeedFeed(jobs(12), 'mended'));
  await read(feed);
  await publish(target);
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect(school.calls).toEqual([]);
});

test('an approved hold takes the jobs down; a wrong count does not', async () => {
  const { context, school, read, publish, feed, target, serve } = await published(12);
  serve('acme', indeedFeed([]));
  await read(feed);
  const [hold] = await holdsIn(db, ['open']);
  const id = hold?.id ?? 0;
  const approve = (name: string, count: number) =>
    actOnHold(
      context,
      id,
      { kind: 'approve', thisRunOnly: false, typed: { name, count } },
      'dana@example.org',
    );
  expect(await approve('acme', 11)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('--feed acme --count 12'),
  });
  expect(await approve('acme', 12)).toMatchObject({ kind: 'decided' });
  expect(await approve('acme', 12)).toMatchObject({
    kind: 'refused',
    reason: `Hold ${id} is approved already.`,
  });
  expect((await publish(target)).tally).toMatchObject({ delisted: 12 });
  expect(school.jobs.size).toBe(0);
});

test('nobody decides about another number of jobs than was seen, however small the hold', async () => {
  const { context, read, feed, serve } = await published(40);
  serve('acme', indeedFeed(jobs(20)));
  await read(feed);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'drop', count: 20 });
  const decide = (act: HoldAct) => actOnHold(context, hold?.id ?? 0, act, 'dana@example.org');
  const refusal = { kind: 'refused', reason: expect.stringContaining('is about 20 jobs, not 19') };
  expect(await decide({ kind: 'reject', seen: 19 })).toMatchObject(refusal);
  expect(await decide({ kind: 'approve', thisRunOnly: false, seen: 19 })).toMatchObject(refusal);
  const typed = { name: 'another', count: 20 };
  expect(await decide({ kind: 'approve', thisRunOnly: false, typed })).toMatchObject({ kind: 'refused' });
  expect(await decide({ kind: 'approve', thisRunOnly: false, seen: 20 })).toMatchObject({ kind: 'decided' });
});

test('a hold is not muted until a moment that is over', async () => {
  const { context, read, feed, serve, clock } = await published(12);
  serve('acme', indeedFeed([]));
  await read(feed);
  const [hold] = await holdsIn(db, ['open']);
  const mute = (until: Date) =>
    actOnHold(context, hold?.id ?? 0, { kind: 'mute', until }, 'dana@example.org');
  expect(await mute(clock.now())).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('is over'),
  });
  expect(await mute(new Date(clock.now().getTime() + DAY))).toMatchObject({ kind: 'decided' });
});

test('jobs that were published a moment ago count as no removals in the pace', async () => {
  const { context, school, read, publish, feed, target, serve, clock } = await published(70);
  clock.advance(1_000);
  serve('acme', indeedFeed([]));
  await read(feed);
  const [hold] = await holdsIn(db, ['open']);
  await actOnHold(
    context,
    hold?.id ?? 0,
    { kind: 'approve', thisRunOnly: false, typed: { name: 'acme', count: 70 } },
    'dana@example.org',
  );
  // Sixty an hour of a feed; the others wait.
  expect((await publish(target)).tally).toMatchObject({ delisted: 60 });
  expect(school.jobs.size).toBe(10);
});

test('a rejected hold keeps the jobs, and the same document does not ask again', async () => {
  const { context, school, read, publish, feed, target, serve, clock } = await published(12);
  serve('acme', indeedFeed([]));
  await read(feed);
  const [hold] = await holdsIn(db, ['open']);
  await actOnHold(context, hold?.id ?? 0, { kind: 'reject' }, 'dana@example.org');
  clock.advance(DAY);
  serve('acme', indeedFeed([], ''));
  await read(feed);
  await publish(target);
  expect(await holdsIn(db, ['open'])).toEqual([]);
  expect(school.jobs.size).toBe(12);
});

test.each([
  ['cut in the middle of an item', (text: string) => text.slice(0, text.length / 2), 'truncated'],
  ['an HTML error page', () => '<!doctype html><html><body><h1>Error 500</h1></body></html>', 'failed'],
  ['nothing at all', () => '', 'failed'],
  ['not XML', () => 'Service temporarily unavailable', 'failed'],
  [
    'an entity bomb',
    () =>
      '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><source><job><title>&b;</title></job></source>',
    'failed',
  ],
] as const)('a document that is %s removes nothing and says why', async (_, spoil, state) => {
  const { school, read, publish, feed, target, serve, clock } = await published(12);
  serve('acme', spoil(indeedFeed(jobs(12), 'spoiled')));
  for (let day = 0; day < 3; day += 1) {
    clock.advance(DAY);
    const end = await read(feed);
    expect(end.state).toBe(state);
    expect(end.reason).toEqual(expect.any(String));
  }
  await publish(target);
  expect(school.calls).toEqual([]);
  expect(school.jobs.size).toBe(12);
});

test('a feed whose format was detected is no feed when an HTML page comes instead', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme', { adapter: 'auto' });
  await road.read(feed);
  road.serve('acme', '<html><body>We are back soon</body></html>');
  expect(await road.read(feed)).toMatchObject({ state: 'failed', reason: 'an HTML page in place of a feed' });
  expect(await holdsIn(db, ['open'])).toEqual([]);
});

test('a feed that is not there fails with a sentence and is tried again', async () => {
  const road = aRoad(db);
  const feed = await road.addFeed('nowhere');
  expect(await road.read(feed)).toMatchObject({ state: 'failed', reason: 'there is no such file' });
});

test('a job goes at the end of its closing day in its own zone, held by nobody', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([...jobs(1), { id: 'B-1', closes: '2026-11-20' }]));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  expect(road.school.jobs.size).toBe(2);
  road.clock.set('2026-11-21T04:59:00Z');
  await road.publish(target);
  expect(road.school.jobs.has('acme/B-1')).toBe(true);
  road.clock.set('2026-11-21T05:01:00Z');
  await road.publish(target);
  expect([...road.school.jobs.keys()]).toEqual(['acme/A-1']);
});

test('a label that no list knows holds its job; an operator’s choice sends exactly that job', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([...jobs(3), { id: 'B-1', type: 'zero hours' }]));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget('northfield', { requiredFields: ['job_type'] });
  await road.read(feed);
  await road.publish(target);
  expect(road.school.jobs.has('acme/B-1')).toBe(false);
  road.school.calls.length = 0;
  await keepLabelDecision(db, {
    targetId: target.id,
    field: 'job_type',
    label: 'zero hours',
    keys: ['2'],
    by: 'dana',
    at: road.clock.now(),
  });
  await road.publish(target);
  expect(road.school.calls).toEqual([{ operation: 'processJob', id: 'acme/B-1' }]);
});

test('a refused job is not sent again unchanged, and is when it changes', async () => {
  const road = aRoad(db);
  road.school.next = (_, id) =>
    id === 'acme/A-2' ? { outcome: { kind: 'refused', reason: 'no title like that' } } : undefined;
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  expect((await road.publish(target)).tally).toMatchObject({ published: 2, refused: 1 });
  await road.publish(target);
  expect(road.school.calls).toHaveLength(3);
  road.school.next = () => undefined;
  road.serve('acme', indeedFeed(jobs(3).map((job) => ({ ...job, title: 'Better' }))));
  await road.read(feed);
  await road.publish(target);
  expect(road.school.jobs.size).toBe(3);
});

test('a target in trouble is left alone after five calls, probed, and then gets everything', async () => {
  const road = aRoad(db);
  road.school.next = () => ({ outcome: { kind: 'troubled', why: 'http', reason: 'HTTP 503' } });
  road.serve('acme', indeedFeed(jobs(20)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  const settlement = await road.publish(target);
  expect(settlement.tally.calls).toBeLessThanOrEqual(9);
  expect(settlement.trouble).toContain('HTTP 503');
  road.school.next = () => undefined;
  for (let minutes = 0; minutes < 120; minutes += 1) {
    road.clock.advance(MINUTE);
    await road.publish(target);
  }
  expect(road.school.jobs.size).toBe(20);
});

test('a lost answer repeats the same call, and the job is there once', async () => {
  const road = aRoad(db);
  let lost = 0;
  road.school.next = (operation) => {
    lost += 1;
    return operation === 'processJob' && lost === 1
      ? { outcome: { kind: 'unanswered', why: 'died', reason: 'no answer' }, done: true }
      : undefined;
  };
  road.serve('acme', indeedFeed(jobs(1)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  road.clock.advance(MINUTE);
  await road.publish(target);
  expect(road.school.calls).toEqual([
    { operation: 'processJob', id: 'acme/A-1' },
    { operation: 'processJob', id: 'acme/A-1' },
  ]);
  expect(road.school.jobs.size).toBe(1);
});

test('the intent stands in the journal before each call, and the outcome after it', async () => {
  const { lines } = await published(2);
  expect(
    lines.map(({ what, jobId, outcome }) => `${what} ${jobId} ${outcome ?? ''}`.trim()).toSorted(),
  ).toEqual(['intent A-1', 'intent A-2', 'outcome A-1 answered', 'outcome A-2 answered']);
});

test('jobs of a feed without a right to republish are never sent', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const { right: _, ...definition } = feed.definition;
  const { changeFeed } = await import('../../src/feeds/feeds.repository.ts');
  await changeFeed(db, feed.id, { definition });
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  expect(road.school.calls).toEqual([]);
});

test('a feed added for review waits for a person before its first job is sent', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme', {}, { reviewFirst: true });
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  await road.read(feed);
  await road.publish(target);
  expect(road.school.calls).toEqual([]);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'review', feed: 'acme' });
  await actOnHold(road.context, hold?.id ?? 0, { kind: 'approve', thisRunOnly: false }, 'dana');
  await road.publish(target);
  expect(road.school.jobs.size).toBe(3);
});

test('rows of one job that stand far apart are one job with all its places, in every run', async () => {
  const { school, read, publish, feed, target, serve } = await published(4);
  const places = () => school.jobs.get('acme/A-1')?.job?.job_locations?.map((place) => place?.city);
  const many = jobs(45).map((job) => ({ ...job, text: 'Long work. '.repeat(1_400) }));
  const further = (city: string) =>
    indeedFeed(many.slice(0, 1))
      .replace('Boston', city)
      .replace(/^.*?(?=<job>)|<\/source>$/gs, '');
  const withRows = (...rows: string[]) =>
    indeedFeed(many, `build ${rows.length}`).replace('</source>', `${rows.join('')}</source>`);

  serve('acme', withRows(further('Lowell')));
  expect(await read(feed)).toMatchObject({ state: 'complete', listings: 45, merged: 1 });
  await publish(target);
  expect(places()).toEqual(['Boston', 'Lowell']);

  // Nothing but another row: the first two are read anew with it.
  serve('acme', withRows(further('Lowell'), further('Salem')));
  expect(await read(feed)).toMatchObject({ state: 'complete', changed: 1, merged: 2 });
  await publish(target);
  expect(places()).toEqual(['Boston', 'Lowell', 'Salem']);
});

test('a new row of a job that is known adds its place', async () => {
  const { school, read, publish, feed, target, serve } = await published(4);
  const row = indeedFeed(jobs(1))
    .replace('Boston', 'Lowell')
    .replace(/^.*?(?=<job>)|<\/source>$/gs, '');
  serve('acme', indeedFeed(jobs(4)).replace('</source>', `${row}</source>`));
  await read(feed);
  await publish(target);
  const places = school.jobs.get('acme/A-1')?.job?.job_locations?.map((place) => place?.city);
  expect(places).toEqual(['Boston', 'Lowell']);
});
