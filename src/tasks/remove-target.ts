import { recordAudit } from '../audit/store.ts';
import { takeDownAll } from '../publishing/target-store.ts';
import { changeTarget, type Target } from '../targets/store.ts';
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
  const count = delist ? await takeDownAll(db, target.id, now) : 0;
  await changeTarget(db, target.id, { state: delist ? 'leaving' : 'removed', openUntil: null });
  await recordAudit(db, {
    at: now,
    who: by,
    action: 'target removed',
    subject: `target:${target.name}`,
    detail: { jobs: delist ? 'delist' : 'leave up' },
  });
  return count;
}
