import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { mergeCopies } from '../../src/operations/copies.operations.ts';
import { removeFeed } from '../../src/operations/feeds.operations.ts';
import { decideJob } from '../../src/operations/reviews.operations.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { pollTargets } from '../../src/tasks/schedule.ts';
import { testDatabase } from '../setup/database.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';
import { begin, carryOutAll } from './commands.ts';
import { recover } from './recover.ts';
import { aWorld } from './world.ts';

/** What stands in the queue, or comes before its judgement, when something happens to its job. */
const db = await testDatabase();
vi.setConfig({ testTimeout: 120_000 });

test.each([
  ['asked to be changed', 'changes'],
  ['rejected', 'reject'],
] as const)(
  'a job that a reviewer has %s while its new content is queued is not sent with it',
  async (_, kind) => {
    const world = await aWorld(db);
    await begin(world);
    const shown = () => world.schools['north']?.board.get('acme/Driver')?.fingerprint;
    const before = shown();
    expect(before).toBeDefined();
    await carryOutAll(world, [
      { do: 'list', feed: 'acme', opening: 'Driver', edition: 1 },
      { do: 'read', feed: 'acme' },
      { do: 'plan', school: 'north' },
      { do: 'review', opening: 'Driver', kind },
      { do: 'apply', school: 'north', ends: [] },
    ]);
    // What was rejected goes at once.
    expect(shown()).toBe(kind === 'reject' ? undefined : before);
    await recover(world);
  },
);

const duties = ['sort parcels', 'weigh crates', 'count pallets', 'check seals'];
const openings = (letter: string) =>
  Array.from({ length: 20 }, (_, at) => ({
    id: `${letter}-${at}`,
    title: `Warehouse hand of hall ${at}`,
    text: duties.map((duty) => `In hall ${at} you ${duty} with a team of ${at + 3}.`).join(' '),
  }));

test('twenty jobs that a second feed lists as well are at the school once, though a plan comes before they are compared', async () => {
  const { clock, publish, read, school, serve, ...road } = aRoad(db);
  serve('acme', indeedFeed(openings('A')));
  const own = await road.addFeed('acme', { kind: 'ats' });
  const target = await road.addTarget();
  await read(own);
  await publish(target);
  serve('partner', indeedFeed(openings('P')));
  const partner = await road.addFeed('partner', { kind: 'partner' });
  clock.advance(HOUR);
  // The worker dies when its run has counted and no job of it is compared: each is known and nobody judged it.
  await db.execute(sql`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`);
  await db.execute(sql`create trigger dying before insert on adverts execute function die()`);
  await expect(read(partner)).rejects.toThrow();
  await db.execute(sql`drop function die() cascade`);
  expect(rowsOf(await db.execute(sql`select id from listings`))).toHaveLength(40);
  school.calls.length = 0;
  await publish(target);
  expect(school.calls).toEqual([]);
  clock.advance(HOUR);
  await read(partner);
  await publish(target);
  expect([...school.jobs.keys()].toSorted()).toEqual(
    openings('A')
      .map(({ id }) => `acme/${id}`)
      .toSorted(),
  );
});

test('a job that was left up when its feed was removed goes when its announced day is over, and no other does', async () => {
  const { clock, context, perform, publish, read, school, feed, serve, target } = await aPublishedRoad(db, 2);
  serve('acme', indeedFeed([{ id: 'A-1', closes: '2026-11-25' }, { id: 'A-2' }]));
  clock.advance(HOUR);
  await read(feed);
  await publish(target);
  school.calls.length = 0;
  await perform(removeFeed, { name: 'acme', jobs: 'leave-up' });
  clock.advance(DAY);
  await publish(target);
  expect(school.calls).toEqual([]);
  clock.advance(5 * DAY);
  await reconcileTarget(context, target.id);
  await applyPlan(context, target.id);
  expect(school.calls).toEqual([{ operation: 'deleteJob', id: 'acme/A-1' }]);
  expect([...school.jobs.keys()]).toEqual(['acme/A-2']);
});

/** Fifty jobs, of which two are missing: one call is left for each day to come. */
async function twoToGo(more: Partial<SampleJob> = {}) {
  const all = jobs(50).map((job) => (job.id === 'A-50' ? { ...job, ...more } : job));
  const road = aRoad(db);
  const { clock, serve, read, publish } = road;
  serve('acme', indeedFeed(all));
  const feed = await road.addFeed('acme', { kind: 'ats' });
  const target = await road.addTarget();
  await read(feed);
  await publish(target);
  const budget = { key: 'publish.dailyBudget', value: 1, by: 'test', at: clock.now() } as const;
  await writeSetting(db, { scope: 'global', ...budget });
  for (const built of ['one', 'two']) {
    clock.advance(7 * HOUR);
    serve('acme', indeedFeed(all.slice(0, 48), built));
    await read(feed);
    await publish(target);
  }
  expect(road.school.jobs.size).toBe(50);
  return { ...road, target };
}

test('a removal that waits for the budget of a day goes at once when a person rejects its job', async () => {
  const { publish, target, perform, school } = await twoToGo();
  const [row = {}] = rowsOf(await db.execute(sql`select id from listings where job_id = 'A-50'`));
  await perform(decideJob, { id: String(numberIn(row, 'id')), decision: 'reject', reason: 'a fraud' });
  await publish(target);
  expect([school.jobs.size, school.jobs.has('acme/A-50')]).toEqual([49, false]);
});

test('a removal that waits for the budget of a day goes at once when its closing day is over', async () => {
  const { publish, target, school, clock } = await twoToGo({ closes: '2026-11-20' });
  // A later plan has nothing to look at.
  clock.advance(10 * MINUTE);
  await publish(target);
  clock.advance(9 * HOUR);
  await publish(target);
  expect([school.jobs.size, school.jobs.has('acme/A-50')]).toEqual([48, false]);
});

test('a copy that took over an identity keeps it, however its rows lie in the table', async () => {
  const road = aRoad(db);
  const { school, clock, serve, read, publish, perform } = road;
  const night = { id: 'A-1', title: 'Night nurse', company: 'Acme', text: 'Nurse at night in ward one.' };
  const ward = { id: 'B-1', title: 'Ward nurse', company: 'Acme', text: 'A nurse for the ward, days.' };
  const [acme, beta, target] = [
    await road.addFeed('acme'),
    await road.addFeed('beta'),
    await road.addTarget(),
  ];
  const list = async (...first: readonly SampleJob[]) => {
    clock.advance(7 * HOUR);
    serve('acme', indeedFeed([...first, ...jobs(4, 10)], clock.now().toISOString()));
    serve('beta', indeedFeed([ward, ...jobs(4, 50)], clock.now().toISOString()));
    await read(acme);
    await read(beta);
    await publish(target);
  };
  const shown = () => [...school.jobs.keys()].filter((key) => /[AB]-1$/.test(key));
  await list(night);
  await perform(mergeCopies, { source: 'acme', job_id: 'A-1', same_as: 'beta/B-1' });
  await publish(target);
  expect(shown()).toEqual(['acme/A-1']);
  await db.execute(sql`vacuum publications`);
  for (let at = 0; at < 4; at += 1) await list();
  expect(shown()).toEqual(['acme/A-1']);
});

test.each(['delist', 'leave-up'])('a removed feed is seen to within a minute: %s', async (how) => {
  const { perform, context, clock } = await aPublishedRoad(db, 3);
  const polled = async () => {
    clock.advance(5 * MINUTE);
    const sent: Task[] = [];
    await pollTargets(context, { send: async (...tasks) => void sent.push(...tasks) });
    return sent.map(({ name }) => name);
  };
  expect(await polled()).toEqual([]);
  await perform(removeFeed, { name: 'acme', jobs: how });
  expect(await polled()).toEqual(['reconcile-target']);
});
