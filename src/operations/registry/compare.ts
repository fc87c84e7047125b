import type { Db } from '../../db/db.ts';
import type { Task } from '../../platform/queue/queue.ts';
import { changeTarget } from '../../targets/targets.repository.ts';
import { activeTargets } from '../../targets/targets.queries.ts';

type Ids = readonly { readonly id: number }[];

/** Has targets compared with what should be there, within a minute; at once with `reconcileTasks`. */
export async function compareTargets(db: Db, targets: Ids): Promise<void> {
  for (const { id } of targets) await changeTarget(db, id, { reconciledAt: null });
}

const tasksAt = (name: string, targets: Ids): readonly Task[] =>
  targets.map(({ id }) => ({ name, payload: { targetId: id }, key: `target ${id}` }));

export const reconcileTasks = (targets: Ids) => tasksAt('reconcile-target', targets);

/** Has what is due at targets sent at once. */
export const sendTasks = (targets: Ids) => tasksAt('apply-plan', targets);

/** Has every target compared; gives the tasks that do it at once. */
export async function compareAllTargets(db: Db): Promise<readonly Task[]> {
  const targets = await activeTargets(db);
  await compareTargets(db, targets);
  return reconcileTasks(targets);
}
