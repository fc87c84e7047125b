import type { Db } from '../../db/db.ts';

/** A piece of queued work: its name, and ids only. A *job* is always a job posting. */
export type Task = {
  readonly name: string;
  readonly payload: Readonly<Record<string, number | string>>;
  /** Of tasks with one key, at most one waits and one runs. */
  readonly key: string;
  /** Not before. */
  readonly at?: Date;
};

/** What a queue needs to know of a kind of task to take it in. */
export type QueueKind = {
  readonly name: string;
  /** After this many seconds a run counts as lost and is repeated. */
  readonly timeoutSeconds: number;
};

/** What a queue needs to know of a kind of task to run it. */
export type TaskKind = QueueKind & {
  readonly run: (payload: Task['payload']) => Promise<void>;
  /** How many run at a time in one process. */
  readonly concurrency: number;
  /** Standard cron, UTC: also run by the schedule, once for all processes. */
  readonly cron?: string;
  /** It only looks for due work and puts it in: a Cron Trigger runs it itself. */
  readonly plans?: true;
};

/** Two drivers: pg-boss (Node), Cloudflare Queues (Workers). */
export type Queue = {
  readonly send: (...tasks: readonly Task[]) => Promise<void>;
  /** Puts tasks in within a transaction: they are there once it commits. Absent where the queue is not in the database. */
  readonly sendWithin?: (db: Db, ...tasks: readonly Task[]) => Promise<void>;
  /** Whether a task of the same kind with another key could begin now and has no place; absent where that is not known. */
  readonly isAwaited?: (task: Pick<Task, 'name' | 'key'>) => Promise<boolean>;
};

/** The key of what the schedule runs. */
export const SCHEDULE_KEY = 'schedule';

/** A queue whose tasks this process also runs. */
export type WorkingQueue = Queue & {
  /** Stops taking tasks and waits for those that run. */
  readonly stop: () => Promise<void>;
};
