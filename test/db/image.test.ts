import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { imageFile, type ImageLabel, imageLabelFile, readImage } from '../../src/db/image.ts';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { rowsOf } from '../setup/rows.ts';
import { builtProgram } from '../setup/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
builtProgram();

test('a new data folder begins as the image: no migration is left to do, no table is known to be empty, and it is kept', async () => {
  const dir = join(folder, 'db');
  const first = await openPglite({ dir }, {});
  expect(await migrate(first.db)).toEqual([]);
  expect(await migrate(first.db, join(migrationsFolder, 'instance'))).toEqual([]);
  const known = await first.db.execute(
    sql`select relname from pg_class where relkind = 'r' and reltuples = 0 and oid >= 16384`,
  );
  expect(rowsOf(known)).toEqual([]);
  await first.db.execute(sql`create table kept as select 7 as it`);
  await first.close();
  const second = await openPglite({ dir }, {});
  expect(rowsOf(await second.db.execute(sql`select it from kept`))).toEqual([{ it: 7 }]);
  await second.close();
});

test('an image that is damaged, or of other migrations, is not used', () => {
  const [file, labelFile] = [join(folder, 'image'), join(folder, 'label')];
  const label: ImageLabel = JSON.parse(readFileSync(imageLabelFile, 'utf8'));
  const image = readFileSync(imageFile);
  const read = (bytes: Buffer, said: ImageLabel) => {
    writeFileSync(file, bytes);
    writeFileSync(labelFile, JSON.stringify(said));
    return readImage(file, labelFile);
  };
  expect(read(image, label)?.length).toBeGreaterThan(1_000_000);
  expect(read(image.subarray(1), label)).toBeUndefined();
  expect(read(image, { ...label, migrations: 'others' })).toBeUndefined();
});
