// @module-tag slow
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { testDatabase } from '../setup/database.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';
import { carryOutAll, type Step, worldAfter } from './commands.ts';
import { recover } from './recover.ts';
import { submissionStatusOf } from '../../src/submissions/school-status.queries.ts';
import { firstPlanJobs } from '../../src/publishing/holds/first-plan.queries.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { waitingPlaces } from '../../src/publishing/queries/job-states.queries.ts';
import { targetOf } from './world.ts';

/** What the model-based test found, each as short as it was made. */
const db = await testDatabase();

const after = (...steps: readonly Step[]) => worldAfter(db, steps);

test('a copy of a job under review takes over under its identity', async () => {
  const world = await after(
    { do: 'review', opening: 'Cook', kind: 'changes' },
    { do: 'list', feed: 'beta', opening: 'Cook', edition: 1 },
    { do: 'read', feed: 'beta' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  const shown = [...(world.schools['north']?.board ?? [])].filter(([, { opening }]) => opening === 'Cook');
  expect(shown.map(([id]) => id)).toEqual(['acme/Cook']);
  await recover(world);
});

test('a block takes back what is queued, before any plan', async () => {
  const world = await after(
    { do: 'list', feed: 'acme', opening: 'Driver', edition: 1 },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'block', opening: 'Driver' },
    { do: 'apply', school: 'north', ends: [] },
  );
  await recover(world);
  expect(world.schools['north']?.board.has('acme/Driver')).toBe(false);
});

test('a block holds before any plan, also where everything is sent again', async () => {
  const world = await after(
    { do: 'block', opening: 'Baker' },
    { do: 'resend', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  expect(world.schools['north']?.board.has('acme/Baker')).toBe(false);
  await recover(world);
});

test('a job that a person restored goes on under its new id', async () => {
  const world = await after(
    { do: 'unlist', feed: 'acme', opening: 'Nurse' },
    { do: 'read', feed: 'acme' },
    { do: 'wait', ms: 7 * HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
    { do: 'restore' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
    { do: 'list', feed: 'acme', opening: 'Nurse', edition: 0 },
    { do: 'rename', feed: 'acme', opening: 'Nurse' },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  const shown = [...(world.schools['north']?.board ?? [])].filter(([, { opening }]) => opening === 'Nurse');
  expect(shown.map(([id]) => id)).toEqual(['acme/Nurse']);
  await recover(world);
});

test('a job whose removal a person refused goes on under its new id', async () => {
  const world = await after(
    { do: 'unlist', feed: 'acme', opening: 'Nurse' },
    { do: 'unlist', feed: 'acme', opening: 'Clerk' },
    { do: 'unlist', feed: 'acme', opening: 'Cook' },
    { do: 'read', feed: 'acme' },
    { do: 'wait', ms: 7 * HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'decide', kind: 'reject' },
    { do: 'plan', school: 'north' },
    { do: 'list', feed: 'acme', opening: 'Nurse', edition: 0 },
    { do: 'rename', feed: 'acme', opening: 'Nurse' },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  const shown = [...(world.schools['north']?.board ?? [])].map(([id]) => id);
  expect(shown.toSorted()).toEqual(
    ['acme/Baker', 'acme/Clerk', 'acme/Cook', 'acme/Driver', 'acme/Nurse', 'beta/Gardener'].toSorted(),
  );
  await recover(world);
});

test('a job whose day is over is not sent again before the next plan', async () => {
  const world = await after(
    { do: 'close', feed: 'acme', opening: 'Nurse', inDays: 1 },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
    { do: 'wait', ms: 3 * DAY },
    { do: 'resend', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  await recover(world);
  expect(world.violations).toEqual([]);
});

test('an update that waits since before the job ended is not sent', async () => {
  const world = await after(
    { do: 'list', feed: 'acme', opening: 'Nurse', edition: 1 },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'unlist', feed: 'acme', opening: 'Nurse' },
    { do: 'read', feed: 'acme' },
    { do: 'wait', ms: 7 * HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'apply', school: 'north', ends: [] },
  );
  await recover(world);
  expect(world.violations).toEqual([]);
});

test('a copy that comes again under another id, with its old date, is a copy still', async () => {
  const world = await after(
    { do: 'list', feed: 'beta', opening: 'Driver', edition: 1 },
    { do: 'rename', feed: 'beta', opening: 'Driver' },
    { do: 'read', feed: 'beta' },
    { do: 'unlist', feed: 'beta', opening: 'Driver' },
    { do: 'read', feed: 'beta' },
    { do: 'wait', ms: 7 * HOUR },
    { do: 'read', feed: 'beta' },
    { do: 'list', feed: 'beta', opening: 'Driver', edition: 2 },
    { do: 'read', feed: 'beta' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  const shown = [...(world.schools['north']?.board ?? [])].filter(([, { opening }]) => opening === 'Driver');
  expect(shown.map(([id]) => id)).toEqual(['acme/Driver']);
  await recover(world);
});

test('a job that is to be sent again and waits in a first plan is shown as held by it', async () => {
  const world = await after(
    { do: 'rename', feed: 'acme', opening: 'Driver' },
    { do: 'read', feed: 'acme' },
    { do: 'review-first', school: 'south' },
    { do: 'resend', school: 'south' },
    { do: 'plan', school: 'south' },
  );
  const south = world.schools['south'];
  const places = south && (await waitingPlaces(db, (await targetOf(world, south)).id));
  expect(places?.map(({ state, holdId }) => [state, holdId !== null])).toEqual([['held', true]]);
});

test('a job that a refused document has under another id stays up', async () => {
  const world = await after(
    { do: 'rename', feed: 'acme', opening: 'Nurse' },
    { do: 'list', feed: 'acme', opening: 'Gardener', edition: 0 },
    { do: 'rename', feed: 'acme', opening: 'Clerk' },
    { do: 'unlist', feed: 'acme', opening: 'Driver' },
    { do: 'read', feed: 'acme' },
    { do: 'decide', kind: 'reject' },
    { do: 'wait', ms: HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'wait', ms: 7 * HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  const shown = [...(world.schools['north']?.board ?? [])].map(([, { opening }]) => opening);
  expect(shown).toEqual(expect.arrayContaining(['Nurse', 'Clerk', 'Driver']));
  await recover(world);
});

test('a removal that waits in the first plans of its feed and its school is shown under one hold', async () => {
  // Plans compare what they show with what a plan of everything shows.
  const world = await after(
    { do: 'feed-review', feed: 'acme' },
    { do: 'recover' },
    { do: 'list', feed: 'acme', opening: 'Nurse', edition: 9 },
    { do: 'read', feed: 'acme' },
    { do: 'wait', ms: DAY },
    { do: 'plan', school: 'south' },
    { do: 'plan', school: 'north' },
    { do: 'plan', school: 'south' },
  );
  const { id } = await targetOf(world, world.schools['south'] ?? expect.fail('no school'));
  const held = (await waitingPlaces(world.db, id)).filter(({ holdId }) => holdId !== null);
  expect(held).toHaveLength(1);
});

test('a job whose call is out is shown as on its way while its next update waits in a first plan', async () => {
  const world = await after(
    { do: 'plan', school: 'north' },
    { do: 'resend', school: 'south' },
    { do: 'wait', ms: 7 * HOUR },
    { do: 'apply', school: 'south', ends: ['killed'] },
    { do: 'list', feed: 'acme', opening: 'Driver', edition: 1 },
    { do: 'review-first', school: 'south' },
    { do: 'read', feed: 'acme' },
    { do: 'wait', ms: DAY },
    { do: 'plan', school: 'south' },
    { do: 'plan', school: 'south' },
  );
  const { id } = await targetOf(world, world.schools['south'] ?? expect.fail('no school'));
  expect(await waitingPlaces(world.db, id)).toEqual([]);
});

test('an opening that a feed lists and its employer writes in the form is shown once, for as long as either offers it', async () => {
  const world = await after(
    { do: 'post', opening: 'Gardener', schools: [], edition: 2, days: 60 },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  const shown = () =>
    [...(world.schools['north']?.board ?? [])].filter(([, { opening }]) => opening === 'Gardener');
  expect(shown().map(([id]) => id)).toEqual(['beta/Gardener']);
  const words = async () =>
    rowsOf(
      await world.db.execute(
        sql`select a.company, a.title from adverts a join sources s on s.id = a.source_id where s.kind = 'form'`,
      ),
    );
  expect(await words()).toEqual([{ company: 'gardener works', title: 'gardener' }]);
  const [form] = rowsOf(
    await world.db.execute(
      sql`select l.id from listings l join sources s on s.id = l.source_id where s.kind = 'form'`,
    ),
  );
  const told = async () =>
    (await submissionStatusOf(world.db, numberIn(form ?? {}, 'id'), ['north']))?.schools;
  expect(await told()).toMatchObject([{ school: 'north', state: 'accepted' }]);
  await carryOutAll(world, [
    { do: 'shut', opening: 'Gardener' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  ]);
  expect(await told()).toEqual([{ school: 'north', state: 'copy' }]);
  await carryOutAll(world, [
    { do: 'erase', opening: 'Gardener' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  ]);
  expect(shown().map(([id]) => id)).toEqual(['beta/Gardener']);
  expect(await words()).toEqual([{ company: '', title: '' }]);
  await recover(world);
});

test('what is down by the day of its form is not touched for a copy that a removed feed left up', async () => {
  const world = await after(
    { do: 'post', opening: 'Baker', schools: ['north', 'south'], edition: 1, days: 1 },
    { do: 'plan', school: 'south' },
    { do: 'plan', school: 'north' },
    { do: 'feed-remove', feed: 'beta', jobs: 'delist' },
    { do: 'plan', school: 'south' },
    { do: 'feed-remove', feed: 'acme', jobs: 'leave-up' },
  );
  // Every third plan is compared with one of everything.
  await recover(world);
  expect([...(world.schools['south']?.board ?? [])].map(([id]) => id)).not.toContain('acme/Baker');
});

test('a job that staff reject goes at once, while the first plan of its school waits', async () => {
  const world = await after(
    { do: 'review-first', school: 'north' },
    { do: 'list', feed: 'acme', opening: 'Nurse', edition: 1 },
    { do: 'wait', ms: HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'review', opening: 'Cook', kind: 'reject' },
    { do: 'keep-off', school: 'north', opening: 'Driver', back: false },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  );
  const shown = [...(world.schools['north']?.board.keys() ?? [])];
  expect(shown.toSorted()).toEqual(['acme/Baker', 'acme/Clerk', 'acme/Nurse', 'beta/Gardener']);
  const [hold] = await holdsIn(world.db, ['open']);
  expect(hold).toMatchObject({ kind: 'review', count: 1 });
});

test('a job whose update a person kept back is asked about again when it is to go', async () => {
  const world = await after(
    { do: 'review-first', school: 'north' },
    { do: 'list', feed: 'acme', opening: 'Cook', edition: 1 },
    { do: 'list', feed: 'acme', opening: 'Nurse', edition: 1 },
    { do: 'wait', ms: HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
    { do: 'pick', kind: 'reject', nth: 0 },
    { do: 'unlist', feed: 'acme', opening: 'Cook' },
    { do: 'read', feed: 'acme' },
    { do: 'wait', ms: 7 * HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'north' },
  );
  const hold = (await holdsIn(world.db, ['open'])).find(({ kind }) => kind === 'review');
  const asked = await firstPlanJobs(world.db, hold ?? expect.fail('no first plan'));
  expect(asked.map(({ title, change }) => [title, change])).toEqual([
    ['Cook', 'take down'],
    ['Nurse', 'update'],
  ]);
});

test('two jobs that a person told apart are both published where a school comes back', async () => {
  const world = await after(
    { do: 'post', opening: 'Nurse', schools: ['north', 'south'], edition: 1, days: 40 },
    { do: 'plan', school: 'south' },
    { do: 'leave', school: 'south', jobs: 'delist' },
    { do: 'apply', school: 'south', ends: [] },
    { do: 'apply', school: 'south', ends: [] },
    { do: 'split', feed: 'acme', opening: 'Nurse' },
    { do: 'return', school: 'south' },
    { do: 'plan', school: 'south' },
    { do: 'apply', school: 'south', ends: [] },
  );
  const shown = [...(world.schools['south']?.board.values() ?? [])];
  expect(shown.filter(({ opening }) => opening === 'Nurse')).toHaveLength(2);
});

test('the sample of a first plan names no job that a person kept out of it', async () => {
  const world = await after(
    { do: 'list', feed: 'beta', opening: 'Baker', edition: 1 },
    { do: 'wait', ms: HOUR },
    { do: 'read', feed: 'beta' },
    { do: 'feed-remove', feed: 'acme', jobs: 'delist' },
    { do: 'recover' },
    { do: 'plan', school: 'south' },
    { do: 'plan', school: 'south' },
    { do: 'pick', kind: 'reject', nth: 0 },
    { do: 'plan', school: 'south' },
  );
  const [hold] = await holdsIn(world.db, ['open']);
  const asked = await firstPlanJobs(world.db, hold ?? expect.fail('no first plan'));
  expect(asked.map(({ title }) => title)).toEqual(['Clerk', 'Cook', 'Driver', 'Nurse']);
  expect(hold?.sample.map(({ title }) => title).toSorted()).toEqual(['Clerk', 'Cook', 'Driver', 'Nurse']);
});

test('a job that is let back at one school stays there, though another keeps it off', async () => {
  const world = await after(
    { do: 'keep-off', school: 'north', opening: 'Cook', back: false },
    { do: 'keep-off', school: 'south', opening: 'Cook', back: false },
    { do: 'keep-off', school: 'north', opening: 'Cook', back: true },
    { do: 'apply', school: 'north', ends: [] },
    { do: 'apply', school: 'south', ends: [] },
  );
  const shows = (name: string) => world.schools[name]?.board.has('acme/Cook');
  expect([shows('north'), shows('south')]).toEqual([true, false]);
});

test('the first of two approvals that a rejected job needs does not keep it up', async () => {
  const world = await after({ do: 'review', opening: 'Cook', kind: 'reject' });
  await world.db.execute(
    sql`update screenings set band = 'senior', proof = 1 where listing_id in (select id from listings where title = 'Cook')`,
  );
  await carryOutAll(world, [
    { do: 'wait', ms: HOUR },
    { do: 'review', opening: 'Cook', kind: 'approve' },
    { do: 'plan', school: 'north' },
    { do: 'apply', school: 'north', ends: [] },
  ]);
  expect(world.schools['north']?.board.has('acme/Cook')).toBe(false);
});

test('a removal of a first plan whose approval has lapsed is asked about again', async () => {
  const world = await after({ do: 'review-first', school: 'south' });
  const steps: readonly Step[] = [
    { do: 'unlist', feed: 'beta', opening: 'Gardener' },
    { do: 'list', feed: 'acme', opening: 'Nurse', edition: 1 },
    { do: 'wait', ms: HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'read', feed: 'beta' },
    { do: 'wait', ms: 7 * HOUR },
    { do: 'read', feed: 'beta' },
    { do: 'plan', school: 'south' },
    { do: 'part', kind: 'approve', nth: 0, isStale: false },
    { do: 'wait', ms: DAY },
    { do: 'plan', school: 'south' },
    { do: 'part', kind: 'approve', nth: 0, isStale: false },
  ];
  // A part that is refused is a violation.
  await carryOutAll(world, steps);
  await carryOutAll(world, [
    { do: 'plan', school: 'south' },
    { do: 'apply', school: 'south', ends: [] },
  ]);
  expect(world.schools['south']?.board.has('beta/Gardener')).toBe(false);
});
