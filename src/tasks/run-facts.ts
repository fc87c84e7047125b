import { DAY, HOUR } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import type { FetchState } from '../db/schema/feeds.ts';
import type { Snapshot } from '../feeds/snapshot.ts';
import type { Feed, Run } from '../feeds/store.ts';
import { isOtherDefinition, isOtherReading } from '../feeds/version.ts';
import { changedSince, type Comparison, employerCounts, endedSince, liveCount } from '../listings/store.ts';
import type { Ending } from '../listings/misses-store.ts';
import { median, type RunFacts } from '../publishing/guard-run.ts';
import type { PastHold } from '../publishing/holds.ts';
import type { Settings } from '../settings/settings.ts';
import type { ReadRun } from './read-run.ts';

export type CompleteRun = {
  readonly feed: Feed;
  readonly settings: Settings;
  readonly snapshot: Snapshot;
  readonly read: ReadRun;
  /** When every item was read anew: the listings of the snapshot before. */
  readonly previousIds: readonly number[];
  readonly runId: number;
  readonly version: string;
  /** What the next reading tells by that nothing changed. */
  readonly fetchState: FetchState;
};

export type Facts = {
  readonly run: CompleteRun;
  /** The last complete runs, newest first; `usual`: the last that were not held. */
  readonly past: readonly Run[];
  readonly usual: readonly Run[];
  readonly compared: Comparison;
  readonly rekeyed?: RunFacts['rekeyed'];
  readonly holds: readonly PastHold[];
  readonly ending: readonly Ending[];
  readonly coverage: Readonly<Record<string, number>>;
  readonly unrouted: number;
  readonly now: Date;
};

/** What the guard is told of a complete run. */
export async function factsOf(
  db: Db,
  { run, past, usual, compared, rekeyed, holds, ending, coverage, unrouted, now }: Facts,
): Promise<RunFacts> {
  const { feed, read, version } = run;
  // Against the last run that counts: one that is held itself is not what a person agreed to (rule R16).
  const lastVersion = (usual[0] ?? past[0])?.version;
  const surged = await surgeSince(db, feed, holds, usual[0], compared);
  return {
    source: feed.name,
    found: read.listings,
    usual: usual.map(({ listings }) => listings),
    live: compared.live - (surged.added - compared.added),
    added: surged.added,
    changed: surged.changed,
    missing: compared.missingIds.length,
    ending: await endingGroups(db, feed, ending, now),
    endedLately: await endedSince(db, feed.id, new Date(now.getTime() - DAY)),
    emptyRuns: emptyRuns(past, read.listings, now),
    coverage,
    usualCoverage: usualCoverage(usual),
    definitionChanged: lastVersion !== undefined && isOtherDefinition(version, lastVersion),
    // Against what is stored, whoever agreed to it: a definition that is taken back changes it as well.
    upgraded: past[0] !== undefined && isOtherReading(past[0].version, version),
    awaitsReview: feed.reviewFirst,
    unrouted,
    ...(rekeyed === undefined ? {} : { rekeyed }),
  };
}

/** While a surge is held, what came with it counts as new until a person has decided, or it is gone again (rule R18). */
async function surgeSince(
  db: Db,
  feed: Feed,
  holds: readonly PastHold[],
  usual: Run | undefined,
  { added, changed, missingIds }: Comparison,
): Promise<{ readonly added: number; readonly changed: number }> {
  const stands = holds.some(({ kind, state }) => kind === 'surge' && isStanding(state));
  if (!stands || usual?.finishedAt === undefined || usual.finishedAt === null) return { added, changed };
  const since = await changedSince(db, feed.id, usual.finishedAt, missingIds);
  return { added: added + since.added, changed: changed + since.changed };
}

export function isStanding(state: PastHold['state']): boolean {
  return state === 'open' || state === 'rejected' || state === 'muted';
}

/** What the guard is told when the last document is read again: only what ends by it. */
export async function unchangedFacts(
  db: Db,
  feed: Feed,
  ending: readonly Ending[],
  last: Run,
  now: Date,
): Promise<RunFacts> {
  return {
    source: feed.name,
    found: last.listings,
    usual: [last.listings],
    live: await liveCount(db, feed.id),
    added: 0,
    changed: 0,
    missing: 0,
    ending: await endingGroups(db, feed, ending, now),
    endedLately: await endedSince(db, feed.id, new Date(now.getTime() - DAY)),
    emptyRuns: { runs: 0, hours: 0 },
    coverage: {},
    usualCoverage: {},
    definitionChanged: false,
    unrouted: 0,
    upgraded: false,
    awaitsReview: false,
  };
}

async function endingGroups(
  db: Db,
  feed: Feed,
  ending: readonly Ending[],
  now: Date,
): Promise<RunFacts['ending']> {
  const byEmployer = Map.groupBy(ending, ({ employer }) => employer);
  if (byEmployer.size === 0) return [];
  const counts = await employerCounts(db, feed.id, [...byEmployer.keys()], new Date(now.getTime() - DAY));
  return [...byEmployer].map(([employer, group]) => {
    const { live = 0, ended = 0 } = counts.get(employer) ?? {};
    return {
      employer: employer === '' ? 'no named employer' : employer,
      live: live + ended,
      ending: group.length,
      endedLately: ended,
    };
  });
}

function emptyRuns(usual: readonly Run[], found: number, now: Date): RunFacts['emptyRuns'] {
  if (found > 0) return { runs: 0, hours: 0 };
  const firstFull = usual.findIndex(({ listings }) => listings > 0);
  const empty = firstFull === -1 ? usual : usual.slice(0, firstFull);
  const since = empty.at(-1)?.finishedAt ?? now;
  return { runs: empty.length + 1, hours: (now.getTime() - since.getTime()) / HOUR };
}

/** Shares of listings that have each field: of those understood now, the known ones taken to be as before. */
export function coverageOf(read: ReadRun, last: Run | undefined): Readonly<Record<string, number>> {
  const before = coverageIn(last);
  const known = Math.max(0, read.listings - read.understood);
  const total = known + read.understood;
  if (total === 0) return before;
  return Object.fromEntries(
    ['title', 'description', 'place', 'employer'].map((field) => [
      field,
      ((read.covered[field] ?? 0) + known * (before[field] ?? 1)) / total,
    ]),
  );
}

function coverageIn(run: Run | undefined): Readonly<Record<string, number>> {
  const coverage: unknown = run?.proof['coverage'];
  if (typeof coverage !== 'object' || coverage === null) return {};
  return Object.fromEntries(
    Object.entries(coverage).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

/** Median of the last complete runs that listed anything, by field (rule R8). */
function usualCoverage(usual: readonly Run[]): Readonly<Record<string, number>> {
  const past = usual.filter(({ listings }) => listings > 0).map(coverageIn);
  const fields = ['title', 'description', 'place'].filter((field) =>
    past.some((coverage) => coverage[field] !== undefined),
  );
  return Object.fromEntries(
    fields.map((field) => [field, median(past.map((coverage) => (coverage[field] ?? 0) * 1000)) / 1000]),
  );
}
