import { sql } from 'drizzle-orm';
import { DAY } from '../../src/core/clock.ts';
import type { Db } from '../../src/db/db.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';
import { addBlock, liftEmployerBlock } from '../../src/operations/blocks.operations.ts';
import { batchesOf, holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { resend } from '../../src/publishing/intents.repository.ts';
import { activeBlocks } from '../../src/screening/employers/employers.queries.ts';
import { addTarget, changeTarget, redefineTarget } from '../../src/targets/targets.repository.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { actOnHold } from '../../src/operations/decide-hold.ts';
import { recover as recoverDatabase } from '../../src/publishing/recovery/recover.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { removeTarget } from '../../src/publishing/remove-target.ts';
import { restoreRemovals } from '../../src/operations/batches.operations.ts';
import { settleLook } from '../../src/operations/looks.operations.ts';
import { decideJob } from '../../src/operations/reviews.operations.ts';
import { pauseTarget, resumeTarget } from '../../src/operations/targets.operations.ts';
import {
  actOf,
  decidePart,
  keepOff,
  muteAll,
  type Part,
  type Pick,
  pickJob,
  reopen,
  undoPart,
} from './decide-part.ts';
import { actOnFeed, type CopyStep, decideCopy, type FeedStep, relabel } from './feed-steps.ts';
import { type FormStep, writeInForm } from './form-steps.ts';
import { changeSchool, isSchoolStep, type SchoolStep } from './school-steps.ts';
import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import { compareFirstPlan, compareLooks, compareWhole } from './compare-plans.ts';
import { deadly, isDeath, mortal } from './mortal.ts';
import { broken, overAt } from './invariants.ts';
import {
  aWorld,
  type Ending,
  feedNames,
  meaningAt,
  type Opening,
  openings,
  PAST_LEASE,
  SCAM,
  schoolNames,
  setAt,
  targetOf,
  type World,
  type WorldSchool,
} from './world.ts';

/** One thing that happens; as text it can be copied into a test. */
export type Step =
  | { readonly do: 'list'; readonly feed: string; readonly opening: Opening; readonly edition: number }
  | { readonly do: 'unlist' | 'rename'; readonly feed: string; readonly opening: Opening }
  | { readonly do: 'close'; readonly feed: string; readonly opening: Opening; readonly inDays: number }
  | { readonly do: 'read'; readonly feed: string }
  | {
      readonly do: 'plan' | 'pause' | 'resume' | 'resend' | 'return' | 'look' | 'review-first';
      readonly school: string;
    }
  | { readonly do: 'leave'; readonly school: string; readonly jobs: 'delist' | 'leave-up' }
  | {
      readonly do: 'apply';
      readonly school: string;
      readonly ends: readonly Ending[];
      /** What happens while the first of its calls is under way. */
      readonly during?: Step | undefined;
    }
  | { readonly do: 'block' | 'lift'; readonly opening: Opening }
  | { readonly do: 'review'; readonly opening: Opening; readonly kind: 'approve' | 'reject' | 'changes' }
  | { readonly do: 'decide'; readonly kind: 'approve' | 'reject' }
  | Part
  | Pick
  | FeedStep
  | FormStep
  | CopyStep
  | SchoolStep
  | { readonly do: 'relabel'; readonly school: string; readonly edition: number }
  | { readonly do: 'feed-review'; readonly feed: string }
  | { readonly do: 'rule'; readonly school: string; readonly without?: Opening | undefined }
  | { readonly do: 'keep-off'; readonly school: string; readonly opening: Opening; readonly back: boolean }
  | { readonly do: 'restore' | 'reopen' | 'undo-part' | 'mute' | 'recover' }
  | { readonly do: 'wait'; readonly ms: number };

/** Carries a step out. */
export async function carryOut(world: World, step: Step): Promise<void> {
  if (isSchoolStep(step)) return changeSchool(world, step);
  const { db, context, clock, feeds, schools } = world;
  switch (step.do) {
    case 'list': {
      const listed = feeds[step.feed]?.listed;
      listed?.set(step.opening, { id: listed.get(step.opening)?.id ?? step.opening, edition: step.edition });
      return;
    }
    case 'unlist':
      feeds[step.feed]?.listed.delete(step.opening);
      return;
    case 'rename': {
      const listed = feeds[step.feed]?.listed;
      const one = listed?.get(step.opening);
      if (one !== undefined) listed?.set(step.opening, { ...one, id: `${one.id}x`.slice(0, 12) });
      return;
    }
    case 'close': {
      const listed = feeds[step.feed]?.listed;
      const one = listed?.get(step.opening);
      const closes = new Date(clock.now().getTime() + step.inDays * DAY).toISOString().slice(0, 10);
      if (one !== undefined) listed?.set(step.opening, { ...one, closes });
      return;
    }
    case 'read':
      return world.read(step.feed);
    case 'wait':
      clock.advance(step.ms);
      return;
    case 'block':
      return block(world, step.opening);
    case 'lift':
      for (const id of world.blocked.get(step.opening) ?? [])
        await world.perform(liftEmployerBlock, { id: String(id) });
      world.blocked.delete(step.opening);
      return;
    case 'review':
      return review(world, step);
    case 'decide':
      for (const { id, count } of await holdsIn(db, ['open']))
        await actOnHold(context, id, { ...actOf(step.kind), seen: count }, 'dana');
      return;
    case 'part':
      return decidePart(world, step);
    case 'pick':
      return pickJob(world, step);
    case 'feed-pause':
    case 'feed-resume':
    case 'feed-return':
    case 'feed-remove':
      return actOnFeed(world, step);
    case 'post':
      await writeInForm(world, step);
      // Mostly, staff let it in at once.
      if (step.edition > 0) await review(world, { do: 'review', opening: step.opening, kind: 'approve' });
      return;
    case 'shut':
    case 'open-again':
    case 'extend':
    case 'erase':
      return writeInForm(world, step);
    case 'split':
    case 'join':
      return decideCopy(world, step);
    case 'reopen':
      return reopen(world);
    case 'undo-part':
      return undoPart(world);
    case 'mute':
      return muteAll(world);
    case 'recover':
      // What is left of an older database is brought to what the journal says; nothing else runs meanwhile.
      clock.advance(PAST_LEASE);
      await recoverDatabase(context, world.lines);
      return;
    case 'feed-review': {
      const feed = feeds[step.feed]?.feed;
      if (feed !== undefined) await changeFeed(db, feed.id, { reviewFirst: true });
      // As when the decision about a first plan is taken back.
      for (const { target } of Object.values(schools))
        await changeTarget(db, target.id, { mappingVersion: null });
      return;
    }
    case 'restore': {
      const [batch] = await batchesOf(db, clock.now());
      if (batch !== undefined) await world.perform(restoreRemovals, { id: String(batch.id) });
      return;
    }
    default: {
      const school = schools[step.school];
      if (school !== undefined) return atSchool(world, school, step);
    }
  }
}

async function atSchool(
  world: World,
  school: WorldSchool,
  step: Exclude<Extract<Step, { school: string }>, SchoolStep>,
): Promise<void> {
  const { db, context, clock } = world;
  const target = await targetOf(world, school);
  switch (step.do) {
    case 'plan':
      if (world.plans % 2 === 0) await compareLooks(world, school);
      await reconcileTarget(context, target.id);
      school.planned = meaningAt(world, school.name);
      world.plans += 1;
      await compareFirstPlan(world, school);
      return world.plans % 3 === 0 ? compareWhole(world, school) : undefined;
    case 'pause':
      if (target.state === 'active') await world.perform(pauseTarget, { name: target.name });
      return;
    case 'resume':
      if (target.state === 'paused') await world.perform(resumeTarget, { name: target.name });
      return;
    case 'review-first':
      if (target.state === 'active')
        await changeTarget(db, target.id, { reviewFirst: true, mappingVersion: null });
      return;
    case 'rule': {
      if (target.state !== 'active' && target.state !== 'paused') return;
      const employer = {
        field: 'employer',
        op: 'is',
        values: [`${step.without} Works`],
        then: 'skip',
      } as const;
      const routing = step.without === undefined ? [] : [employer];
      await redefineTarget(db, target, { ...target.definition, routing });
      school.without = step.without;
      return;
    }
    case 'resend':
      await resend(db, { targetId: target.id }, clock.now());
      return;
    case 'look':
      return look(world, school);
    case 'relabel':
      return relabel(school, step.edition);
    case 'keep-off':
      return keepOff(world, school.name, step);
    case 'leave':
      if (target.state === 'removed' || target.state === 'leaving') return;
      await removeTarget(context, target, { jobs: step.jobs, by: 'dana' });
      school.leftUp = step.jobs === 'leave-up';
      return;
    case 'return':
      if (target.state !== 'removed') return;
      await addTarget(db, { name: school.name, definition: target.definition, now: clock.now() });
      school.leftUp = false;
      return;
    case 'apply':
      return apply(world, school, step);
  }
}

/** A person says of every job in doubt what the school shows. */
async function look({ perform, db }: World, { board, target }: WorldSchool): Promise<void> {
  const rows = rowsOf(
    await db.execute(
      sql`select id, external_source_id || '/' || job_id as identity, intent_fingerprint from publications
        where target_id = ${target.id} and call = 'parked' and parked <> 'refused'`,
    ),
  );
  for (const row of rows) {
    const there = board.get(String(row['identity']));
    // Who sees an older content there does not say that the newest is.
    const isThere = there !== undefined && there.fingerprint === row['intent_fingerprint'];
    if (there !== undefined && !isThere && row['intent_fingerprint'] !== null) continue;
    const finding = there === undefined ? 'gone' : 'there';
    await perform(settleLook, { id: String(numberIn(row, 'id')), finding });
  }
}

/** A worker carries out what is due, until it is done or killed. */
async function apply(
  world: World,
  school: WorldSchool,
  { ends, during }: Extract<Step, { do: 'apply' }>,
): Promise<void> {
  const { context } = world;
  school.state = (await targetOf(world, school)).state;
  school.blocked = new Set(world.blocked.keys());
  school.over = await overAt(world, school);
  school.typed = school.asked;
  school.meant = meaningAt(world, school.name);
  school.stopped = setAt(world, school.name);
  school.ends.splice(0, school.ends.length, ...ends);
  if (during !== undefined) school.during = () => carryOut(world, during);
  const [db, kill] = mortal(world.db);
  try {
    await applyPlan(
      {
        ...context,
        db,
        worker: `worker ${world.clock.now().getTime()} ${Math.random()}`,
        connect: (target) => deadly(context.connect(target, undefined as never), kill),
      },
      school.target.id,
    );
  } catch (error) {
    if (!isDeath(error)) throw error;
  } finally {
    school.ends.length = 0;
    school.during = undefined;
  }
}

async function block({ db, perform, blocked }: World, opening: Opening): Promise<void> {
  const before = new Set((await activeBlocks(db)).map(({ id }) => id));
  const input = { company: `${opening} Works`, reason: 'a fraud' };
  const asked = await perform(addBlock, input);
  // What takes jobs down is typed with its number.
  if (asked.kind === 'confirmation_required')
    await perform(addBlock, { ...input, confirm: asked.effect.name, count: String(asked.effect.count) });
  const fresh = (await activeBlocks(db)).map(({ id }) => id).filter((id) => !before.has(id));
  blocked.set(opening, [...(blocked.get(opening) ?? []), ...fresh]);
}

async function review(
  { db, perform, approved, refused }: World,
  { opening, kind }: Extract<Step, { do: 'review' }>,
): Promise<void> {
  const rows = rowsOf(
    await db.execute(
      sql`select s.listing_id as id, l.listing -> 'job' ->> 'job_desc' as text from screenings s join listings l on l.id = s.listing_id
        where l.listing -> 'job' ->> 'job_title' = ${opening} order by 1`,
    ),
  );
  for (const row of rows) {
    const id = String(numberIn(row, 'id'));
    const { kind: done } = await perform(decideJob, { id, decision: kind, reason: 'looked at' });
    if (done !== 'done') continue;
    const isScam = String(row['text']).includes('WhatsApp');
    if (kind === 'approve' && isScam) approved.add(`${opening} ${SCAM}`);
    if (kind === 'reject') refused.add(opening);
  }
}

/** Where a course begins: most openings are listed, and shown at both schools. */
export async function begin(world: World): Promise<void> {
  for (const opening of openings.slice(0, 5))
    await carryOut(world, { do: 'list', feed: 'acme', opening, edition: 0 });
  for (const opening of openings.slice(4, 6))
    await carryOut(world, { do: 'list', feed: 'beta', opening, edition: 0 });
  for (const feed of feedNames) await world.read(feed);
  for (const school of schoolNames) {
    await carryOut(world, { do: 'plan', school });
    await carryOut(world, { do: 'apply', school, ends: [] });
  }
}

/** What the product does not see yet: only documents and the clock change. */
const unseen: readonly Step['do'][] = ['list', 'unlist', 'rename', 'close', 'relabel', 'wait'];

/** Carries steps out; throws what is broken after each. */
export async function carryOutAll(world: World, course: readonly Step[]): Promise<void> {
  for (const step of course) {
    await carryOut(world, step);
    if (!unseen.includes(step.do)) await insist(world, JSON.stringify(step));
  }
}

/** The world that steps lead to from the usual beginning. */
export async function worldAfter(db: Db, course: readonly Step[]): Promise<World> {
  const world = await aWorld(db);
  await begin(world);
  await carryOutAll(world, course);
  return world;
}

/** Throws what is broken. */
export async function insist(world: World, after: string): Promise<void> {
  const found = await broken(world);
  if (found.length > 0) throw new Error(`after ${after}: ${found.join('; ')}`);
}
