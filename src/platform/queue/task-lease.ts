import { randomUUID } from 'node:crypto';
import { type Clock, SECOND } from '../../core/clock.ts';
import { errorText, reasonOf } from '../../core/error-text.ts';
import type { Log } from '../../core/log.ts';
import type { Db } from '../../db/db.ts';
import type { Task } from './queue.ts';
import {
  endLease,
  failLease,
  holdLonger,
  claimLease,
  type LeaseFailure,
  type LeaseOutcome,
} from './tasks.repository.ts';

/** What taking turns needs. */
export type TaskLeases = { readonly db: Db; readonly clock: Clock; readonly log: Log };

/** How long a turn outlives its holder: a killed worker's is free again after that. */
const TURN_MS = 10 * SECOND;
const RENEW_MS = 3 * SECOND;

export type TaskLease = {
  readonly task: Pick<Task, 'name' | 'key' | 'payload'>;
  /** The message that brings it. */
  readonly messageId?: string;
  readonly run: () => Promise<void>;
  /** What is recorded of a failure, besides its reason. */
  readonly again?: () => LeaseFailure['again'];
};

export type LeaseEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | Exclude<LeaseOutcome, { kind: 'mine' }>;

/** Carries a task out when nobody else does, on either runtime, and records how it ended. */
export async function withLease(
  { db, clock, log }: TaskLeases,
  { task, messageId, run, again }: TaskLease,
): Promise<LeaseEnd> {
  const by = randomUUID();
  const until = () => new Date(clock.now().getTime() + TURN_MS);
  const turn = await claimLease(db, {
    ...task,
    by,
    now: clock.now(),
    until: until(),
    messageId,
  });
  if (turn.kind !== 'mine') return turn;
  const renewal = setInterval(() => {
    holdLonger(db, by, until()).catch((error: unknown) =>
      log.warn('turn not renewed', { task: task.name, error: reasonOf(error) }),
    );
  }, RENEW_MS);
  try {
    await run();
  } catch (error) {
    log.error('task failed', { task: task.name, payload: task.payload, error: errorText(error) });
    const more = again?.();
    await failLease(db, by, { error: reasonOf(error), again: more });
    return { kind: 'failed', error };
  } finally {
    clearInterval(renewal);
  }
  await endLease(db, by);
  return { kind: 'done' };
}
