import { fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Log } from '../core/log.ts';
import { type Queue, SCHEDULE_KEY, type Task, type TaskKind, type WorkingQueue } from './queue.ts';
import { markDead, othersWait } from './tasks-store.ts';
import { inTurn, type Turns } from './turns.ts';

/** The database of the queue: a server's address, or the embedded one of this process. */
export type QueueDatabase = { readonly url: string } | { readonly pglite: Parameters<typeof fromPglite>[0] };

/**
 * pg-boss: retries, dead letters, schedules that fire once for all processes. A killed worker's task is taken up within seconds
 * (heartbeats), a new one begins at once (LISTEN).
 */
export async function startQueue(
  database: QueueDatabase,
  kindsOf: (queue: Queue) => readonly TaskKind[],
  turns: Turns,
): Promise<WorkingQueue> {
  const { log } = turns;
  const boss = bossFor(database, { supervise: true, schedule: true });
  boss.on('error', (error) => log.warn('queue in trouble', { error: error.message }));
  const queue = {
    ...senderOf(boss),
    isAwaited: (task: Pick<Task, 'name' | 'key'>) => othersWait(turns.db, task),
  };
  try {
    await boss.start();
    for (const kind of kindsOf(queue)) await offer(boss, queue, kind, turns);
  } catch (error) {
    // Half begun it would go on beside the next try.
    await boss.stop({ graceful: false });
    throw error;
  }
  return { ...queue, stop: () => boss.stop({ graceful: true, timeout: 30_000 }) };
}

/** Only puts tasks in: for the web and the command line beside workers. */
export async function startSender(database: QueueDatabase, log: Log): Promise<WorkingQueue> {
  const boss = bossFor(database, { supervise: false, schedule: false });
  boss.on('error', (error) => log.warn('queue in trouble', { error: error.message }));
  await boss.start();
  return { ...senderOf(boss), stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

function bossFor(
  database: QueueDatabase,
  roles: { readonly supervise: boolean; readonly schedule: boolean },
): PgBoss {
  const common = {
    ...roles,
    schema: 'queue',
    useListenNotify: true,
    // Both pass before a killed worker's task is found; a look at each queue costs a few milliseconds.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // With the queues it remembers which keys run, and passes over their tasks: what has ended meanwhile would wait so long.
    queueCacheIntervalSeconds: 1,
    monitorVacuum: false,
    reindex: false,
  };
  if ('url' in database)
    return new PgBoss({
      ...common,
      connectionString: database.url,
      max: 4,
      application_name: 'quadwire-queue',
    });
  return new PgBoss({ ...common, db: fromPglite(database.pglite), backend: 'pglite' });
}

function senderOf(boss: PgBoss): Queue {
  return {
    send: async (...tasks) => {
      for (const { name, payload, key, at } of tasks) {
        const options = at === undefined ? {} : { startAfter: at };
        const sent = await boss.send(name, payload, { singletonKey: key, ...options });
        // Another with this key waits already, perhaps for hours: what may begin at once does not wait behind it.
        if (sent === null && at === undefined)
          await boss.update(name, undefined, { singletonKey: key, startAfter: new Date() });
      }
    },
  };
}

/** In about four minutes: an outage of the database is not the end of a task. */
const RETRIES = 8;

async function offer(boss: PgBoss, queue: Queue, kind: TaskKind, turns: Turns): Promise<void> {
  const dead = `${kind.name}-dead`;
  await boss.createQueue(dead);
  await boss.createQueue(kind.name, {
    policy: 'stately',
    retryLimit: RETRIES,
    // A killed worker's task is taken up soon after its heart has stopped.
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: kind.timeoutSeconds,
    heartbeatSeconds: 10,
    deadLetter: dead,
    deleteAfterSeconds: 86_400,
    notify: true,
  });
  const options = {
    localConcurrency: kind.concurrency,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 1,
    batchSize: 1,
    includeMetadata: true as const,
  };
  await boss.work<Task['payload'], unknown, typeof options>(kind.name, options, async (jobs) => {
    for (const job of jobs) await carryOut(queue, kind, job, turns);
  });
  if (kind.cron !== undefined) await boss.schedule(kind.name, kind.cron, {}, { singletonKey: SCHEDULE_KEY });
}

/** Runs a task in its turn. What a worker on the other runtime carries out waits until that has ended. */
async function carryOut(
  queue: Queue,
  kind: TaskKind,
  job: JobWithMetadata<Task['payload']>,
  turns: Turns,
): Promise<void> {
  const payload = job.data ?? {};
  const task = { name: kind.name, key: job.singletonKey ?? kind.name, payload };
  const end = await inTurn(turns, { task, run: () => kind.run(payload) });
  if (end.kind === 'busy') await queue.send({ ...task, at: end.until });
  if (end.kind !== 'failed') return;
  if (job.retryCount >= job.retryLimit) await markDead(turns.db, task, { now: turns.clock.now() });
  throw end.error;
}
