import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { rowsOf } from '../setup/rows.ts';
import { targetById } from '../../src/targets/targets.repository.ts';
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
  const { trouble } = await road.publish(target);
  expect(trouble).toContain('gone away');
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
