import { recordOwnAct } from '../platform/audit/audit.repository.ts';
import type { Db } from '../db/db.ts';
import { keepNames } from '../directory/names.repository.ts';
import { introduceEmployers } from './introduce-employers.ts';
import { planFor, type Planned } from './plan-target.ts';
import { oldestReading } from '../feeds/feeds.queries.ts';
import { refreshPicklists } from '../picklists/catalogue.ts';
import { countUnresolved, replaceUnresolved } from '../picklists/picklists.repository.ts';
import { hasUnlistedLabel } from '../picklists/picklists.queries.ts';
import { holdStopped } from '../publishing/holds/held-plan.ts';
import { beginBatch, dropUnaddressed, recordDecisions } from '../publishing/decisions.repository.ts';
import { forgetDecided, lapseApprovals, reopenMuted } from '../publishing/holds/holds.repository.ts';
import { type Hold, holdsIn } from '../publishing/holds/holds.queries.ts';
import { touchDecided } from '../listings/listing-writes.repository.ts';
import type { Unresolved } from '../publishing/queries/plan-page.ts';
import type { TargetPlan } from '../publishing/reconcile.ts';
import { takeAsSent } from '../publishing/recovery/recover.repository.ts';
import { enqueue } from '../publishing/intents.repository.ts';
import { linkListings, stampInputs, stampVersion } from '../publishing/publications.repository.ts';
import { approvedIn } from '../publishing/guard.ts';
import type { Change } from '../publishing/publishing-types.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { changeTarget, isStillPlannable } from '../targets/targets.repository.ts';
import { watermarkOf, type Target, targetById } from '../targets/targets.queries.ts';
import { comparedSince } from '../targets/target-state.ts';
import { askSchools } from './ask-schools.ts';
import type { TaskContext } from './context.ts';

export type ReconcileOutcome =
  | {
      readonly kind: 'reconciled';
      readonly plan: TargetPlan;
      readonly queued: number;
      readonly opened: readonly number[];
    }
  | { readonly kind: 'idle' };

/** Brings a target's queue to what is wanted there now: picklists fresh, plan, guard, and the changes that may go made due. */
export async function reconcileTarget(context: TaskContext, targetId: number): Promise<ReconcileOutcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await reconcileOnce(context, targetId);
    if (outcome.kind !== 'overtaken') return outcome;
    context.log.info('plan overtaken by another', { targetId, tries });
    if (tries === MOST_TRIES) return { kind: 'idle' };
  }
}

const MOST_TRIES = 3;

async function reconcileOnce(
  context: TaskContext,
  targetId: number,
): Promise<ReconcileOutcome | { readonly kind: 'overtaken' }> {
  const { db, clock } = context;
  const target = await targetById(db, targetId);
  if (target?.state === 'paused') await countPaused(context, target);
  if (target === undefined || target.state !== 'active') return { kind: 'idle' };
  const settings = await loadSettings(db);
  const now = clock.now();
  const lookedAt = (await oldestReading(db, now)) ?? now;
  const everyHours = settings.get('picklists.everyHours', { target: target.name });
  const refreshed = await refreshPicklists(db, context.connect(target, settings), {
    target,
    now,
    everyHours,
  });
  for (const [field, reason] of Object.entries(refreshed.failed))
    context.log.warn('picklist not read', { target: target.name, field, reason });
  await lapseApprovals(db, now);
  await reopenMuted(db, { targetId }, now);
  await askSchools(context, target, settings, comparedSince(target, now));
  const planned = await latestPlan(context, target, settings);
  const { plan, full } = planned;
  const fresh = plan.changes.filter(({ underway }) => !underway);
  const opened = await db.transaction(async (tx) =>
    // A plan that took long (its process was stopped for a while) must not write over a newer one.
    (await isStillPlannable(tx, target))
      ? writePlan(tx, { target, planned, fresh, now, lookedAt })
      : undefined,
  );
  if (opened === undefined) return { kind: 'overtaken' };
  if (full) await replaceUnresolved(db, targetId, unresolvedRows(plan.unresolved, now));
  else if (await hasUnlistedLabel(db, targetId, plan.unresolved)) await countUnresolved(db, targetId, now);
  context.log.info('target reconciled', {
    target: target.name,
    queued: fresh.length,
    withheld: plan.withheld.length,
    full,
  });
  return { kind: 'reconciled', plan, queued: fresh.length, opened };
}

/** A paused target is compared for its numbers alone: nothing is queued, no hold is opened, and what changed meanwhile is compared when it resumes. */
async function countPaused(context: TaskContext, target: Target): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const { plan, full, sourceIds } = await planFor(context, target, await loadSettings(db), {
    look: 'touched',
  });
  const open = await holdsIn(db, ['open']);
  const isHeld = (change: Change) => open.some((hold) => isAbout(hold, target.id, change));
  const { decided, sentIds } = decidedIn(plan, plan.withheld.filter(isHeld));
  await db.transaction(async (tx) => {
    if (!(await isStillPlannable(tx, target))) return;
    if (full) await dropUnaddressed(tx, target.id, sourceIds);
    // What counted as decided is counted as changed since the last comparison.
    await touchDecided(tx, target.id, sentIds, now);
    await recordDecisions(tx, target.id, decided, sentIds, now);
  });
  if (full) await replaceUnresolved(db, target.id, unresolvedRows(plan.unresolved, now));
}

/** A hold of the target, or of the feed of a change. */
function isAbout(hold: Hold, targetId: number, change: Change): boolean {
  const { sourceId } = change.kind === 'delist' ? change.sent : change.wanted;
  return hold.sourceId === null ? hold.targetId === targetId : hold.sourceId === sourceId;
}

/** What is wanted at a target now of what was touched, and again when an employer is new there. */
async function latestPlan(context: TaskContext, target: Target, settings: Settings): Promise<Planned> {
  const planned = await planFor(context, target, settings, { look: 'touched' });
  return (await introduceEmployers(context, target, planned.plan.changes))
    ? planFor(context, target, settings, { look: 'touched' })
    : planned;
}

type Written = {
  readonly target: Target;
  readonly planned: Planned;
  /** Changes that no call is out for. */
  readonly fresh: readonly Change[];
  readonly now: Date;
  /** When the oldest reading began whose listings the plan may lack. */
  readonly lookedAt: Date;
};

/** Makes a plan's changes due and writes down what was decided; the holds that it opened. */
async function writePlan(tx: Db, { target, planned, fresh, now, lookedAt }: Written) {
  const { plan, terms, names, full, sourceIds } = planned;
  const { id: targetId } = target;
  await linkListings(tx, plan.links);
  await tellClashes(tx, target.name, fresh, now);
  await enqueue(tx, {
    targetId,
    changes: fresh,
    met: plan.met,
    left: plan.left,
    approved: (sent) => approvedIn(sent, plan.approved),
    ended: plan.ended,
    version: terms.code,
    now,
    callsAfter: target.callsAfter ?? undefined,
    batchId: await batchOf(tx, targetId, fresh, now),
  });
  await keepNames(tx, names);
  if (full) await dropUnaddressed(tx, targetId, sourceIds);
  const { decided, sentIds } = decidedIn(plan, plan.withheld);
  await recordDecisions(tx, targetId, decided, sentIds, now);
  await stampInputs(tx, plan.stamps);
  await takeAsSent(tx, plan.adopted, terms.code, now);
  const withheldIds = plan.withheld.flatMap(({ sent }) => sent?.id ?? []);
  if (full) await stampVersion(tx, targetId, terms.code, withheldIds);
  await forgetDecided(tx, 'id', plan.wantedAgain);
  await changeTarget(tx, targetId, {
    reconciledAt: watermarkOf(now < lookedAt ? now : lookedAt),
    mappingVersion: terms.mapping,
    ...(full && plan.withheld.length === 0 && plan.comparedOnly ? { reviewFirst: false } : {}),
  });
  return holdStopped(tx, { target, plan, version: terms.code, now });
}

/** The batch of the removals that go out together; undefined without removals. */
async function batchOf(tx: Db, targetId: number, fresh: readonly Change[], now: Date) {
  const removals = fresh.filter((change) => change.kind === 'delist').filter(({ sent }) => sent.live);
  if (removals.length === 0) return undefined;
  const causes = new Set(removals.map(({ cause }) => cause));
  const subjects = removals.map(({ sent }) => sent.id);
  return beginBatch(tx, { targetId, cause: [...causes].toSorted().join(', '), subjects, now });
}

/** A job that goes under another id than its own is reported once, at its feed and at the target (rule D12). */
async function tellClashes(tx: Db, target: string, changes: readonly Change[], at: Date): Promise<void> {
  for (const change of changes) {
    if (change.kind !== 'publish' || change.wanted.ownId === undefined) continue;
    const { source, ownId, jobId } = change.wanted;
    const detail = { feed: source, target, id: jobId };
    await recordOwnAct(tx, { at, action: 'job got another id', subject: `job:${source}/${ownId}`, detail });
  }
}

/** What a plan decided, with what is kept back, and the listings that are sent. */
function decidedIn(plan: TargetPlan, withheld: readonly Change[]) {
  const held = heldRows(withheld);
  const others = plan.decided.map(decisionRow).filter((row) => !held.has(row.listingId));
  const sentIds = plan.sentIds.filter((id) => !held.has(id));
  return { decided: [...others, ...held.values()], sentIds };
}

function decisionRow({ listingId, decision, unlisted }: TargetPlan['decided'][number]) {
  const outcome = decision.kind === 'skip' ? ('skipped' as const) : ('waiting' as const);
  return { listingId, outcome, step: decision.step, reason: decision.reason, unlisted };
}

/** What would be done, and is kept back: the school's pages count it. */
function heldRows(withheld: readonly Change[]) {
  const rows = withheld.flatMap((change) => {
    const listingId = change.kind === 'delist' ? change.sent.listingId : change.wanted.listingId;
    const reason = change.kind === 'delist' ? change.cause : change.because;
    const unlisted = change.kind === 'delist' ? [] : change.wanted.unlisted;
    return listingId === undefined
      ? []
      : [{ listingId, outcome: 'held' as const, step: change.kind, reason, unlisted }];
  });
  return new Map(rows.map((row) => [row.listingId, row]));
}

function unresolvedRows(unresolved: readonly Unresolved[], now: Date) {
  const groups = Map.groupBy(unresolved, ({ field, label }) => JSON.stringify([field, label]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        field: first.field,
        label: first.label,
        jobs: group.length,
        blocked: group.filter(({ blocks }) => blocks).length,
        example: first.example,
        seenAt: now,
      },
    ];
  });
}
