import { randomBytes } from 'node:crypto';
import type { Hyperdrive, Queue as QueueBinding, R2Bucket } from '@cloudflare/workers-types';
import { createContext } from './app.ts';
import { objectJournal, type ObjectStore, rememberAt, recordedAt } from './platform/audit/journal-objects.ts';
import type { Journal } from './platform/audit/journal.ts';
import { type Config, readConfig } from './config.ts';
import { followedClock, MINUTE } from './core/clock.ts';
import { consoleLog } from './core/console-log.ts';
import { edgeFetch } from './core/net/edge-fetch.ts';
import { present } from './core/present.ts';
import type { Db } from './db/db.ts';
import { homeOf } from './db/home.ts';
import { openPostgres } from './db/postgres.ts';
import * as schema from './db/schema.ts';
import { timeAt } from './db/db-time.ts';
import { httpMailer } from './platform/mail/mail-http.ts';
import { cloudflareQueue, type Consuming } from './platform/queue/queue-cloudflare.ts';
import type { Reach, TaskContext } from './tasks/context.ts';
import { taskKinds } from './tasks/schedule.ts';
import { objectionToPosting } from './tasks/in-service.ts';

/** Bindings of wrangler.toml; every other member of the environment is a variable or a secret. */
export type Env = {
  readonly HYPERDRIVE: Pick<Hyperdrive, 'connectionString'>;
  readonly TASKS: Pick<QueueBinding, 'sendBatch'>;
  readonly QUADWIRE_JOURNAL?: R2Bucket;
};

/** The product opened for one invocation. */
export type Invoked = {
  readonly config: EdgeConfig;
  readonly context: TaskContext;
  readonly consuming: Consuming;
  /** From then on the clock goes by the database's, which all workers share. */
  readonly synchronise: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type EdgeConfig = Config & { readonly secret: string; readonly publicUrl: string };

/** An invocation may last 15 minutes: it begins no call after eight, and a reading takes at most ten. */
const LAST_CALL_MS = 8 * MINUTE;
/** Of the six connections that one may have open at a time: two to Postgres, three calls, one for the journal. */
const reach: Reach = { feedBytes: 200_000_000, readingMs: 10 * MINUTE, calls: 500, callsAtOnce: 3 };
const CONNECTIONS = 2;

/** Opens the product on Workers. Connections belong to their invocation: another one could not use them. */
export function openInvocation(env: Env, config: EdgeConfig): Invoked {
  const { connectionString } = env.HYPERDRIVE;
  const { db, close } = openPostgres(connectionString, schema, { max: CONNECTIONS });
  const clock = followedClock();
  const log = consoleLog(config.logLevel);
  const began = clock.now().getTime();
  const worker = `worker-${randomBytes(6).toString('hex')}`;
  const store = objectsIn(env.QUADWIRE_JOURNAL);
  const { allowPrivate, mailApi, mailFrom: from, secret, publicUrl: origin, helpEmail } = config;
  const fetch = edgeFetch(allowPrivate, globalThis.fetch);
  const context = createContext(
    {
      db,
      clock,
      random: Math.random,
      log,
      journal: store === undefined ? noJournal : objectJournal(store, clock, worker),
      worker,
      fetch,
      reach,
      objection: () => objectionHere(connectionString, db, store),
      stopping: () => clock.now().getTime() - began > LAST_CALL_MS,
      mailer: mailApi && httpMailer({ ...mailApi, from, fetch, allowPrivate }),
      formSite: { secret, origin, timeZone: config.timeZone, ...present({ helpEmail }) },
    },
    config,
  );
  const turns = { db, clock, log };
  const queue = cloudflareQueue(env.TASKS, turns);
  const consuming = { ...turns, queue, kinds: taskKinds(context, queue), random: Math.random };
  const synchronise = async () => {
    const shared = await timeAt(db);
    if (shared !== undefined) clock.follow(shared);
  };
  return { config, context, consuming, synchronise, close };
}

/** What the environment says, checked as on Node, and what only Workers need; undefined when it has mistakes, which the log lists. */
export function edgeConfig(env: Env): EdgeConfig | undefined {
  const bindings: Readonly<Record<string, unknown>> = env;
  const variables = Object.fromEntries(
    Object.entries(bindings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const read = readConfig(variables);
  const { secret, publicUrl, smtpUrl } = read.kind === 'config' ? read.config : {};
  const missing = Object.entries({
    HYPERDRIVE: bindings['HYPERDRIVE'],
    TASKS: bindings['TASKS'],
    ...(read.kind === 'config' ? { QUADWIRE_SECRET: secret, PUBLIC_URL: publicUrl } : {}),
  }).flatMap(([name, value]) => (value === undefined ? [`${name}: a Worker needs it`] : []));
  const mistakes = [
    ...(read.kind === 'mistakes' ? read.mistakes : []),
    ...missing,
    ...(smtpUrl === undefined ? [] : ['SMTP_URL: a Worker speaks no SMTP; set MAIL_API_URL']),
  ];
  if (read.kind === 'config' && mistakes.length === 0 && secret !== undefined && publicUrl !== undefined)
    return { ...read.config, secret, publicUrl };
  consoleLog('error').error('the settings have mistakes', { mistakes });
  return undefined;
}

/** Without a bucket nothing is kept outside the database. */
const noJournal: Journal = { write: async () => {}, close: async () => {} };

function objectsIn(bucket: R2Bucket | undefined): ObjectStore | undefined {
  if (bucket === undefined) return undefined;
  return { put: (name, text) => bucket.put(name, text), get: (name) => bucket.get(name) };
}

/** Databases that this isolate has found in service. */
const inService = new Set<string>();

async function objectionHere(connectionString: string, db: Db, store: ObjectStore | undefined) {
  if (inService.has(connectionString)) return undefined;
  const objection = await objectionToPosting(db, {
    here: () => homeOf(db),
    remembered: async (here) => (store === undefined ? undefined : recordedAt(store, here)),
    remember: async (here, id) => (store === undefined ? undefined : rememberAt(store, here, id)),
  });
  if (objection === undefined) inService.add(connectionString);
  return objection;
}
