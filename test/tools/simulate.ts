import { openCluster } from './cluster.ts';
import { chance } from './simulation/chance.ts';
import { churn } from './simulation/churn.ts';
import { honestYear } from './honest-year.ts';
import { optionsOf } from './options.ts';

/** Hours that the troubled year waits for a reading after a promised day: as long as a feed of it is ever silent. */
const CLOSE_HOURS = 96;
/** By the clock alone the last day that was read is the promise (rule R0): what its source moved later goes, and comes back with the next reading. */
const BY_PROMISE: ReadonlySet<string> = new Set(['unread', 'misread']);

/**
 * Feeds that change, targets that lose answers and meet trouble, workers that die: nothing may be lost, posted twice or wrongly taken
 * down, and all is settled two rounds after the last fault. Then a year of honest feeds, whose holds are all needless, and twice the same with closing dates, trouble, crashes and an upgrade: where
 * a promised day waits for a reading, and where it ends by the clock (ADR 0043). On a PostgreSQL cluster of its own; one seed, one course; `--year-only` is the year alone. Exit code 1 on any violation.
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
  const ofYear = { feeds: Number(values['year-feeds']), targets: Number(values['year-targets']) };
  const year = honestYear({ ...ofYear, random: chance(size.seed + 1) });
  const troubled = (closeHours?: number) =>
    honestYear({
      ...ofYear,
      random: chance(size.seed + 1),
      trouble: chance(size.seed + 2),
      ...(closeHours !== undefined && { closeHours }),
    });
  const troubledYear = troubled(CLOSE_HOURS);
  const clockYear = troubled();
  const violations = [...(course?.violations ?? [])];
  for (const [name, of] of Object.entries({ year, troubledYear, clockYear })) {
    const violate = (count: number, what: string) =>
      count > 0 && violations.push(`${name}: ${count} ${what}`);
    const needless = of.holdsPerThousand * (1 - of.ofUpgrade / Math.max(1, of.holds));
    if (needless > 1) violations.push(`${name}: ${needless.toFixed(2)} needless holds per 1,000 feed-days`);
    violate(of.unexplained, 'holds without a reason');
    for (const [by, count] of Object.entries(of.wrong))
      if (of !== clockYear || !BY_PROMISE.has(by)) violate(count, `removals of what is open, by ${by}`);
    violate(of.doubles, 'jobs posted as new that were there');
    violate(of.leftUp, 'jobs had ended for a week and were up');
    violate(of.lost, 'jobs are listed, not up and not queued');
  }
  const { user, system } = process.cpuUsage();
  console.log(
    JSON.stringify({
      ...size,
      ...course,
      year,
      troubledYear,
      clockYear,
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
