import { randomUUID } from 'node:crypto';
import type { MessageBatch, MessageSendRequest, Queue as Binding } from '@cloudflare/workers-types';
import * as z from 'zod';
import { backoff } from '../../core/backoff.ts';
import { HOUR, MINUTE, SECOND } from '../../core/clock.ts';
import { errorText } from '../../core/error-text.ts';
import { type Queue, SCHEDULE_KEY, type Task, type TaskKind } from './queue.ts';
import { announce, type Announced, markDead, unannounce } from './tasks.repository.ts';
import { withLease, type TaskLeases } from './task-lease.ts';

/** A message: ids only. */
const messageSchema = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  payload: z.record(z.string(), z.union([z.number(), z.string()])),
});
type Message = z.infer<typeof messageSchema>;

/** Of Cloudflare Queues: bytes of a message and of a call, messages of a call, the longest delay. */
export const messageLimits = { bytes: 128_000, batchBytes: 256_000, batch: 100, delayMs: 12 * HOUR } as const;
/** What the service adds to each message, at most. */
const OVERHEAD = 100;

/**
 * Puts tasks into Cloudflare Queues. The service knows no keys, so waiting tasks are recorded in Postgres too: a task for which a message waits
 * gets no other one.
 */
export function cloudflareQueue(binding: Pick<Binding, 'sendBatch'>, { db, clock }: TaskLeases): Queue {
  return {
    send: async (...tasks) => {
      const now = clock.now();
      const announced = earliest(tasks).map(({ name, key, payload, at }): Announced => ({
        name,
        key,
        payload,
        id: randomUUID(),
        at: withinDelay(at, now),
      }));
      const toSend = await announce(db, announced, now);
      const batches = batchesOf(toSend, now);
      for (const [index, batch] of batches.entries()) {
        try {
          await binding.sendBatch(batch);
        } catch (error) {
          const left = batches.slice(index).flatMap((unsent) => unsent.map(({ body }) => body.id));
          await unannounce(db, left);
          throw error;
        }
      }
    },
  };
}

/** What is due later than a message can wait comes earlier, finds nothing due, and is put in again. */
function withinDelay(at: Date | undefined, now: Date): Date {
  return at === undefined ? now : new Date(Math.min(at.getTime(), now.getTime() + messageLimits.delayMs));
}

/** Of tasks with one name and key, the one that is due first. */
function earliest(tasks: readonly Task[]): readonly Task[] {
  const first = new Map<string, Task>();
  for (const task of tasks) {
    const known = first.get(`${task.name} ${task.key}`);
    if (known === undefined || (task.at?.getTime() ?? 0) < (known.at?.getTime() ?? 0))
      first.set(`${task.name} ${task.key}`, task);
  }
  return [...first.values()];
}

/** Messages in calls that the service takes: as many and as large as it allows. */
export function batchesOf(
  announced: readonly Announced[],
  now: Date,
): readonly (readonly MessageSendRequest<Message>[])[] {
  const batches: MessageSendRequest<Message>[][] = [];
  let room = 0;
  for (const { id, name, key, payload, at } of announced) {
    const body: Message = { id, name, key, payload };
    const bytes = new TextEncoder().encode(JSON.stringify(body)).length + OVERHEAD;
    if (bytes > messageLimits.bytes)
      throw new Error(`a task ${name} of at most ${messageLimits.bytes} bytes was expected, it has ${bytes}`);
    if (room < bytes || (batches.at(-1)?.length ?? 0) >= messageLimits.batch) {
      batches.push([]);
      room = messageLimits.batchBytes;
    }
    room -= bytes;
    const delaySeconds = Math.max(0, Math.ceil((at.getTime() - now.getTime()) / SECOND));
    batches.at(-1)?.push({ body, contentType: 'json', delaySeconds });
  }
  return batches;
}

export type Consuming = TaskLeases & {
  readonly kinds: readonly TaskKind[];
  readonly queue: Queue;
  readonly random: () => number;
};

/** Carries out the tasks that messages bring, one after the other. One that fails comes again, later each time. */
export async function consume(consuming: Consuming, { messages }: Pick<MessageBatch, 'messages'>) {
  const { kinds, queue, db, clock, random, log } = consuming;
  for (const received of messages) {
    const read = messageSchema.safeParse(received.body);
    const kind = kinds.find(({ name }) => read.success && name === read.data.name);
    if (!read.success || kind === undefined) {
      log.error('message not understood', { message: received.id, task: read.data?.name });
      received.ack();
      continue;
    }
    const { id, ...task } = read.data;
    const pause = backoff(received.attempts, FIRST_PAUSE, LONGEST_PAUSE, random);
    const end = await withLease(consuming, {
      task,
      messageId: id,
      run: () => kind.run(task.payload),
      again: () => ({ id, at: new Date(clock.now().getTime() + pause) }),
    });
    if (end.kind === 'failed') {
      received.retry({ delaySeconds: Math.ceil(pause / SECOND) });
      continue;
    }
    if (end.kind === 'busy') {
      await unannounce(db, [id]);
      await queue.send({ ...task, at: end.until });
    }
    received.ack();
  }
}

const FIRST_PAUSE = 2 * SECOND;
const LONGEST_PAUSE = 10 * MINUTE;

/** Takes note of messages that the queue gave up. The tasks come again when their time comes; until one succeeds it is shown. */
export async function recordDead(
  { db, clock, log }: TaskLeases,
  { messages }: Pick<MessageBatch, 'messages'>,
): Promise<void> {
  for (const received of messages) {
    const read = messageSchema.safeParse(received.body);
    if (read.success) {
      const { name, key, payload, id } = read.data;
      await markDead(db, { name, key, payload }, { now: clock.now(), messageId: id });
      log.error('task given up', { task: name, payload });
    }
    received.ack();
  }
}

/** A Cron Trigger: what only plans runs here, and everything else of the schedule gets its message. */
export async function onCron({ kinds, queue, log }: Consuming, cron: string): Promise<void> {
  const due = kinds.filter((kind) => kind.cron === cron);
  if (due.length === 0) log.warn('cron without tasks', { cron });
  const errors: unknown[] = [];
  for (const { name, run } of due.filter(({ plans }) => plans === true)) {
    try {
      await run({});
    } catch (error) {
      // One that fails leaves the others their turn; it comes again by the next trigger.
      log.error('task failed', { task: name, error: errorText(error) });
      errors.push(error);
    }
  }
  await queue.send(
    ...due
      .filter(({ plans }) => plans !== true)
      .map(({ name }) => ({ name, payload: {}, key: SCHEDULE_KEY })),
  );
  if (errors.length > 0) throw new AggregateError(errors, 'not all of the schedule was planned');
}
