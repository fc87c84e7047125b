import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../../src/db/db.ts';
import { numberIn, rowsOf } from '../../setup/rows.ts';
import { addFeed } from '../../../src/feeds/feeds.repository.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { addTarget } from '../../../src/targets/targets.repository.ts';
import { onServer } from '../../setup/database.ts';
import { type Running, startCommand, startProxy } from '../../setup/processes.ts';
import { indeedFeed, jobs } from '../../setup/road.ts';

/**
 * Real processes over a real PostgreSQL: `worker` twice, `instance` once. PGlite has one owner only, so without TEST_DATABASE_URL there
 * is nothing to test here (`npm run test:postgres`).
 */
const server = process.env['TEST_DATABASE_URL'];
const CONCURRENCY = 2;
/** The goal is 15 s (bench/publishing.ts measures it); a machine that others use may take twice as long. */
const TAKEN_UP_MS = 30_000;

type Call = {
  readonly operation: string;
  readonly job_id: string | null;
  readonly external_source_id: string | null;
};
type Opened = Awaited<ReturnType<typeof onServer>>;

describe.skipIf(server === undefined)('workers over one PostgreSQL server', { timeout: 300_000 }, () => {
  let opened: Opened;
  let folder: string;
  let instanceUrl: string;
  const running = new Set<Running>();

  beforeEach(async () => {
    opened = await onServer(server ?? '');
    folder = mkdtempSync(join(tmpdir(), 'quadwire-workers-'));
  });
  afterEach(async () => {
    await Promise.all([...running].map((one) => one.end('SIGKILL')));
    running.clear();
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (words: readonly string[], databaseUrl = opened.url): Running => {
    const started = startCommand(words, {
      DATABASE_URL: databaseUrl,
      QUADWIRE_DATA: join(folder, 'data'),
      QUADWIRE_JOURNAL: join(folder, 'journal'),
      QUADWIRE_ALLOW_PRIVATE: '127.0.0.1',
    });
    running.add(started);
    return started;
  };
  const startWorker = async (databaseUrl?: string): Promise<Running> => {
    const worker = start(['worker'], databaseUrl);
    await worker.until(/worker is running/);
    return worker;
  };

  /** An instance that takes its time, schools there under names of their own, and a feed for all of them. */
  async function given({ latency, schools, count }: { latency: string; schools: number; count: number }) {
    const words = ['instance', '--port', '0', '--data', 'memory', '--size', 'small'];
    const instance = start([...words, '--fault', `processJob:latency=${latency}`]);
    instanceUrl = (await instance.until(/Reference instance (http:\S+)/))[1] ?? '';
    const { db } = opened;
    const now = new Date();
    for (let at = 0; at < schools; at += 1)
      await addTarget(db, {
        name: `school-${at}`,
        definition: {
          soap: { url: `${instanceUrl}/soap`, namespace: 'urn:JobWebService' },
          sourceId: `at-${at}`,
        },
        now,
      });
    for (const [key, value] of [
      ['publish.concurrency', CONCURRENCY],
      ['publish.retryFirstSeconds', 1],
    ] as const)
      await writeSetting(db, { scope: 'global', key, value, by: 'test', at: now });
    const file = join(folder, 'acme.xml');
    writeFileSync(file, indeedFeed(jobs(count)));
    await addFeed(db, {
      name: 'acme',
      externalSourceId: 'acme',
      definition: { url: file, adapter: 'indeed-xml', right: 'permission' },
      now,
    });
  }

  const calls = async (): Promise<readonly Call[]> => {
    const answer: unknown = await (await fetch(`${instanceUrl}/_control/calls`)).json();
    return (Array.isArray(answer) ? answer : []).filter(({ operation }) => operation === 'processJob');
  };
  /** Of all publications how many wait, and how many the target has taken. */
  const ledger = async () => {
    const [row] = rowsOf(
      await opened.db.execute(sql`
        select count(*) filter (where call in ('due', 'out'))::int as due, count(*) filter (where state = 'published')::int as published,
          count(*) filter (where lease_by is not null)::int as leased from publications`),
    );
    return {
      due: numberIn(row, 'due'),
      published: numberIn(row, 'published'),
      leased: numberIn(row, 'leased'),
    };
  };

  /** Holds the instance's call log against the ledger. */
  async function expectAgreement(total: number, atMostRepeated: number) {
    const log = await calls();
    const there: unknown = await (await fetch(`${instanceUrl}/_control/jobs`)).json();
    const sent = rowsOf(
      await opened.db.execute(
        sql`select external_source_id || '/' || job_id as id from publications where state = 'published'`,
      ),
    ).map((row) => String(row['id']));
    const called = [...new Set(log.map(idOf))];
    expect(called.toSorted()).toEqual(sent.toSorted());
    expect(sent).toHaveLength(total);
    expect(Array.isArray(there) ? there : []).toHaveLength(total);
    expect(log.length - called.length).toBeLessThanOrEqual(atMostRepeated);
  }

  test('when one of two workers is killed, the other continues its work and repeats only calls in flight', async () => {
    const [schools, count] = [4, 50];
    await given({ latency: '300-500', schools, count });
    const workers = await Promise.all([startWorker(), startWorker()]);
    await vi.waitUntil(async () => (await calls()).length >= 20, { timeout: 60_000, interval: 50 });
    const victim = await busyOne(opened.db, workers);
    await victim.end('SIGKILL');
    const left = await leasedBy(opened.db, victim.pid);
    expect(left.length).toBeGreaterThan(0);
    expect((await ledger()).published).toBeLessThan(schools * count);
    await vi.waitUntil(async () => (await stillOf(opened.db, victim.pid, left)) === 0, {
      timeout: TAKEN_UP_MS,
      interval: 100,
    });
    await vi.waitUntil(
      async () => {
        const { due, published } = await ledger();
        return due === 0 && published === schools * count;
      },
      { timeout: 120_000, interval: 200 },
    );
    await expectAgreement(schools * count, Math.min(left.length, schools * CONCURRENCY));
  });

  test('a worker that is asked to stop finishes the calls that it began, and nothing is called again', async () => {
    await given({ latency: '1500', schools: 2, count: 40 });
    const worker = await startWorker();
    await vi.waitUntil(async () => (await calls()).length > 0, { timeout: 60_000, interval: 50 });
    const before = (await calls()).length;
    expect(await worker.end('SIGTERM')).toBe(0);
    // Those on their way, and those that began while it was told.
    expect((await calls()).length - before).toBeLessThanOrEqual(2 * 2 * CONCURRENCY);
    const { published, leased } = await ledger();
    expect(leased).toBe(0);
    expect(await calls()).toHaveLength(published);

    const put = await fetch(`${instanceUrl}/_control/faults`, { method: 'PUT', body: '{"rules":[]}' });
    expect(put.ok).toBe(true);
    await startWorker();
    await vi.waitUntil(async () => (await ledger()).published > published, {
      timeout: TAKEN_UP_MS,
      interval: 100,
    });
    await vi.waitUntil(async () => (await ledger()).published === 80, { timeout: 120_000, interval: 200 });
    await expectAgreement(80, 0);
  });

  test('a worker whose database goes away waits, comes back and goes on', async () => {
    await given({ latency: '60-140', schools: 2, count: 40 });
    const { hostname, port } = new URL(opened.url);
    const proxy = await startProxy({ host: hostname, port: Number(port === '' ? 5432 : port) });
    const through = new URL(opened.url);
    through.port = String(proxy.port);
    const worker = await startWorker(through.href);
    await vi.waitUntil(async () => (await calls()).length >= 20, { timeout: 60_000, interval: 50 });
    proxy.cut();
    // What was in flight ends; without its database it begins nothing more.
    const quiet = await quietCount(calls);
    expect(quiet).toBeLessThan(80);
    proxy.mend();
    await vi.waitUntil(async () => (await ledger()).published === 80, { timeout: 240_000, interval: 200 });
    expect(worker.isAlive()).toBe(true);
    await expectAgreement(80, 2 * CONCURRENCY);
    expect(await worker.end('SIGTERM')).toBe(0);
    await proxy.close();
  });
});

function idOf({ external_source_id: source, job_id: job }: Call): string {
  return `${source}/${job}`;
}

/** One of the workers that have calls out. */
async function busyOne(db: Db, workers: readonly Running[]): Promise<Running> {
  return vi.waitUntil(
    async () => {
      for (const worker of workers) if ((await leasedBy(db, worker.pid)).length > 0) return worker;
      return undefined;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** Publications that a killed process held; its pid stands in the name of its leases. */
async function leasedBy(db: Db, pid: number): Promise<readonly number[]> {
  const rows = await db.execute(sql`select id from publications where lease_by like ${`%-${pid}-%`}`);
  return rowsOf(rows).map((row) => numberIn(row, 'id'));
}

/** How many of them nobody has taken up or settled yet. */
async function stillOf(db: Db, pid: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [row] = rowsOf(
    await db.execute(sql`
      select count(*)::int as n from publications where lease_by like ${`%-${pid}-%`}
        and id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`),
  );
  return numberIn(row, 'n');
}

/** The number of calls once it has not grown for three seconds. */
async function quietCount(calls: () => Promise<readonly unknown[]>): Promise<number> {
  let [last, since] = [-1, performance.now()];
  await vi.waitUntil(
    async () => {
      const { length } = await calls();
      if (length !== last) [last, since] = [length, performance.now()];
      return performance.now() - since > 3_000;
    },
    { timeout: 30_000, interval: 200 },
  );
  return last;
}
