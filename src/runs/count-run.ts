import type { FetchState } from '../db/schema/feeds.schema.ts';
import type { Db } from '../db/db.ts';
import type { HoldKind } from '../db/schema/publishing.ts';
import { packSnapshot, type Snapshot } from '../feeds/snapshot.ts';
import { endRun, insistOnClaim, keepFetchState, type RunEnd } from '../feeds/feeds.repository.ts';
import { completeRunsOf, type Feed, type Run, usualRunsOf } from '../feeds/feeds.queries.ts';
import { hasOtherFilters, readingFingerprint } from '../feeds/feed-version.ts';
import { touchSource } from '../listings/listings.repository.ts';
import { keepRunJobs } from '../listings/run-jobs.repository.ts';
import { samplesOf } from '../listings/listings.queries.ts';
import { undecidedJobs } from '../publishing/holds/first-plan.queries.ts';
import { type HoldStep, nextHolds, type PastHold } from '../publishing/holds/holds.ts';
import { recordHolds } from '../publishing/holds/holds.repository.ts';
import { pastHolds } from '../publishing/holds/holds.queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { applyDocument, compared, documentOf } from './document.ts';
import { changedDates } from './document-changes.queries.ts';
import { doubtOf, isOfRulesOnly } from './doubt.ts';
import { coverageOf, factsOf } from './norm.ts';
import { countsOf, type ReadRun } from './read-run.ts';
import { removeEnded } from './removals.ts';
import type { RunServices } from './run-services.ts';
import { countReading, emptyRuns, forgetDocument, keepDocument } from './runs.repository.ts';

export type CompleteRun = {
  readonly feed: Feed;
  readonly settings: Settings;
  readonly snapshot: Snapshot;
  readonly read: ReadRun;
  /** When every item was read again: the listings of the snapshot before. */
  readonly previousIds: readonly number[];
  /** Another version of ours reads the same items (R19). */
  readonly upgraded: boolean;
  readonly runId: number;
  readonly version: string;
  /** What the next reading tells by that nothing changed. */
  readonly fetchState: FetchState;
  /** Publications that the feed's rules no longer send where they are, over all targets (R16); asked after a change of the rules. */
  readonly unrouted: () => Promise<readonly number[]>;
};

export type CountOutcome = {
  readonly end: RunEnd;
  /** Listings that were written: they are to be judged. */
  readonly written: readonly number[];
  /** Its document is in doubt: what it staged waits for a person. */
  readonly inDoubt: boolean;
};

/**
 * Makes a complete run count, in a fixed order: renamed jobs, doubts about the document, what it lists and lacks, removals. A document in
 * doubt is kept for a person and changes nothing (R10).
 */
export async function countRun(services: RunServices, run: CompleteRun): Promise<CountOutcome> {
  const now = services.clock.now();
  const found = await findingsOf(services, run, now);
  const { doubt } = found;
  const past = (await pastHolds(services.db, { sourceId: run.feed.id })).filter(
    ({ kind }) => kind !== 'share',
  );
  const print = readingFingerprint(run.read.digest, run.version);
  const steps = nextHolds(doubt === undefined ? [] : [doubt], past, print, now);
  const held = steps.some(({ kind }) => kind === 'open' || kind === 'stays');
  // A person looks at a first plan with its labels and checks: its jobs are stored, and plans leave them.
  const inDoubt = held && doubt?.kind !== 'review';
  const isRejected = steps.some(
    (step) => step.kind === 'stays' && past.find(({ id }) => id === step.holdId)?.state === 'rejected',
  );
  const end = endOf(run.read, found, held, now);
  const written = await record(services, run, {
    found,
    past,
    steps,
    end,
    doubt: inDoubt ? doubt?.kind : undefined,
    isRejected,
    print,
    now,
  });
  if (!held) await removeEnded(services, run.feed, run.settings, { adapter: run.read.adapter, print });
  return { end, written, inDoubt: inDoubt && !isRejected };
}

type Findings = Awaited<ReturnType<typeof findingsOf>>;

/** What the run says beside what is known of its feed, and what speaks against it. */
async function findingsOf({ db }: RunServices, run: CompleteRun, now: Date) {
  const { feed, settings, snapshot, read, runId, version } = run;
  // A feed that was removed and added again is judged as a new one.
  const isOfNow = ({ startedAt }: Run) => startedAt >= feed.createdAt;
  const usual = (await usualRunsOf(db, feed.id, 5)).filter(isOfNow);
  // Against the last run that counts: one that is held itself is not what a person agreed to (R16).
  const last = usual[0] ?? (await completeRunsOf(db, feed.id, 1)).find(isOfNow);
  const found = await compared(
    db,
    documentOf({ sourceId: feed.id, runId, version }, snapshot, run.previousIds),
    { textTells: feed.definition.multiEmployer === true, now },
  );
  const coverage = coverageOf(read, last);
  const agreed = usual[0]?.version;
  const isRerouted = agreed !== undefined && hasOtherFilters(feed.definition, agreed);
  const unrouted = isRerouted ? await run.unrouted() : [];
  const facts = factsOf({
    run,
    last,
    usual,
    comparison: found.comparison,
    // A few are no surge whatever they are.
    dates:
      found.comparison.changed > 10 ? await changedDates(db, feed.id, runId, now) : { redated: 0, jumped: 0 },
    coverage,
    unrouted: unrouted.length,
    emptyRuns: read.listings > 0 ? { runs: 0, hours: 0 } : await emptyRuns(db, feed, now),
  });
  const doubt = doubtOf(facts, settings, feed.definition.window === true);
  return { ...found, coverage, doubt, isRerouted, unrouted, definitionChanged: facts.definitionChanged };
}

function endOf(read: ReadRun, { comparison, coverage }: Findings, held: boolean, finishedAt: Date): RunEnd {
  const counts = countsOf(read);
  const { added, changed, missingIds, renamed } = comparison;
  return {
    ...counts,
    state: 'complete',
    held,
    finishedAt,
    added,
    changed,
    missing: missingIds.length,
    proof: { ...counts.proof, coverage, ...(renamed.length > 0 && { rekeyed: renamed.length }) },
  };
}

type RunRecord = {
  readonly found: Findings;
  readonly past: readonly PastHold[];
  readonly steps: readonly HoldStep[];
  readonly end: RunEnd;
  /** The kind of the hold that keeps the document. */
  readonly doubt: HoldKind | undefined;
  readonly isRejected: boolean;
  readonly print: string;
  readonly now: Date;
};

/** One transaction: a process that is killed here leaves all of it or nothing. */
async function record(
  { db, worker }: RunServices,
  { feed, runId, fetchState }: CompleteRun,
  counted: RunRecord,
): Promise<readonly number[]> {
  const { found, steps, end, doubt, isRejected, now } = counted;
  const { missingIds, changedIds: changed, returnedIds: returned } = found.comparison;
  const sample = await samplesOf(db, feed.name, missingIds);
  return db.transaction(async (tx) => {
    await insistOnClaim(tx, feed, worker);
    await keepFetchState(tx, feed.id, fetchState);
    if (doubt === undefined || isRejected) await forgetDocument(tx, feed.id);
    else await keepDocument(tx, { sourceId: feed.id, runId, items: packSnapshot(found.document.seen) });
    const written = doubt === undefined ? await applyDocument(tx, found, { now, foundAt: now }) : [];
    if (!end.held) await countReading(tx, feed.id, runId, now);
    await recordHolds(tx, { sourceId: feed.id }, await sized(tx, feed.id, counted), {
      fingerprint: counted.print,
      sample: steps.some(({ kind }) => kind === 'open') ? sample : [],
      subjects: doubt === undefined || isOfRulesOnly(doubt, found.definitionChanged) ? [] : missingIds,
      runId,
      now,
      proposed: found.isRerouted ? found.unrouted : undefined,
    });
    // Rules that nothing speaks against are agreed to: plans look at what they left (R16).
    if (!end.held && found.isRerouted) await touchSource(tx, feed.id, now);
    await endRun(tx, runId, end);
    await keepRunJobs(tx, runId, { returned, changed, missing: missingIds });
    return written;
  });
}

/** A first plan is about all jobs that wait, not about those of this run alone; after a rejected one it asks about those that came since. */
async function sized(tx: Db, sourceId: number, { steps, past }: RunRecord): Promise<readonly HoldStep[]> {
  if (!steps.some((step) => 'reason' in step && step.reason.kind === 'review')) return steps;
  const count = await undecidedJobs(tx, sourceId);
  const asked =
    count > 0 ? undefined : past.find(({ kind, state }) => kind === 'review' && state === 'rejected');
  return steps.map((step): HoldStep => {
    if (!('reason' in step) || step.reason.kind !== 'review') return step;
    const reason = { ...step.reason, count };
    return asked === undefined ? { ...step, reason } : { kind: 'stays', reason, holdId: asked.id };
  });
}
