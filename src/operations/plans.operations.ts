import * as z from 'zod';
import { feedsWithoutSchool } from '../feeds/feeds.queries.ts';
import { plural } from '../core/numbers.ts';
import { holdsIn } from '../publishing/holds/holds.queries.ts';
import { groupsOf, type PlanFound, planId } from '../publishing/plan-groups.ts';
import type { Change } from '../publishing/publishing-types.ts';
import { waitingPlaces } from '../publishing/queries/job-states.queries.ts';
import type { Target } from '../targets/targets.queries.ts';
import { aboutTarget, maySeeFeed, noTarget, seenBy, seenTarget } from './registry/access.ts';
import { compareTargets, reconcileTasks } from './registry/compare.ts';
import { type Caller, conflict, mutation, query, done } from './registry/operation.ts';

const notes = z.array(z.string()).describe('Feeds that name a school which does not exist.');

/** What goes out at a target now; `id` names exactly these calls. */
const planOutput = z.object({
  id: z.string().describe('Of exactly these changes: another content is another plan.'),
  target: z.string(),
  publish: z.int(),
  update: z.int(),
  delist: z.int(),
  held: z.int(),
  notes,
  unchanged: z.int(),
  changes: z.array(
    z.object({
      kind: z.enum(['publish', 'update', 'delist']),
      source: z.string(),
      job_id: z.string(),
      title: z.string(),
      why: z.string(),
    }),
  ),
});

const id = z.string().describe('A target, for its plan as it is now, or the `id` of a plan');
const limit = z.coerce.number().int().min(0).max(5_000).default(500);

export const showPlan = query({
  name: 'plan.show',
  permission: 'read',
  summary: 'Show what goes out at a target now',
  input: z.object({ id, limit }),
  output: planOutput,
  http: 'GET /plans/{id}',
  subject: (call) => seenTarget(call, targetIn(call.input.id)),
  notFound: (input, call) => noTarget(targetIn(input.id), call),
  run: (call) => shown(call, call.input.limit),
});

export const showPlanOf = query({
  name: 'plan.of',
  permission: 'read',
  summary: 'Show what would change at a target if it were published now',
  input: z.object({ target: z.string(), limit }),
  output: planOutput,
  http: 'GET /plan',
  ...aboutTarget('target'),
  run: (call) => shown(call, call.input.limit),
});

export const sendPlan = mutation({
  name: 'plan.send',
  // A plan is made with connections of its own: inside a transaction it would wait for that.
  transaction: false,
  permission: 'operate',
  summary: 'Send a plan: exactly the changes that its id names, or none of them',
  input: z.object({ id }),
  output: z.object({ id: z.string(), target: z.string(), changes: z.int(), notes }),
  http: 'POST /plans/{id}/send',
  subject: (call) => seenTarget(call, targetIn(call.input.id)),
  notFound: (input, call) => noTarget(targetIn(input.id), call),
  run: async ({ db, actor, input, planOf, subject: target }) => {
    if (planOf === undefined) return noPlans;
    if (target.state === 'paused') return conflict(`${target.name} is paused. Resume it first.`);
    const { changes } = await planOf(target, actor.limits.sources);
    const now = planId(target.name, changes);
    if (input.id !== target.name && input.id !== now)
      return conflict(
        `The plan of ${target.name} changed: ${plural(changes.length, 'change')} can go now. Look again, then send it.`,
      );
    await compareTargets(db, [target]);
    const value = { id: now, target: target.name, changes: changes.length, notes: await notesFor(db, actor) };
    return { kind: 'accepted', value };
  },
  audit: ({ value }) => ({ subject: `target:${value.target}`, detail: { changes: value.changes } }),
  tasks: ({ subject }) => reconcileTasks([subject]),
});

const targetIn = (planOrTarget: string) => planOrTarget.split('@')[0] ?? '';

const notesFor = async (db: Caller['db'], { limits }: Caller['actor']) =>
  [...(await feedsWithoutSchool(db))].flatMap(([feed, text]) =>
    maySeeFeed(limits, feed) ? `${feed}: ${text}` : [],
  );

const noPlans = conflict('Plans cannot be made from here.');

async function shown(
  { db, planOf, actor, subject: target }: Caller & { readonly subject: Target },
  limit: number,
) {
  if (planOf === undefined) return noPlans;
  const found = await planOf(target, actor.limits.sources);
  const { sight } = await seenBy(db, actor);
  const groups = groupsOf(
    found,
    target.id,
    await holdsIn(db, ['open']),
    await waitingPlaces(db, target.id, sight.sourceIds),
  );
  const held = groups.reduce((sum, { state, jobs }) => sum + (state === 'held' ? jobs : 0), 0);
  return done({ ...planValue(target, found, limit), held, notes: await notesFor(db, actor) });
}

function planValue(target: Target, found: PlanFound, limit: number) {
  const { changes, unchanged } = found;
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  return {
    id: planId(target.name, changes),
    target: target.name,
    publish: count('publish'),
    update: count('update'),
    delist: count('delist'),
    unchanged,
    changes: changes.slice(0, limit).map((change) => {
      const { source, jobId, title } = change.kind === 'delist' ? change.sent : change.wanted;
      const why = change.kind === 'delist' ? change.cause : change.because;
      return { kind: change.kind, source, job_id: jobId, title, why };
    }),
  };
}
