import { expect, test, vi } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { explain } from '../../src/operations/reports/explain.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { placeCounts } from '../../src/publishing/queries/job-states.queries.ts';
import type { TaskContext } from '../../src/tasks/context.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, indeedFeed, jobs } from '../setup/road.ts';

/** What pages and commands say about a job is true of its removal and of what keeps it as well. */
const db = await testDatabase();
vi.setConfig({ testTimeout: 120_000 });

async function headingOf({ clock }: TaskContext, jobId: string) {
  const outcome = await explain({ db, clock, timeZone: 'UTC' }, 'acme', jobId);
  return outcome.kind === 'explained' ? outcome.explanation.targets[0]?.way.heading : outcome.reason;
}

test('a removal without an answer, or refused, is called a removal', async () => {
  const { clock, serve, read, feed, publish, target, context, school } = await aPublishedRoad(db, 12);
  school.next = () => ({ outcome: { kind: 'unanswered', why: 'timeout', reason: 'no answer' } });
  for (const built of ['one', 'two']) {
    clock.advance(7 * HOUR);
    serve('acme', indeedFeed(jobs(11), built));
    await read(feed);
    await publish(target);
  }
  expect(await headingOf(context, 'A-12')).toBe('No clear answer from northfield: its removal is sent again');
  school.next = () => ({ outcome: { kind: 'refused', reason: 'may not delete' } });
  clock.advance(HOUR);
  await publish(target);
  expect(await headingOf(context, 'A-12')).toBe('At northfield: the school refused its removal');
});

test('a job that its feed lists no more before it was sent lacks no field', async () => {
  const { clock, serve, read, feed, publish, target, context } = await aPublishedRoad(db, 12);
  const stop = (value: boolean) =>
    writeSetting(db, { scope: 'global', key: 'publish.stopped', value, by: 'test', at: clock.now() });
  await stop(true);
  for (const count of [13, 12]) {
    clock.advance(HOUR);
    serve('acme', indeedFeed(jobs(count), `${count}`));
    await read(feed);
    await publish(target);
  }
  await stop(false);
  await publish(target);
  expect(await headingOf(context, 'A-13')).toBe(
    'Not at northfield: it cannot go, its feed does not list it now',
  );
});

test('a job whose removal a person refused is no part of a later hold', async () => {
  const road = await aPublishedRoad(db, 100);
  const { clock, serve, read, feed, publish, target, context } = road;
  for (const key of ['delist.feedCount', 'delist.employerCount'] as const)
    await writeSetting(db, { scope: 'global', key, value: 1_000, by: 'test', at: clock.now() });
  const held = async (count: number) => {
    for (const hours of [7, 7]) {
      clock.advance(hours * HOUR);
      serve('acme', indeedFeed(jobs(count), clock.now().toISOString()));
      await read(feed);
      await publish(target);
    }
    return (await holdsIn(db, ['open']))[0];
  };
  await actOnHold(context, (await held(88))?.id ?? 0, { kind: 'reject' }, 'dana');
  await publish(target);
  expect(await held(76)).toMatchObject({ count: 12 });
  expect(await headingOf(context, 'A-100')).toBe('At northfield: live, up to date');
  expect(await headingOf(context, 'A-80')).toBe(
    'At northfield: its removal waits for your decision on a hold',
  );
  expect((await placeCounts(db)).filter(({ state }) => state === 'held')).toMatchObject([{ n: 12 }]);
});
