import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { JournalLine } from '../../src/platform/audit/journal.ts';
import { HOUR, SECOND } from '../../src/core/clock.ts';
import { rowsOf } from '../setup/rows.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { UnwritableError } from '../../src/soap/untyped-encode.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

/** A plan of some new jobs that is made and not begun. */
async function planned(count: number) {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(count)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await reconcileTarget(road.context, target.id);
  return { ...road, feed, target };
}

const rowOf = async (jobId: string) =>
  rowsOf(
    await db.execute(sql`
      select live, lease_by, state, call = 'due' as due from publications where job_id = ${jobId}`),
  )[0];

test('when the outcome of a call cannot be written, the calls beside it keep their lease until they have ended', async () => {
  const given = await planned(6);
  const gate = Promise.withResolvers<void>();
  const fails = {
    write: async (lines: readonly JournalLine[]) => {
      if (lines.some(({ what, jobId }) => what === 'outcome' && jobId === 'A-1'))
        throw new Error('disk full');
    },
    close: async () => {},
  };
  const out: string[] = [];
  const service = {
    ...given.school,
    processJob: async (...asked: Parameters<typeof given.school.processJob>) => {
      out.push(String(asked[0]?.job_id));
      if (asked[0]?.job_id === 'A-2') await gate.promise;
      return given.school.processJob(...asked);
    },
  };
  const failing = applyPlan({ ...given.context, journal: fails, connect: () => service }, given.target.id);
  await expect.poll(() => out).toContain('A-2');
  expect(await rowOf('A-2')).toMatchObject({ live: true, lease_by: 'test' });
  gate.resolve();
  await expect(failing).rejects.toThrow('disk full');
  expect(await rowOf('A-2')).toMatchObject({ live: true, lease_by: null, state: 'published' });
});

test('a row whose call was made and whose outcome is lost stays leased and live, and is called again after the lease', async () => {
  const given = await planned(3);
  const broken = new Proxy(db, {
    get: (of, key) => {
      if ((key === 'execute' || key === 'transaction') && given.school.calls.length > 0)
        return () => Promise.reject(new Error('no database'));
      return Reflect.get(of, key) as unknown;
    },
  });
  await expect(applyPlan({ ...given.context, db: broken }, given.target.id)).rejects.toThrow('no database');
  const called = given.school.calls.map(({ id }) => id.split('/')[1] ?? '');
  for (const jobId of called) expect(await rowOf(jobId)).toMatchObject({ live: true, lease_by: 'test' });
  given.clock.advance(11 * SECOND);
  await given.publish(given.target);
  expect(given.school.jobs.size).toBe(3);
});

test('rows that were claimed and never called go back as they were, what the target might hold included', async () => {
  const given = await planned(2);
  await db.execute(sql`update publications set belief = 'maybe' where job_id = 'A-1'`);
  const journal = { write: () => Promise.reject(new Error('disk full')), close: async () => {} };
  await expect(applyPlan({ ...given.context, journal }, given.target.id)).rejects.toThrow('disk full');
  expect(given.school.calls).toEqual([]);
  expect(await rowOf('A-1')).toMatchObject({ live: true, lease_by: null, due: true });
  expect(await rowOf('A-2')).toMatchObject({ live: false, lease_by: null, due: true });
});

test('a worker that slept past its leases calls for none of the rows that another has taken up', async () => {
  const given = await planned(4);
  const setting = {
    scope: 'global',
    key: 'publish.concurrency',
    value: 1,
    by: 'dana',
    at: given.clock.now(),
  };
  await writeSetting(db, setting);
  let slept = false;
  const service = {
    ...given.school,
    processJob: async (...asked: Parameters<typeof given.school.processJob>) => {
      if (!slept) {
        slept = true;
        given.clock.advance(20 * SECOND);
        await applyPlan({ ...given.context, worker: 'heir' }, given.target.id);
      }
      return given.school.processJob(...asked);
    },
  };
  await applyPlan({ ...given.context, connect: () => service }, given.target.id);
  const calls = Map.groupBy(given.school.calls, ({ id }) => id);
  expect([...calls.values()].map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2]);
});

test('a removal whose worker died after its call is a removal that was not answered: the target’s false means that it is gone', async () => {
  const given = await planned(20);
  await given.publish(given.target);
  given.serve('acme', indeedFeed(jobs(19)));
  for (const hours of [7, 7]) {
    given.clock.advance(hours * HOUR);
    await given.read(given.feed);
  }
  const dead = new Proxy(db, {
    get: (of, key) =>
      (key === 'execute' || key === 'transaction') &&
      given.school.calls.some(({ operation }) => operation === 'deleteJob')
        ? () => Promise.reject(new Error('killed'))
        : (Reflect.get(of, key) as unknown),
  });
  await reconcileTarget(given.context, given.target.id);
  await expect(applyPlan({ ...given.context, db: dead }, given.target.id)).rejects.toThrow('killed');
  expect(given.school.jobs.size).toBe(19);
  given.clock.advance(11 * SECOND);
  await applyPlan({ ...given.context, worker: 'heir' }, given.target.id);
  expect(await rowOf('A-20')).toMatchObject({ state: 'delisted', live: false, due: false });
});

test('a job whose first call may have arrived and whose repeat is refused may be at the target', async () => {
  const given = await planned(2);
  await db.execute(sql`update publications set belief = 'maybe' where job_id = 'A-1'`);
  given.school.next = () => ({ outcome: { kind: 'refused', reason: 'no' } });
  await applyPlan(given.context, given.target.id);
  expect(await rowOf('A-1')).toMatchObject({ state: 'refused', live: true });
  // A refusal may come after the work was done.
  expect(await rowOf('A-2')).toMatchObject({ state: 'refused', live: true });
});

test('a job whose call cannot be written is refused like one that the school refuses, and stops no other', async () => {
  const { context, school, target } = await planned(3);
  const reason = 'job.job_id: expected an identifier that XML can carry, came one with U+0001';
  const service = {
    ...school,
    processJob: async (...asked: Parameters<typeof school.processJob>) => {
      if (asked[0]?.job_id === 'A-2') throw new UnwritableError(reason);
      return school.processJob(...asked);
    },
  };
  expect(await applyPlan({ ...context, connect: () => service }, target.id)).toMatchObject({
    slice: { published: 2, refused: 1 },
  });
  const rows = await db.execute(sql`select state, reason from publications where job_id = 'A-2'`);
  expect(rowsOf(rows)[0]).toEqual({ state: 'refused', reason });
});

test('another error of a call is no refusal: the job may have been taken', async () => {
  const { context, school, target } = await planned(1);
  const service = { ...school, processJob: () => Promise.reject(new TypeError('a mistake of ours')) };
  const failing = applyPlan({ ...context, connect: () => service }, target.id);
  await expect(failing).rejects.toThrow('a mistake of ours');
  expect(await rowOf('A-1')).toMatchObject({ live: true, state: 'sending' });
});
