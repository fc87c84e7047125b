/** What the machine or its network refused, as a sentence for the person at the terminal; undefined for everything else, which is a bug. */
export function machineTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error)) return embeddedTrouble(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '08P01' && error.message.includes('plan_cache_mode'))
    return 'the pooler before the database takes no settings of sessions; add ?prepare=false to DATABASE_URL';
  if (refusals.has(code)) return `the database refuses the connection: ${error.message}`;
  const say = sentences[code];
  if (say === undefined) return machineTrouble(error.cause);
  return say({
    address: placeOf(error),
    file: textOf(error, 'path') ?? 'a file',
    host: textOf(error, 'hostname') ?? 'the host',
  });
}

type Where = { readonly address: string; readonly file: string; readonly host: string };

const sentences: Readonly<Record<string, (where: Where) => string>> = {
  EADDRINUSE: ({ address }) =>
    `${address} is taken by another process; choose another port, by PORT or --port`,
  EADDRNOTAVAIL: ({ address }) =>
    `${address} is not an address of this machine; choose another host, by HOST or --host`,
  EACCES: ({ address, file }) => `${address === '' ? file : address} may not be used by this user`,
  ENOTFOUND: ({ host }) => `there is no host ${host}`,
  ECONNREFUSED: ({ address }) => `nothing answers at ${address}`,
  CONNECT_TIMEOUT: ({ address }) => `no database answers at ${address}`,
  ECONNRESET: () => 'the database closed the connection',
  CONNECTION_CLOSED: () => 'the database closed the connection',
  ENOTDIR: ({ file }) => `${file}: expected a folder above it, found a file`,
  ENOENT: ({ file }) => `${file}: there is no such file or folder`,
  EEXIST: ({ file }) => `${file}: expected a folder, found a file`,
  EISDIR: ({ file }) => `${file}: expected a file, found a folder`,
  EROFS: ({ file }) => `${file} is on a file system that cannot be written`,
  ENOSPC: ({ file }) => `${file}: the disk is full`,
};

/** The embedded database throws what its own file system says, by Emscripten's numbers; it is no `Error`. */
function embeddedTrouble(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('errno' in error)) return undefined;
  switch (error.errno) {
    case 51:
      return 'the disk of the embedded database is full; make room, or set QUADWIRE_DATA to a folder on another one';
    case 69:
      return 'the embedded database is on a file system that cannot be written';
    default:
      return undefined;
  }
}

/** PostgreSQL's refusals of a connection: password, role, database, too many connections. */
const refusals: ReadonlySet<string> = new Set(['28P01', '28000', '3D000', '53300']);

function placeOf(error: Error): string {
  const address = textOf(error, 'address');
  const port = 'port' in error && typeof error.port === 'number' ? `:${error.port}` : '';
  return address === undefined ? '' : `${address.includes(':') ? `[${address}]` : address}${port}`;
}

function textOf(error: Error, name: 'address' | 'path' | 'hostname'): string | undefined {
  const value: unknown = Object.entries(error).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
