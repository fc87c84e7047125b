import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { makeFolder } from './folder.ts';
import type { Opened } from './db.ts';
import { openPostgres } from './postgres.ts';

/** The embedded database opened by its owner, who serves it to the other commands. */
export type Owned<S extends Record<string, unknown>> = Opened<S> & { readonly client: PGlite };

export type OwnOutcome<S extends Record<string, unknown>> =
  | { readonly kind: 'owned'; readonly opened: Owned<S> }
  | { readonly kind: 'taken'; readonly reason: string };

/**
 * Opens the embedded database in a folder as its only owner and serves it on a socket in that folder. PGlite takes no lock itself
 * and a second process would silently lose writes, so a living owner refuses every other one.
 */
export async function ownEmbedded<S extends Record<string, unknown>>(
  folder: string,
  schema: S,
): Promise<OwnOutcome<S>> {
  makeFolder(folder);
  const other = await livingOwner(folder);
  if (other !== undefined) return { kind: 'taken', reason: takenReason(folder, other) };
  rmSync(lockOf(folder), { force: true });
  if (!writeLock(folder)) return { kind: 'taken', reason: takenReason(folder, readLock(folder) ?? 0) };
  // Loaded here, since most commands find PostgreSQL or a living owner.
  const [{ openPglite }, { PGLiteSocketServer }, { withSessionLock }] = await Promise.all([
    import('./pglite.ts'),
    import('@electric-sql/pglite-socket'),
    import('./session-lock.ts'),
  ]);
  const opened = await openPglite({ dir: join(folder, 'db') }, schema);
  const socket = socketOf(folder);
  rmSync(socket, { force: true });
  const server = new PGLiteSocketServer({
    db: withSessionLock(opened.client),
    path: socket,
    maxConnections: 10,
  });
  await server.start();
  const close = async () => {
    await server.stop();
    await opened.close();
    rmSync(socket, { force: true });
    rmSync(lockOf(folder), { force: true });
  };
  return { kind: 'owned', opened: { ...opened, close } };
}

/** Connects to the embedded database through its living owner; undefined when nobody owns it now. */
export async function joinEmbedded<S extends Record<string, unknown>>(
  folder: string,
  schema: S,
): Promise<Opened<S> | undefined> {
  if (!(await answers(socketOf(folder)))) return undefined;
  return openPostgres('postgres://postgres@localhost/postgres', schema, { socket: socketOf(folder), max: 1 });
}

/** The socket in the folder; where that path is too long for a socket (about 100 bytes), one named after it in the temporary folder. */
function socketOf(folder: string): string {
  const inside = join(resolve(folder), 'db.sock');
  if (Buffer.byteLength(inside) <= 100) return inside;
  return join(tmpdir(), `quadwire-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}.sock`);
}

const lockOf = (folder: string) => join(folder, 'owner.pid');

/** Another living process that owns the folder: its lock names a living process, or its socket answers. */
async function livingOwner(folder: string): Promise<number | undefined> {
  const pid = readLock(folder);
  if (pid !== undefined && pid !== process.pid && isAlive(pid) && (await answersSoon(folder))) return pid;
  return (await answers(socketOf(folder))) ? (pid ?? 0) : undefined;
}

/** An owner that has just begun has a lock but no socket yet: it is given some seconds. */
async function answersSoon(folder: string): Promise<boolean> {
  for (let tries = 0; tries < 25; tries += 1) {
    if (await answers(socketOf(folder))) return true;
    const pid = readLock(folder);
    if (pid === undefined || !isAlive(pid)) return false;
    await new Promise((done) => setTimeout(done, 200));
  }
  return false;
}

function answers(socket: string): Promise<boolean> {
  return new Promise((settle) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      settle(true);
    });
    connection.once('error', () => settle(false));
  });
}

function writeLock(folder: string): boolean {
  try {
    writeFileSync(lockOf(folder), String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readLock(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(lockOf(folder), 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function takenReason(folder: string, pid: number): string {
  const who = pid === 0 ? 'another process' : `process ${pid}`;
  return `${who} already owns the embedded database in ${folder}; stop it first, or set DATABASE_URL so that several processes can share one PostgreSQL`;
}
