import { randomUUID } from 'node:crypto';
import { type Clock, SECOND } from '../core/clock.ts';
import { errorText, reasonOf } from '../core/error-text.ts';
import type { Log } from '../core/log.ts';
import type { Db } from '../db/db.ts';
import type { Task } from './queue.ts';
import {
  endTurn,
  failTurn,
  holdLonger,
  takeTurn,
  type TurnFailure,
  type TurnOutcome,
} from './tasks-store.ts';

/** What taking turns needs. */
export type Turns = { readonly db: Db; readonly clock: Clock; readonly log: Log };

/** How long a turn outlives its holder: a killed worker's is free again after that. */
const TURN_MS = 10 * SECOND;
const RENEW_MS = 3 * SECOND;

export type Turn = {
  readonly task: Pick<Task, 'name' | 'key' | 'payload'>;
  /** The message that brings it. */
  readonly messageId?: string;
  readonly run: () => Promise<void>;
  /** What is recorded of a failure, besides its reason. */
  readonly again?: () => TurnFailure['again'];
};

export type TurnEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | Exclude<TurnOutcome, { kind: 'mine' }>;

/** Carries a task out when nobody else does, on either runtime, and records how it ended. */
export async function inTurn(
  { db, clock, log }: Turns,
  { task, messageId, run, again }: Turn,
): Promise<TurnEnd> {
  const by = randomUUID();
  const until = () => new Date(clock.now().getTime() + TURN_MS);
  const turn = await takeTurn(db, {
    ...task,
    by,
    now: clock.now(),
    until: until(),
    ...(messageId === undefined ? {} : { messageId }),
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
    await failTurn(db, by, { error: reasonOf(error), ...(more === undefined ? {} : { again: more }) });
    return { kind: 'failed', error };
  } finally {
    clearInterval(renewal);
  }
  await endTurn(db, by);
  return { kind: 'done' };
}
