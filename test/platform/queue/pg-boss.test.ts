import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, systemClock } from '../../../src/core/clock.ts';
import { silentLog } from '../../../src/core/log.ts';
import type { Db } from '../../../src/db/db.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { openPglite } from '../../../src/db/pglite.ts';
import { rowsOf } from '../../setup/rows.ts';
import * as schema from '../../../src/db/schema.ts';
import { feedNamed } from '../../../src/feeds/feeds.queries.ts';
import { type QueueDatabase, startQueue, startSender } from '../../../src/platform/queue/pg-boss.ts';
import type { Queue, TaskKind, WorkingQueue } from '../../../src/platform/queue/queue.ts';
import { forgetRunning } from '../../../src/platform/queue/tasks.repository.ts';
import { queueKinds } from '../../../src/tasks/schedule.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { withTasks } from '../../../src/platform/queue/with-tasks.ts';
import { onServer } from '../../setup/database.ts';
import { aRoad } from '../../setup/road.ts';
import { aWeb } from '../../faces/web/support/web.ts';

const feed = { name: 'acme', url: 'https://acme.example/jobs.xml', adapter: 'indeed-xml' };

describe('a database that no worker has opened', () => {
  let db: Db;
  let queue: WorkingQueue;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const opened = await aFreshDatabase();
    ({ db, close } = opened);
    queue = await startSender(opened.queueDatabase, queueKinds, silentLog);
  });
  afterAll(async () => {
    await queue.stop();
    await close();
  });
  beforeEach(async () => {
    await db.execute(sql`delete from queue.job`);
    await db.execute(sql`truncate feeds restart identity cascade`);
  });

  test('a fresh database has a queue for every kind of task', async () => {
    const found = rowsOf(await db.execute(sql`select name from queue.queue`)).map(({ name }) => name);
    expect(new Set(found)).toEqual(new Set(queueKinds.flatMap(({ name }) => [name, `${name}-dead`])));
  });

  test('a fresh database takes a feed and the task of reading it', async () => {
    expect((await post(queue)).status).toBe(201);
    expect(await feedNamed(db, 'acme')).toMatchObject({ name: 'acme' });
    expect(await waiting()).toEqual([{ name: 'ingest-feed', singleton_key: 'feed 1' }]);
  });

  test('an act whose work cannot be queued leaves nothing', async () => {
    const broken: Queue = { ...queue, sendWithin: () => Promise.reject(new Error('no queue')) };
    expect((await post(broken)).status).toBe(500);
    expect(await feedNamed(db, 'acme')).toBeUndefined();
    expect((await post(queue)).status).toBe(201);
  });

  test('an act that fails leaves no work', async () => {
    const task = { name: 'ingest-feed', payload: { feedId: 1 }, key: 'feed 1' };
    const failing = withTasks({ db, queue }, async (tx, enqueue) => {
      enqueue(task);
      await queue.sendWithin?.(tx, task);
      throw new Error('it went wrong');
    });
    await expect(failing).rejects.toThrow('it went wrong');
    expect(await waiting()).toEqual([]);
  });

  test('what waits for later begins at once when somebody asks for it', async () => {
    const task = { name: 'ingest-feed', payload: { feedId: 1 }, key: 'feed 1' };
    await queue.send({ ...task, at: new Date('2099-01-01T00:00:00Z') });
    await db.transaction(async (tx) => queue.sendWithin?.(tx, task));
    const due = await db.execute(sql`select 1 from queue.job where start_after <= now()`);
    expect(rowsOf(due)).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
  });

  test('a key that has ended is taken out of those that the queue passes over, once', async () => {
    await db.execute(
      sql`update queue.queue set singletons_active = array['target 1', 'target 2'] where name = 'apply-plan'`,
    );
    const looked: string[] = [];
    for (const key of ['target 1', 'target 1', 'target 3'])
      await forgetRunning(db, { name: 'apply-plan', key }, async () => void looked.push(key));
    expect(looked).toEqual(['target 1']);
    await expect(forgetRunning(db, { name: 'apply-plan', key: 'target 2' }, away)).resolves.toBeUndefined();
    const left = await db.execute(sql`select singletons_active from queue.queue where name = 'apply-plan'`);
    expect(rowsOf(left)).toEqual([{ singletons_active: [] }]);
  });

  test('a queue outside of the database is told after the commit, and its failure undoes nothing', async () => {
    const seen: (string | undefined)[] = [];
    const outside: Queue = {
      send: async () => {
        seen.push((await feedNamed(db, 'acme'))?.name);
        throw new Error('the service is away');
      },
    };
    expect((await post(outside)).status).toBe(201);
    expect(seen).toEqual(['acme']);
    expect(await feedNamed(db, 'acme')).toBeDefined();
  });

  async function post(to: Queue): Promise<Response> {
    const web = aWeb(db, { deps: { acts: createCapabilities(aRoad(db).context, () => to) } });
    await db.execute(sql`delete from api_tokens`);
    const call = await web.withToken(['read', 'write']);
    return call('/feeds', { method: 'POST', body: JSON.stringify(feed) });
  }

  async function waiting() {
    const rows = await db.execute(sql`select name, singleton_key from queue.job where state = 'created'`);
    return rowsOf(rows).map(({ name, singleton_key }) => ({ name, singleton_key }));
  }
});

const away = async () => Promise.reject(new Error('the database is away'));
const turnsOf = (db: Db) => ({ db, clock: systemClock, log: silentLog });
const tasks = (round: number) =>
  Array.from({ length: 8 }, (_, at) => ({
    name: 'apply-plan',
    payload: { at },
    key: `target ${round}-${at}`,
  }));
const aKind = (run: () => Promise<void>): TaskKind => ({
  name: 'apply-plan',
  timeoutSeconds: 60,
  concurrency: 2,
  run,
});

/** The embedded database has one worker. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('a worker that starts beside another', () => {
  test('a worker that is killed again and again before it has proved itself leaves every task to the other', async () => {
    const { db, queueDatabase, close } = await aFreshDatabase();
    let [done, held] = [0, 0];
    const living = aKind(async () => void (done += 1));
    // What a killed worker has taken, nobody carries out until its heart is missed.
    const killed = aKind(() => {
      held += 1;
      return new Promise(() => {});
    });
    const first = await startQueue(queueDatabase, () => [living], turnsOf(db));
    for (let round = 1; round <= 5; round += 1) {
      const second = await startQueue(queueDatabase, () => [killed], turnsOf(db), HOUR);
      await first.send(...tasks(round));
      await expect.poll(() => done, { timeout: 60_000 }).toBe(round * 8);
      await second.stop();
    }
    expect({ done, held }).toEqual({ done: 40, held: 0 });
    await first.stop();
    await close();
  });

  test('a worker that has proved itself takes what the other has no place for', async () => {
    const { db, queueDatabase, close } = await aFreshDatabase();
    const gate = Promise.withResolvers<void>();
    let done = 0;
    const first = await startQueue(queueDatabase, () => [aKind(() => gate.promise)], turnsOf(db));
    const second = await startQueue(
      queueDatabase,
      () => [aKind(async () => void (done += 1))],
      turnsOf(db),
      1,
    );
    await first.send(...tasks(1));
    await expect.poll(() => done, { timeout: 60_000 }).toBeGreaterThanOrEqual(6);
    gate.resolve();
    await second.stop();
    await first.stop();
    await close();
  });
});

async function aFreshDatabase(): Promise<{
  readonly db: Db;
  readonly queueDatabase: QueueDatabase;
  readonly close: () => Promise<void>;
}> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server !== undefined) {
    const { db, url, close } = await onServer(server);
    return { db, queueDatabase: { url }, close };
  }
  const { db, client, close } = await openPglite({ memory: true }, schema);
  await migrate(db);
  return { db, queueDatabase: { pglite: client }, close };
}
