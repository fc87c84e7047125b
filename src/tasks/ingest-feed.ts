import { HOUR, MINUTE } from '../core/clock.ts';
import { reasonOf } from '../core/error-text.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import type { FetchState } from '../db/schema/feeds.schema.ts';
import { intervalMs, untilNextMs } from '../feeds/feed-definition.ts';
import type { Adapter } from '../feeds/adapter.ts';
import { adapterOf } from '../feeds/detect/choice.ts';
import { adapterNamed } from '../feeds/registry.ts';
import type { Validators } from '../feeds/fetch.ts';
import { firstRequest } from '../feeds/read/feed-paging.ts';
import { openSnapshot } from '../feeds/snapshot.ts';
import { snapshotOf } from '../feeds/snapshot.repository.ts';
import {
  beginRun,
  claimFeed,
  endAbandonedRuns,
  endRun,
  giveFeedBack,
  releaseFeed,
  type RunEnd,
} from '../feeds/feeds.repository.ts';
import { type Feed, feedById, completeRunsOf } from '../feeds/feeds.queries.ts';
import { isOtherDefinition, isOtherReading, readingVersion } from '../feeds/feed-version.ts';
import { dropStaged, stage, stageFurther, stageUnread } from '../listings/staged.repository.ts';
import { NORMALIZER_VERSION } from '../listings/listing-version.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { askFeed } from './ask-feed.ts';
import type { TaskContext } from './context.ts';
import { type CountOutcome, countRun } from '../runs/count-run.ts';
import { countUnchanged } from '../runs/count-unchanged.ts';
import { judgeSource } from './judge-source.ts';
import { unroutedOf } from './unrouted.ts';
import { FEED_LEASE_MS, isOutOfReach, keepHolding, nodeOnlyAfter, stillHolds } from './reach.ts';
import { recordReading } from '../runs/runs.repository.ts';
import { countsOf, readRun, type ReadRun } from '../runs/read-run.ts';

export type IngestOutcome =
  | { readonly kind: 'read'; readonly runId: number; readonly end: RunEnd }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unknown' };

/** Reads one feed now: fetch, cut, understand, prove, judge, and make it count. Everything it finds stands under one run. */
export async function ingestFeed(
  context: TaskContext,
  feedId: number,
  { onlyDue = false, by }: { readonly onlyDue?: boolean; readonly by?: string } = {},
): Promise<IngestOutcome> {
  const { db, clock, worker, reach, log } = context;
  const feed = await feedById(db, feedId);
  if (feed === undefined || feed.state === 'removed' || feed.state === 'left') return { kind: 'unknown' };
  const now = clock.now();
  const settings = await loadSettings(db);
  const until = new Date(now.getTime() + FEED_LEASE_MS);
  const limited = reach !== undefined;
  if (!(await claimFeed(db, feed.id, { by: worker, now, until, limited, onlyDue }))) return { kind: 'busy' };
  const letGo = keepHolding(context, feed.id, (error) =>
    log.warn('claim on a feed not renewed', { feed: feed.name, error: reasonOf(error) }),
  );
  let ended = false;
  try {
    const outcome = await readClaimed(context, feed, settings, now);
    ended = true;
    if (by !== undefined) await recordReading(db, { at: clock.now(), who: by, feed: feed.name });
    return outcome;
  } finally {
    letGo();
    // What failed may be tried again at once.
    if (!ended) await giveFeedBack(db, feed.id, worker);
  }
}

async function readClaimed(
  context: TaskContext,
  feed: Feed,
  settings: Settings,
  now: Date,
): Promise<IngestOutcome> {
  const { db, clock, reach } = context;
  const version = readingVersion(feed.definition, NORMALIZER_VERSION);
  await dropStaged(db, await endAbandonedRuns(db, feed.id, now));
  const runId = await beginRun(db, { sourceId: feed.id, startedAt: now, version });
  const carried = await carryOut(context, feed, settings, { runId, version });
  const { fetchState, notBeforeMs } = carried;
  const nodeOnly = isOutOfReach(feed, reach) || nodeOnlyAfter(measured(carried.end, now), reach);
  const end = nodeOnly === true ? leftToNode(carried.end) : carried.end;
  await endRun(db, runId, end);
  if (carried.inDoubt !== true) await dropStaged(db, [runId]);
  // Whatever this run found: a person may have let listings in since the last one.
  await judgeSource(context, feed, carried.written ?? []);
  const failed = (end.state === 'failed' || end.state === 'truncated') && nodeOnly !== true;
  const failures = failed ? feed.failures + 1 : 0;
  const nextAt =
    nodeOnly === true ? clock.now() : nextReading(feed, clock.now(), failures, notBeforeMs, context.random);
  const release = { by: context.worker, nextAt, failures, fetchState, ...present({ nodeOnly }) };
  await releaseFeed(db, feed.id, release);
  context.log.info('feed read', {
    feed: feed.name,
    state: end.state,
    reason: end.reason,
    items: end.items,
    added: end.added,
    changed: end.changed,
    missing: end.missing,
  });
  return { kind: 'read', runId, end };
}

function measured({ state, bytes = 0, finishedAt }: RunEnd, startedAt: Date) {
  const complete = state === 'complete' || state === 'unchanged';
  return { complete, bytes, ms: finishedAt.getTime() - startedAt.getTime() };
}

function leftToNode(end: RunEnd): RunEnd {
  const reason = end.reason ?? 'it is more than a Cloudflare Worker reads in one go';
  return { ...end, reason: `${reason}; it is left to a worker on Node` };
}

type CarriedOut = Pick<Partial<CountOutcome>, 'written' | 'inDoubt'> & {
  readonly end: RunEnd;
  readonly fetchState: FetchState;
  readonly notBeforeMs: number;
};
type RunIds = { readonly runId: number; readonly version: string };

async function carryOut(
  context: TaskContext,
  feed: Feed,
  settings: Settings,
  ids: RunIds,
): Promise<CarriedOut> {
  const { db, clock } = context;
  const asking = askFeed(context, feed, settings);
  if (asking.kind === 'unset')
    return notRead(feed, { state: 'failed', reason: asking.reason, finishedAt: clock.now() });
  const { ask } = asking;
  const stored = await snapshotOf(db, feed.id);
  // Another version reads every item again (rule R19): validators and known items would hide what it changes.
  const sameVersion = stored?.version === ids.version;
  const adapter = await adapterFor(db, feed, ids.version);
  const isPaged = adapter !== 'auto' && adapter.paging !== undefined;
  const answer = await ask(
    firstRequest(adapter, feed.definition.url),
    sameVersion && !isPaged ? validatorsOf(feed.fetchState) : {},
  );
  switch (answer.kind) {
    case 'failed':
      return notRead(
        feed,
        { state: 'failed', reason: answer.reason, finishedAt: clock.now() },
        answer.retryAfterMs,
      );
    case 'optedOut':
      return notRead(feed, { state: 'opted_out', reason: answer.reason, finishedAt: clock.now() });
    case 'notModified':
      return {
        end: await countUnchanged(context, feed, settings, ids.runId),
        fetchState: feed.fetchState,
        notBeforeMs: answer.freshForMs,
      };
    case 'modified':
      return readModified(context, { feed, settings, ids, ask, stored, sameVersion, adapter, answer });
  }
}

type Modified = {
  readonly feed: Feed;
  readonly settings: Settings;
  readonly ids: RunIds;
  readonly ask: Parameters<typeof readRun>[0]['ask'];
  readonly stored: Awaited<ReturnType<typeof snapshotOf>>;
  readonly sameVersion: boolean;
  readonly adapter: Adapter | 'auto';
  readonly answer: Parameters<typeof readRun>[0]['document'];
};

/** Reads a document that changed, and makes it count. */
async function readModified(context: TaskContext, modified: Modified): Promise<CarriedOut> {
  const { db, clock } = context;
  const { feed, settings, ids, ask, stored, sameVersion, adapter, answer } = modified;
  const place = { feed: feed.name };
  const snapshot = openSnapshot(sameVersion && stored !== undefined ? stored.items : new Uint8Array());
  const read = await readRun({
    feed,
    adapter,
    document: answer,
    snapshot,
    ask,
    clock,
    perHostMs: settings.get('fetch.perHostSeconds', place) * 1_000,
    limits: {
      maxItems: settings.get('fetch.maxItems', place),
      maxBytes: Math.min(settings.get('fetch.maxBytes', place), context.reach?.feedBytes ?? Infinity),
    },
    ...detailsWithin(context.reach?.readingMs, settings.get('fetch.perHostSeconds', place) * 1_000),
    stage: (staged) => stage(db, ids.runId, staged),
    stageUnread: (jobIds) => stageUnread(db, ids.runId, jobIds),
    stageFurther: (listings) => stageFurther(db, ids.runId, listings),
  });
  // What another worker has taken over it has begun again: this reading's listings may be gone already.
  if (!(await stillHolds(context, feed.id)))
    return notRead(feed, {
      ...countsOf(read),
      state: 'failed',
      reason: 'another worker took the feed over',
      finishedAt: clock.now(),
    });
  if (read.completeness !== 'complete') return notRead(feed, notComplete(read, clock.now()));
  const after = {
    fetchState: { ...answer.validators, digest: read.digest },
    notBeforeMs: Math.max(answer.freshForMs, (read.ttlMinutes ?? 0) * MINUTE),
  };
  if (sameVersion && read.digest === feed.fetchState.digest) {
    return {
      ...after,
      end: { ...countsOf(read), ...(await countUnchanged(context, feed, settings, ids.runId)) },
    };
  }
  const previousIds = sameVersion || stored === undefined ? [] : openSnapshot(stored.items).unseenIds();
  const run = {
    feed,
    settings,
    snapshot,
    read,
    previousIds,
    upgraded: stored !== undefined && isOtherReading(stored.version, ids.version),
    fetchState: after.fetchState,
    unrouted: () => unroutedOf(context, feed, settings),
    ...ids,
  };
  return { ...after, ...(await countRun(context, run)) };
}

/** Details are asked for one after the other: as many as half of the time allows; the rest in the next readings. */
function detailsWithin(readingMs: number | undefined, perHostMs: number): { maxDetails?: number } {
  if (readingMs === undefined) return {};
  return { maxDetails: Math.floor(readingMs / 2 / Math.max(perHostMs, 100)) };
}

/** What `auto` detected once stays: another document at the address (an error page) is no feed of that format then. */
async function adapterFor(db: Db, { id, definition }: Feed, version: string): Promise<Adapter | 'auto'> {
  const asked = adapterOf(definition);
  if (asked !== 'auto') return asked;
  const [last] = await completeRunsOf(db, id, 1);
  if (last === undefined || last.listings === 0 || isOtherDefinition(version, last.version)) return 'auto';
  const { adapter } = last.proof;
  return (typeof adapter === 'string' ? adapterNamed(adapter) : undefined) ?? 'auto';
}

function notRead({ fetchState }: Feed, end: RunEnd, notBeforeMs = 0): CarriedOut {
  return { end, fetchState, notBeforeMs };
}

function validatorsOf({ etag, lastModified }: FetchState): Validators {
  return present({ etag, lastModified });
}

function notComplete(read: ReadRun, finishedAt: Date): RunEnd {
  return {
    ...countsOf(read),
    state: read.optedOut === true ? 'opted_out' : read.completeness === 'truncated' ? 'truncated' : 'failed',
    finishedAt,
    reason: read.reason,
  };
}

/** The next reading: after the feed's interval, later when the source asks, sooner (never given up) after a failure. */
function nextReading(feed: Feed, now: Date, failures: number, notBeforeMs: number, random: () => number) {
  const { definition } = feed;
  const again =
    failures === 0
      ? untilNextMs(definition, now)
      : Math.min(Math.max(intervalMs(definition, now), HOUR), 5 * MINUTE * 2 ** Math.min(failures - 1, 10));
  // Who names a time means it.
  const jitter = definition.cron !== undefined && definition.every === undefined ? 1 : 1 + 0.05 * random();
  return new Date(now.getTime() + Math.max(again * jitter, Math.min(notBeforeMs, 7 * 24 * HOUR)));
}
