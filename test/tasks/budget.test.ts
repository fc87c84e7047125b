import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { priorityOf } from '../../src/publishing/allowance.ts';
import { countsOf } from '../../src/publishing/queries/counts.repository.ts';
import { listPublications } from '../../src/publishing/queries/publications.queries.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { explain } from '../../src/operations/reports/explain.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { nextOf, sendStatuses, whatWaits } from '../../src/operations/reports/send-status.ts';
import { allTargets, type Target } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, aSchool, indeedFeed, jobs, type Road, type School } from '../setup/road.ts';

const db = await testDatabase();

async function set(key: string, value: string | number, scope = 'target:northfield') {
  await writeSetting(db, { scope, key, value, by: 'test', at: new Date('2026-11-20T08:00:00Z') });
}

/** A feed whose jobs are planned and not yet sent. */
async function planned(count: number, road: Road = aRoad(db)) {
  road.serve('acme', indeedFeed(jobs(count)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await reconcileTarget(road.context, target.id);
  return { ...road, feed, target };
}

async function nextOfAll(road: Road) {
  const standing = await sendStatuses(db, 'UTC', road.clock.now(), await allTargets(db));
  const rows = await listPublications(db, { sight: {}, limit: 100 });
  return rows.filter(({ dueAt }) => dueAt !== null).map((row) => nextOf(row, standing, road.clock.now()));
}

test('a daily budget stops updates at nine tenths, says until when and why, and the next day goes on', async () => {
  await set('publish.dailyBudget', 20);
  const road = await planned(30);
  expect(await road.publish(road.target)).toMatchObject({
    tally: { published: 18 },
    waitsUntil: new Date('2026-11-21T00:00:00Z'),
    why: expect.stringContaining('budget of 20 calls'),
  });
  const next = await nextOfAll(road);
  expect(next).toHaveLength(12);
  expect(next[0]).toMatchObject({
    at: new Date('2026-11-21T00:00:00Z'),
    why: expect.stringContaining('the day’s budget of 20 calls'),
  });
  expect(await road.publish(road.target)).toMatchObject({ tally: { calls: 0 } });

  road.clock.set('2026-11-21T00:00:00Z');
  expect(await road.publish(road.target)).toMatchObject({ tally: { published: 12 } });
  expect(road.school.jobs.size).toBe(30);
});

test('two workers at once stay within the budget together', async () => {
  await set('publish.dailyBudget', 40);
  const road = await planned(60);
  const outcomes = await Promise.all(
    ['one', 'two', 'three'].map((worker) => applyPlan({ ...road.context, worker }, road.target.id)),
  );
  const calls = outcomes.map((outcome) => (outcome.kind === 'applied' ? outcome.slice.calls : 0));
  expect(calls.reduce((sum, n) => sum + n, 0)).toBe(36);
  expect(road.school.calls).toHaveLength(36);
  expect(new Set(road.school.calls.map(({ id }) => id)).size).toBe(36);
  expect((await countsOf(db, [road.target.id])).get(road.target.id)).toMatchObject({ used: 36 });
});

test('when the budget is short, removals and form jobs go before updates of feeds', async () => {
  const road = await planned(30);
  await road.publish(road.target);
  road.school.calls.length = 0;
  road.serve('acme', indeedFeed(jobs(26).map((job) => ({ ...job, title: `New ${job.id}` }))));
  await set('publish.changedShare', 1, 'feed:acme');
  for (let run = 0; run < 2; run += 1) {
    road.clock.advance(7 * HOUR);
    await road.read(road.feed);
  }
  await set('publish.dailyBudget', 10);
  road.clock.advance(DAY);
  await reconcileTarget(road.context, road.target.id);
  await db.execute(
    sql`update publications set priority = ${priorityOf.form} where job_id in ('A-20', 'A-21')`,
  );
  await applyPlan(road.context, road.target.id);
  expect(road.school.calls.slice(0, 4).map(({ operation }) => operation)).toEqual(
    Array.from({ length: 4 }, () => 'deleteJob'),
  );
  expect(
    road.school.calls
      .slice(4, 6)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['acme/A-20', 'acme/A-21']);
  expect(road.school.calls).toHaveLength(9);

  await db.execute(sql`update publications set priority = ${priorityOf.form} where job_id = 'A-25'`);
  await applyPlan(road.context, road.target.id);
  expect(road.school.calls.at(-1)?.id).toBe('acme/A-25');
  expect(road.school.calls).toHaveLength(10);
});

test('in quiet hours nothing is sent, removals still go', async () => {
  const road = await planned(12);
  await road.publish(road.target);
  road.school.calls.length = 0;
  await set('publish.quietHours', '08:00-18:00');
  road.serve('acme', indeedFeed(jobs(11).map((job) => (job.id === 'A-3' ? { ...job, title: 'New' } : job))));
  road.clock.set('2026-11-21T09:00:00Z');
  await road.read(road.feed);
  road.clock.advance(7 * HOUR);
  await road.read(road.feed);
  expect(await road.publish(road.target)).toMatchObject({
    tally: { delisted: 1, updated: 0 },
    waitsUntil: new Date('2026-11-21T18:00:00Z'),
    why: 'quiet hours, 08:00-18:00',
  });
  const explained = await explain({ db, clock: road.clock, timeZone: 'UTC' }, 'acme', 'A-3');
  expect(explained).toMatchObject({
    explanation: {
      targets: [
        { publication: { next_at: '2026-11-21T18:00:00.000Z', waits_for: 'quiet hours, 08:00-18:00' } },
      ],
    },
  });
  road.clock.set('2026-11-21T18:00:00Z');
  expect(await road.publish(road.target)).toMatchObject({ tally: { updated: 1 } });
});

test('removals that wait for their pace say so, and when the next may go', async () => {
  const road = await planned(20);
  await road.publish(road.target);
  await set('delist.removalsPerMinute', 1);
  road.serve('acme', indeedFeed(jobs(17)));
  road.clock.set('2026-11-21T09:00:00Z');
  await road.read(road.feed);
  road.clock.advance(7 * HOUR);
  await road.read(road.feed);
  await reconcileTarget(road.context, road.target.id);
  expect((await nextOfAll(road)).map(({ why }) => why)).toEqual([undefined, undefined, undefined]);
  await applyPlan(road.context, road.target.id);
  const sent = road.clock.now();
  road.clock.advance(20 * SECOND);
  const waits = { at: new Date(sent.getTime() + MINUTE), why: 'at most 1 removal a minute' };
  expect(await nextOfAll(road)).toEqual([waits, waits]);
  const timeZone = 'UTC';
  expect(await whatWaits(db, road.target.id, { timeZone, now: road.clock.now() })).toMatchObject([
    { kind: 'removal', ...waits },
  ]);
  road.clock.advance(MINUTE);
  expect((await nextOfAll(road)).map(({ why }) => why)).toEqual([undefined, undefined]);
});

test('an operator’s take-down passes quiet hours and a budget that is used up', async () => {
  const road = await planned(3);
  await set('publish.dailyBudget', 1);
  await set('publish.keptShare', 0);
  await road.publish(road.target);
  await set('publish.quietHours', '00:00-23:59');
  await db.execute(sql`
    update publications set intent = 'hide', intent_fingerprint = null, shown_listing_id = null, shown_listing_fingerprint = null, cause = 'operator', verdict = 'stated',
      intended_at = now(), priority = ${priorityOf.takeDown}, call = 'due', next_at = ${road.clock.now().toISOString()}::timestamptz where live`);
  await applyPlan(road.context, road.target.id);
  expect(road.school.calls.map(({ operation }) => operation)).toEqual(['processJob', 'deleteJob']);
});

test('calls a minute are spread evenly, and the rest says when it goes', async () => {
  await set('publish.callsPerMinute', 30);
  const road = await planned(20);
  expect(await road.publish(road.target)).toMatchObject({
    tally: { published: 3 },
    why: 'at most 30 calls a minute',
  });
  for (let seconds = 0; seconds < 60; seconds += 2) {
    road.clock.advance(2_000);
    await applyPlan(road.context, road.target.id);
  }
  expect(road.school.calls.length).toBeGreaterThan(15);
  expect(road.school.calls.length).toBeLessThanOrEqual(31);
});

test('a school that never answers is left alone after five calls, and another gets all its jobs meanwhile', async () => {
  const [dead, healthy] = [aSchool(), aSchool()];
  dead.next = () => ({ outcome: { kind: 'unanswered', why: 'timeout', reason: 'no answer in 30 s' } });
  const { road, targets } = await schools({ dead, healthy });
  await Promise.all(targets.map((target) => applyPlan(road.context, target.id)));
  expect(healthy.jobs.size).toBe(20);
  expect(dead.calls.length).toBeLessThanOrEqual(8);
  const [deadTarget] = targets;
  const again = await applyPlan(road.context, deadTarget?.id ?? 0);
  expect(again).toMatchObject({ kind: 'barred', reason: expect.stringContaining('no answer in 30 s') });
});

test('a slow school keeps its place for a slice’s time only, and gives back what it did not come to', async () => {
  const slow = aSchool();
  const { road, targets } = await schools({ slow });
  slow.next = () => {
    road.clock.advance(10_000);
    return undefined;
  };
  const outcome = await applyPlan(road.context, targets[0]?.id ?? 0);
  expect(outcome).toMatchObject({ kind: 'applied', nextAt: expect.any(Date) });
  expect(slow.calls.length).toBeLessThanOrEqual(4);
  expect((await countsOf(db, [targets[0]?.id ?? 0])).get(targets[0]?.id ?? 0)?.used).toBe(slow.calls.length);
  slow.next = () => undefined;
  road.clock.advance(MINUTE);
  await applyPlan(road.context, targets[0]?.id ?? 0);
  expect(slow.jobs.size).toBe(20);
});

async function schools(byName: Readonly<Record<string, School>>) {
  const base = aRoad(db);
  const connect = (target: Target) => byName[target.name] ?? base.school;
  const road = { ...base, context: { ...base.context, connect } };
  road.serve('acme', indeedFeed(jobs(20)));
  const feed = await road.addFeed('acme');
  const targets: Target[] = [];
  for (const name of Object.keys(byName)) targets.push(await road.addTarget(name));
  await road.read(feed);
  for (const target of targets) await reconcileTarget(road.context, target.id);
  return { road, targets };
}

test('calls that were claimed before midnight and not made are no calls of the next day', async () => {
  await set('publish.dailyBudget', 100);
  await set('publish.concurrency', 1);
  const road = await planned(20);
  road.clock.set('2026-11-20T23:59:58Z');
  let stops = false;
  const first = {
    ...road.school,
    processJob: async (...call: Parameters<School['processJob']>) => {
      road.clock.advance(3 * SECOND);
      stops = true;
      await applyPlan({ ...road.context, worker: 'other' }, road.target.id);
      return road.school.processJob(...call);
    },
  };
  await applyPlan({ ...road.context, connect: () => first, stopping: () => stops }, road.target.id);
  const today = road.school.calls.length - 1;
  expect(today).toBeGreaterThan(10);
  expect((await countsOf(db, [road.target.id])).get(road.target.id)).toMatchObject({
    day: '2026-11-21',
    used: today,
  });
});
