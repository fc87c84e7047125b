import type { PGlite } from '@electric-sql/pglite';
import { fromDrizzle, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss';
import { errorText } from '../../core/error-text.ts';
import type { Log } from '../../core/log.ts';
import { present } from '../../core/present.ts';
import type { Db } from '../../db/db.ts';
import { foreignStatements } from '../../db/query.ts';
import {
  type Queue,
  type QueueKind,
  SCHEDULE_KEY,
  type Task,
  type TaskKind,
  type WorkingQueue,
} from './queue.ts';
import { forgetRunning, isConnected, markDead, othersWait } from './tasks.repository.ts';
import { withLease, type TaskLeases } from './task-lease.ts';

/** The database of the queue: a server's address, the embedded one of this process, or that of another one, which is joined. */
export type QueueDatabase = { readonly url: string } | { readonly pglite: PGlite } | { readonly joined: Db };

/**
 * pg-boss: retries, dead letters, schedules that fire once for all processes. A killed worker's task is taken up within seconds
 * (heartbeats), a new one begins at once (LISTEN).
 */
export async function startQueue(
  database: QueueDatabase,
  kindsOf: (queue: Queue) => readonly TaskKind[],
  turns: TaskLeases,
  /** A worker that starts beside others takes tasks after this long: one that is killed again and again would hold them after each death. */
  provingMs = 5_000,
): Promise<WorkingQueue> {
  const isSecond = await workersRun(database, turns.db);
  const boss = bossFor(database, true);
  const queue = {
    ...senderOf(boss),
    isAwaited: (task: Pick<Task, 'name' | 'key'>) => othersWait(turns.db, task),
  };
  const kinds = kindsOf(queue);
  const begin = async () => {
    for (const kind of kinds) await offer(boss, queue, kind, turns);
  };
  await start(boss, kinds, turns.log, isSecond ? undefined : begin);
  const beginLate = () =>
    void begin().catch((error: unknown) => turns.log.error('tasks not taken', { error: errorText(error) }));
  const proving = isSecond ? setTimeout(beginLate, provingMs) : undefined;
  const stop = async () => {
    clearTimeout(proving);
    await boss.stop({ graceful: true, timeout: 30_000 });
  };
  return { ...queue, stop };
}

const WORKER = 'quadwire-worker';

/** Whether other processes work on the queue now. The embedded database has one owner, whom others join. */
export async function workersRun(database: QueueDatabase, db: Db): Promise<boolean> {
  return 'joined' in database || ('url' in database && (await isConnected(db, WORKER)));
}

/** Only puts tasks in: for the web and the command line beside workers, and before there is one. */
export async function startSender(
  database: QueueDatabase,
  kinds: readonly QueueKind[],
  log: Log,
): Promise<WorkingQueue> {
  const boss = bossFor(database, false);
  await start(boss, kinds, log);
  return { ...senderOf(boss), stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

/** Half begun it would go on beside the next try, so it is stopped then. */
async function start(
  boss: PgBoss,
  kinds: readonly QueueKind[],
  log: Log,
  begin?: () => Promise<void>,
): Promise<void> {
  boss.on('error', (error) => log.warn('queue in trouble', { error: error.message }));
  try {
    await boss.start();
    await createQueues(boss, kinds);
    await begin?.();
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

function bossFor(database: QueueDatabase, isWorker: boolean): PgBoss {
  const common = {
    supervise: isWorker,
    schedule: isWorker,
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
      application_name: isWorker ? WORKER : 'quadwire-queue',
    });
  if ('joined' in database)
    return new PgBoss({ ...common, useListenNotify: false, db: within(database.joined), backend: 'pglite' });
  return new PgBoss({ ...common, db: fromPglite(database.pglite), backend: 'pglite' });
}

function senderOf(boss: PgBoss): Queue {
  return {
    send: (...tasks) => put(boss, tasks),
    sendWithin: (tx, ...tasks) => put(boss, tasks, within(tx)),
  };
}

/** A transaction of ours, as the queue's own statements are run in it. */
function within(tx: Db): ReturnType<typeof fromDrizzle> {
  const { execute, tag } = foreignStatements(tx);
  return fromDrizzle({ execute }, tag);
}

async function put(boss: PgBoss, tasks: readonly Task[], db?: ReturnType<typeof within>): Promise<void> {
  for (const { name, payload, key, at } of tasks) {
    const options = { singletonKey: key, ...present({ db, startAfter: at }) };
    const sent = await boss.send(name, payload, options);
    // Another with this key waits already, perhaps for hours: what may begin at once does not wait behind it.
    if (sent === null && at === undefined)
      await boss.update(name, undefined, { ...options, startAfter: new Date() });
  }
}

/** Creates the missing queues, so that work can be queued before a worker has run. */
async function createQueues(boss: PgBoss, kinds: readonly QueueKind[]): Promise<void> {
  const there = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, timeoutSeconds } of kinds) {
    if (there.has(name)) continue;
    const dead = `${name}-dead`;
    await boss.createQueue(dead);
    await boss.createQueue(name, {
      policy: 'stately',
      // In about four minutes: an outage of the database is not the end of a task.
      retryLimit: 8,
      // A killed worker's task is taken up soon after its heart has stopped.
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: timeoutSeconds,
      heartbeatSeconds: 10,
      deadLetter: dead,
      deleteAfterSeconds: 86_400,
      notify: true,
    });
    // Remembered now: inside a transaction of the embedded database's one connection it could not be looked up.
    await boss.findJobs(name, { key: SCHEDULE_KEY });
  }
}

async function offer(boss: PgBoss, queue: Queue, kind: TaskKind, turns: TaskLeases): Promise<void> {
  const options = {
    localConcurrency: kind.concurrency,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 1,
    includeMetadata: true as const,
  };
  const evict = () => boss.updateQueue(kind.name, { notify: true });
  await boss.work<Task['payload'], unknown, typeof options>(kind.name, options, async (jobs) => {
    for (const job of jobs)
      try {
        await carryOut(queue, kind, job, turns);
      } finally {
        await forgetRunning(turns.db, { name: kind.name, key: job.singletonKey ?? kind.name }, evict);
      }
  });
  if (kind.cron !== undefined) await boss.schedule(kind.name, kind.cron, {}, { singletonKey: SCHEDULE_KEY });
}

/** Runs a task in its turn. What a worker on the other runtime carries out waits until that has ended. */
async function carryOut(
  queue: Queue,
  kind: TaskKind,
  job: JobWithMetadata<Task['payload']>,
  turns: TaskLeases,
): Promise<void> {
  const payload = job.data ?? {};
  const task = { name: kind.name, key: job.singletonKey ?? kind.name, payload };
  const end = await withLease(turns, { task, run: () => kind.run(payload) });
  if (end.kind === 'busy') await queue.send({ ...task, at: end.until });
  if (end.kind !== 'failed') return;
  if (job.retryCount >= job.retryLimit) await markDead(turns.db, task, { now: turns.clock.now() });
  throw end.error;
}
