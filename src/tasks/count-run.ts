import { DAY, HOUR } from '../core/clock.ts';
import { sha256 } from '../core/fingerprint.ts';
import type { Db } from '../db/db.ts';
import type { HoldSample } from '../db/schema/publishing.ts';
import { packSnapshot, type Snapshot, type SnapshotEntry } from '../feeds/snapshot.ts';
import { completeRunsOf, type Feed, type Run, type RunEnd } from '../feeds/store.ts';
import { isOtherDefinition } from '../feeds/version.ts';
import {
  compareRun,
  type Ending,
  employerCounts,
  endedSince,
  endingOf,
  keepSnapshot,
  liveCount,
  recordMisses,
  recordRun,
  samplesOf,
  stillMissing,
  type StagedJob,
} from '../listings/store.ts';
import { judgeRun, median, type RunFacts } from '../publishing/guard-run.ts';
import { nextHolds } from '../publishing/holds.ts';
import { pastHolds, recordHolds } from '../publishing/holds-store.ts';
import type { Settings } from '../settings/settings.ts';
import type { TaskContext } from './context.ts';
import { countsOf, type ReadRun } from './read-run.ts';

export type CompleteRun = {
  readonly feed: Feed;
  readonly settings: Settings;
  readonly snapshot: Snapshot;
  readonly read: ReadRun;
  /** When every item was read anew: the listings of the snapshot before. */
  readonly previousIds: readonly number[];
  readonly runId: number;
  readonly version: string;
};

/**
 * Makes a complete run count: compares it with what is known, asks the guard, and records new and changed listings, misses, ends, the
 * snapshot and any hold in one transaction.
 */
export async function countRun({ db, clock }: TaskContext, run: CompleteRun): Promise<RunEnd> {
  const { feed, settings, snapshot, read, runId, version } = run;
  const now = clock.now();
  const past = await completeRunsOf(db, feed.id, 10);
  const usual = past.filter(({ held }) => !held).slice(0, 5);
  const compared = await compareRun(db, feed.id, runId, [...snapshot.unseenIds(), ...run.previousIds]);
  const lastSeenAt = past[0]?.finishedAt ?? now;
  const ending = await endingsOf(db, run, compared.missingIds, lastSeenAt, now);
  const coverage = coverageOf(read, past[0]);
  const facts = await factsOf(db, { run, past, usual, compared, ending, coverage, now });
  const reasons = judgeRun(facts, settings);
  const steps = nextHolds(reasons, await pastHolds(db, { sourceId: feed.id }), read.digest, now);
  const removalsHeld = steps.some(
    (step) => (step.kind === 'open' || step.kind === 'stays') && step.reason.kind !== 'surge',
  );
  const missing = compared.missingIds.length;
  const end: RunEnd = {
    ...countsOf(read),
    state: 'complete',
    held: steps.some(({ kind }) => kind === 'open' || kind === 'stays'),
    finishedAt: now,
    added: compared.added,
    changed: compared.changed,
    missing,
    proof: { ...countsOf(read).proof, coverage },
  };
  const sample = await samplesOf(db, feed.name, compared.missingIds);
  await db.transaction(async (tx) => {
    const endIds = removalsHeld ? [] : ending.map(({ id }) => id);
    const jobs = await recordRun(tx, {
      sourceId: feed.id,
      runId,
      now,
      lastSeenAt,
      missingIds: compared.missingIds,
      endIds,
    });
    await keepSnapshot(tx, {
      sourceId: feed.id,
      runId,
      version,
      items: packSnapshot([...snapshot.seen(), ...jobs.flatMap(entriesOf)]),
    });
    await recordHolds(tx, { sourceId: feed.id }, steps, {
      fingerprint: read.digest,
      sample: sampleFor(steps, sample),
      subjects: compared.missingIds,
      now,
    });
  });
  return end;
}

/** An unchanged document repeats the last complete run: what that one lacked is missing again (rule R1). */
export async function countUnchanged(
  { db, clock }: TaskContext,
  feed: Feed,
  settings: Settings,
  runId: number,
): Promise<RunEnd> {
  const now = clock.now();
  const [last] = await completeRunsOf(db, feed.id, 1);
  const missingIds = await stillMissing(db, feed.id);
  const end: RunEnd = {
    state: 'unchanged',
    finishedAt: now,
    missing: missingIds.length,
    ...(last === undefined ? {} : { items: last.items, listings: last.listings }),
  };
  if (missingIds.length === 0 || last === undefined) return end;
  const past = await pastHolds(db, { sourceId: feed.id });
  const held = past.some(
    ({ state, kind }) => kind !== 'surge' && (state === 'open' || state === 'rejected' || state === 'muted'),
  );
  const limits = limitsOf(feed, settings, now);
  const ending = held ? [] : await endingOf(db, missingIds, last.finishedAt ?? now, limits);
  const reasons =
    ending.length === 0 ? [] : judgeRun(await unchangedFacts(db, feed, ending, last, now), settings);
  const steps = nextHolds(
    reasons,
    past.filter(({ kind }) => kind === 'share'),
    last.digest ?? '',
    now,
  );
  const opens = steps.some(({ kind }) => kind === 'open' || kind === 'stays');
  const sample = await samplesOf(db, feed.name, missingIds);
  await db.transaction(async (tx) => {
    const endIds = opens ? [] : ending.map(({ id }) => id);
    await recordMisses(tx, { now, lastSeenAt: last.finishedAt ?? now, missingIds, endIds });
    await recordHolds(tx, { sourceId: feed.id }, reasons.length === 0 ? [] : steps, {
      fingerprint: last.digest ?? sha256(String(runId)),
      sample,
      subjects: missingIds,
      now,
    });
  });
  return end;
}

function limitsOf(feed: Feed, settings: Settings, now: Date) {
  const place = { feed: feed.name };
  const pages = isLoose(feed) && settings.origin('delist.missRuns', place) === 'default';
  return {
    now,
    missRuns: settings.get(pages ? 'delist.missRunsPages' : 'delist.missRuns', place),
    missHours: settings.get(pages ? 'delist.missHoursPages' : 'delist.missHours', place),
  };
}

/** Pages and RSS lists are weaker evidence than full XML or API feeds (rule R3). */
function isLoose({ definition }: Feed): boolean {
  return /^(html|rss|atom|sitemap)/.test(definition.adapter);
}

async function endingsOf(
  db: Db,
  { feed, settings }: CompleteRun,
  missingIds: readonly number[],
  lastSeenAt: Date,
  now: Date,
): Promise<readonly Ending[]> {
  if (missingIds.length === 0 || feed.definition.window === true) return [];
  return endingOf(db, missingIds, lastSeenAt, limitsOf(feed, settings, now));
}

type Facts = {
  readonly run: CompleteRun;
  /** The last complete runs, newest first; `usual` without those that were held. */
  readonly past: readonly Run[];
  readonly usual: readonly Run[];
  readonly compared: Awaited<ReturnType<typeof compareRun>>;
  readonly ending: readonly Ending[];
  readonly coverage: Readonly<Record<string, number>>;
  readonly now: Date;
};

async function factsOf(
  db: Db,
  { run, past, usual, compared, ending, coverage, now }: Facts,
): Promise<RunFacts> {
  const { feed, read, version } = run;
  const lastVersion = past[0]?.version;
  return {
    source: feed.name,
    found: read.listings,
    usual: usual.map(({ listings }) => listings),
    live: compared.live,
    added: compared.added,
    changed: compared.changed,
    missing: compared.missingIds.length,
    ending: await endingGroups(db, feed, ending, now),
    endedLately: await endedSince(db, feed.id, new Date(now.getTime() - DAY)),
    emptyRuns: emptyRuns(past, read.listings, now),
    coverage,
    usualCoverage: usualCoverage(usual),
    definitionChanged: lastVersion !== undefined && isOtherDefinition(version, lastVersion),
    upgraded: lastVersion !== undefined && lastVersion !== version,
    awaitsReview: feed.reviewFirst,
  };
}

async function unchangedFacts(
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
      ending: group.length + ended,
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
function coverageOf(read: ReadRun, last: Run | undefined): Readonly<Record<string, number>> {
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

function entriesOf({ listingId, items }: StagedJob): readonly SnapshotEntry[] {
  if (listingId === undefined) return [];
  return items.length === 0
    ? [{ listingId }]
    : items.map((item) => ({ fingerprint: Buffer.from(item, 'hex'), listingId }));
}

function sampleFor(
  steps: readonly { readonly kind: string }[],
  sample: readonly HoldSample[],
): readonly HoldSample[] {
  return steps.some(({ kind }) => kind === 'open') ? sample : [];
}
