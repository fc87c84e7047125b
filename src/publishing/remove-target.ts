import { leaveHoldOfAll } from './holds/hold-of-all.repository.ts';
import { closeHolds } from './holds/holds.repository.ts';
import { leaveAll, takeDownAll } from './intents.repository.ts';
import { recordTakeDown } from './holds/take-downs.repository.ts';
import { changeTarget, closedCircuit } from '../targets/targets.repository.ts';
import type { Target } from '../targets/targets.queries.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/db.ts';

/** What becomes of the jobs at a target, or of a feed, that is removed; there is no default. */
export const jobsLeft = ['leave-up', 'delist'] as const;
export type JobsLeft = (typeof jobsLeft)[number];

/** Removes a target, at once or when its jobs are down; gives the number of jobs that are taken down. */
export async function removeTarget(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  target: Target,
  { jobs, by }: { readonly jobs: JobsLeft; readonly by: string },
): Promise<number> {
  const now = clock.now();
  const delist = jobs === 'delist';
  return db.transaction(async (tx) => {
    // Before its publications: a plan that is being made ends, or sees that there is nothing to plan any more.
    await changeTarget(tx, target.id, { state: delist ? 'leaving' : 'removed', ...closedCircuit });
    const { id, name } = target;
    await closeHolds(tx, { targetId: id }, by, now);
    await leaveHoldOfAll(tx, { id, name }, now);
    const act = { kind: 'target', subjects: [`target:${name}`], name, by, at: now } as const;
    // Said twice, it is one take-down.
    if (delist && target.state !== 'leaving') await recordTakeDown(tx, act, { targetId: target.id });
    const count = delist ? await takeDownAll(tx, target.id, now) : 0;
    if (!delist) await leaveAll(tx, target.id, now);
    return count;
  });
}
