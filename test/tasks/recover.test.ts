import { expect, test } from 'vitest';
import { installationPlaceOf } from '../../src/platform/audit/audit-installation.ts';
import { replay } from '../../src/platform/audit/replay.ts';
import type { JournalLine } from '../../src/platform/audit/journal.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { batchesOf, holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { matchLedger } from '../../src/publishing/recovery/adopt.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { adoptLedger } from '../../src/publishing/recovery/adopt-ledger.ts';
import { readLedger } from '../../src/publishing/recovery/ledger-file.ts';
import { recover } from '../../src/publishing/recovery/recover.ts';
import { restoreRemovals } from '../../src/operations/batches.operations.ts';
import { removeTarget } from '../../src/publishing/remove-target.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a ledger lost with its database is rebuilt from the journal; nothing is posted twice, no id is lost', async () => {
  const given = await aPublishedRoad(db, 12);
  await db.execute('delete from publications');
  expect(await recover(given.context, given.lines)).toMatchObject({
    targets: [{ known: 12, written: 12 }],
    unknown: [],
  });
  await given.publish(given.target);
  expect(given.school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toEqual([]);
  given.serve('acme', indeedFeed(jobs(12).map((job) => (job.id === 'A-3' ? { ...job, title: 'New' } : job))));
  await given.read(given.feed);
  await given.publish(given.target);
  expect(given.school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-3' }]);
});

test('after an older backup every target compares first: what would change waits for a person', async () => {
  const given = await aPublishedRoad(db, 12);
  await db.execute(
    "update publications set belief = 'none', belief_fingerprint = null, call = 'due', next_at = now(), first_sent_at = null, sent_at = null, answered_at = null, taken = null, taken_at = null where job_id in ('A-1', 'A-2')",
  );
  await db.execute(
    "update publications set intent_fingerprint = 'old', belief_fingerprint = 'old', sent_at = '2026-11-01', answered_at = '2026-11-01' where job_id = 'A-3'",
  );
  const lines = given.lines.filter(({ jobId }) => jobId !== 'A-2');
  await recover(given.context, lines);
  given.clock.advance(HOUR);
  await given.publish(given.target);
  expect(given.school.calls).toEqual([]);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'review', target: 'northfield', count: 1 });
  await actOnHold(given.context, hold?.id ?? 0, { kind: 'approve', thisRunOnly: false }, 'dana');
  await given.publish(given.target);
  expect(given.school.calls).toEqual([{ operation: 'processJob', id: 'acme/A-2' }]);
});

test('a target that was leaving goes on to leave', async () => {
  const given = await aPublishedRoad(db, 3);
  await removeTarget(given.context, given.target, { jobs: 'delist', by: 'dana' });
  await recover(given.context, given.lines);
  await given.publish(given.target);
  await given.publish(given.target);
  expect([given.school.jobs.size, (await targetById(db, given.target.id))?.state]).toEqual([0, 'removed']);
});

test('the journal tells intents without an outcome from what was answered', async () => {
  const answered = { what: 'outcome', outcome: 'answered' } as const;
  expect(await stateAfter({})).toEqual([{ state: 'unanswered', live: true, takenHash: undefined }]);
  expect(await stateAfter({}, answered)).toEqual([{ state: 'published', live: true, takenHash: 'h' }]);
  expect(await stateAfter({}, answered, { operation: 'deleteJob' })).toMatchObject([
    { state: 'delisting', live: true },
  ]);
  expect(await stateAfter({}, answered, { operation: 'deleteJob', ...answered, delisted: true })).toEqual([
    { state: 'delisted', live: false, takenHash: undefined },
  ]);
  expect(await stateAfter({}, { what: 'outcome', outcome: 'refused' })).toMatchObject([
    { state: 'refused', live: false },
  ]);
});

async function stateAfter(...lines: Partial<JournalLine>[]) {
  const { publications } = await replay(lines.map(line));
  return publications.map(({ state, live, takenHash }) => ({ state, live, takenHash }));
}

function line(over: Partial<JournalLine>): JournalLine {
  return {
    at: '2026-11-20T09:00:00Z',
    what: 'intent',
    operation: 'processJob',
    target: 't',
    source: 's',
    externalSourceId: 's',
    jobId: '1',
    hash: 'h',
    ...over,
  };
}

test('a batch of removals is restored under the same ids, and stays', async () => {
  const given = await aPublishedRoad(db, 12);
  given.serve('acme', indeedFeed(jobs(10)));
  for (const hours of [7, 7]) {
    given.clock.advance(hours * HOUR);
    await given.read(given.feed);
  }
  await given.publish(given.target);
  expect(given.school.jobs.size).toBe(10);
  const [batch] = await batchesOf(db, given.clock.now());
  expect(batch).toMatchObject({ target: 'northfield', cause: 'missing', count: 2, restorable: 2 });
  expect(await given.perform(restoreRemovals, { id: String(batch?.id) })).toMatchObject({
    kind: 'accepted',
    value: { restored: 2, others: 0 },
  });
  expect(await given.perform(restoreRemovals, { id: String(batch?.id) })).toMatchObject({
    kind: 'conflict',
    detail: expect.stringContaining('was already restored'),
  });
  given.clock.advance(MINUTE);
  await given.publish(given.target);
  given.clock.advance(DAY);
  await given.read(given.feed);
  await given.publish(given.target);
  expect(given.school.jobs.size).toBe(12);
  expect(
    given.school.calls
      .slice(2)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['acme/A-11', 'acme/A-12']);
  expect(await given.perform(restoreRemovals, { id: '99' })).toMatchObject({ kind: 'not_found' });
});

test('adopted jobs keep the ids they had, and those without a listing are one held group', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  const lines = [
    ...jobs(12).map(({ id }) => ({ externalSourceId: 'legacy', jobId: id })),
    ...jobs(3, 50).map(({ id }) => ({ externalSourceId: 'legacy', jobId: id })),
  ];
  expect(await adoptLedger(road.context, target, lines, 'none')).toEqual({
    rows: 15,
    adopted: 15,
    matched: 12,
    orphans: 3,
  });
  await road.publish(target);
  expect(road.school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toMatchObject([{ kind: 'rekeyed', target: 'northfield', count: 3 }]);
  road.serve('acme', indeedFeed(jobs(12).map((job) => (job.id === 'A-3' ? { ...job, title: 'New' } : job))));
  await road.read(feed);
  await road.publish(target);
  expect(road.school.calls).toEqual([{ operation: 'processJob', id: 'legacy/A-3' }]);
});

test('a line of a ledger is given to one listing, by the nearest of its ids', () => {
  const postable = {
    listingId: 1,
    source: 'acme',
    externalSourceId: 'acme',
    jobId: '7',
    identity: { externalSourceId: 'all', jobId: 'acme:7' },
  };
  const lines = [
    { externalSourceId: 'all', jobId: 'acme:7' },
    { externalSourceId: 'acme', jobId: '7' },
  ];
  expect([...matchLedger(lines, [postable]).keys()]).toEqual([lines[0]]);
});

test.each([
  ['acme,a-1', 'row 2 (of external_source_id, job_id, last_sent): a-1 is A-1 of row 1 in other letters'],
  ['acme,B-1,soon', 'row 2 (of external_source_id, job_id, last_sent): last_sent must be a date'],
  ['acme,', 'row 2 (of external_source_id, job_id, last_sent) lacks external_source_id or job_id'],
])('a ledger with the row %s says what is wrong with it', (row, mistake) => {
  expect(readLedger(`acme,A-1\n${row}\n`)).toEqual({
    kind: 'mistake',
    mistake: expect.stringContaining(mistake),
  });
  expect(readLedger('acme,A-1\nacme,A-1\nsummit,a-1\n')).toMatchObject({ kind: 'lines' });
});

test('a database that stands elsewhere than it says posts nothing', async () => {
  expect(installationPlaceOf({ here: 'a' })).toEqual({ kind: 'new' });
  expect(installationPlaceOf({ id: '1', home: 'a', here: 'a' })).toEqual({ kind: 'in service' });
  expect(installationPlaceOf({ id: '1', home: 'a', here: 'b' })).toMatchObject({
    kind: 'copied',
    reason: expect.stringContaining('claim'),
  });
  expect(installationPlaceOf({ id: '1', home: 'a', here: 'a', remembered: '2' })).toMatchObject({
    kind: 'copied',
  });

  const road = aRoad(db);
  const context = { ...road.context, objection: async () => 'a copy' };
  road.serve('acme', indeedFeed(jobs(2)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  const { settleTarget } = await import('../../src/tasks/settle-target.ts');
  expect(await settleTarget(context, target.id, () => {})).toMatchObject({ trouble: 'a copy' });
  expect(road.school.calls).toEqual([]);
});
