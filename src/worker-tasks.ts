import type { MessageBatch } from '@cloudflare/workers-types';
import { edgeConfig, type Env, openInvocation } from './cloudflare.ts';
import { consume, type Consuming, onCron, recordDead } from './platform/queue/queue-cloudflare.ts';

/** Queues what a Cron Trigger is for. */
export async function runSchedule(cron: string, env: Env): Promise<void> {
  await working(env, (consuming) => onCron(consuming, cron));
}

/** Carries out the tasks of a batch; those of the queue of failed messages are recorded. */
export async function runMessages(batch: MessageBatch, env: Env): Promise<void> {
  await working(env, (consuming) =>
    batch.queue.endsWith('-dead') ? recordDead(consuming, batch) : consume(consuming, batch),
  );
}

/** Tasks, with the product opened for them. What fails here is repeated by the queue, or by the next trigger. */
async function working(env: Env, work: (consuming: Consuming) => Promise<void>): Promise<void> {
  const config = edgeConfig(env);
  if (config === undefined) throw new Error('the settings of this Worker have mistakes');
  const { consuming, context, synchronise, close } = openInvocation(env, config);
  try {
    await synchronise();
    await work(consuming);
  } finally {
    await context.journal.close();
    await close();
  }
}
