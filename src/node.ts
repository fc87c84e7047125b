import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './db/folder.ts';
import { recordOwnAct } from './platform/audit/audit.repository.ts';
import { fileJournal } from './platform/audit/journal-file.ts';
import { createContext } from './app.ts';
import { addressOf, pagesOf, placeOf } from './faces/cli/cli-installation.ts';
import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import type { Fetch } from './core/net/http.ts';
import type { Log } from './core/log.ts';
import { pinnedFetch, pinnedFetchAs } from './core/net/pinned-fetch.ts';
import type { Db, Opened } from './db/db.ts';
import { firstAnswer } from './db/first-answer.ts';
import { migrate, migrationsFolder, migrationsIn } from './db/migrate.ts';
import { joinEmbedded, ownEmbedded } from './db/owner.ts';
import { completeAddress, openPostgres } from './db/postgres.ts';
import { databaseClock } from './faces/cli/database-clock.ts';
import * as schema from './db/schema.ts';
import { unlock } from './db/vault.ts';
import { fileOpener } from './feeds/files.ts';
import { httpMailer } from './platform/mail/mail-http.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { mailDomains } from './core/net/mail-domains.ts';
import { sealAddresses } from './feeds/feeds.repository.ts';
import type { QueueDatabase } from './platform/queue/pg-boss.ts';
import type { TaskContext } from './tasks/context.ts';
import { objectionToPosting } from './tasks/in-service.ts';

/** The product opened on Node. */
export type Node = {
  readonly context: TaskContext;
  readonly db: Db;
  readonly queueDatabase: QueueDatabase;
  /** Allows one more private address (`host:port`): what `up` starts itself. */
  readonly allow: (address: string) => void;
  /** Begins a graceful end: nothing new is begun. */
  readonly stop: () => void;
  readonly close: () => Promise<void>;
};

export type NodeOutcome =
  | { readonly kind: 'open'; readonly node: Node }
  | { readonly kind: 'refused'; readonly reason: string };

export type NodeOptions = {
  readonly config: Config;
  readonly log: Log;
  /** `owner`: the process that others join (up, web, worker). `guest`: joins a living owner, or owns for a moment. */
  readonly role: 'owner' | 'guest';
};

/** Opens database, journal and network for a process on Node, and brings the schema up to date. */
export async function openNode({ config, log, role }: NodeOptions): Promise<NodeOutcome> {
  // Processes of several machines share a server: only a secret that all of them are given opens what one has sealed.
  if (config.databaseUrl === undefined || config.secret !== undefined) unlock(secretOf(config));
  makeFolder(config.journalDir);
  const database = await openDatabase(config, role);
  if (database.kind === 'refused') return database;
  const { db, close } = database.opened;
  const clock = await readyClock({ config, log, role }, db).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const journal = fileJournal(config.journalDir, clock);
  let stopping = false;
  const allowPrivate = [...config.allowPrivate];
  const fetch = pinnedFetch(allowPrivate);
  const mailer = await mailerOf(config, fetch, allowPrivate);
  const context = createContext(
    {
      db,
      clock,
      random: Math.random,
      log,
      journal,
      worker: `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`,
      fetch,
      fetchAs: pinnedFetchAs(allowPrivate),
      openFile: fileOpener(process.cwd()),
      objection: askedUntilFine(() => objectionToPosting(db, placeOf(db, config))),
      stopping: () => stopping,
      takesMail: mailDomains(),
      mailer,
      formSite: {
        secret: secretOf(config),
        // What serves pages itself listens on its own port, wherever that was before.
        origin: role === 'guest' ? pagesOf(config) : (config.publicUrl ?? addressOf(config)),
        timeZone: config.timeZone,
        helpEmail: config.helpEmail,
      },
    },
    { ...config, allowPrivate },
  );
  return {
    kind: 'open',
    node: {
      context,
      db,
      queueDatabase: database.queue,
      allow: (address) => void allowPrivate.push(address),
      stop: () => {
        stopping = true;
      },
      close: async () => {
        clock.stop();
        mailer?.close();
        await journal.close();
        await close();
      },
    },
  };
}

/** Waits for the database, brings its schema up to date, and gives its clock. */
async function readyClock({ config: { databaseUrl }, log, role }: NodeOptions, db: Db) {
  if (databaseUrl !== undefined) await firstAnswer(db, databaseUrl);
  const applied = await migrate(db);
  if (role === 'owner') await sealAddresses(db);
  const clock = await databaseClock(db, log);
  await recordUpgrade(db, clock, applied);
  return clock;
}

/** An older database that was brought up to date is an act of Quadwire; the first start is not. */
async function recordUpgrade(db: Db, clock: Clock, applied: readonly string[]): Promise<void> {
  if (applied.length === 0 || applied.length === migrationsIn(migrationsFolder).length) return;
  const detail = { migrations: applied.length };
  await recordOwnAct(db, { at: clock.now(), action: 'database upgraded', subject: 'database', detail });
}

/** Asks again until there is no objection; then that stands for the life of the process. */
function askedUntilFine(ask: () => Promise<string | undefined>): () => Promise<string | undefined> {
  let fine = false;
  return async () => {
    if (fine) return undefined;
    const objection = await ask();
    fine = objection === undefined;
    return objection;
  };
}

/** By SMTP, else by a mail service's HTTP API. */
async function mailerOf(
  { smtpUrl, mailApi, mailFrom: from }: Config,
  fetch: Fetch,
  allowPrivate: readonly string[],
): Promise<Mailer | undefined> {
  if (smtpUrl !== undefined)
    return (await import('./platform/mail/smtp.ts')).smtpMailer({ url: smtpUrl, from });
  return mailApi === undefined ? undefined : httpMailer({ ...mailApi, from, fetch, allowPrivate });
}

/** `QUADWIRE_SECRET`, or one made once and kept beside the embedded database. */
export function secretOf({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): string {
  if (secret !== undefined) return secret;
  const file = join(dataDir, 'secret');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept !== '') return kept;
  makeFolder(dataDir);
  const made = randomBytes(32).toString('hex');
  // As a whole or not at all: everybody knows the empty secret.
  writeFileSync(`${file}.${process.pid}`, made, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
  return made;
}

type DatabaseOutcome =
  | {
      readonly kind: 'opened';
      readonly opened: Opened<typeof schema>;
      readonly queue: QueueDatabase;
    }
  | { readonly kind: 'refused'; readonly reason: string };

export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  role: NodeOptions['role'],
): Promise<DatabaseOutcome> {
  if (databaseUrl !== undefined)
    return {
      kind: 'opened',
      opened: openPostgres(databaseUrl, schema, { keeps: true }),
      queue: { url: completeAddress(databaseUrl) },
    };
  const joined = role === 'guest' ? await joinEmbedded(dataDir, schema) : undefined;
  if (joined !== undefined) return { kind: 'opened', opened: joined, queue: { joined: joined.db } };
  const owned = await ownEmbedded(dataDir, schema);
  if (owned.kind === 'taken') return { kind: 'refused', reason: owned.reason };
  return { kind: 'opened', opened: owned.opened, queue: { pglite: owned.opened.client } };
}
