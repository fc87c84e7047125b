import { expect, test } from 'vitest';
import { testDatabase } from '../setup/database.ts';
import { begin, carryOutAll, recover, type Step } from './commands.ts';
import { aWorld, type World } from './world.ts';

/** What the model-based test found, each as short as it was made. */
const db = await testDatabase();

async function after(...steps: readonly Step[]): Promise<World> {
  const world = await aWorld(db);
  await begin(world);
  await carryOutAll(world, steps);
  return world;
}

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
