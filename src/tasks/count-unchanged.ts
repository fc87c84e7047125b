import { sha256 } from '../core/fingerprint.ts';
import { keepRunJobs } from '../listings/run-jobs-store.ts';
import { completeRunsOf, endRun, type Feed, insistOnClaim, type Run, type RunEnd } from '../feeds/store.ts';
import { readingPrint } from '../feeds/version.ts';
import { recordMisses, stillMissing } from '../listings/misses-store.ts';
import { samplesOf } from '../listings/store.ts';
import { judgeRun } from '../publishing/guard-run.ts';
import { nextHolds } from '../publishing/holds.ts';
import { pastHolds, recordHolds, reopenMuted } from '../publishing/holds-store.ts';
import type { Settings } from '../settings/settings.ts';
import type { TaskContext } from './context.ts';
import { checkPages } from './check-pages.ts';
import { endingsOf } from './endings.ts';
import { isStanding, unchangedFacts } from './run-facts.ts';

/** An unchanged document repeats the last complete run: what that one lacked is missing again (rule R1). */
export async function countUnchanged(
  context: TaskContext,
  feed: Feed,
  settings: Settings,
  runId: number,
): Promise<RunEnd> {
  const { db, clock } = context;
  const now = clock.now();
  await reopenMuted(db, feed.id, now);
  const [last] = await completeRunsOf(db, feed.id, 1);
  const lastSeenAt = last?.finishedAt ?? now;
  const missingIds = await stillMissing(db, feed.id, lastSeenAt);
  const end: RunEnd = {
    state: 'unchanged',
    finishedAt: now,
    missing: missingIds.length,
    ...(last === undefined ? {} : { items: last.items, listings: last.listings }),
  };
  if (missingIds.length === 0 || last === undefined) return end;
  const past = await pastHolds(db, { sourceId: feed.id });
  const held = past.some(({ state, kind }) => kind !== 'surge' && kind !== 'share' && isStanding(state));
  const missing = { ids: held ? [] : missingIds, adapter: adapterIn(last), now };
  const ending = await checkPages(context, feed, settings, await endingsOf(db, feed, settings, missing));
  const reasons =
    ending.length === 0 ? [] : judgeRun(await unchangedFacts(db, feed, ending, last, now), settings);
  const shares = past.filter(({ kind }) => kind === 'share');
  const document = readingPrint(last.digest ?? sha256(String(runId)), last.version);
  const steps = nextHolds(reasons, shares, document, now);
  const opens = steps.some(({ kind }) => kind === 'open' || kind === 'stays');
  const sample = await samplesOf(db, feed.name, missingIds);
  await db.transaction(async (tx) => {
    await insistOnClaim(tx, feed, context.worker);
    const endIds = opens ? [] : ending.map(({ id }) => id);
    await recordMisses(tx, { now, missingIds, endIds });
    await recordHolds(tx, { sourceId: feed.id }, reasons.length === 0 ? [] : steps, {
      fingerprint: document,
      sample,
      subjects: missingIds,
      now,
    });
    await endRun(tx, runId, end);
    await keepRunJobs(tx, runId, { returned: [], changed: [], missing: missingIds });
  });
  return end;
}

/** The format that a run was read as: detected where the definition says `auto`. */
function adapterIn({ proof }: Run): string {
  return typeof proof['adapter'] === 'string' ? proof['adapter'] : '';
}
