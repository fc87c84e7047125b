import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { makeFolder } from './folder.ts';
import type { Opened } from './db.ts';

export type PgliteOptions =
  | { readonly dir: string }
  /** In memory, from a dump of another one when given (tests: migrate once, load per file). */
  | { readonly memory: true; readonly dump?: Blob };

/** An embedded database: PostgreSQL compiled to WebAssembly, in this process. One owner per folder: see `owner.ts`. */
export async function openPglite<S extends Record<string, unknown>>(
  options: PgliteOptions,
  schema: S,
): Promise<Opened<S> & { readonly client: PGlite }> {
  const client = 'dir' in options ? await onDisk(options.dir) : await inMemory(options.dump);
  return { db: drizzle(client, { schema }), client, close: () => client.close() };
}

async function onDisk(dir: string) {
  makeFolder(dir);
  return PGlite.create({ dataDir: dir, extensions: { pg_trgm } });
}

async function inMemory(dump: Blob | undefined) {
  return PGlite.create({ extensions: { pg_trgm }, ...(dump === undefined ? {} : { loadDataDir: dump }) });
}
