import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { makeFolder } from './folder.ts';
import type { Opened } from './db.ts';
import { layOut, readImage } from './image.ts';
import { keepPgliteStatements } from './pglite-statements.ts';
import { spareMemory } from './spare-memory.ts';

export type PgliteOpenOptions =
  /** In a folder; a new one begins as the image of the build, where there is one. */
  | { readonly dir: string }
  /** In memory, from a dump of another one or from the image when given. */
  | { readonly memory: true; readonly dump?: Blob; readonly forImage?: true };

/** An embedded database: PostgreSQL compiled to WebAssembly, in this process. One owner per folder: see `owner.ts`. */
export async function openPglite<S extends Record<string, unknown>>(
  options: PgliteOpenOptions,
  schema: S,
): Promise<Opened<S> & { readonly client: PGlite }> {
  spareMemory();
  const client = await PGlite.create({
    ...common,
    ...('dir' in options ? onDisk(options.dir) : inMemory(options)),
  });
  keepTexts(client);
  passBytes(client);
  keepPgliteStatements(client);
  return { db: drizzle(client, { schema }), client, close: () => client.close() };
}

/**
 * Has PGlite leave instants and the like as the texts that drizzle reads. drizzle says so with each query, and PGlite then copies its table
 * of 400 types: a third of what a small query costs. So it is said once, and left out of the queries.
 */
function keepTexts(client: PGlite): void {
  for (const type of keptAsText) client.parsers[type] = (text) => text;
}

/** Has bytes go through at once: PGlite writes and reads them one by one. */
function passBytes(client: PGlite): void {
  client.serializers[BYTEA] = (bytes: Uint8Array) =>
    `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
  client.parsers[BYTEA] = (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

const { BYTEA, TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE } = types;
/** Those that drizzle names, at last the lists: of numbers, and of the first four. */
const keptAsText = [TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE, 1231, 1115, 1185, 1187, 1182];

/** The image of the build as a dump for a database in memory, which is read once. */
export function imageAsDump(): { readonly dump?: Blob } {
  let image = readImage();
  if (image === undefined) return {};
  // A Blob copies what it is made of, and again what it gives.
  const arrayBuffer = async () => {
    const { buffer } = new Uint8Array(image ?? []);
    image = undefined;
    return buffer;
  };
  return { dump: Object.assign(new Blob([]), { arrayBuffer }) };
}

const settings = ['shared_buffers=16MB', 'min_wal_size=32MB', 'jit=off'];

const common = {
  extensions: { pg_trgm },
  // Its default of 128 MB is for a server with many sessions; the folder’s files are in the machine’s cache anyway.
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((set) => ['-c', set])],
} satisfies PGliteOptions;

function onDisk(dir: string): PGliteOptions {
  makeFolder(dir);
  const image = existsSync(join(dir, 'PG_VERSION')) ? undefined : readImage();
  if (image !== undefined) layOut(image, dir);
  return { dataDir: dir };
}

function inMemory({ dump, forImage }: { readonly dump?: Blob; readonly forImage?: true }): PGliteOptions {
  return {
    loadDataDir: dump,
    // Small segments of the write-ahead log make a small image.
    ...(forImage ? { initDbStartParams: ['--wal-segsize=1'] } : {}),
  };
}
