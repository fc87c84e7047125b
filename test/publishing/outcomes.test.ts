import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { rowsOf } from '../setup/rows.ts';
import { claimDue, batchedOutcomes } from '../../src/publishing/claims.repository.ts';
import { afterPublish, type CallEnd } from '../../src/publishing/settle.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();
const published: CallEnd = { event: { type: 'answered' }, answer: 'ok' };

/** Three jobs that are claimed for calls. */
async function claimed() {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await reconcileTarget(road.context, target.id);
  const rows = await claimDue(db, {
    targetId: target.id,
    now: road.clock.now(),
    worker: 'test',
    leaseMs: 10_000,
    atMost: 10,
    room: { removals: Infinity, forms: Infinity, updates: Infinity },
    pacedRemovals: 60,
    sourceRoom: [],
    removalsStopped: false,
    publishingStopped: false,
    stoppedSources: [],
    silentSources: [],
    paused: false,
    belonging: async (_, listingIds) => new Set(listingIds),
  });
  const settlements = rows.map((row) => ({
    claimed: row,
    end: published,
    at: road.clock.now(),
    worker: 'test',
  }));
  return { ...road, feed, target, settlements };
}

const stand = async () =>
  rowsOf(
    await db.execute(sql`
      select job_id, state, live, lease_by, call in ('due', 'out') as due, taken #>> '{job,job_title}' as taken,
        wanted #>> '{job,job_title}' as wanted, coalesce(belief_fingerprint = intent_fingerprint, false) as same from publications order by job_id`),
  );

test('outcomes that come together are written together, each as it ended', async () => {
  const { settlements } = await claimed();
  const outcomes = batchedOutcomes(db);
  const [one, two, three] = settlements;
  const troubled: CallEnd = { event: { type: 'troubled', pauseMs: HOUR }, reason: 'HTTP 503' };
  const refused: CallEnd = { event: { type: 'refused' }, reason: 'no such type' };
  await Promise.all([
    one && outcomes.write(one),
    two && outcomes.write({ ...two, end: troubled }),
    three && outcomes.write({ ...three, end: refused }),
  ]);
  expect(await stand()).toMatchObject([
    {
      job_id: 'A-1',
      state: 'published',
      live: true,
      lease_by: null,
      due: false,
      taken: 'Job A-1',
      same: true,
    },
    { job_id: 'A-2', state: 'troubled', live: true, lease_by: null, due: true, taken: null },
    // A refusal may come after the work was done.
    { job_id: 'A-3', state: 'refused', live: true, lease_by: null, due: false, taken: null },
  ]);
});

test('what a target took while a newer version was planned is written down as it was sent, and the newer one stays due', async () => {
  const { settlements, clock, context, serve, read, feed, target } = await claimed();
  serve('acme', indeedFeed(jobs(3).map((job) => (job.id === 'A-1' ? { ...job, title: 'Newer' } : job))));
  clock.advance(HOUR);
  await read(feed);
  await reconcileTarget(context, target.id);
  const outcomes = batchedOutcomes(db);
  await Promise.all(settlements.map(outcomes.write));
  expect(await stand()).toMatchObject([
    { job_id: 'A-1', state: 'sending', due: true, taken: 'Job A-1', wanted: 'Newer', same: false },
    { job_id: 'A-2', state: 'published', due: false },
    { job_id: 'A-3', state: 'published', due: false },
  ]);
});

test('an outcome that cannot be written does not keep the others from it', async () => {
  const { settlements } = await claimed();
  const outcomes = batchedOutcomes(db);
  const [one, ...others] = settlements;
  if (one === undefined) throw new Error('a claimed row was expected');
  const unwritable = { ...one, end: { ...published, answer: 'a \u0000' } };
  const ends = await Promise.allSettled([unwritable, ...others].map(outcomes.write));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect((await stand()).map(({ state }) => state)).toEqual(['sending', 'published', 'published']);
});

test('a first call for which there was no connection leaves the job as not there; one that may have arrived does not', async () => {
  const { settlements } = await claimed();
  const outcomes = batchedOutcomes(db);
  const limits = {
    retryFirstMs: 1,
    retryMaxMs: 1,
    attentionAfter: 8,
    repeatsProven: false,
    usualAnswers: [],
  };
  const after = (why: 'unreachable' | 'http') =>
    afterPublish(
      { kind: 'troubled', why, reason: why },
      { tries: 0, takenBefore: false, posting: { job: {}, employer: {} } },
      limits,
      () => 0,
    );
  // A worker that died had called for it.
  await db.execute(sql`update publications set call_before = 'maybe', rev = rev + 1 where job_id = 'A-3'`);
  const [one, two, three] = settlements;
  await Promise.all([
    one && outcomes.write({ ...one, end: after('unreachable') }),
    two && outcomes.write({ ...two, end: after('http') }),
    three && outcomes.write({ ...three, end: after('unreachable') }),
  ]);
  expect(await stand()).toMatchObject([
    { job_id: 'A-1', state: 'troubled', live: false, due: true },
    { job_id: 'A-2', state: 'troubled', live: true, due: true },
    { job_id: 'A-3', state: 'troubled', live: true, due: true },
  ]);
});
