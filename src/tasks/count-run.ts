import { sha256 } from '../core/fingerprint.ts';
import type { Db } from '../db/db.ts';
import type { HoldKind, HoldSample } from '../db/schema/publishing.ts';
import { packSnapshot, type SnapshotEntry } from '../feeds/snapshot.ts';
import {
  completeRunsOf,
  endRun,
  type Feed,
  insistOnClaim,
  lastListedAt,
  type RunEnd,
  usualRunsOf,
  type Run,
} from '../feeds/store.ts';
import {
  compareRun,
  type Ending,
  endingOf,
  keepSnapshot,
  recordMisses,
  recordRun,
  samplesOf,
  stillMissing,
  type StagedJob,
  uniteWithKnown,
} from '../listings/store.ts';
import { judgeRun, withoutEchoes } from '../publishing/guard-run.ts';
import { nextHolds, type PastHold } from '../publishing/holds.ts';
import { holdById, pastHolds, recordHolds } from '../publishing/holds-store.ts';
import type { Settings } from '../settings/settings.ts';
import type { TaskContext } from './context.ts';
import { checkPages } from './check-pages.ts';
import { countsOf } from './read-run.ts';
import { carryOver, rekeyOf } from '../listings/rekey-store.ts';
import { type CompleteRun, coverageOf, factsOf, isStanding, unchangedFacts } from './run-facts.ts';

/**
 * Makes a complete run count: compares it with what is known, asks the guard, and records new and changed listings, misses, ends, the
 * snapshot and any hold in one transaction.
 */
export async function countRun(context: TaskContext, run: CompleteRun): Promise<RunEnd> {
  const { db, clock } = context;
  const { feed, settings, snapshot, read, runId, version } = run;
  const now = clock.now();
  const past = await completeRunsOf(db, feed.id, 10);
  const usual = await usualRunsOf(db, feed.id, 5);
  const seen = snapshot.seen();
  const seenIds = new Set(seen.map(({ listingId }) => listingId));
  const reread = await uniteWithKnown(db, { sourceId: feed.id, runId, seenIds });
  const found = await compareRun(db, feed.id, runId, [...snapshot.unseenIds(), ...run.previousIds]);
  const share = settings.get('delist.rekeyShare', { feed: feed.name });
  const rekey =
    feed.definition.window === true
      ? undefined
      : await rekeyOf(db, { sourceId: feed.id, runId, found, share });
  const compared = rekey?.compared ?? found;
  const lastSeenAt = (await lastListedAt(db, feed.id)) ?? now;
  const ends = await endingsOf(db, run, compared.missingIds, lastSeenAt, now);
  const ending = await checkPages(context, feed, settings, ends);
  const coverage = coverageOf(read, past[0]);
  const rekeyed =
    rekey === undefined
      ? {}
      : { rekeyed: { matched: rekey.pairs.length, unmatched: compared.missingIds.length } };
  const holds = await pastHolds(db, { sourceId: feed.id });
  const facts = await factsOf(db, { run, past, usual, compared, holds, ending, coverage, now, ...rekeyed });
  const unmatched = await stillUnmatched(db, holds, compared.missingIds);
  const objections = judgeRun(facts, settings);
  const again = objections.some(({ kind }) => kind === 'rekeyed') ? [] : unmatched;
  const reasons = withoutEchoes([
    ...objections.filter(({ kind }) => feed.definition.window !== true || !byAbsence.has(kind)),
    ...again.map((reason) => ({ ...reason, source: feed.name })),
  ]);
  const judged =
    unmatched.length === 0
      ? holds
      : holds.map((hold) => (hold.kind === 'rekeyed' ? { ...hold, fingerprint: read.digest } : hold));
  const steps = nextHolds(reasons, judged, read.digest, now);
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
    proof: {
      ...countsOf(read).proof,
      coverage,
      ...(rekey === undefined ? {} : { rekeyed: rekey.pairs.length }),
    },
  };
  const sample = await samplesOf(db, feed.name, compared.missingIds);
  await db.transaction(async (tx) => {
    await insistOnClaim(tx, feed, context.worker);
    const endIds = removalsHeld ? [] : ending.map(({ id }) => id);
    await carryOver(tx, rekey?.pairs ?? []);
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
      items: packSnapshot(
        [...seen.filter(({ listingId }) => !reread.has(listingId)), ...jobs.flatMap(entriesOf)],
        snapshot.order,
      ),
    });
    await recordHolds(tx, { sourceId: feed.id }, steps, {
      fingerprint: read.digest,
      sample: sampleFor(steps, sample),
      subjects: compared.missingIds,
      now,
    });
    // With what it found: a process that is killed here leaves either both or neither.
    await endRun(tx, runId, end);
  });
  return end;
}

/** Holds about what is missing: a window of the latest jobs removes nothing by absence, so it has none of them (rule R3). */
const byAbsence: ReadonlySet<HoldKind> = new Set(['empty', 'drop', 'share', 'rekeyed']);

/** What a re-keyed run left unmatched stays held while it stays missing, although the new ids are known by then (rule R7). */
async function stillUnmatched(db: Db, holds: readonly PastHold[], missingIds: readonly number[]) {
  const standing = holds.find(({ kind, state }) => kind === 'rekeyed' && isStanding(state));
  const hold = standing === undefined ? undefined : await holdById(db, standing.id);
  const missing = new Set(missingIds);
  const left = hold?.subjects.filter((id) => missing.has(id)).length ?? 0;
  return hold === undefined || left === 0
    ? []
    : [{ kind: 'rekeyed' as const, count: left, reasons: hold.reasons }];
}

/** An unchanged document repeats the last complete run: what that one lacked is missing again (rule R1). */
export async function countUnchanged(
  context: TaskContext,
  feed: Feed,
  settings: Settings,
  runId: number,
): Promise<RunEnd> {
  const { db, clock } = context;
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
  const held = past.some(({ state, kind }) => kind !== 'surge' && kind !== 'share' && isStanding(state));
  const lastSeenAt = last.finishedAt ?? now;
  const ends =
    held || feed.definition.window === true
      ? []
      : await endingOf(db, missingIds, lastSeenAt, limitsOf(feed, settings, now, adapterIn(last)));
  const ending = await checkPages(context, feed, settings, ends);
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
    await insistOnClaim(tx, feed, context.worker);
    const endIds = opens ? [] : ending.map(({ id }) => id);
    await recordMisses(tx, { now, lastSeenAt, missingIds, endIds });
    await recordHolds(tx, { sourceId: feed.id }, reasons.length === 0 ? [] : steps, {
      fingerprint: last.digest ?? sha256(String(runId)),
      sample,
      subjects: missingIds,
      now,
    });
    await endRun(tx, runId, end);
  });
  return end;
}

function limitsOf(feed: Feed, settings: Settings, now: Date, adapter: string) {
  const place = { feed: feed.name };
  const pages = isLoose(adapter) && settings.origin('delist.missRuns', place) === 'default';
  return {
    now,
    missRuns: settings.get(pages ? 'delist.missRunsPages' : 'delist.missRuns', place),
    missHours: settings.get(pages ? 'delist.missHoursPages' : 'delist.missHours', place),
  };
}

/** The format that a run was read as: detected where the definition says `auto`. */
function adapterIn({ proof }: Run): string {
  return typeof proof['adapter'] === 'string' ? proof['adapter'] : '';
}

/** Pages and RSS lists are weaker evidence than full XML or API feeds (rule R3). */
function isLoose(adapter: string): boolean {
  return /^(html|rss|atom|sitemap)/.test(adapter);
}

async function endingsOf(
  db: Db,
  { feed, settings, read }: CompleteRun,
  missingIds: readonly number[],
  lastSeenAt: Date,
  now: Date,
): Promise<readonly Ending[]> {
  if (missingIds.length === 0 || feed.definition.window === true) return [];
  return endingOf(db, missingIds, lastSeenAt, limitsOf(feed, settings, now, read.adapter));
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
