import { expect, test } from 'vitest';
import { audit } from '../../src/db/schema.ts';
import { listActivity } from '../../src/operations/activity.operations.ts';
import { keepJobOff } from '../../src/operations/school-reviews.operations.ts';
import { undoDecision } from '../../src/operations/undo.operations.ts';
import { takeDownsOf } from '../../src/publishing/holds/take-downs.repository.ts';
import { allTargets } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad } from '../setup/road.ts';

const db = await testDatabase();
const job = { source: 'acme', job_id: 'A-2' };

/** One job of a feed at two schools, and how the newest decision is taken back. */
async function twoSchools() {
  const road = await aPublishedRoad(db, 3);
  const other = await road.addTarget('calloway');
  const undoNewest = async () => {
    const ids = (await db.select().from(audit)).map(({ id }) => id);
    return road.perform(undoDecision, { id: String(Math.max(...ids)) });
  };
  /** The schools that send the job somewhere with their next calls, as `calloway: deleteJob`. */
  const calls = async () => {
    const made: string[] = [];
    for (const target of [road.target, other]) {
      road.school.calls.length = 0;
      await road.publish(target);
      made.push(...road.school.calls.map(({ operation, id }) => `${target.name}: ${operation} ${id}`));
    }
    return made;
  };
  await calls();
  return { ...road, undoNewest, calls };
}

test('a return that is taken back takes the job down only where it was kept off', async () => {
  const { perform, undoNewest, calls } = await twoSchools();
  await perform(keepJobOff, { ...job, target: 'northfield', reason: 'Wrong number.' });
  expect(await calls()).toEqual(['northfield: deleteJob acme/A-2']);
  await perform(keepJobOff, { ...job, back: true });
  expect(await calls()).toEqual(['northfield: processJob acme/A-2']);
  expect(await undoNewest()).toMatchObject({ kind: 'done' });
  expect(await calls()).toEqual(['northfield: deleteJob acme/A-2']);
});

test('a job that is kept off everywhere stays off where it was before, when that is taken back', async () => {
  const { perform, undoNewest, calls } = await twoSchools();
  await perform(keepJobOff, { ...job, target: 'northfield', reason: 'Wrong number.' });
  await perform(keepJobOff, { ...job, reason: 'Wrong everywhere.' });
  expect(await calls()).toEqual(['northfield: deleteJob acme/A-2', 'calloway: deleteJob acme/A-2']);
  expect(await undoNewest()).toMatchObject({ kind: 'done' });
  expect(await calls()).toEqual(['calloway: processJob acme/A-2']);
});

test('an act that let no job back cannot be taken back', async () => {
  const { perform, undoNewest, calls } = await twoSchools();
  expect(await perform(keepJobOff, { ...job, back: true })).toMatchObject({ kind: 'done' });
  expect(await undoNewest()).toMatchObject({ kind: 'conflict' });
  expect(await calls()).toEqual([]);
});

test('a job that is kept off is followed until it is down, and its school counts as started meanwhile', async () => {
  const { perform, undoNewest, target, publish, school } = await twoSchools();
  await perform(keepJobOff, { ...job, target: 'northfield', reason: 'Wrong number.' });
  const [act] = await takeDownsOf(db, { open: true, limit: 5 });
  expect(act).toMatchObject({
    kind: 'job',
    subjects: ['job:acme/A-2'],
    reason: 'Wrong number.',
    jobs: 1,
    down: 0,
  });
  expect((await allTargets(db)).map(({ reconciledAt }) => reconciledAt)).not.toContain(null);
  await publish(target);
  expect(await takeDownsOf(db, { open: false, limit: 5 })).toMatchObject([{ down: 1, remaining: 0 }]);
  await perform(keepJobOff, { ...job, back: true });
  await undoNewest();
  const acts = (await db.select().from(audit).orderBy(audit.id)).map(({ action }) => action);
  const { value } = Object(await perform(listActivity, { day: '2026-11-20' }));
  const kept = listActivity.output.parse(value).items.find(({ action }) => action === 'job.keep-off');
  expect(kept?.details).toBe('Wrong number.');
  expect(acts.slice(-3)).toEqual(['job.keep-off', 'job.let-back', 'decision.undo']);
  expect((await takeDownsOf(db, { open: false, limit: 1 }))[0]?.reason).toBe('Wrong number.');
  await publish(target);
  expect(school.jobs.has('acme/A-2')).toBe(false);
});
