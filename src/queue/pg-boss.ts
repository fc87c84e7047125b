import { fromPglite, PgBoss } from 'pg-boss';
import type { Log } from '../core/log.ts';
import type { Queue, Task, TaskKind, WorkingQueue } from './queue.ts';

/** The database of the queue: a server's address, or the embedded one of this process. */
export type QueueDatabase = { readonly url: string } | { readonly pglite: Parameters<typeof fromPglite>[0] };

/**
 * pg-boss: retries, dead letters, schedules that fire once for all processes. A killed worker's task is taken up within seconds
 * (heartbeats), a new one begins at once (LISTEN).
 */
export async function startQueue(
  database: QueueDatabase,
  kindsOf: (queue: Queue) => readonly TaskKind[],
  log: Log,
): Promise<WorkingQueue> {
  const boss = bossFor(database, { supervise: true, schedule: true });
  boss.on('error', (error) => log.warn('queue in trouble', { error: error.message }));
  await boss.start();
  const queue = senderOf(boss);
  for (const kind of kindsOf(queue)) await offer(boss, kind, log);
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
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
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
    send: async ({ name, payload, key, at }: Task) => {
      await boss.send(name, payload, { singletonKey: key, ...(at === undefined ? {} : { startAfter: at }) });
    },
  };
}

const RETRIES = 5;

async function offer(boss: PgBoss, kind: TaskKind, log: Log): Promise<void> {
  const dead = `${kind.name}-dead`;
  await boss.createQueue(dead);
  await boss.createQueue(kind.name, {
    policy: 'stately',
    retryLimit: RETRIES,
    retryDelay: 5,
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
  };
  await boss.work<Task['payload']>(kind.name, options, async (jobs) => {
    for (const job of jobs) {
      try {
        await kind.run(job.data ?? {});
      } catch (error) {
        log.error('task failed', {
          task: kind.name,
          payload: job.data,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
        throw error;
      }
    }
  });
  if (kind.cron !== undefined) await boss.schedule(kind.name, kind.cron, {}, { singletonKey: 'schedule' });
}
