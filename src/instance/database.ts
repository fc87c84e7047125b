import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { packageRoot } from '../core/package-root.ts';
import type { Database, Opened } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { ownEmbedded } from '../db/owner.ts';
import { openPostgres } from '../db/postgres.ts';
import * as schema from './instance-schema.ts';

/** The instance's database, of either driver. */
export type InstanceDb = Database<typeof schema>;
export type OpenedInstanceDb = Opened<typeof schema>;

const migrationsFolder = `${packageRoot}/drizzle/instance`;

/** Opens and migrates the instance's database: `memory`, a `postgres://` address, or a folder. */
export async function openInstanceDatabase(data: string): Promise<OpenedInstanceDb> {
  const opened = await open(data);
  await migrate(opened.db, migrationsFolder);
  return opened;
}

/** The instance's tables beside others in an embedded database, in their own schema. */
export async function instanceTablesIn(client: PGlite): Promise<InstanceDb> {
  const db = drizzle(client, { schema });
  await migrate(db, migrationsFolder);
  return db;
}

async function open(data: string): Promise<OpenedInstanceDb> {
  if (data === 'memory') {
    const { imageAsDump, openPglite } = await import('../db/pglite.ts');
    return openPglite({ memory: true, ...imageAsDump() }, schema);
  }
  if (/^postgres(ql)?:\/\//.test(data)) return openPostgres(data, schema);
  const owned = await ownEmbedded(data, schema);
  if (owned.kind === 'taken') throw new Error(owned.reason);
  return owned.opened;
}
