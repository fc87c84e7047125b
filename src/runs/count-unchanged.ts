import { sha256 } from '../core/fingerprint.ts';
import { endRun, insistOnClaim, type RunEnd } from '../feeds/feeds.repository.ts';
import { completeRunsOf, type Feed, type Run } from '../feeds/feeds.queries.ts';
import { readingFingerprint } from '../feeds/feed-version.ts';
import { addMisses, stillMissing } from '../listings/listings.repository.ts';
import { keepRunJobs } from '../listings/run-jobs.repository.ts';
import { reopenMuted } from '../publishing/holds/holds.repository.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { removeEnded } from './removals.ts';
import { countReading } from './runs.repository.ts';
import type { RunServices } from './run-services.ts';

/**
 * An unchanged document repeats the last complete run: what that one lacked is missing again (R1). After a run that is held it changes
 * nothing.
 */
export async function countUnchanged(
  services: RunServices,
  feed: Feed,
  settings: Settings,
  runId: number,
): Promise<RunEnd> {
  const { db, clock, worker } = services;
  const now = clock.now();
  await reopenMuted(db, { sourceId: feed.id }, now);
  const [last] = await completeRunsOf(db, feed.id, 1);
  // What a person let count once counted, though its run stays held.
  const isHeld = last?.held === true && (feed.countedAt ?? feed.createdAt) < last.startedAt;
  const missingIds =
    last === undefined || isHeld ? [] : await stillMissing(db, feed.id, last.finishedAt ?? now);
  const end: RunEnd = {
    state: 'unchanged',
    finishedAt: now,
    missing: missingIds.length,
    ...(last === undefined ? {} : { items: last.items, listings: last.listings }),
  };
  if (last === undefined || isHeld) return end;
  await db.transaction(async (tx) => {
    await insistOnClaim(tx, feed, worker);
    await addMisses(tx, missingIds, now);
    await countReading(tx, feed.id, runId, now);
    await endRun(tx, runId, end);
    await keepRunJobs(tx, runId, { returned: [], changed: [], missing: missingIds });
  });
  const print = readingFingerprint(last.digest ?? sha256(String(runId)), last.version);
  await removeEnded(services, feed, settings, { adapter: adapterIn(last), print });
  return end;
}

/** The format that a run was read as: detected where the definition says `auto`. */
function adapterIn({ proof }: Run): string {
  return typeof proof['adapter'] === 'string' ? proof['adapter'] : '';
}
