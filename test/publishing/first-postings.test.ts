import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { listings, publications } from '../../src/db/schema.ts';
import { settleLook } from '../../src/operations/looks.operations.ts';
import { decideJob } from '../../src/operations/reviews.operations.ts';
import { removeTarget } from '../../src/publishing/remove-target.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

/** A school whose answers are lost: its first posting was sent four times, and waits for a look. */
async function aLostPosting() {
  const road = aRoad(db);
  const { clock, school, publish, serve } = road;
  serve('acme', indeedFeed(jobs(1)));
  const [feed, target] = [await road.addFeed('acme'), await road.addTarget()];
  await road.read(feed);
  school.next = () => ({ outcome: { kind: 'unanswered', why: 'died', reason: 'reset' }, done: true });
  const plan = async (at = target) => {
    clock.advance(2 * HOUR);
    await publish(at);
  };
  for (let tries = 0; tries < 6; tries += 1) await plan();
  expect(school.calls).toHaveLength(4);
  school.calls.length = 0;
  const [listing] = await db.select().from(listings);
  return { ...road, feed, target, plan, listingId: String(listing?.id) };
}
const parked = async () => (await db.select().from(publications)).map((row) => row.parked);
let road: Awaited<ReturnType<typeof aLostPosting>>;
beforeEach(async () => {
  road = await aLostPosting();
});

test('a first posting that waits for a look is not sent because a review was made', async () => {
  const { perform, plan, school, listingId: id } = road;
  await perform(decideJob, { id, decision: 'changes', reason: 'pay?' });
  await plan();
  await perform(decideJob, { id, decision: 'approve', reason: 'ok' });
  await plan();
  expect([school.calls, await parked()]).toEqual([[], ['unanswered']]);
});

test('it is not sent because its school was removed and added again', async () => {
  const { context, addTarget, plan, school, target } = road;
  await removeTarget(context, target, { jobs: 'leave-up', by: 'dana' });
  await plan(await addTarget());
  expect([school.calls, await parked()]).toEqual([[], ['unanswered']]);
});

test('it is not sent because its feed has other words, and its newest words are sent once a person has looked', async () => {
  const { feed, perform, plan, read, school, serve } = road;
  for (const text of ['You do the work.', 'You do all the work.']) {
    serve('acme', indeedFeed([{ id: 'A-1', text }]));
    await read(feed);
    await plan();
  }
  expect([school.calls, await parked()]).toEqual([[], ['unanswered']]);
  const [posting] = await db.select().from(publications);
  school.next = () => undefined;
  await perform(settleLook, { id: String(posting?.id), finding: 'there' });
  await plan();
  expect(JSON.stringify(school.jobs.get('acme/A-1'))).toContain('all the work');
});

test('it is taken down where it is wanted no more, and posted again only when that was answered', async () => {
  const { perform, plan, school, listingId: id } = road;
  await perform(decideJob, { id, decision: 'reject', reason: 'a fraud' });
  await plan();
  expect(school.calls.map(({ operation }) => operation)).toEqual(['deleteJob']);
  school.next = () => undefined;
  await perform(decideJob, { id, decision: 'approve', reason: 'ok' });
  await plan();
  expect(school.calls.map(({ operation }) => operation)).toEqual(['deleteJob']);
  expect(await parked()).toEqual(['unanswered']);
  await perform(decideJob, { id, decision: 'reject', reason: 'a fraud after all' });
  await plan();
  await perform(decideJob, { id, decision: 'approve', reason: 'ok' });
  await plan();
  expect(school.calls.map(({ operation }) => operation)).toEqual(['deleteJob', 'deleteJob', 'processJob']);
  expect(await db.$count(publications, eq(publications.belief, 'has'))).toBe(1);
});
