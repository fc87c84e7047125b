import type { Task } from '../../../platform/queue/queue.ts';
import { withTasks } from '../../../platform/queue/with-tasks.ts';
import type { ActionContext } from '../env.ts';

/** What an act has while it is carried out: `db` is its transaction, and what it queues belongs to it. */
export type Acting = ActionContext & { readonly enqueue: (...tasks: readonly Task[]) => void };

/** Carries out an act, its audit line and the work that it queues in one transaction. An act within another is a part of that one. */
export async function whole<D extends ActionContext, T>(
  deps: D | (D & Acting),
  work: (acting: D & Acting) => Promise<T>,
): Promise<T> {
  if ('enqueue' in deps) return work(deps);
  return withTasks({ db: deps.db, queue: deps.acts?.queue?.() }, (db, enqueue) =>
    work({ ...deps, db, enqueue }),
  );
}
