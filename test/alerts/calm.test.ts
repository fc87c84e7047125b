// @module-tag slow
import { expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { waitingMails } from '../../src/platform/mail/mail.queries.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { watch } from '../../src/tasks/watch.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, aSchool, indeedFeed, jobs } from '../setup/road.ts';

/** What reaches a person, through the watch itself and the database. */
const db = await testDatabase();
vi.setConfig({ testTimeout: 300_000 });

const alerts = async () => (await waitingMails(db)).filter(({ kind }) => kind === 'alert');

test('120 targets that are down for six hours, and answer again, give a person at most three messages', async () => {
  const school = aSchool();
  const road = aRoad(db, school);
  const context = { ...road.context, alerting: { email: 'dana@example.org' } };
  road.serve('acme', indeedFeed(jobs(1)));
  await road.read(await road.addFeed('acme', { every: '7d' }));
  const targets = [];
  for (let at = 0; at < 120; at += 1) targets.push(await road.addTarget(`school-${at}`));
  for (const { id } of targets) await reconcileTarget(context, id);
  await watch(context);
  school.testService = async () => ({ kind: 'troubled', why: 'http', reason: 'HTTP 503' });
  school.next = () => ({ outcome: { kind: 'troubled', why: 'http', reason: 'HTTP 503' } });
  for (let minutes = 0; minutes < 9 * 60; minutes += 20) {
    road.clock.advance(20 * MINUTE);
    if (minutes >= 6 * 60) {
      school.testService = async () => ({ kind: 'answered', value: 'ok' });
      school.next = () => undefined;
    }
    for (const { id } of targets) await applyPlan(context, id);
    await watch(context);
  }
  expect(school.calls.length).toBeGreaterThanOrEqual(240);
  expect((await alerts()).length).toBeGreaterThan(0);
  expect((await alerts()).length).toBeLessThanOrEqual(3);
});

test('an ordinary week, with a feed held on every other day and one down for a day, gives a person at most five messages', async () => {
  const road = aRoad(db);
  const context = { ...road.context, alerting: { email: 'dana@example.org' } };
  const feeds = [];
  for (const name of ['acme', 'bolt', 'crane', 'dune']) {
    road.serve(name, indeedFeed(jobs(30)));
    const feed = await road.addFeed(name, { every: '6h' });
    await road.read(feed);
    feeds.push(feed);
  }
  for (let hour = 1; hour <= 7 * 24; hour += 1) {
    road.clock.advance(HOUR);
    const day = Math.floor(hour / 24);
    for (const [at, feed] of feeds.entries()) {
      if (hour % 6 !== 0) continue;
      const isHeld = day % 2 === 1 && at === day % 3;
      const isDown = day === 4 && at === 3;
      const document = indeedFeed(jobs(isHeld ? 10 : 30), `${hour}`);
      road.serve(feed.name, isDown ? { kind: 'failed', reason: 'HTTP 503' } : document);
      await road.read(feed);
    }
    await watch(context);
  }
  const told = await alerts();
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThanOrEqual(5);
});
