import { HOUR, MINUTE } from '../core/clock.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import type { FetchState } from '../db/schema/feeds.ts';
import { intervalMs } from '../feeds/definition.ts';
import type { Adapter } from '../feeds/adapter.ts';
import { adapterOf } from '../feeds/choice.ts';
import { adapterNamed } from '../feeds/registry.ts';
import type { Validators } from '../feeds/fetch.ts';
import { firstRequest } from '../feeds/paging.ts';
import { openSnapshot } from '../feeds/snapshot.ts';
import {
  beginRun,
  claimFeed,
  endRun,
  type Feed,
  feedById,
  releaseFeed,
  type RunEnd,
  snapshotOf,
  completeRunsOf,
} from '../feeds/store.ts';
import { isOtherDefinition, readingVersion } from '../feeds/version.ts';
import { dropStaged, stage, stageFurther } from '../listings/store.ts';
import { NORMALIZER_VERSION } from '../listings/version.ts';
import { loadSettings } from '../settings/store.ts';
import type { Settings } from '../settings/settings.ts';
import { askFeed } from './ask-feed.ts';
import type { TaskContext } from './context.ts';
import { countRun, countUnchanged } from './count-run.ts';
import { judgeSource } from './judge-source.ts';
import { countsOf, readRun, type ReadRun } from './read-run.ts';

export type IngestOutcome =
  | { readonly kind: 'read'; readonly runId: number; readonly end: RunEnd }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unknown' };

/** Reads one feed now: fetch, cut, understand, prove, judge, and make it count. Everything it finds stands under one run. */
export async function ingestFeed(context: TaskContext, feedId: number): Promise<IngestOutcome> {
  const { db, clock, worker } = context;
  const feed = await feedById(db, feedId);
  if (feed === undefined || feed.state === 'removed' || feed.state === 'left') return { kind: 'unknown' };
  const now = clock.now();
  const settings = await loadSettings(db);
  const patienceMs = settings.get('fetch.timeoutSeconds', { feed: feed.name }) * 1_000 + 5 * MINUTE;
  if (!(await claimFeed(db, feed.id, { by: worker, now, until: new Date(now.getTime() + patienceMs) })))
    return { kind: 'busy' };
  const version = readingVersion(feed.definition, NORMALIZER_VERSION);
  const runId = await beginRun(db, { sourceId: feed.id, startedAt: now, version });
  const { end, fetchState, notBeforeMs } = await carryOut(context, feed, settings, { runId, version });
  await endRun(db, runId, end);
  await dropStaged(db, [runId]);
  if (end.state === 'complete') await judgeSource(context, feed);
  const failures = end.state === 'failed' || end.state === 'truncated' ? feed.failures + 1 : 0;
  const nextAt = nextReading(feed, clock.now(), failures, notBeforeMs, context.random);
  await releaseFeed(db, feed.id, { nextAt, failures, fetchState });
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

type CarriedOut = { readonly end: RunEnd; readonly fetchState: FetchState; readonly notBeforeMs: number };
type RunIds = { readonly runId: number; readonly version: string };

async function carryOut(
  context: TaskContext,
  feed: Feed,
  settings: Settings,
  ids: RunIds,
): Promise<CarriedOut> {
  const { db, clock } = context;
  const { fetchState } = feed;
  const asking = askFeed(context, feed, settings);
  if (asking.kind === 'unset')
    return notRead(feed, { state: 'failed', reason: asking.reason, finishedAt: clock.now() });
  const { ask } = asking;
  const stored = await snapshotOf(db, feed.id);
  // Another version reads every item anew (rule R19): validators and known items would hide what it changes.
  const sameVersion = stored?.version === ids.version;
  const adapter = await adapterFor(db, feed, ids.version);
  const isPaged = adapter !== 'auto' && adapter.paging !== undefined;
  const answer = await ask(
    firstRequest(adapter, feed.definition.url),
    sameVersion && !isPaged ? validatorsOf(fetchState) : {},
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
        fetchState,
        notBeforeMs: answer.freshForMs,
      };
    case 'modified':
      break;
  }
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
      maxBytes: settings.get('fetch.maxBytes', place),
    },
    stage: (staged) => stage(db, ids.runId, staged),
    stageFurther: (listings) => stageFurther(db, ids.runId, listings),
  });
  if (read.completeness !== 'complete') return notRead(feed, notComplete(read, clock.now()));
  const after = {
    fetchState: { ...answer.validators, digest: read.digest },
    notBeforeMs: Math.max(answer.freshForMs, (read.ttlMinutes ?? 0) * MINUTE),
  };
  if (sameVersion && read.digest === fetchState.digest) {
    return {
      ...after,
      end: { ...countsOf(read), ...(await countUnchanged(context, feed, settings, ids.runId)) },
    };
  }
  const previousIds = sameVersion || stored === undefined ? [] : openSnapshot(stored.items).unseenIds();
  return { ...after, end: await countRun(context, { feed, settings, snapshot, read, previousIds, ...ids }) };
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
    state: read.completeness === 'truncated' ? 'truncated' : 'failed',
    finishedAt,
    ...(read.reason === undefined ? {} : { reason: read.reason }),
  };
}

/** The next reading: after the feed's interval, later when the source asks, sooner (never given up) after a failure. */
function nextReading(
  feed: Feed,
  now: Date,
  failures: number,
  notBeforeMs: number,
  random: () => number,
): Date {
  const interval = intervalMs(feed.definition.every);
  const again =
    failures === 0
      ? interval
      : Math.min(Math.max(interval, HOUR), 5 * MINUTE * 2 ** Math.min(failures - 1, 10));
  const jitter = 1 + 0.05 * random();
  return new Date(now.getTime() + Math.max(again * jitter, Math.min(notBeforeMs, 7 * 24 * HOUR)));
}
