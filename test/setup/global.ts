import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrate.ts';
import { readImage } from '../../src/db/image.ts';
import { openPglite } from '../../src/db/pglite.ts';
import * as schema from '../../src/db/schema.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file with the dump of a migrated, empty PGlite database. */
    dump: string;
  }
}

/** A migrated PGlite database for all test files, which load its dump: the image of the build, or one made here. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-test-'));
  writeFileSync(join(folder, 'dump.tar'), readImage() ?? (await migratedDump()));
  project.provide('dump', join(folder, 'dump.tar'));
  return () => rmSync(folder, { recursive: true, force: true });
}

async function migratedDump(): Promise<Buffer> {
  const opened = await openPglite({ memory: true }, schema);
  await migrate(opened.db);
  const dump = await opened.client.dumpDataDir('none');
  await opened.close();
  return Buffer.from(await dump.arrayBuffer());
}
