import { openPglite } from '../src/db/pglite.ts';
import { migrate } from '../src/db/migrate.ts';
import * as schema from '../src/db/schema.ts';
import type { Priority } from '../src/rest/bucket.ts';
import { createClient } from '../src/rest/rest-client.ts';
import { type BucketStore, limiterOver } from '../src/rest/rest-limiter.ts';
import { collectAll } from '../src/rest/rest-pages.ts';
import { postgresStore, tokenKey } from '../src/targets/limiter.repository.ts';
import { simulatedService, serviceTimes } from './rest-service.ts';
import type { BenchOptions, BenchResult, Measurement, Ratio } from './rounds.ts';
import { type SimulatedTime, simulatedTime } from './simulated-time.ts';

const PROCESSES = 4;
const baseUrl = 'https://school.test/api/public';

/** A pull, a push and a stream of single calls, by four processes that share a token through Postgres, in simulated time. */
export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const { db, close } = await openPglite({ memory: true }, schema);
  await migrate(db);
  const single = full ? 2_000 : 500;
  const scenarios = [
    { name: 'pull of 20,000 employers', work: pull },
    { name: 'push of 10,000 updates', work: push },
    { name: `${single} single calls of 4 processes`, work: (site: Site) => stream(site, single) },
  ];
  const measurements: Measurement[] = [];
  const ratios: Ratio[] = [];
  for (const { name, work } of scenarios) {
    const time = simulatedTime('2026-11-20T12:00:00Z');
    const { fetch, calls } = simulatedService(time, 20_000);
    const store = standing(time, () => postgresStore(db, tokenKey(baseUrl, name), time.clock));
    const began = time.clock.now().getTime();
    const closedForm = await time.run(work({ time, fetch, store }));
    const taken = time.clock.now().getTime() - began;
    measurements.push(
      { bench: 'rest', what: `${name}: simulated time`, value: taken, unit: 'ms' },
      ...Object.entries(calls).map(([kind, value]) => ({
        bench: 'rest',
        what: `${name}: ${kind}`,
        value,
        unit: 'calls',
      })),
    );
    ratios.push({
      what: `REST, ${name}: time to closed form`,
      value: taken / closedForm,
      goal: 1.1,
      is: 'at most',
    });
    ratios.push({ what: `REST, ${name}: answers of 429`, value: calls.tooMany, goal: 0, is: 'at most' });
  }
  await close();
  return { measurements, ratios };
}

type Site = {
  readonly time: SimulatedTime;
  readonly fetch: ReturnType<typeof simulatedService>['fetch'];
  readonly store: () => BucketStore;
};

function clientAt({ time, fetch, store }: Site, priority: Priority) {
  const { clock, wait } = time;
  const limiter = limiterOver(store(), wait);
  return createClient({ baseUrl, token: 'token', fetch, clock, wait, limiter, priority, random: () => 0.5 });
}

/** Two round trips at best. */
async function pull(site: Site): Promise<number> {
  const read = await collectAll(clientAt(site, 'mirrors').employers.list());
  if (read.kind !== 'answered' || read.value.length !== 20_000) throw new Error('the pull is not whole');
  return 2 * serviceTimes.roundTripMs;
}

/** One batch at a time: each costs its own work and two round trips. */
async function push(site: Site): Promise<number> {
  const changes = Array.from({ length: 10_000 }, (_, index) => ({ id: `e${index}`, overview: 'new' }));
  const outcomes = await clientAt(site, 'publishing').employers.updateMany(changes);
  if (outcomes.some(({ kind }) => kind !== 'answered')) throw new Error('the push is not whole');
  return 10 * (1_000 * serviceTimes.msPerRecord + 2 * serviceTimes.roundTripMs);
}

/** Call k may start at max(0, (k - 100) / 10) s. */
async function stream(site: Site, count: number): Promise<number> {
  const each = Array.from({ length: PROCESSES }, async () => {
    const client = clientAt(site, 'people');
    await Promise.all(Array.from({ length: count / PROCESSES }, () => client.employers.get('e1')));
  });
  await Promise.all(each);
  return ((count - 100) / 10) * 1_000 + serviceTimes.roundTripMs;
}

/** Statements take real time, during which simulated time stands. */
function standing({ standing: during }: SimulatedTime, open: () => BucketStore): () => BucketStore {
  return () => {
    const store = open();
    return {
      grant: (wish) => during(() => store.grant(wish)),
      hear: (news) => during(() => store.hear(news)),
      holdBatch: (holder) => during(() => store.holdBatch(holder)),
      releaseBatch: (holder) => during(() => store.releaseBatch(holder)),
    };
  };
}
