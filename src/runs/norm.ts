import type { Feed, Run } from '../feeds/feeds.queries.ts';
import { isOtherDefinition } from '../feeds/feed-version.ts';
import type { Comparison } from '../listings/listings.repository.ts';
import { median, type RunFacts } from '../publishing/guard-run.ts';
import type { ReadRun } from './read-run.ts';

export type Facts = {
  readonly run: {
    readonly feed: Feed;
    readonly read: ReadRun;
    readonly version: string;
    readonly upgraded: boolean;
  };
  /** The last run that counts, or else the last complete one; `usual`: the last that were not held, newest first. */
  readonly last: Run | undefined;
  readonly usual: readonly Run[];
  readonly comparison: Comparison;
  readonly dates: Pick<RunFacts, 'redated' | 'jumped'>;
  readonly coverage: Readonly<Record<string, number>>;
  readonly unrouted: number;
  readonly emptyRuns: RunFacts['emptyRuns'];
};

/** What the guard is given of a complete run. Jobs that a person keeps count as found. */
export function factsOf({ run, last, usual, comparison, dates, ...known }: Facts): RunFacts {
  const { feed, read, version, upgraded } = run;
  const { live, added, changed, missingIds, kept, renamed } = comparison;
  return {
    source: feed.name,
    found: read.listings + kept,
    kept,
    usual: usual.map(({ listings }) => listings),
    live,
    added,
    changed,
    ...dates,
    missing: missingIds.length,
    renamed: renamed.length,
    usualCoverage: usualCoverage(usual),
    definitionChanged: last !== undefined && isOtherDefinition(version, last.version),
    upgraded,
    awaitsReview: feed.reviewFirst,
    ...known,
  };
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
