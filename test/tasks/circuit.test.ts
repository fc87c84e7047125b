import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { operatorOfMachine } from '../../src/faces/cli/operation-command.ts';
import { healthOf } from '../../src/operations/reports/health.ts';
import {
  pauseTarget,
  removeTarget,
  resumeTarget,
  setTarget,
} from '../../src/operations/targets.operations.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import type { CallOutcome } from '../../src/soap/types.ts';
import { rowsOf } from '../setup/rows.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs } from '../setup/road.ts';

/** Refusals of different jobs with one text are trouble of the target (rule R22). */
const db = await testDatabase();

const gone = { outcome: { kind: 'refused', reason: 'MySQL server has gone away' } } as const;

test('a target that refuses every job is left alone; when it is well all of them are sent again', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  road.school.next = () => gone;
  const { trouble, tally } = await road.publish(target);
  expect(trouble).toContain('gone away');
  expect(tally).toMatchObject({ published: 0, refused: 0, troubled: road.school.calls.length });
  expect(road.school.calls.length).toBeLessThan(12);
  expect(await targetById(db, target.id)).toMatchObject({
    refusals: { stage: 'open', text: 'mysql server has gone away' },
  });
  const parked = await db.execute(sql`select 1 from publications where call = 'parked'`);
  expect(rowsOf(parked)).toEqual([]);

  road.school.next = () => undefined;
  road.clock.advance(DAY);
  await road.publish(target);
  expect(road.school.jobs.size).toBe(12);
  expect(await targetById(db, target.id)).toMatchObject({ refusals: null, openUntil: null, failures: 0 });
});

test('where a job that the target knows is taken, the refused jobs are at fault and wait one by one', async () => {
  const { school, serve, read, publish, feed, target, clock } = await aPublishedRoad(db, 3);
  serve('acme', indeedFeed(jobs(15)));
  await read(feed);
  school.next = (_, id) => (school.jobs.has(id) ? undefined : gone);
  await publish(target);
  expect(await targetById(db, target.id)).toMatchObject({ refusals: { stage: 'open' } });
  clock.advance(DAY);
  school.calls.length = 0;
  await publish(target);
  expect(school.jobs.size).toBe(3);
  expect(await targetById(db, target.id)).toMatchObject({ refusals: { stage: 'excused' }, openUntil: null });
  const parked = await db.execute(sql`select 1 from publications where parked = 'refused'`);
  expect(rowsOf(parked)).toHaveLength(12);
});

/** So many jobs, of which three close on the next day. */
const listed = (count: number) =>
  indeedFeed(jobs(count).map((job, at) => (at < 3 ? { ...job, closes: '2026-11-21' } : job)));

/** A school with six jobs that refuses every new one; two days later the closing day of three is over. */
async function aSickSchool() {
  const road = aRoad(db);
  const { school, serve, read, publish, clock } = road;
  serve('acme', listed(6));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await read(feed);
  await publish(target);
  serve('acme', listed(18));
  await read(feed);
  school.next = (operation) => (operation === 'processJob' ? gone : undefined);
  await publish(target);
  expect(await targetById(db, target.id)).toMatchObject({ refusals: { stage: 'open' } });
  clock.advance(2 * DAY);
  return { ...road, target };
}

test('a closing day is kept though the job that is to say whether the target is well may not be sent', async () => {
  const { school, publish, target, clock } = await aSickSchool();
  const quiet = { key: 'publish.quietHours', value: '08:00-18:00', by: 'test', at: clock.now() } as const;
  await writeSetting(db, { scope: 'global', ...quiet });
  await publish(target);
  expect([...school.jobs.keys()]).toEqual(['acme/A-4', 'acme/A-5', 'acme/A-6']);
});

test('a target that refuses testService is tried again with a job once it refused the others', async () => {
  const { school, publish, target } = await aSickSchool();
  school.testService = async () => ({ kind: 'refused', reason: 'no such operation' });
  school.next = () => undefined;
  await publish(target);
  expect(school.jobs.size).toBe(15);
  expect(await targetById(db, target.id)).toMatchObject({ openUntil: null, failures: 0 });
});

test('a target whose testService answers alone is asked one call at a time, the end of a job first, and less and less often', async () => {
  const { school, serve, read, publish, feed, target, clock } = await aPublishedRoad(db, 3);
  serve('acme', indeedFeed([{ id: 'A-1', closes: '2026-11-21' }, ...jobs(20, 2)]));
  await read(feed);
  school.next = () => ({ outcome: { kind: 'troubled', why: 'http', reason: 'HTTP 503' } });
  await publish(target);
  clock.advance(2 * DAY);
  const pauses: number[] = [];
  for (let time = 1; time <= 3; time += 1) {
    school.calls.length = 0;
    await publish(target);
    expect(school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-1' }]);
    const until = (await targetById(db, target.id))?.openUntil ?? clock.now();
    pauses.push(until.getTime() - clock.now().getTime());
    clock.set(until.toISOString());
    clock.advance(2 * HOUR);
  }
  expect(pauses[2]).toBeGreaterThan(pauses[0] ?? Infinity);
  school.next = () => undefined;
  await publish(target);
  expect(school.jobs.size).toBe(20);
  expect(await targetById(db, target.id)).toMatchObject({ failures: 0, openUntil: null, lastTrouble: null });
});

test('a target stays left alone while the call that would try it may not go', async () => {
  const road = aRoad(db);
  const { clock, school, read, publish } = road;
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await read(feed);
  school.next = () => ({ outcome: { kind: 'troubled', why: 'busy', reason: 'HTTP 503' } });
  await publish(target);
  const stops = (value: boolean) =>
    writeSetting(db, { scope: 'global', key: 'publish.stopped', value, by: 'test', at: clock.now() });
  const { failures } = (await targetById(db, target.id)) ?? {};
  await stops(true);
  for (let day = 0; day < 3; day += 1) {
    clock.advance(DAY);
    school.calls.length = 0;
    expect((await publish(target)).trouble).toContain('HTTP 503');
    expect(await targetById(db, target.id)).toMatchObject({ failures, openUntil: expect.any(Date) });
    expect(school.calls).toEqual([]);
  }
  const audited = rowsOf(
    await db.execute(sql`select action from audit where action like 'target%answering%'`),
  );
  expect(audited).toEqual([{ action: 'target not answering' }]);
  await stops(false);
  clock.advance(DAY);
  await publish(target);
  expect(school.calls).toHaveLength(1);
});

test('a target that is left alone is called at once at another address', async () => {
  const { school, publish, perform, target } = await aSickSchool();
  await publish(target);
  expect((await publish(target)).trouble).toContain('gone away');
  school.next = () => undefined;
  const soap = { ...target.definition.soap, url: 'https://moved.example/soap' };
  expect(await perform(setTarget, { name: target.name, soap })).toMatchObject({ kind: 'done' });
  await publish(target);
  expect(school.jobs.size).toBe(15);
});

test('a target that refused its jobs is called at once when a person resumes it', async () => {
  const { school, publish, perform, target } = await aSickSchool();
  await publish(target);
  school.next = () => undefined;
  await perform(pauseTarget, { name: target.name });
  await perform(resumeTarget, { name: target.name });
  await publish(target);
  expect(school.jobs.size).toBe(15);
});

test('what a target that refused its jobs still shows is taken down at once when it is removed', async () => {
  const { school, publish, perform, target } = await aSickSchool();
  await perform(removeTarget, { name: target.name, jobs: 'delist' });
  await publish(target);
  expect(school.jobs.size).toBe(0);
});

test('an answer that does not say whether the job is there counts as no answer', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  const rejected = { kind: 'answered', value: 'ERROR: rejected' } as unknown as CallOutcome<never>;
  road.school.next = (_, id) => (id === 'acme/A-2' ? { outcome: rejected } : undefined);
  const { tally } = await road.publish(target);
  expect(tally).toMatchObject({ calls: 3, published: 2, unanswered: 1, refused: 0 });
});

test('a school that was left and does not answer needs a person to know', async () => {
  const { school, clock, perform, publish, target } = await aPublishedRoad(db, 3);
  school.testService = async () => ({ kind: 'troubled', why: 'http', reason: 'HTTP 503' });
  school.next = () => ({ outcome: { kind: 'troubled', why: 'http', reason: 'HTTP 503' } });
  await perform(removeTarget, { name: target.name, jobs: 'delist' });
  for (let tries = 0; tries < 3; tries += 1) {
    await publish(target);
    clock.advance(HOUR);
  }
  await publish(target);
  const site = { secret: 's', timeZone: 'UTC' };
  const health = await healthOf({ db, clock, queue: () => undefined, site, actor: operatorOfMachine });
  expect(health.attention).toMatchObject([
    { title: `${target.name} does not answer`, targets: [target.name] },
  ]);
});
