import { openCluster } from './cluster.ts';
import { chance } from './simulation/chance.ts';
import { churn } from './simulation/churn.ts';
import { honestYear } from './honest-year.ts';
import { optionsOf } from './options.ts';

/**
 * Feeds that change, targets that lose answers and meet trouble, workers that die: nothing may be lost, posted twice or wrongly taken
 * down, and all is settled two rounds after the last fault. Then a year of honest feeds, whose holds are all needless. On a PostgreSQL
 * cluster of its own; one seed, one course; `--year-only` is the year alone. Exit code 1 on any violation.
 */
const { values } = optionsOf(
  {
    options: {
      seed: { type: 'string', default: '1' },
      listings: { type: 'string', default: '100000' },
      feeds: { type: 'string', default: '10' },
      targets: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '20' },
      kills: { type: 'string', default: '5' },
      'year-feeds': { type: 'string', default: '800' },
      'year-targets': { type: 'string', default: '120' },
      'year-only': { type: 'boolean', default: false },
    },
  },
  'npm run simulate [-- --seed N] [--listings N] [--feeds N] [--targets N] [--rounds N] [--kills N] [--year-feeds N] [--year-targets N] [--year-only]',
);
const size = {
  seed: Number(values.seed),
  listings: Number(values.listings),
  feeds: Number(values.feeds),
  targets: Number(values.targets),
  rounds: Number(values.rounds),
  kills: Number(values.kills),
};
const began = performance.now();
const cluster = values['year-only']
  ? undefined
  : await openCluster({
      settings: { fsync: 'off', synchronous_commit: 'off', shared_buffers: '512MB', max_wal_size: '4GB' },
    });
try {
  const course = cluster && (await churn(cluster, size, (line) => process.stderr.write(`${line}\n`)));
  const year = honestYear({
    feeds: Number(values['year-feeds']),
    targets: Number(values['year-targets']),
    random: chance(size.seed + 1),
  });
  const violations = [...(course?.violations ?? [])];
  if (year.holdsPerThousand > 1)
    violations.push(`${year.holdsPerThousand.toFixed(2)} needless holds per 1,000 feed-days`);
  if (year.unexplained > 0) violations.push(`${year.unexplained} holds without a reason`);
  if (year.wrong > 0) violations.push(`${year.wrong} removals of what is listed in the year`);
  if (year.notDone > 0) violations.push(`${year.notDone} jobs of the year had ended for a week and were up`);
  const { user, system } = process.cpuUsage();
  console.log(
    JSON.stringify({
      ...size,
      ...course,
      year,
      violations: violations.slice(0, 50),
      violated: violations.length,
      seconds: Math.round((performance.now() - began) / 1000),
      cpuSeconds: Math.round((user + system) / 1e6),
    }),
  );
  process.exitCode = violations.length > 0 ? 1 : 0;
} finally {
  cluster?.close();
}
