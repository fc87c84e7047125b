import type { Db } from '../db/db.ts';
import type { HoldSample } from '../db/schema/publishing.ts';
import { keepRunJobs } from '../listings/run-jobs-store.ts';
import { packSnapshot, type SnapshotEntry } from '../feeds/snapshot.ts';
import {
  completeRunsOf,
  endRun,
  insistOnClaim,
  keepFetchState,
  type Run,
  type RunEnd,
  usualRunsOf,
} from '../feeds/store.ts';
import { keepSnapshot } from '../feeds/snapshot-store.ts';
import { markUnjudged } from '../listings/unjudged-store.ts';
import { carryOver, rekeyOf } from '../listings/rekey-store.ts';
import { compareRun, recordRun, samplesOf, type StagedJob, uniteWithKnown } from '../listings/store.ts';
import { hasOtherFilters, readingPrint } from '../feeds/version.ts';
import { judgeRun, type RunFacts } from '../publishing/guard-run.ts';
import type { PastHold } from '../publishing/holds.ts';
import { holdById, pastHolds, recordHolds, subjectsOf } from '../publishing/holds-store.ts';
import { checkPages } from './check-pages.ts';
import type { TaskContext } from './context.ts';
import { endingsOf } from './endings.ts';
import { countsOf } from './read-run.ts';
import { type CompleteRun, coverageOf, factsOf, isStanding } from './run-facts.ts';
import { type Verdict, verdictOn } from './run-verdict.ts';
import { unroutedOf } from './unrouted.ts';

/**
 * Makes a complete run count: compares it with what is known, asks the guard, and records new and changed listings, misses, ends, the
 * snapshot and any hold in one transaction. Says which listings were written: they are to be judged.
 */
export async function countRun(context: TaskContext, run: CompleteRun): Promise<Counted> {
  const now = context.clock.now();
  const found = await findingsOf(context, run, now);
  const verdict = verdictOn({
    objections: judgeRun(found.facts, run.settings),
    unmatched: found.unmatched,
    holds: found.holds,
    isWindow: run.feed.definition.window === true,
    digest: readingPrint(run.read.digest, run.version),
    now,
  });
  const end = endOf(run, found, verdict, now);
  const written = await record(context, run, { found, verdict, end, now });
  return { end, written };
}

export type Counted = { readonly end: RunEnd; readonly written: readonly number[] };

type Findings = Awaited<ReturnType<typeof findingsOf>>;

/** What the run says beside what is known of its feed: new, changed, missing, renamed, ending, and the guard's facts. */
async function findingsOf(context: TaskContext, run: CompleteRun, now: Date) {
  const { db } = context;
  const { feed, settings, snapshot, read, runId } = run;
  // A feed that was removed and added again is judged as a new one.
  const isOfNow = ({ startedAt }: Run) => startedAt >= feed.createdAt;
  const past = (await completeRunsOf(db, feed.id, 10)).filter(isOfNow);
  const usual = (await usualRunsOf(db, feed.id, 5)).filter(isOfNow);
  const seen = snapshot.seen();
  const seenIds = new Set(seen.map(({ listingId }) => listingId));
  const reread = await uniteWithKnown(db, { sourceId: feed.id, runId, seenIds });
  const plain = await compareRun(db, feed.id, runId, [...snapshot.unseenIds(), ...run.previousIds]);
  const share = settings.get('delist.rekeyShare', { feed: feed.name });
  const rekey =
    feed.definition.window === true
      ? undefined
      : await rekeyOf(db, { sourceId: feed.id, runId, found: plain, share });
  const compared = rekey?.compared ?? plain;
  const { missingIds } = compared;
  const rekeyed =
    rekey === undefined ? {} : { rekeyed: { matched: rekey.pairs.length, unmatched: missingIds.length } };
  const missing = { ids: missingIds, adapter: read.adapter, now };
  const ending = await checkPages(context, feed, settings, await endingsOf(db, feed, settings, missing));
  const coverage = coverageOf(read, past[0]);
  const holds = await pastHolds(db, { sourceId: feed.id });
  const agreed = usual[0]?.version;
  const isRerouted = agreed !== undefined && hasOtherFilters(feed.definition, agreed);
  const unrouted = isRerouted ? await unroutedOf(context, feed, settings) : 0;
  const known = { past, usual, compared, holds, ending, coverage, unrouted };
  const facts = await factsOf(db, { run, now, ...known, ...rekeyed });
  const unmatched = (await stillUnmatched(db, holds, missingIds)).map((reason) => ({
    ...reason,
    source: feed.name,
  }));
  const kept = seen.filter(({ listingId }) => !reread.has(listingId));
  return { kept, rekey, compared, ending, coverage, holds, facts, unmatched };
}

/** What a re-keyed run left unmatched stays held while it stays missing, although the new ids are known by then (rule R7). */
async function stillUnmatched(db: Db, holds: readonly PastHold[], missingIds: readonly number[]) {
  const standing = holds.find(({ kind, state }) => kind === 'rekeyed' && isStanding(state));
  const hold = standing === undefined ? undefined : await holdById(db, standing.id);
  const missing = new Set(missingIds);
  const subjects = hold === undefined ? [] : await subjectsOf(db, hold.id);
  const left = subjects.filter((id) => missing.has(id)).length;
  return hold === undefined || left === 0
    ? []
    : [{ kind: 'rekeyed' as const, count: left, reasons: hold.reasons }];
}

function endOf(
  { read }: CompleteRun,
  { compared, coverage, rekey }: Findings,
  { held }: Verdict,
  finishedAt: Date,
): RunEnd {
  const counts = countsOf(read);
  return {
    ...counts,
    state: 'complete',
    held,
    finishedAt,
    added: compared.added,
    changed: compared.changed,
    missing: compared.missingIds.length,
    proof: {
      ...counts.proof,
      coverage,
      ...(rekey === undefined ? {} : { rekeyed: rekey.pairs.length }),
    },
  };
}

type RunRecord = {
  readonly found: Findings;
  readonly verdict: Verdict;
  readonly end: RunEnd;
  readonly now: Date;
};

async function record(
  { db, worker }: TaskContext,
  { feed, read, runId, snapshot, version, fetchState }: CompleteRun,
  { found, verdict, end, now }: RunRecord,
): Promise<readonly number[]> {
  const { missingIds, changedIds: changed, returnedIds: returned } = found.compared;
  const sample = await samplesOf(db, feed.name, missingIds);
  return db.transaction(async (tx) => {
    await insistOnClaim(tx, feed, worker);
    await keepFetchState(tx, feed.id, fetchState);
    await carryOver(tx, found.rekey?.pairs ?? []);
    const { jobs, written } = await recordRun(tx, {
      sourceId: feed.id,
      runId,
      now,
      missingIds,
      endIds: verdict.removalsHeld ? [] : found.ending.map(({ id }) => id),
    });
    if (written.length > 0) await markUnjudged(tx, [feed.id]);
    const items = packSnapshot([...found.kept, ...jobs.flatMap(entriesOf)], snapshot.order);
    if (!snapshot.isSame(items)) await keepSnapshot(tx, { sourceId: feed.id, runId, version, items });
    await recordHolds(tx, { sourceId: feed.id }, verdict.steps, {
      fingerprint: readingPrint(read.digest, version),
      sample: sampleFor(verdict.steps, sample),
      subjects: isOfRulesOnly(verdict, found.facts) ? [] : missingIds,
      now,
    });
    // With what it found: a process that is killed here leaves either both or neither.
    await endRun(tx, runId, end);
    await keepRunJobs(tx, runId, { returned, changed, missing: missingIds });
    return written;
  });
}

/** Who agrees to changed rules has said nothing about what is missing. */
function isOfRulesOnly({ steps }: Verdict, { definitionChanged }: RunFacts): boolean {
  const opened = steps.flatMap((step) => (step.kind === 'open' ? [step.reason.kind] : []));
  return !definitionChanged && opened.every((kind) => kind === 'changed');
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
