import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { migrate, migrationsFolder, migrationsHash } from '../src/db/migrate.ts';
import { openPglite } from '../src/db/pglite.ts';
import { column, queryRow } from '../src/db/query.ts';
import { sha256 } from '../src/core/fingerprint.ts';
import type { ImageLabel } from '../src/db/image.ts';
import { tarEntries } from '../src/db/tar.ts';
import { silentLog } from '../src/core/log.ts';
import { startSender } from '../src/platform/queue/pg-boss.ts';
import { queueKinds } from '../src/tasks/schedule.ts';

/** Makes the image of a migrated, empty database: the tables of the product with those of its queue, and of the reference instance in a schema of their own. */
export async function makeImage(): Promise<{ readonly image: Buffer; readonly label: ImageLabel }> {
  const { db, client, close } = await openPglite({ memory: true, forImage: true }, {});
  // Rules of views are stored whole: the image packs them ten times smaller than PostgreSQL does.
  await client.exec(
    'set allow_system_table_mods = on; alter table pg_rewrite alter ev_action set storage external',
  );
  await migrate(db);
  await migrate(db, join(migrationsFolder, 'instance'));
  await (await startSender({ pglite: client }, queueKinds, silentLog)).stop();
  // Nobody makes a second database in there.
  for (const name of ['template1', 'template0']) {
    await client.exec(`update pg_database set datistemplate = false where datname = '${name}'`);
    await client.exec(`drop database ${name}`);
  }
  // Nobody reads these: views for other tools, comments, and what a scan of the catalogs of an empty database has counted.
  for (const unread of [
    'drop schema information_schema cascade',
    'delete from pg_description',
    'delete from pg_shdescription',
  ])
    await client.exec(unread);
  // For a table that is known to be empty PostgreSQL plans to read all of it, and a session keeps such plans while the table grows.
  const forgotten = `update pg_class set reltuples = -1 where relkind = 'r' and reltuples = 0 and oid >= 16384`;
  const settled = [
    'vacuum full',
    'vacuum freeze analyze',
    'delete from pg_statistic',
    'vacuum full pg_statistic',
    forgotten,
  ];
  // The last checkpoint begins a segment of the write-ahead log that holds nothing old.
  const closed = ['set wal_recycle = off', 'select pg_switch_wal()', 'checkpoint', 'checkpoint'];
  for (const statement of [...settled, ...closed]) await client.exec(statement);
  const { segment } = await queryRow(db, {
    segment: column.text,
  })`select redo_wal_file as segment from pg_control_checkpoint()`;
  const dump = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await close();
  const image = compressed(withoutOldWal(dump, segment));
  return { image, label: { image: sha256(image), migrations: migrationsHash() } };
}

/** Segments before that of the last checkpoint are never read again, those after it were only made for later. */
function withoutOldWal(tar: Buffer, segment: string): Buffer {
  const kept = [...tarEntries(tar)].filter(
    ({ path }) => !/pg_wal\/[0-9A-F]{24}$/.test(path) || path.endsWith(segment),
  );
  return Buffer.concat([...kept.map(({ block }) => block), Buffer.alloc(1024)]);
}

function compressed(tar: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_NPOSTFIX } = constants;
  // PostgreSQL puts rows at multiples of eight bytes.
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_NPOSTFIX]: 3 };
  return brotliCompressSync(tar, { params });
}
