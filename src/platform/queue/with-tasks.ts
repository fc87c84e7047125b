import type { Db } from '../../db/db.ts';
import type { Queue, Task } from './queue.ts';

/** Where an act puts its work; absent where the next poll of the workers finds it. */
export type TaskSink = Pick<Queue, 'send' | 'sendWithin'>;

/**
 * Commits what `work` writes together with the tasks that it queues, or neither. A queue outside of the database gets the tasks after the
 * commit.
 */
export async function withTasks<T>(
  { db, queue }: { readonly db: Db; readonly queue: TaskSink | undefined },
  work: (tx: Db, enqueue: (...tasks: readonly Task[]) => void) => Promise<T>,
): Promise<T> {
  const queued = new Map<string, Task>();
  const done = await db.transaction(async (tx) => {
    const result = await work(tx, (...tasks) => {
      for (const task of tasks) queued.set(`${task.name} ${task.key}`, task);
    });
    if (queued.size > 0) await queue?.sendWithin?.(tx, ...queued.values());
    return result;
  });
  if (queued.size > 0 && queue?.sendWithin === undefined) await queue?.send(...queued.values());
  return done;
}
