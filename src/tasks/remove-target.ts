import { recordAudit } from '../platform/audit/audit.repository.ts';
import { leaveAll, takeDownAll } from '../publishing/intents.repository.ts';
import { recordTakeDown } from '../publishing/holds/take-downs.repository.ts';
import { changeTarget, type Target } from '../targets/targets.repository.ts';
import type { TaskContext } from './context.ts';

/** What becomes of the jobs at a target, or of a feed, that is removed; there is no default. */
export const jobsLeft = ['leave-up', 'delist'] as const;
export type JobsLeft = (typeof jobsLeft)[number];

/** Removes a target, at once or when its jobs are down; gives the number of jobs that are taken down. */
export async function removeTarget(
  { db, clock }: Pick<TaskContext, 'db' | 'clock'>,
  target: Target,
  { jobs, by }: { readonly jobs: JobsLeft; readonly by: string },
): Promise<number> {
  const now = clock.now();
  const delist = jobs === 'delist';
  return db.transaction(async (tx) => {
    // Before its publications: a plan that is being made ends, or sees that there is nothing to plan any more.
    await changeTarget(tx, target.id, { state: delist ? 'leaving' : 'removed', openUntil: null });
    const { name } = target;
    const act = { kind: 'target', subjects: [`target:${name}`], name, by, at: now } as const;
    if (delist) await recordTakeDown(tx, act, { targetId: target.id });
    const count = delist ? await takeDownAll(tx, target.id, now) : 0;
    if (!delist) await leaveAll(tx, target.id, now);
    await recordAudit(tx, {
      at: now,
      who: by,
      action: 'target removed',
      subject: `target:${name}`,
      detail: { jobs: delist ? 'delist' : 'leave up' },
    });
    return count;
  });
}
