import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '../setup/database.ts';
import { adopt } from '../../src/operations/schools/ledgers.operations.ts';
import { rowsOf } from '../setup/rows.ts';
import { HOUR } from '../../src/core/clock.ts';
import { type Step, worldAfter } from './commands.ts';

/** Steps about schools by which the model-based test found a fault, each as short as it gets. */
const db = await testDatabase();

const after = (...steps: readonly Step[]) => worldAfter(db, steps);

test('a job that is let back at a paused school stays there, though its take-down reaches paused schools', async () => {
  const world = await after(
    { do: 'keep-off', school: 'north', opening: 'Cook', back: false },
    { do: 'keep-off', school: 'south', opening: 'Cook', back: false },
    { do: 'pause', school: 'north' },
    { do: 'pause', school: 'south' },
    { do: 'keep-off', school: 'north', opening: 'Cook', back: true },
    { do: 'at-paused' },
    { do: 'apply', school: 'north', ends: [] },
    { do: 'apply', school: 'south', ends: [] },
  );
  const shows = (name: string) => world.schools[name]?.board.has('acme/Cook');
  expect([shows('north'), shows('south')]).toEqual([true, false]);
});

test('nothing is taken over at a school that is being removed: it would never come down', async () => {
  const world = await after({ do: 'leave', school: 'north', jobs: 'delist' });
  const rows = [{ external_source_id: 'older', job_id: 'Tutor' }];
  expect(await world.perform(adopt, { name: 'north', touch: 'none', rows })).toMatchObject({
    kind: 'conflict',
    detail: 'Target north is being removed: nothing is taken over there.',
  });
});

test('a plan decides nothing about a copy in a feed that sends the school no jobs', async () => {
  const world = await after(
    { do: 'send-to', feed: 'beta', schools: ['north'] },
    { do: 'wait', ms: HOUR },
    { do: 'read', feed: 'beta' },
    { do: 'decide', kind: 'approve' },
    { do: 'plan', school: 'south' },
    { do: 'apply', school: 'south', ends: [] },
    { do: 'list', feed: 'acme', opening: 'Baker', edition: 1 },
    { do: 'wait', ms: HOUR },
    { do: 'read', feed: 'acme' },
    { do: 'plan', school: 'south' },
  );
  const south = world.schools['south']?.target.id;
  const decided = await world.db.execute(
    sql`select l.title from decisions d join listings l on l.id = d.listing_id where d.target_id = ${south} and d.step = 'addressed'`,
  );
  expect(rowsOf(decided).map(({ title }) => title)).not.toContain('Baker');
});
