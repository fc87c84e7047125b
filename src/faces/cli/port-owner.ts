import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

/** Why a port cannot be listened on, with the process that has it where this machine shows it; undefined when it is free. */
export async function portTrouble(port: number, host: string): Promise<string | undefined> {
  if (port === 0) return undefined;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return undefined;
    const owner = ownerOf(port);
    return `port ${port} is taken${owner === undefined ? '' : ` by ${owner}`}`;
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

/** Linux shows it in /proc, of processes of the same user; elsewhere nothing is seen. */
function ownerOf(port: number): string | undefined {
  const inodes = new Set(['tcp', 'tcp6'].flatMap((table) => listeningInodes(`/proc/net/${table}`, port)));
  if (inodes.size === 0) return undefined;
  const pid = listed('/proc').find(
    (name) =>
      /^\d+$/.test(name) &&
      listed(`/proc/${name}/fd`).some((fd) => inodes.has(socketOf(`/proc/${name}/fd/${fd}`))),
  );
  if (pid === undefined) return undefined;
  const command = textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return `process ${pid}${command === '' ? '' : ` (${command.slice(0, 80)})`}`;
}

const LISTENING = '0A';

/** The sockets that listen on a port: the fourth column is the state, the tenth the inode. */
function listeningInodes(table: string, port: number): string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return textOf(table)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(ending) && state === LISTENING)
    .map((columns) => columns[9] ?? '');
}

function socketOf(path: string): string {
  return /^socket:\[(\d+)\]$/.exec(tried(() => readlinkSync(path)) ?? '')?.[1] ?? 'none';
}

function listed(folder: string): readonly string[] {
  return tried(() => readdirSync(folder)) ?? [];
}

function textOf(file: string): string {
  return tried(() => readFileSync(file, 'utf8')) ?? '';
}

/** Processes end while they are looked at, and others’ are not shown. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
