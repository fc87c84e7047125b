import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { makeFolder } from './folder.ts';
import type { Opened } from './db.ts';
import { layOut, readImage } from './image.ts';

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
  // For a folder, as `up` opens it: the optimizing compiler takes 450 MB for one function, which a start already makes hot. Without it
  // a first import takes a quarter more CPU time, and `up` with its samples peaks at 350 MB and not at 830.
  if ('dir' in options) {
    setFlagsFromString('--no-wasm-tier-up');
    setFlagsFromString('--no-wasm-dynamic-tiering');
  }
  const client = await PGlite.create({
    ...common,
    ...('dir' in options ? onDisk(options.dir) : inMemory(options)),
  });
  return { db: drizzle(client, { schema }), client, close: () => client.close() };
}

/** The image of the build as a dump for a database in memory. */
export function imageAsDump(): { readonly dump?: Blob } {
  const image = readImage();
  return image === undefined ? {} : { dump: new Blob([image]) };
}

const common = {
  extensions: { pg_trgm },
  // Its default of 128 MB is for a server with many sessions; the folder’s files are in the machine’s cache anyway.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'min_wal_size=32MB'],
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
