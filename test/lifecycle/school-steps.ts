import { sql } from 'drizzle-orm';
import { setFeed } from '../../src/operations/feed-definitions.operations.ts';
import { decideLabels, undoLabels } from '../../src/operations/labels.operations.ts';
import { decideAtSchool, setPolicyRule } from '../../src/operations/school-reviews.operations.ts';
import { adopt } from '../../src/operations/schools/ledgers.operations.ts';
import { setSetting } from '../../src/operations/settings.operations.ts';
import { takeDownAtPaused } from '../../src/operations/take-downs.operations.ts';
import { setTarget } from '../../src/operations/targets.operations.ts';
import { numberIn, rowsOf, textIn } from '../setup/rows.ts';
import { entryOf, FULL_TIME, type Opening, targetOf, type World, type WorldSchool } from './world.ts';

/** What a person changes about schools beside their state. */
export type SchoolStep =
  | { readonly do: 'at-paused' }
  | { readonly do: 'mean'; readonly school: string; readonly entry: string | null }
  | { readonly do: 'ids'; readonly school: string; readonly edition: number }
  | { readonly do: 'set'; readonly place: string; readonly edition: number }
  | { readonly do: 'forms-first'; readonly school: string; readonly isOn: boolean }
  | { readonly do: 'decide-forms'; readonly school: string; readonly kind: 'approve' | 'reject' }
  | { readonly do: 'send-to'; readonly feed: string; readonly schools: readonly string[] }
  | {
      readonly do: 'adopt';
      readonly school: string;
      readonly opening: Opening;
      readonly of: string;
      readonly touch: 'none' | 'on-change' | 'all';
    };

const names: readonly string[] = [
  'at-paused',
  'mean',
  'ids',
  'set',
  'forms-first',
  'decide-forms',
  'send-to',
  'adopt',
] satisfies SchoolStep['do'][];

export const isSchoolStep = (step: { readonly do: string }): step is SchoolStep => names.includes(step.do);

/** Settings that a person changes and changes back. */
export const changes = [
  ['publish.stopped', true],
  ['delist.stopped', true],
  ['publish.dailyBudget', 3],
  ['publish.description', 'text'],
  ['publish.closingLine', false],
  ['delist.targetCount', 4],
] as const;

/** How a school may name jobs. */
const namings = [
  {},
  { sourceId: 'quadwire' },
  { sourceId: 'quadwire', idTemplate: '{source}-{job_id}' },
  { idTemplate: 'q-{job_id}' },
] as const;

export async function changeSchool(world: World, step: SchoolStep): Promise<void> {
  const { db, perform, schools } = world;
  switch (step.do) {
    case 'at-paused': {
      const rows = rowsOf(
        await db.execute(
          sql`select id from take_downs where ended_at is null and kind in ('employer', 'job') order by id`,
        ),
      );
      for (const row of rows) await perform(takeDownAtPaused, { id: String(numberIn(row, 'id')) });
      const reached = await db.execute(sql`
        select distinct l.listing -> 'job' ->> 'job_title' as opening from take_downs d join take_down_jobs j on j.take_down_id = d.id
          join publications p on p.id = j.publication_id join listings l on l.id = p.listing_id where d.at_paused`);
      for (const row of rowsOf(reached)) world.reached.add(textIn(row, 'opening') as Opening);
      return;
    }
    case 'set': {
      const [key, value] = changes[step.edition % changes.length] ?? changes[0];
      const isBack = step.edition >= changes.length;
      const done = await perform(setSetting, { scope: step.place, key, value: isBack ? null : value });
      if (done.kind !== 'done') return;
      const others = [...(world.set.get(step.place) ?? [])].filter((one) => !one.startsWith(`${key}=`));
      world.set.set(step.place, new Set(isBack ? others : [...others, `${key}=${value}`]));
      if (key === 'delist.targetCount') world.limit = Math.max(world.limit, 4);
      return;
    }
    case 'send-to':
      const targets = step.schools.length === 0 ? null : step.schools;
      if ((await perform(setFeed, { name: step.feed, targets })).kind !== 'done') return;
      if (targets === null) world.sentTo.delete(step.feed);
      else world.sentTo.set(step.feed, targets);
      return;
    default: {
      const school = schools[step.school];
      if (school !== undefined) return changeOne(world, school, step);
    }
  }
}

async function changeOne(
  world: World,
  school: WorldSchool,
  step: Extract<SchoolStep, { school: string }>,
): Promise<void> {
  const { db, perform } = world;
  const { name, id } = await targetOf(world, school);
  switch (step.do) {
    case 'mean': {
      const labels = ['fulltime', FULL_TIME].map((label) => ({ target: name, field: 'job_type', label }));
      if (step.entry === null) {
        await perform(undoLabels, { decisions: labels });
        world.meanings.delete(name);
        return;
      }
      const key = entryOf(school.asked, step.entry) ?? '';
      const done = await perform(decideLabels, { decisions: labels.map((label) => ({ ...label, key })) });
      if (done.kind === 'done') world.meanings.set(name, step.entry);
      return;
    }
    case 'ids': {
      const naming = { sourceId: null, idTemplate: null, ...namings[step.edition % namings.length] };
      await perform(setTarget, { name, ...naming });
      return;
    }
    case 'forms-first':
      await perform(setPolicyRule, { name, rule: 'forms', action: step.isOn ? 'review' : 'off' });
      return;
    case 'decide-forms': {
      const rows = rowsOf(
        await db.execute(
          sql`select listing_id as id from school_reviews where target_id = ${id} and state = 'open'`,
        ),
      );
      for (const row of rows) {
        const asked = { name, id: String(numberIn(row, 'id')), decision: step.kind, reason: 'looked at' };
        await perform(decideAtSchool, asked);
      }
      return;
    }
    case 'adopt':
      return adoptOne(world, school, step);
  }
}

/** An older integration shows a job that the product does not know there; a person has it taken over. */
async function adoptOne(
  { db, perform }: World,
  { board, target }: WorldSchool,
  { opening, of, touch }: Extract<SchoolStep, { do: 'adopt' }>,
): Promise<void> {
  // What the older one and the product show at once is no fault of the product.
  const known = rowsOf(
    await db.execute(sql`
      select 1 from publications p left join listings l on l.id = p.listing_id
      where p.target_id = ${target.id} and (l.listing -> 'job' ->> 'job_title' = ${opening} or p.job_id = ${opening})`),
  );
  if (known.length > 0 || [...board.values()].some((one) => one.opening === opening)) return;
  const line = { external_source_id: of, job_id: opening };
  if ((await perform(adopt, { name: target.name, touch, rows: [line] })).kind !== 'done') return;
  const [row] = rowsOf(
    await db.execute(
      sql`select belief_fingerprint, listing_id from publications where target_id = ${target.id} and external_source_id = ${of} and job_id = ${opening}`,
    ),
  );
  if (row === undefined) return;
  const fingerprint = textIn(row, 'belief_fingerprint') ?? '';
  board.set(`${of}/${opening}`, { fingerprint, ...(row['listing_id'] !== null && { opening }) });
}

/** What a person changed for a while is as it was: nothing is stopped. */
export async function putBack(world: World): Promise<void> {
  const { perform, set } = world;
  for (const [scope, all] of set)
    for (const one of all) await perform(setSetting, { scope, key: one.split('=')[0], value: null });
  set.clear();
}
