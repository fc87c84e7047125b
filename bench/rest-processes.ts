import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import postgres from 'postgres';
import { systemClock } from '../src/core/clock.ts';
import { migrate } from '../src/db/migrate.ts';
import { openPostgres } from '../src/db/postgres.ts';
import * as schema from '../src/db/schema.ts';
import { serveInstance } from '../src/instance/serve.ts';
import type { Priority } from '../src/rest/bucket.ts';
import { createClient } from '../src/rest/rest-client.ts';
import { limiterOver, sleep } from '../src/rest/rest-limiter.ts';
import { collectAll } from '../src/rest/rest-pages.ts';
import { postgresStore, tokenKey } from '../src/targets/limiter.repository.ts';
import type { BenchOptions, BenchResult } from './rounds.ts';

const LOOKUPS = 100;
const token = 'demo-token';

/** The same as `rest.ts` in real time: four processes of the system, one token, a PostgreSQL, and the reference instance with its limits. */
export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!full || server === undefined) return { measurements: [], ratios: [] };
  const name = `quadwire_bench_${randomBytes(5).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const { db, close } = openPostgres(url.href, schema, { max: 2 });
  await migrate(db);
  const school = await serveInstance({ port: 0, size: 'campus' });
  const { instance } = await school.ready;
  const began = performance.now();
  const work = ['sync', 'people', 'people', 'people'].map((role) =>
    once(fork(import.meta.filename, [role, `${school.url}/api/public`, url.href]), 'exit'),
  );
  const codes = (await Promise.all(work)).map(([code]) => Number(code));
  const seconds = (performance.now() - began) / 1_000;
  const calls = await instance.calls.read();
  const count = (fits: (operation: string, outcome: string) => boolean) =>
    calls.filter(({ operation, outcome }) => fits(operation, outcome)).length;
  const lists = count((operation) => operation === 'rest:GET /v1/employers');
  const batches = count((operation) => operation === 'rest:PUT /v1/employers');
  const tooMany = count((_, outcome) => outcome === '429');
  await school.close();
  await close();
  await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
  const what = 'REST, 4 processes and PostgreSQL';
  return {
    measurements: [
      {
        bench: 'rest-processes',
        what: 'pull of 20,000, push of 10,000, 300 look-ups',
        value: seconds,
        unit: 's',
      },
      { bench: 'rest-processes', what: 'calls in all', value: calls.length, unit: 'calls' },
    ],
    ratios: [
      {
        what: `${what}: processes that failed`,
        value: codes.filter((code) => code !== 0).length,
        goal: 0,
        is: 'at most',
      },
      { what: `${what}: calls of the pull`, value: lists, goal: 40, is: 'at most' },
      { what: `${what}: batches of the push`, value: batches, goal: 10, is: 'at most' },
      { what: `${what}: answers of 429`, value: tooMany, goal: 0, is: 'at most' },
    ],
  };
}

/** One of the four processes: `sync` pulls everything and pushes half of it, `people` look one employer up again and again. */
async function child(role: string, baseUrl: string, database: string): Promise<void> {
  const { db, close } = openPostgres(database, schema, { max: 2 });
  const clientFor = (priority: Priority) =>
    createClient({
      baseUrl,
      token,
      priority,
      limiter: limiterOver(postgresStore(db, tokenKey(baseUrl, token), systemClock), sleep),
    });
  if (role === 'sync') {
    const read = await collectAll(clientFor('mirrors').employers.list());
    if (read.kind !== 'answered' || read.value.length !== 20_000) throw new Error('the pull is not whole');
    const changes = read.value
      .slice(0, 10_000)
      .flatMap(({ id }) => (id === undefined ? [] : [{ id, overview: 'new' }]));
    const outcomes = await clientFor('publishing').employers.updateMany(changes);
    if (outcomes.some(({ kind }) => kind !== 'answered')) throw new Error('the push is not whole');
  } else {
    const people = clientFor('people');
    const found = await Promise.all(Array.from({ length: LOOKUPS }, () => people.employers.get('nobody')));
    if (found.some(({ kind }) => kind !== 'notFound')) throw new Error('a look-up was not answered');
  }
  await close();
}

if (process.argv[1] === import.meta.filename) {
  const [, , role = '', baseUrl = '', database = ''] = process.argv;
  await child(role, baseUrl, database);
}
