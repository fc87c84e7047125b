import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { inject } from 'vitest';
import { createTestHarness, type TestHarness } from 'wrangler';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { withSessionLock } from '../../src/db/session-lock.ts';
import * as schema from '../../src/db/schema.ts';
import { newDatabase } from '../setup/server.ts';
import { aBrowser } from '../faces/web/support/web.ts';

/** Where wrangler does not run, tests of the built Worker are skipped; never in CI. */
export const cannotRun = inject('built') === '';
/** A PostgreSQL server, where there is one. */
export const server = process.env['TEST_DATABASE_URL'] ?? process.env['TEST_SERVER_URL'];

export type TestBase = {
  readonly db: Db;
  /** As Hyperdrive is told it. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** A migrated database on the server. */
export async function onServer(address: string): Promise<TestBase> {
  const copy = await newDatabase(address);
  const url = new URL(copy.url);
  // wrangler wants a password, whether the server asks for one or not.
  if (url.username === '') url.username = 'postgres';
  if (url.password === '') url.password = 'none';
  const opened = openPostgres(url.href, schema, { max: 4 });
  await migrate(opened.db);
  const close = async () => {
    await opened.close();
    await copy.drop();
  };
  return { db: opened.db, url: url.href, close };
}

/** A migrated PGlite behind a socket. */
export async function onPglite(): Promise<TestBase> {
  const opened = await openPglite({ memory: true }, schema);
  await migrate(opened.db);
  const socket = new PGLiteSocketServer({
    db: withSessionLock(opened.client),
    port: 0,
    host: '127.0.0.1',
    maxConnections: 20,
  });
  await socket.start();
  const url = `postgres://postgres:none@${socket.getServerConn()}/postgres?sslmode=disable`;
  const close = async () => {
    await socket.stop();
    await opened.close();
  };
  return { db: opened.db, url, close };
}

/** The server where there is one, else PGlite. */
export const anyDatabase = (): Promise<TestBase> => (server === undefined ? onPglite() : onServer(server));

export type WorkerOptions = {
  readonly base: TestBase;
  readonly vars?: Readonly<Record<string, string>>;
  /** Changes `wrangler.toml`. */
  readonly configure?: (toml: string) => string;
};

export type AWorker = Awaited<ReturnType<typeof aWorker>>;

/** The built Worker in Cloudflare's runtime, over a test's database. */
export async function aWorker({ base, vars = {}, configure = (toml) => toml }: WorkerOptions) {
  process.env['CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING_HYPERDRIVE'] = base.url;
  const built = inject('built');
  const configPath = resolve(built, `wrangler-${randomBytes(4).toString('hex')}.toml`);
  writeFileSync(configPath, configure(rooted(readFileSync('wrangler.toml', 'utf8'))));
  const harness = createTestHarness({
    root: built,
    workers: [
      {
        configPath,
        prebuiltWorkerDir: built,
        vars: { PUBLIC_URL: 'http://quadwire.test', QUADWIRE_ALLOW_PRIVATE: '127.0.0.1', ...vars },
        secrets: { QUADWIRE_SECRET: 'a secret of the test, long enough to be one' },
      },
    ],
  });
  await harness.listen();
  const request = async (address: string, init: RequestInit = {}): Promise<Response> =>
    asResponse(await harness.fetch(address, { redirect: 'manual', ...init } as never));
  return {
    request,
    browser: () => aBrowser({ request }),
    cron: (cron = '* * * * *') => harness.getWorker().scheduled({ cron, scheduledTime: new Date() }),
    logs: () => eventsOf(harness),
    harness,
    close: () => harness.close(),
  };
}

/** The configuration as it stands in another folder: what it names stands in ours, and is built already. */
function rooted(toml: string): string {
  return toml
    .replace('"src/worker.ts"', JSON.stringify(resolve('src/worker.ts')))
    .replace('directory = ".wrangler/assets"', `directory = ${JSON.stringify(resolve('.wrangler/assets'))}`)
    .replaceAll('"./src/', `"${resolve('src')}/`)
    .replace(/\[build\]\ncommand = .*\n/, '');
}

async function asResponse(answer: Awaited<ReturnType<TestHarness['fetch']>>): Promise<Response> {
  const headers = new Headers([...answer.headers]);
  return new Response(answer.body === null ? null : await answer.text(), { status: answer.status, headers });
}

/** What the Worker logged, as events. */
function eventsOf(harness: TestHarness): readonly { readonly event: string; readonly level: string }[] {
  return harness.getLogs().flatMap(({ message }) => {
    try {
      return [JSON.parse(message)];
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  });
}
