import { sql } from 'drizzle-orm';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { rowsOf } from '../setup/rows.ts';
import { carryOut, insist } from './commands.ts';
import { wantedOf } from './invariants.ts';
import { putBack } from './school-steps.ts';
import {
  liftLimits,
  type Opening,
  PAST_LEASE,
  schoolNames,
  targetOf,
  type World,
  type WorldSchool,
} from './world.ts';

/** When all is well again, everything is read and every hold is approved, each school comes to what is wanted there. */
export async function recover(world: World): Promise<void> {
  const { clock, feeds, schools } = world;
  clock.advance(PAST_LEASE);
  await liftLimits(world);
  // A hold may be muted for a day.
  for (const feed of Object.keys(feeds)) await carryOut(world, { do: 'feed-resume', feed });
  await putBack(world);
  for (const wait of [8 * HOUR, 8 * HOUR, 8 * DAY, 8 * HOUR, 8 * HOUR, HOUR]) {
    for (const feed of Object.values(feeds)) if (feed.listed.size > 0) await world.read(feed.name);
    await carryOut(world, { do: 'decide', kind: 'approve' });
    for (const school of schoolNames) await carryOut(world, { do: 'decide-forms', school, kind: 'approve' });
    for (const { name } of Object.values(schools)) {
      await carryOut(world, { do: 'resume', school: name });
      await carryOut(world, { do: 'plan', school: name });
      // A target that is left is removed when a worker finds nothing more to do.
      for (const ends of [[], []]) await carryOut(world, { do: 'apply', school: name, ends });
    }
    await insist(world, 'while it recovers');
    clock.advance(wait);
  }
  for (const school of Object.values(schools)) await recovered(world, school);
}

async function recovered(world: World, school: WorldSchool): Promise<void> {
  const { state, id } = await targetOf(world, school);
  const rows = rowsOf(
    await world.db.execute(
      sql`select call, parked, intent, job_id from publications where target_id = ${id} and call <> 'idle' and parked is distinct from 'denied'`,
    ),
  );
  if (state === 'leaving' && rows.length === 0 && !(await hasDenied(world, id)))
    throw new Error(`${school.name} never leaves`);
  if (state !== 'active') return;
  const settled = rows.filter((row) => row['parked'] === null || row['intent'] === 'hide');
  if (settled.length > 0) throw new Error(`${school.name}: calls are left: ${JSON.stringify(settled)}`);
  // What was taken over without a listing stays where a person kept it.
  const taken = await world.db.execute(sql`
    select p.external_source_id || '/' || p.job_id as id from publications p join hold_subjects k on k.publication_id = p.id
    where p.target_id = ${id} and p.listing_id is null and k.op = 'hide' and k.decision = 'kept'`);
  const kept = new Set(rowsOf(taken).map((row) => String(row['id'])));
  const board = [...school.board].filter(([identity]) => !kept.has(identity));
  const shown = new Set(board.map(([, { opening }]) => opening ?? ('?' as Opening)));
  const { must, may } = await wantedOf(world, school, id);
  for (const opening of must)
    if (
      ![opening, ...(world.joined.get(opening) ?? [])].some((one) => shown.has(one) || one === school.without)
    )
      throw new Error(`${school.name} lacks the ${opening}, which is listed`);
  for (const opening of shown)
    if (!may.has(opening)) throw new Error(`${school.name} shows the ${opening}, which no feed lists`);
}

async function hasDenied({ db }: World, id: number): Promise<boolean> {
  return (
    rowsOf(await db.execute(sql`select 1 from publications where target_id = ${id} and parked = 'denied'`))
      .length > 0
  );
}
