import type { Db } from '../../db/db.ts';
import type { Task } from '../../platform/queue/queue.ts';
import { changeTarget } from '../../targets/targets.repository.ts';

type Ids = readonly { readonly id: number }[];

/** Has targets compared with what should be there, within a minute; at once with `reconcileTasks`. */
export async function compareTargets(db: Db, targets: Ids): Promise<void> {
  for (const { id } of targets) await changeTarget(db, id, { reconciledAt: null });
}

export function reconcileTasks(targets: Ids): readonly Task[] {
  return targets.map(({ id }) => ({
    name: 'reconcile-target',
    payload: { targetId: id },
    key: `target ${id}`,
  }));
}
