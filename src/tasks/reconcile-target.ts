import { MINUTE } from '../core/clock.ts';
import { planFor } from './plan-target.ts';
import { refreshPicklists } from '../picklists/catalogue.ts';
import { replaceUnresolved } from '../picklists/store.ts';
import { beginBatch, recordDecisions } from '../publishing/facts-store.ts';
import { nextHolds } from '../publishing/holds.ts';
import { pastHolds, recordHolds } from '../publishing/holds-store.ts';
import { planFingerprint, type TargetPlan, type Unresolved } from '../publishing/reconcile.ts';
import { enqueue } from '../publishing/store.ts';
import type { Change } from '../publishing/types.ts';
import { loadSettings } from '../settings/store.ts';
import { changeTarget, targetById } from '../targets/store.ts';
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
  const { db, clock } = context;
  const target = await targetById(db, targetId);
  if (target === undefined || target.state !== 'active') return { kind: 'idle' };
  const settings = await loadSettings(db);
  const now = clock.now();
  const everyHours = settings.get('picklists.everyHours', { target: target.name });
  const refreshed = await refreshPicklists(db, context.connect(target, settings), {
    target,
    now,
    everyHours,
  });
  for (const [field, reason] of Object.entries(refreshed.failed))
    context.log.warn('picklist not read', { target: target.name, field, reason });
  const { plan, terms, full } = await planFor(context, target, settings, { onlyTouched: true });
  const steps = nextHolds(
    plan.verdict.kind === 'held' ? plan.verdict.holds : [],
    await pastHolds(db, { targetId }),
    planFingerprint(plan.withheld),
    now,
  );
  const fresh = plan.changes.filter(({ underway }) => !underway);
  const opened = await db.transaction(async (tx) => {
    const removals = fresh.filter((change) => change.kind === 'delist' && change.sent.live);
    const batchId =
      removals.length === 0
        ? undefined
        : await beginBatch(tx, { targetId, cause: causesOf(removals), count: removals.length, now });
    await enqueue(tx, {
      targetId,
      changes: fresh,
      version: terms.code,
      now,
      ...(batchId === undefined ? {} : { batchId }),
    });
    await recordDecisions(tx, targetId, plan.decided.map(decisionRow), plan.sentIds, now);
    const ids = await recordHolds(tx, { targetId }, steps, {
      fingerprint: planFingerprint(plan.withheld),
      sample: sampleOf(plan.withheld),
      subjects: subjectsOf(plan.withheld),
      now,
    });
    // While something is withheld every reconcile looks at everything: what waits is touched by nothing else.
    const mappingVersion = plan.withheld.length > 0 ? null : terms.mapping;
    await changeTarget(tx, targetId, {
      reconciledAt: new Date(now.getTime() - MINUTE),
      mappingVersion,
    });
    return ids;
  });
  if (full) await replaceUnresolved(db, targetId, unresolvedRows(plan.unresolved, now));
  context.log.info('target reconciled', {
    target: target.name,
    queued: fresh.length,
    withheld: plan.withheld.length,
    full,
  });
  return { kind: 'reconciled', plan, queued: fresh.length, opened };
}

function causesOf(removals: readonly Change[]): string {
  return [...new Set(removals.map((change) => (change.kind === 'delist' ? change.cause : '')))]
    .toSorted()
    .join(', ');
}

function decisionRow({ listingId, decision }: TargetPlan['decided'][number]) {
  const outcome = decision.kind === 'skip' ? ('skipped' as const) : ('waiting' as const);
  return { listingId, outcome, step: decision.step, reason: decision.reason };
}

function sampleOf(changes: readonly Change[]) {
  return changes.slice(0, 10).map((change) => {
    const { source, jobId, title } = change.kind === 'delist' ? change.sent : change.wanted;
    return { source, jobId, title };
  });
}

function subjectsOf(changes: readonly Change[]): readonly number[] {
  return changes.flatMap((change) => (change.kind === 'delist' ? [change.sent.id] : []));
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
