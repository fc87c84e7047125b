import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Db } from '../src/db/db.ts';
import { keepStatements } from '../src/db/kept-statements.ts';
import { migrate } from '../src/db/migrate.ts';
import { openPglite } from '../src/db/pglite.ts';
import { numberIn, rowsOf } from '../test/setup/rows.ts';
import * as schema from '../src/db/schema.ts';

/** A database of its own, dropped at the end. */
export type OwnDatabase = {
  readonly db: Db;
  readonly close: () => Promise<void>;
  /** CPU time of this thread and of the database's process, in milliseconds; wall time where that cannot be told. */
  readonly spent: () => number;
  /** COPY of rows in PostgreSQL's text form into a table with its columns, on the same session. */
  readonly copy: (into: string, text: string) => Promise<void>;
  /** What the database answers to a statement of plain SQL, as text. */
  readonly explain: (statement: string, values: readonly unknown[]) => Promise<string>;
  /** Who hears what the session says beside its answers. */
  readonly hear: (listener: ((message: string) => void) | undefined) => void;
};

/** On the server that `TEST_DATABASE_URL` names, or embedded in memory. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) {
    const { db, client, close } = await openPglite({ memory: true }, schema);
    await migrate(db);
    const copy = async (into: string, text: string) =>
      void (await client.query(`copy ${into} from '/dev/blob'`, [], { blob: new Blob([text]) }));
    const explain = async (statement: string, values: readonly unknown[]) =>
      JSON.stringify((await client.query(statement, [...values])).rows);
    return { db, close, copy, explain, hear: () => {}, spent: () => ownCpu() };
  }
  const name = `quadwire_growth_${randomBytes(4).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  // One process does all of a session's work, so that its CPU time is the whole cost.
  await admin.unsafe(`alter database ${name} set max_parallel_workers_per_gather = 0`);
  await admin.unsafe(`alter database ${name} set maintenance_work_mem = '512MB'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await standingDatabase(url.href);
  return {
    ...database,
    close: async () => {
      await database.close();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** A database that stands already, migrated; it is kept. */
export async function standingDatabase(url: string): Promise<OwnDatabase> {
  let listener: Parameters<OwnDatabase['hear']>[0];
  const client = postgres(url, { max: 1, onnotice: ({ message }) => listener?.(message ?? '') });
  keepStatements(client);
  const db = drizzle(client, { schema });
  await migrate(db);
  const [row] = rowsOf(await db.execute(sql`select pg_backend_pid() as pid`));
  const stat = `/proc/${numberIn(row, 'pid')}/stat`;
  return {
    db,
    hear: (next) => {
      listener = next;
    },
    explain: async (statement, values) => JSON.stringify(await client.unsafe(statement, values as never)),
    copy: async (into, text) => {
      const stream = await client.unsafe(`copy ${into} from stdin`).writable();
      stream.end(text);
      await finished(stream);
    },
    close: async () => {
      await client.end();
    },
    spent: () => (existsSync(stat) ? ownCpu() + cpuIn(stat) : performance.now()),
  };
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** User and system time in `/proc/PID/stat`, which counts in hundredths of a second. */
function cpuIn(file: string): number {
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
