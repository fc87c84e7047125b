import { expect, test } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import {
  batchesOf,
  cloudflareQueue,
  consume,
  messageLimits,
  onCron,
  recordDead,
} from '../../../src/platform/queue/queue-cloudflare.ts';
import type { TaskKind } from '../../../src/platform/queue/queue.ts';
import { deadTasks } from '../../../src/platform/queue/tasks.repository.ts';
import { testDatabase } from '../../setup/database.ts';
import { manualClock } from '../../setup/clock.ts';

const db = await testDatabase();
type Sent = { body: { id: string; name: string; key: string }; delaySeconds?: number };

/** The driver over a queue that remembers, on a clock of ours. */
function aQueue(kinds: readonly TaskKind[] = []) {
  const clock = manualClock('2026-11-20T09:00:00Z');
  const calls: Sent[][] = [];
  const turns = { db, clock, log: silentLog };
  const binding = { sendBatch: async (batch: Iterable<unknown>) => void calls.push([...batch] as Sent[]) };
  const queue = cloudflareQueue(binding as never, turns);
  return { clock, calls, queue, consuming: { ...turns, kinds, queue, random: () => 0.5 } };
}

function aKind(name: string, run: TaskKind['run'] = async () => {}, more: Partial<TaskKind> = {}): TaskKind {
  return { name, run, concurrency: 1, timeoutSeconds: 60, ...more };
}

/** A message as the service delivers it, and what became of it. */
function delivered(body: unknown, attempts = 1) {
  const ends: string[] = [];
  const message = {
    id: 'm',
    timestamp: new Date(),
    body,
    attempts,
    ack: () => void ends.push('ack'),
    retry: (options?: { delaySeconds?: number }) => void ends.push(`retry in ${options?.delaySeconds} s`),
  };
  return { batch: { messages: [message] } as never, ends };
}

const apply = { name: 'apply-plan', key: 'target 1', payload: { targetId: 1 } };

test('a task waits once, however often it is put in', async () => {
  const { queue, calls } = aQueue();
  await queue.send(apply, apply);
  await queue.send(apply);
  expect(calls.flat()).toHaveLength(1);
});

test('a task of later waits that long, at most the longest delay there is', async () => {
  const { queue, calls, clock } = aQueue();
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
  await queue.send({ ...apply, at: inHours(1) });
  await queue.send({ ...apply, key: 'target 2', at: inHours(100) });
  expect(calls.flat().map(({ delaySeconds }) => delaySeconds)).toEqual([3_600, 43_200]);
});

test('what waits is free again when the service does not take it', async () => {
  const { consuming, queue, calls } = aQueue();
  const broken = cloudflareQueue({ sendBatch: () => Promise.reject(new Error('503')) }, consuming);
  await expect(broken.send(apply)).rejects.toThrow('503');
  await queue.send(apply);
  expect(calls.flat()).toHaveLength(1);
});

test('calls hold at most 100 messages and 256 kB, and a message at most 128 kB', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  const announced = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...apply,
      id: String(index),
      key: 'k'.repeat(bytes),
      at: now,
    }));
  expect(batchesOf(announced(250, 10), now).map((batch) => batch.length)).toEqual([100, 100, 50]);
  const large = batchesOf(announced(7, 100_000), now);
  expect(large.map((batch) => batch.length)).toEqual([2, 2, 2, 1]);
  for (const batch of large)
    expect(JSON.stringify(batch.map(({ body }) => body)).length).toBeLessThan(messageLimits.batchBytes);
  expect(() => batchesOf(announced(1, 128_000), now)).toThrow('at most 128000 bytes');
});

test('a task that fails comes again, later each time; what the poll puts in meanwhile is not sent', async () => {
  const kinds = [aKind('apply-plan', () => Promise.reject(new Error('the database is away')))];
  const { queue, calls, consuming } = aQueue(kinds);
  await queue.send(apply);
  const [first] = calls.flat();
  const pauses = [];
  for (const attempt of [1, 2, 3, 12]) {
    const { batch, ends } = delivered(first?.body, attempt);
    await consume(consuming, batch);
    pauses.push(...ends);
    await queue.send(apply);
  }
  expect(pauses).toEqual(['retry in 2 s', 'retry in 4 s', 'retry in 8 s', 'retry in 600 s']);
  expect(calls.flat()).toHaveLength(1);
});

test('a task that is given up is shown with its reason until it succeeds, and may be put in again', async () => {
  let fails = true;
  const run = () => (fails ? Promise.reject(new Error('no picklists')) : Promise.resolve());
  const { queue, calls, consuming, clock } = aQueue([aKind('apply-plan', run)]);
  await queue.send(apply);
  const { batch } = delivered(calls[0]?.[0]?.body);
  await consume(consuming, batch);
  await recordDead(consuming, batch);
  expect(await deadTasks(db)).toMatchObject([{ ...apply, error: 'no picklists', deadAt: clock.now() }]);
  await queue.send(apply);
  fails = false;
  await consume(consuming, delivered(calls[1]?.[0]?.body).batch);
  expect(await deadTasks(db)).toEqual([]);
});

test('while a task is carried out another message for it waits its turn', async () => {
  const inside = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  let runs = 0;
  const run = async () => {
    runs += 1;
    inside.resolve();
    await leave.promise;
  };
  const { queue, calls, consuming } = aQueue([aKind('apply-plan', run)]);
  await queue.send(apply);
  const first = consume(consuming, delivered(calls[0]?.[0]?.body).batch);
  await inside.promise;
  await queue.send(apply);
  const second = delivered(calls[1]?.[0]?.body);
  await consume(consuming, second.batch);
  expect({ runs, ends: second.ends }).toEqual({ runs: 1, ends: ['ack'] });
  expect(calls[2]?.[0]).toMatchObject({ body: { key: 'target 1' }, delaySeconds: 10 });
  leave.resolve();
  await first;
});

test('a message that nobody understands is let go', async () => {
  const { consuming } = aQueue();
  for (const body of ['what?', { id: '1', name: 'unknown', key: 'k', payload: {} }]) {
    const { batch, ends } = delivered(body);
    await consume(consuming, batch);
    expect(ends).toEqual(['ack']);
  }
});

test('a Cron Trigger plans, and puts the rest of its schedule in; one that fails does not keep the others', async () => {
  const ran: string[] = [];
  const { calls, consuming } = aQueue([
    aKind('poll-feeds', () => Promise.reject(new Error('no')), { cron: '* * * * *', plans: true }),
    aKind('poll-targets', async () => void ran.push('poll-targets'), { cron: '* * * * *', plans: true }),
    aKind('send-mails', async () => void ran.push('send-mails'), { cron: '* * * * *' }),
    aKind('watch', async () => {}, { cron: '*/5 * * * *' }),
  ]);
  await expect(onCron(consuming, '* * * * *')).rejects.toThrow('not all of the schedule');
  expect(ran).toEqual(['poll-targets']);
  expect(calls.flat().map(({ body }) => body.name)).toEqual(['send-mails']);
});
