import { sql } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { restoreRemovals } from '../../src/operations/batches.operations.ts';
import { settleLook } from '../../src/operations/looks.operations.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { batchesOf, holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { listPublications } from '../../src/publishing/queries/publications.queries.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import type { CallOutcome } from '../../src/soap/types.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { ingestFeed } from '../../src/tasks/ingest-feed.ts';
import { pollTargets } from '../../src/tasks/schedule.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { removeTarget } from '../../src/publishing/remove-target.ts';
import { empty, testDatabase } from '../setup/database.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';

/** Scenarios that were met, or thought of, each over the whole road. */
const db = await testDatabase();
vi.setConfig({ testTimeout: 120_000 });

const nurse = { title: 'Night nurse', company: 'Zenith Hospital', text: 'You care for patients at night.' };
const guard = { title: 'Museum guard', company: 'Zenith Hospital', text: 'You watch over two halls by day.' };

/** Two feeds that a school knows by one source id, and that number their jobs alike. */
async function aSharedNumber() {
  const road = aRoad(db);
  const { clock, context, read, serve, school } = road;
  const lists = async (acme: readonly SampleJob[], zenith: readonly SampleJob[]) => {
    serve('acme', indeedFeed(acme, clock.now().toISOString()));
    serve(
      'zenith',
      indeedFeed(zenith, clock.now().toISOString()).replaceAll('acme.example', 'zenith.example'),
    );
    for (const feed of feeds) await read(feed);
  };
  const feeds = [await road.addFeed('acme'), await road.addFeed('zenith')];
  const target = await road.addTarget('northfield', { sourceId: 'board', idTemplate: '{job_id}' });
  await lists(jobs(3), [
    { ...nurse, id: 'A-1' },
    { ...guard, id: 'Z-2' },
  ]);
  await road.publish(target);
  const shown = () => new Map([...school.jobs].map(([id, { job }]) => [id, job?.job_title]));
  return { ...road, context, lists, target, shown };
}

test('one number in two feeds of one source id names two jobs, and each of them ends by itself', async () => {
  const { clock, lists, publish, target, shown, school } = await aSharedNumber();
  const own = [...shown()].find(([, title]) => title === nurse.title)?.[0];
  expect(own).toMatch(/^board\/A-1~\d+$/);
  expect(new Set(shown().keys())).toEqual(new Set(['board/A-1', 'board/A-2', 'board/A-3', 'board/Z-2', own]));
  const without = async (acme: readonly SampleJob[], zenith: readonly SampleJob[]) => {
    for (const hours of [1, 7]) {
      clock.advance(hours * HOUR);
      await lists(acme, zenith);
    }
    school.calls.length = 0;
    await publish(target);
    return school.calls.map(({ operation, id }) => `${operation} ${id}`);
  };
  const zenith = [{ ...guard, id: 'Z-2' }];
  expect(await without(jobs(3), zenith)).toEqual([`deleteJob ${own}`]);
  expect(await without(jobs(1, 3), zenith)).toEqual(['deleteJob board/A-1', 'deleteJob board/A-2']);
  // A number that is free again is taken as it is.
  expect(await without(jobs(1, 3), [...zenith, { ...nurse, id: 'A-1' }])).toEqual([`processJob ${own}`]);
});

test('a school that leaves is sent nothing that was queued, and nothing is left up', async () => {
  const road = await aPublishedRoad(db, 5);
  const { clock, context, feed, read, school, serve, target } = road;
  clock.advance(HOUR);
  serve('acme', indeedFeed([...jobs(4), { id: 'A-5', title: 'Another title' }, ...jobs(3, 6)]));
  await read(feed);
  await reconcileTarget(context, target.id);
  await removeTarget(context, target, { jobs: 'delist', by: 'dana' });
  // A plan that comes late, and a feed that goes on, queue nothing there any more.
  expect(await reconcileTarget(context, target.id)).toEqual({ kind: 'idle' });
  serve('acme', indeedFeed(jobs(12)));
  await read(feed);
  expect(await reconcileTarget(context, target.id)).toEqual({ kind: 'idle' });
  for (const _ of [1, 2]) await applyPlan(context, target.id);
  expect(school.calls.map(({ operation }) => operation)).toEqual(
    Array.from({ length: 5 }, () => 'deleteJob'),
  );
  expect(school.jobs.size).toBe(0);
  expect((await targetById(db, target.id))?.state).toBe('removed');
});

test('a target is removed only when no job can be at it any more', async () => {
  const { clock, context, perform, school, target } = await aPublishedRoad(db, 3);
  const ends: Record<string, CallOutcome<never>> = {
    'acme/A-2': { kind: 'unanswered', why: 'timeout', reason: 'no answer' },
    'acme/A-3': { kind: 'answered', value: false as never },
  };
  school.next = (operation, id) => {
    const outcome = operation === 'deleteJob' ? ends[id] : undefined;
    return outcome && { outcome };
  };
  await removeTarget(context, target, { jobs: 'delist', by: 'dana' });
  const stays = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      await applyPlan(context, target.id);
      expect((await targetById(db, target.id))?.state).toBe('leaving');
      clock.advance(DAY);
    }
  };
  await stays(4);
  delete ends['acme/A-2'];
  await stays(4);
  expect([...school.jobs.keys()]).toEqual(['acme/A-3']);
  // The school says that it has no such job: a person looks, and finds it there, and then gone.
  const [denied] = await listPublications(db, { sight: {}, state: 'look', limit: 10 });
  const say = (finding: string) => perform(settleLook, { id: String(denied?.id), finding });
  await say('there');
  await stays(2);
  school.jobs.clear();
  await say('gone');
  await applyPlan(context, target.id);
  expect((await targetById(db, target.id))?.state).toBe('removed');
});

test.each([0, 3])('a school that leaves with %i jobs is removed by the workers alone', async (count) => {
  const { clock, context, school, target } = await aPublishedRoad(db, count);
  await removeTarget(context, target, { jobs: 'delist', by: 'dana' });
  for (let minute = 0; minute < 3; minute += 1) {
    clock.advance(MINUTE);
    const sent: Task[] = [];
    await pollTargets(context, { send: async (...tasks) => void sent.push(...tasks) });
    if (sent.some(({ name }) => name === 'apply-plan')) await applyPlan(context, target.id);
  }
  expect([school.jobs.size, (await targetById(db, target.id))?.state]).toEqual([0, 'removed']);
});

test('a plan between the count of a run and its judgement posts nothing that is not judged', async () => {
  const given = await aPublishedRoad(db, 3);
  const { clock, context, feed, publish, read, school, serve, target } = given;
  const scam =
    'No interview. You are hired! Send your bank details on WhatsApp +1 415 555 0162 and get $900.';
  serve('acme', indeedFeed([{ id: 'A-1', text: scam }, ...jobs(2, 2), { ...nurse, id: 'A-4' }]));
  clock.advance(HOUR);
  const planned: number[] = [];
  // Screening begins with the list of risks: a plan is made and carried out then, when the run has counted.
  const riskList = async () => {
    const outcome = await reconcileTarget(context, target.id);
    await applyPlan(context, target.id);
    planned.push(outcome.kind === 'reconciled' ? outcome.plan.looked.size + outcome.plan.decided.length : 0);
    return new Set<string>();
  };
  await ingestFeed({ ...context, riskList }, feed.id);
  expect(planned).not.toEqual([0]);
  expect(school.calls).toEqual([]);
  await publish(target);
  expect(school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-4' }]);
  expect(school.jobs.get('acme/A-1')?.job?.job_desc).not.toContain('WhatsApp');
  await read(feed);
});

/** Minutes of a quiet day at a school of 300 jobs: the statements that its plans ask, the rows that these read, and how many are plans of everything. */
async function aDayWith(hold: boolean) {
  const road = await aPublishedRoad(db, 300);
  const { clock, context, feed, publish, read, school, serve, target } = road;
  const lists = async (listed: readonly SampleJob[]) => {
    for (const built of ['once', 'twice']) {
      clock.advance(7 * HOUR);
      serve('acme', indeedFeed(listed, `${built} ${clock.now().toISOString()}`));
      await read(feed);
    }
    await publish(target);
  };
  for (const key of ['delist.feedCount', 'delist.employerCount'] as const)
    await writeSetting(db, { scope: 'global', key, value: 1_000, by: 'test', at: clock.now() });
  await lists(jobs(hold ? 230 : 295));
  expect((await holdsIn(db, ['open'])).map(({ kind, count }) => [kind, count])).toEqual(
    hold ? [['share', 70]] : [],
  );
  // What was touched until now is compared once more; from here on nothing happens but that time passes.
  for (let minutes = 0; minutes < 3; minutes += 1) {
    clock.advance(MINUTE);
    await reconcileTarget(context, target.id);
  }
  school.calls.length = 0;
  const before = await rowsRead();
  const asked = vi.spyOn(NoopLogger.prototype, 'logQuery');
  let full = 0;
  for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
    clock.advance(30 * MINUTE);
    const now = await targetById(db, target.id);
    if (now?.mappingVersion === null) full += 1;
    const outcome = await reconcileTarget(context, target.id);
    if (outcome.kind === 'reconciled' && outcome.plan.looked.size > 0) full += 1;
  }
  const statements = asked.mock.calls.length;
  asked.mockRestore();
  expect(school.calls).toEqual([]);
  return { statements, full, rows: (await rowsRead()) - before };
}

/** Rows that the database has read so far, of tables and of indexes. A server counts behind its answers, so only the embedded one is asked. */
async function rowsRead(): Promise<number> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return 0;
  await db.execute(sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`);
  const [row] = rowsOf(
    await db.execute(sql`
      select ((select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes))::int as read`),
  );
  return numberIn(row, 'read');
}

test(
  'a hold that stands for a day costs a day without one: no plan of everything, the same statements and rows',
  { tags: ['slow'] },
  async () => {
    // Which rows are read depends on the plans: those of a server’s sessions.
    await db.execute(sql`set plan_cache_mode = force_custom_plan`);
    const without = await aDayWith(false);
    await empty(db);
    const standing = await aDayWith(true);
    expect([without.full, standing.full]).toEqual([0, 0]);
    expect(standing.statements / without.statements).toBeLessThanOrEqual(1.2);
    expect(standing.rows).toBeLessThanOrEqual(1.2 * without.rows);
  },
);

test('a kept job whose feed goes on with it under an id that has ended is at the school once', async () => {
  const road = aRoad(db);
  const { clock, perform, publish, read, school, serve } = road;
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  const others = jobs(20);
  const lists = async (...own: readonly SampleJob[]) => {
    for (const hours of [1, 7]) {
      clock.advance(hours * HOUR);
      serve('acme', indeedFeed([...others, ...own], clock.now().toISOString()));
      await read(feed);
    }
    await publish(target);
  };
  // It was listed as N-1, ended, came again as N-2, was taken down as missing, and a person restored it.
  await lists({ ...nurse, id: 'N-1' });
  await lists();
  await lists({ ...nurse, id: 'N-2' });
  await lists();
  const [batch] = await batchesOf(db, clock.now());
  await perform(restoreRemovals, { id: String(batch?.id) });
  await publish(target);
  const nurses = () =>
    [...school.jobs].filter(([, { job }]) => job?.job_title === nurse.title).map(([id]) => id);
  const [own] = nurses();
  expect(nurses()).toEqual([own]);
  await lists({ ...nurse, id: 'N-1' });
  expect(nurses()).toEqual([own]);
  await lists({ ...nurse, id: 'N-1', text: 'You care for patients at night, and on Sundays.' });
  expect(nurses()).toEqual([own]);
  // Listed again, it ends like any other.
  await lists();
  expect(nurses()).toEqual([]);
});

test.each([
  ['no removals are usual', 10],
  ['the first removals are about to say what is usual', 0],
])('nothing leaves the hold over everything because time passed: %s', async (_, knownDays) => {
  const { clock, serve, read, feed, publish, target, school } = await aPublishedRoad(db, 100);
  for (const [key, value] of [
    ['delist.feedCount', 1_000],
    ['delist.employerCount', 1_000],
    ['delist.targetCount', 1_000],
    ['delist.maxPerDay', 20],
  ] as const)
    await writeSetting(db, { scope: 'global', key, value, by: 'test', at: clock.now() });
  const lists = async (count: number, hours = 7, also: readonly SampleJob[] = []) => {
    clock.advance(hours * HOUR);
    serve('acme', indeedFeed([...jobs(count), ...also], clock.now().toISOString()));
    await read(feed);
    await publish(target);
  };
  clock.advance(knownDays * DAY);
  for (const count of [85, 85, 75, 75]) await lists(count);
  const held = async () => (await holdsIn(db, ['open'])).map(({ kind, count }) => ({ kind, count }));
  expect([school.jobs.size, await held()]).toEqual([85, [{ kind: 'share', count: 10 }]]);
  clock.advance(30 * HOUR);
  for (const id of ['N-1', 'N-2', 'N-3']) await lists(75, 1, [{ id }]);
  expect([school.jobs.has('acme/A-80'), await held()]).toEqual([true, [{ kind: 'share', count: 10 }]]);
});
