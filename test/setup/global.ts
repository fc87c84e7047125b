import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import * as schema from '../../src/db/schema.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file with the dump of a migrated, empty PGlite database. */
    dump: string;
  }
}

/** Migrates one PGlite database for all test files, which load its dump: 0.35 s instead of 2 s each. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-test-'));
  const opened = await openPglite({ memory: true }, schema);
  await migrate(opened.db);
  const dump = await opened.client.dumpDataDir('none');
  await opened.close();
  writeFileSync(join(folder, 'dump.tar'), Buffer.from(await dump.arrayBuffer()));
  project.provide('dump', join(folder, 'dump.tar'));
  return () => rmSync(folder, { recursive: true, force: true });
}
