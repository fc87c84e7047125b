import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { silentLog } from '../src/core/log.ts';
import type { Db } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { openPostgres } from '../src/db/postgres.ts';
import { numberIn, rowsOf } from '../test/setup/rows.ts';
import * as schema from '../src/db/schema.ts';
import { startSender } from '../src/platform/queue/pg-boss.ts';
import { writeSetting } from '../src/platform/settings/settings.repository.ts';
import { addTarget } from '../src/targets/targets.repository.ts';
import { queueKinds } from '../src/tasks/schedule.ts';
import { type Running, startCommand } from '../test/setup/processes.ts';
import { descriptionOf } from './feed-generator.ts';
import { startVendor } from './publishing-vendor.ts';
import type { BenchOptions, BenchResult, Measurement, Ratio } from './rounds.ts';

const VENDOR_MS = 150;
/** A school that answers so soon keeps a worker busy; at the slower one a part of its CPU goes to waking up between two calls. */
const QUICK_VENDOR_MS = 5;
/** Targets that one worker publishes to at a time, as the table of tasks says. */
const AT_ONCE = 16;

/**
 * Real `worker` processes over a PostgreSQL server (`TEST_DATABASE_URL`; without one there is nothing to measure: the embedded database
 * has one owner), a school that answers after 150 ms, one call at a time at each target.
 */
export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) return { measurements: [], ratios: [] };
  const measurements: Measurement[] = [];
  const ratios: Ratio[] = [];
  const note = (what: string, value: number, unit: string) =>
    void measurements.push({ bench: 'publishing', what, value, unit });

  for (const workers of full ? [1, 2, 4] : [1]) {
    const { rate, cpuMs } = await drainingRate(server, workers, full ? 10_000 : 3_000);
    const ideal = (workers * AT_ONCE * 1_000) / VENDOR_MS;
    note(`${workers} workers drain`, rate, 'calls/s');
    if (cpuMs > 0) note('CPU of a worker a call, mostly idle', cpuMs, 'ms');
    ratios.push({
      what: `publishing, ${workers} workers against ideal`,
      value: rate / ideal,
      goal: 0.95,
      is: 'at least',
    });
  }
  const busy = await drainingRate(server, 1, 3_000, QUICK_VENDOR_MS);
  if (busy.cpuMs > 0) note('CPU of a busy worker a call', busy.cpuMs, 'ms');
  const losses = full
    ? ([
        [Infinity, 1],
        [20, 1.06],
      ] as const)
    : ([[20, 1.06]] as const);
  for (const [loseEvery, goal] of losses) {
    const { calls, jobs } = await callsPerChange(server, loseEvery, full ? 2_000 : 100);
    const what = loseEvery === Infinity ? 'without faults' : 'with 5 % lost answers';
    note(`calls for ${jobs} changes ${what}`, calls, 'calls');
    ratios.push({ what: `publishing, calls a change ${what}`, value: calls / jobs, goal, is: 'at most' });
  }
  if (!full) return { measurements, ratios };
  const seconds = await rePick(server);
  note('taken up again after kill -9', seconds, 's');
  ratios.push({
    what: 'publishing, seconds until taken up after kill -9',
    value: seconds,
    goal: 15,
    is: 'at most',
  });
  return { measurements, ratios };
}

/** Calls a second that all workers make together, in the middle of a long queue. */
async function drainingRate(server: string, workers: number, windowMs: number, vendorMs = VENDOR_MS) {
  const targets = workers * AT_ONCE;
  const perTarget = Math.min(2_000, Math.ceil((windowMs + 20_000) / vendorMs));
  return withSite(server, { targets, perTarget, vendorMs }, async ({ start, vendor }) => {
    const running = await Promise.all(Array.from({ length: workers }, () => start()));
    const cpu = () => running.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
    // Until every target is being called.
    const called = () => new Set(vendor.calls.slice(-3 * targets).map(({ job }) => job.split('-')[0])).size;
    while (called() < targets) await pause(100);
    await pause(1_000);
    const [from, cpuBefore] = [performance.now(), cpu()];
    await pause(windowMs);
    const [to, cpuAfter] = [performance.now(), cpu()];
    const inside = vendor.calls.filter(({ at }) => at >= from && at < to).length;
    return { rate: (inside * 1_000) / (to - from), cpuMs: (cpuAfter - cpuBefore) / inside };
  });
}

/** What a process has used of the CPU, where the system tells (Linux counts in hundredths of a second); else 0. */
function cpuMsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const [user = '0', system = '0'] =
    readFileSync(file, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return 10 * (Number(user) + Number(system));
}

async function callsPerChange(server: string, loseEvery: number, jobs: number) {
  const site = { targets: 4, perTarget: jobs / 4, concurrency: 4, loseEvery };
  return withSite(server, site, async ({ start, vendor, db }) => {
    await start();
    await start();
    while ((await due(db)) > 0) await pause(200);
    const twice = new Set(vendor.calls.map(({ job }) => job)).size;
    if (twice !== jobs) throw new Error(`${twice} of ${jobs} jobs were called for`);
    return { calls: vendor.calls.length, jobs };
  });
}

/** Seconds from a SIGKILL until the last row that the worker held is in other hands, or settled. */
async function rePick(server: string): Promise<number> {
  return withSite(server, { targets: 4, perTarget: 600 }, async ({ start, db }) => {
    const workers = await Promise.all([start(), start()]);
    const held = async (pid: number) => {
      const [row] = rowsOf(
        await db.execute(
          sql`select count(*)::int as n from publications where lease_by like ${`%-${pid}-%`}`,
        ),
      );
      return numberIn(row, 'n');
    };
    // Whichever has work: one of them may carry all of it.
    let busy: Running | undefined;
    while (busy === undefined) {
      for (const worker of workers) if ((await held(worker.pid)) > 0) busy = worker;
      await pause(50);
    }
    await busy.end('SIGKILL');
    const killed = performance.now();
    while ((await held(busy.pid)) > 0) await pause(50);
    return (performance.now() - killed) / 1_000;
  });
}

type Site = {
  readonly db: Db;
  readonly vendor: Awaited<ReturnType<typeof startVendor>>;
  /** Starts a worker. */
  readonly start: () => Promise<Running>;
};

async function withSite<T>(
  server: string,
  {
    targets,
    perTarget,
    concurrency = 1,
    loseEvery = Infinity,
    vendorMs = VENDOR_MS,
  }: { targets: number; perTarget: number; concurrency?: number; loseEvery?: number; vendorMs?: number },
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const name = `quadwire_bench_${randomBytes(6).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const { db, close } = openPostgres(url.href, schema, { max: 2 });
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-bench-'));
  const vendor = await startVendor(vendorMs, loseEvery);
  const running: Running[] = [];
  try {
    await migrate(db);
    await fill(db, vendor.url, { targets, perTarget, concurrency });
    const start = async () => {
      const worker = startCommand(['worker'], {
        DATABASE_URL: url.href,
        QUADWIRE_DATA: join(folder, 'data'),
        QUADWIRE_ALLOW_PRIVATE: '127.0.0.1',
      });
      running.push(worker);
      await worker.until(/worker is running/);
      await putIn(url.href, targets);
      return worker;
    };
    return await work({ db, vendor, start });
  } finally {
    await Promise.all(running.map((worker) => worker.end('SIGKILL')));
    await vendor.close();
    await close();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a comparison does when it has made calls due; the schedule would come to it within a minute. */
async function putIn(url: string, targets: number): Promise<void> {
  const queue = await startSender({ url }, queueKinds, silentLog);
  const ids = Array.from({ length: targets }, (_, at) => at + 1);
  await queue.send(
    ...ids.map((targetId) => ({ name: 'apply-plan', payload: { targetId }, key: `target ${targetId}` })),
  );
  await queue.stop();
}

/** Targets that were compared just now, each with publications that are due. */
async function fill(
  db: Db,
  soapUrl: string,
  { targets, perTarget, concurrency }: { targets: number; perTarget: number; concurrency: number },
): Promise<void> {
  const now = new Date();
  for (const [key, value] of [
    ['publish.concurrency', concurrency],
    ['publish.retryFirstSeconds', 1],
  ] as const)
    await writeSetting(db, { scope: 'global', key, value, by: 'bench', at: now });
  for (let at = 0; at < targets; at += 1)
    await addTarget(db, {
      name: `school-${at}`,
      definition: { soap: { url: soapUrl, namespace: 'urn:JobWebService' } },
      now,
    });
  await db.execute(
    sql`update targets set mapping_version = 'bench', reconciled_at = now() + interval '1 day'`,
  );
  await db.execute(
    sql`insert into sources (name, kind, external_source_id, created_at) values ('acme', 'feed', 'acme', now())`,
  );
  // A claim asks whether the job belongs at its target.
  await db.execute(sql`
    insert into feeds (source_id, definition, state, created_at, next_at)
    select id, '{"url": "acme", "adapter": "indeed-xml", "right": "permission"}', 'active', now(), now() + interval '1 day' from sources`);
  const listing = JSON.stringify({
    jobId: 'A-1',
    job: { job_title: 'Welder', job_desc: '<p>You weld.</p>', job_type: ['Full-time'] },
    employer: { empname: 'Acme' },
    descriptionText: 'You weld.',
    places: [{ city: 'Boston', subdivision: 'US-MA', country: 'US' }],
    provenance: {},
    warnings: [],
    quality: 90,
  });
  const descriptions = JSON.stringify(Array.from({ length: 100 }, (_, at) => descriptionOf(at)));
  await db.execute(sql`
    insert into listings (source_id, job_id, state, listing, fingerprint, title, first_seen_at, changed_at, touched_at)
    select id, 'A-1', 'listed', ${listing}::jsonb, 'l', 'Welder', now(), now(), now() from sources`);
  await db.execute(
    sql`insert into clearances (listing_id, fingerprint, at, by) select id, 'l', now(), 'rules' from listings`,
  );
  await db.execute(sql`
    insert into publications (target_id, source_id, external_source_id, job_id, job_key, belief, intent, intent_fingerprint, shown_listing_id, shown_listing_fingerprint, call, next_at, wanted, wanted_version)
    select t.id, s.id, 'acme', t.id || '-' || n, t.id || '-' || n, 'none', 'show', 'a', l.id, 'l', 'due', now(),
      jsonb_build_object('job', jsonb_build_object('job_title', 'Welder', 'job_desc', d.texts -> (n % 100), 'job_id', t.id || '-' || n), 'employer', '{"empname": "Acme"}'::jsonb),
      'bench'
    from targets t, sources s, listings l, (select ${descriptions}::jsonb as texts) d, generate_series(1, ${perTarget}::int) as n`);
}

async function due(db: Db): Promise<number> {
  const [row] = rowsOf(
    await db.execute(sql`select count(*)::int as n from publications where call in ('due', 'out')`),
  );
  return numberIn(row, 'n');
}
