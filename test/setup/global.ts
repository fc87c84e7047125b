import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { readImage } from '../../src/db/image.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import * as schema from '../../src/db/schema.ts';
import { newDatabase } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file with the dump of a migrated, empty PGlite database. */
    dump: string;
    /** The migrated, empty database on the server of `TEST_DATABASE_URL`, where it is set. */
    template: string | undefined;
  }
}

/** Migrated, empty databases that all test files begin with: a dump for PGlite, and one to copy on a server that was named. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-test-'));
  writeFileSync(join(folder, 'dump.tar'), readImage() ?? (await migratedDump()));
  project.provide('dump', join(folder, 'dump.tar'));
  const server = process.env['TEST_DATABASE_URL'];
  const template = server === undefined ? undefined : await templateOn(server);
  project.provide('template', template?.name);
  return async () => {
    await template?.drop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function templateOn(server: string) {
  const { name, url, drop } = await newDatabase(server);
  const { db, close } = openPostgres(url, {});
  await migrate(db);
  await migrate(db, join(migrationsFolder, 'instance'));
  await close();
  return { name, drop };
}

async function migratedDump(): Promise<Buffer> {
  const opened = await openPglite({ memory: true }, schema);
  await migrate(opened.db);
  const dump = await opened.client.dumpDataDir('none');
  await opened.close();
  return Buffer.from(await dump.arrayBuffer());
}
