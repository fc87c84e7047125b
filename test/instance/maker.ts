import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { createInstance, type InstanceOptions } from '../../src/instance/instance-app.ts';
import * as schema from '../../src/instance/instance-schema.ts';
import { newDatabase } from '../setup/server.ts';
import { manualClock } from '../setup/clock.ts';

/** One instance's database for a test file: PGlite in memory, or a database of its own where `TEST_DATABASE_URL` names a server. */
export async function instanceDatabase() {
  const server = process.env['TEST_DATABASE_URL'];
  const opened =
    server === undefined
      ? await openPglite({ memory: true, dump: new Blob([readFileSync(inject('dump'))]) }, schema)
      : await onServer(server);
  await migrate(opened.db, join(import.meta.dirname, '../../drizzle/instance'));
  afterAll(opened.close);
  return opened.db;
}

async function onServer(server: string) {
  const { url, drop } = await newDatabase(server, inject('template'));
  const opened = openPostgres(url, schema, { max: 5 });
  const close = async () => {
    await opened.close();
    await drop();
  };
  return { db: opened.db, close };
}

/** A fresh, empty instance on that database, its clock standing at noon, with short ways to talk to it. */
export async function anInstance(
  options: InstanceOptions & { readonly db: NonNullable<InstanceOptions['db']> },
) {
  const clock = manualClock('2026-11-20T12:00:00Z');
  const limits = { burst: 100_000, daily: 1_000_000 };
  const created = await createInstance({
    clock,
    limits,
    size: 'none',
    host: 'instance.test',
    wait: async () => {},
    ...options,
  });
  const { app } = created;
  const request = (path: string, init?: RequestInit) =>
    Promise.resolve(app.request(`http://instance.test${path}`, init));
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await request(`/_control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  const rest = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await request(`/api/public/v1${path}`, {
      method,
      headers: {
        authorization: 'Token demo-token',
        ...(body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
  };
  /** Waits for a batch and gives its result. */
  const batchResult = async (resultsUrl: string) => {
    for (;;) {
      const { body } = await rest('GET', resultsUrl.replace('/v1', ''));
      if (body.status !== 'pending' && body.status !== 'processing') return body;
      await new Promise((done) => setImmediate(done));
    }
  };
  await control('POST', '/reset');
  return { ...created, clock, request, control, rest, batchResult };
}
