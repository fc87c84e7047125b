import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeOf } from '../../src/db/home.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import * as schema from '../../src/db/schema.ts';
import { openCluster } from './cluster.ts';
import { optionsOf } from './options.ts';
import { restoreCourse } from './simulation/restore.ts';

/**
 * The restore of a backup that is hours old, on a real PostgreSQL with pg_dump and pg_restore: no id lost, nothing posted twice, every
 * target compares first, and no copy posts before it is claimed. Exit code 1 on any violation.
 */
const { values } = optionsOf(
  {
    options: {
      listings: { type: 'string', default: '34000' },
      feeds: { type: 'string', default: '10' },
      targets: { type: 'string', default: '3' },
    },
  },
  'node test/tools/restore.ts [--listings N] [--feeds N] [--targets N]',
);
const cluster = await openCluster({ settings: { fsync: 'off', synchronous_commit: 'off' } });
const dump = join(tmpdir(), `quadwire-restore-${process.pid}.dump`);
const open = () => openPostgres(cluster.urlOf('quadwire'), schema, { max: 8 });
let opened = open();
const began = performance.now();
try {
  await migrate(opened.db);
  const course = await restoreCourse(
    {
      db: () => opened.db,
      here: () => homeOf(opened.db),
      backUp: async () => cluster.run('pg_dump', ['-Fc', '-d', 'quadwire', '-f', dump]),
      loseAndRestore: async () => {
        await opened.close();
        cluster.run('dropdb', ['quadwire']);
        cluster.run('createdb', ['quadwire']);
        cluster.run('pg_restore', ['-d', 'quadwire', '-j', '2', dump]);
        opened = open();
      },
    },
    { listings: Number(values.listings), feeds: Number(values.feeds), targets: Number(values.targets) },
    (line) => process.stderr.write(`${line}\n`),
  );
  const { user, system } = process.cpuUsage();
  const figures = {
    seconds: Math.round((performance.now() - began) / 1000),
    cpuSeconds: Math.round((user + system) / 1e6),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  console.log(
    JSON.stringify({ ...values, ...course, ...figures, violations: course.violations.slice(0, 40) }),
  );
  process.exitCode = course.violations.length > 0 ? 1 : 0;
} finally {
  await opened.close();
  cluster.close();
  rmSync(dump, { force: true });
}
