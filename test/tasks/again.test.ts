import { expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { resend } from '../../src/publishing/intents.repository.ts';
import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { redefineTarget } from '../../src/targets/targets.repository.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

/** Jobs that are no copies of the others’. */
function ofZenith(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: `Z-${at + 1}`,
    title: `Nurse of ward ${at + 1}`,
    company: 'Zenith Hospital',
    text: `You care for the patients of ward ${at + 1}.`,
  }));
}

async function published() {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  road.serve('zenith', indeedFeed(ofZenith(3)));
  const [acme, zenith] = [await road.addFeed('acme'), await road.addFeed('zenith')];
  const target = await road.addTarget();
  for (const feed of [acme, zenith]) await road.read(feed);
  await road.publish(target);
  road.school.calls.length = 0;
  const called = async () => {
    await road.publish(target);
    return road.school.calls
      .splice(0)
      .map(({ operation, id }) => `${operation} ${id}`)
      .toSorted();
  };
  const again = (what: Parameters<typeof resend>[1]) => resend(db, what, road.clock.now());
  return { ...road, acme, zenith, target, called, again };
}

test('one job, a feed or a target is sent again unchanged, once', async () => {
  const { again, called, acme, target } = await published();
  await again({ sourceId: acme.id, jobId: 'A-2' });
  expect(await called()).toEqual(['processJob acme/A-2']);
  expect(await again({ sourceId: acme.id })).toEqual(new Map([[target.id, 3]]));
  expect(await called()).toEqual(['processJob acme/A-1', 'processJob acme/A-2', 'processJob acme/A-3']);
  await again({ targetId: target.id });
  expect(await called()).toHaveLength(6);
  expect(await called()).toEqual([]);
});

test('a refused job is sent again on a person’s word; what was taken down is not', async () => {
  const road = await published();
  const { again, called, acme, school, clock } = road;
  school.next = () => ({ outcome: { kind: 'refused', reason: 'no such type' } });
  road.serve('acme', indeedFeed([...jobs(3), { id: 'A-9' }], 'more'));
  await road.read(acme);
  expect(await called()).toEqual(['processJob acme/A-9']);
  school.next = () => undefined;
  expect(await called()).toEqual([]);
  await again({ sourceId: acme.id, jobId: 'A-9' });
  expect(await called()).toEqual(['processJob acme/A-9']);

  road.serve('acme', indeedFeed(jobs(3), 'less'));
  for (let run = 0; run < 2; run += 1) {
    clock.advance(DAY);
    await road.read(acme);
  }
  expect(await called()).toEqual(['deleteJob acme/A-9']);
  expect(await again({ sourceId: acme.id, jobId: 'A-9' })).toEqual(new Map());
  expect(await called()).toEqual([]);
});

test('a removal that a target refused is asked for again', async () => {
  const road = await published();
  const { again, called, zenith, school, clock } = road;
  school.next = () => ({ outcome: { kind: 'refused', reason: 'locked' } });
  road.serve('zenith', indeedFeed(ofZenith(2)));
  for (let run = 0; run < 2; run += 1) {
    clock.advance(DAY);
    await road.read(zenith);
  }
  expect(await called()).toEqual(['deleteJob zenith/Z-3']);
  school.next = () => undefined;
  expect(await called()).toEqual([]);
  await again({ sourceId: zenith.id, jobId: 'Z-3' });
  expect(await called()).toEqual(['deleteJob zenith/Z-3']);
  expect(school.jobs.has('zenith/Z-3')).toBe(false);
});

test('a job of a removed feed, or at a school whose agreement ended, is not sent again', async () => {
  const { again, acme, zenith, target, context, school } = await published();
  const applied = async () => {
    await applyPlan(context, target.id);
    return school.calls.splice(0).map(({ id }) => id);
  };
  await changeFeed(db, acme.id, { state: 'left' });
  await again({ targetId: target.id });
  expect((await applied()).toSorted()).toEqual(['zenith/Z-1', 'zenith/Z-2', 'zenith/Z-3']);
  const agreement = { to: '2026-11-01' };
  await redefineTarget(db, target, { ...target.definition, agreement });
  await again({ sourceId: zenith.id });
  expect(await applied()).toEqual([]);
});
