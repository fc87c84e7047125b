import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { empty, testDatabase } from '../setup/database.ts';
import { steps } from './chance.ts';
import { begin, carryOutAll } from './commands.ts';
import { recover } from './recover.ts';
import { aWorld } from './world.ts';

/** The real code under whatever happens to it. `MODEL_STEPS` and `MODEL_SEED` say how many steps are taken, and which. */
const db = await testDatabase();
const most = Number(process.env['MODEL_STEPS'] ?? 2_000);
const seed = Number(process.env['MODEL_SEED'] ?? 20);

test(
  'the real code holds the invariants of the executable model',
  { timeout: 3_600_000, tags: ['slow'] },
  async () => {
    let taken = 0;
    let courses = 0;
    const chosen = fc.array(steps(), { maxLength: 100, size: 'max' });
    const course = fc.asyncProperty(chosen, async (all) => {
      const some = all.slice(0, most - taken);
      if (some.length === 0) return;
      taken += some.length;
      await empty(db);
      const world = await aWorld(db);
      await begin(world);
      await carryOutAll(world, some);
      // To recover costs as much as half of a course.
      courses += 1;
      if (courses % 2 === 0) await recover(world);
    });
    await fc.assert(course, { seed, numRuns: most, endOnFailure: true });
    expect(taken).toBe(most);
  },
);
