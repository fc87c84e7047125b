import type { Clock } from '../core/clock.ts';
import { runCooperatively, type Steps } from '../core/cooperative.ts';
import { present } from '../core/present.ts';
import type { Adapter, PageRequest } from '../feeds/adapter.ts';
import type { FetchOutcome } from '../feeds/fetch.ts';
import { hostPace } from '../feeds/pace.ts';
import { readPages } from '../feeds/read/feed-paging.ts';
import type { ReadLimits } from '../feeds/read/read-limits.ts';
import type { ReadingChunk, ReadingEnd, Rejection } from '../feeds/read/feed-reading.ts';
import type { Snapshot } from '../feeds/snapshot.ts';
import type { Feed } from '../feeds/feeds.queries.ts';
import { verdict } from '../feeds/read/verdict.ts';
import type { FeedTerms, Listing } from '../listings/listing.ts';
import { normaliseRow } from '../listings/normalise.ts';
import { stagedOf, type Staged } from '../listings/staged.repository.ts';

/** What a reading came to, with what could not be understood counted in. */
export type ReadRun = ReadingEnd & {
  /** Listings by the fields they have, for rule R8: of those that were understood now. */
  readonly covered: Readonly<Record<string, number>>;
  readonly understood: number;
};

export type Reading = {
  readonly feed: Feed;
  readonly adapter: Adapter | 'auto';
  readonly document: Extract<FetchOutcome, { kind: 'modified' }>;
  readonly snapshot: Snapshot;
  readonly limits: Partial<ReadLimits>;
  /** Fetches a further page, or a row's details. */
  readonly ask: (request: PageRequest) => Promise<FetchOutcome>;
  readonly clock: Clock;
  /** Milliseconds between two requests to one host. */
  readonly perHostMs: number;
  /** Calls for details in one reading. */
  readonly maxDetails?: number;
  /** Puts understood listings aside. */
  readonly stage: (staged: readonly Staged[]) => Promise<void>;
  /** Notes the ids of jobs that are listed and not understood. */
  readonly stageUnread: (jobIds: readonly string[]) => Promise<void>;
  /** Adds further rows of jobs that were put aside. */
  readonly stageFurther: (listings: readonly Listing[]) => Promise<void>;
};

/** Reads a document and understands what is new in it, chunk by chunk, in bounded memory. */
export async function readRun(reading: Reading): Promise<ReadRun> {
  const { feed, adapter, document, snapshot, limits, stage, stageUnread, stageFurther, ask, clock } = reading;
  const terms = termsOf(feed);
  const rejected: Rejection[] = [];
  const unread: string[] = [];
  const covered: Record<string, number> = {};
  let understood = 0;
  const steps = readPages({
    adapter,
    url: feed.definition.url,
    first: document,
    known: snapshot,
    limits,
    ask,
    wait: sleep,
    ...present({ maxDetails: reading.maxDetails }),
    pace: hostPace({ now: clock.now, wait: sleep }, reading.perHostMs),
  });
  // A chunk is what came at once over the network, a few listings: each statement costs as much as several of them.
  const waiting: Staged[] = [];
  for await (const step of steps) {
    if (step.kind === 'end') {
      await stage(waiting);
      await stageUnread([...unread, ...unreadRows(step.end)]);
      return withRejections(step.end, rejected, covered, understood);
    }
    const staged = await runCooperatively(understand(step.chunk, terms, { rejected, unread }));
    understood += staged.length;
    for (const { listing } of staged) cover(covered, listing);
    waiting.push(...staged);
    // Further rows are added to jobs that were put aside.
    if (waiting.length >= STAGED_AT_ONCE || step.chunk.further.length > 0) await stage(waiting.splice(0));
    await stageFurther(await runCooperatively(understandFurther(step.chunk, terms)));
  }
  throw new Error('a reading ended without saying how');
}

const STAGED_AT_ONCE = 100;

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** What a feed's definition says about every one of its jobs. */
export function termsOf({ definition }: Feed): FeedTerms {
  const { employer, employerMode, dateOrder, timeZone, country, useContacts } = definition;
  return {
    employer,
    employerMode,
    dateOrder,
    timeZone,
    country,
    useContacts,
  };
}

/** Listings of a chunk, understood. */
function* understand(
  { listings }: ReadingChunk,
  terms: FeedTerms,
  { rejected, unread }: { readonly rejected: Rejection[]; readonly unread: string[] },
): Steps<readonly Staged[]> {
  const staged: Staged[] = [];
  for (const { raw, fingerprint: item, shared, index, identity } of listings) {
    const outcome = normaliseRow(raw, terms);
    if (outcome.kind === 'rejected') {
      rejected.push({ item: index, reason: outcome.reasons.join('; ') });
      if (raw.inactive === undefined) unread.push(identity);
    } else staged.push(stagedOf(outcome.listing, shared ? [] : [Buffer.from(item).toString('hex')]));
    yield;
  }
  return staged;
}

/** Further rows of jobs that were put aside before, understood. */
function* understandFurther({ further }: ReadingChunk, terms: FeedTerms): Steps<readonly Listing[]> {
  const understood: Listing[] = [];
  for (const { raw } of further) {
    const outcome = normaliseRow(raw, terms);
    if (outcome.kind === 'listing') understood.push(outcome.listing);
    yield;
  }
  return understood;
}

/** Jobs whose row is in the document but broken. */
function unreadRows({ rejected }: ReadingEnd): readonly string[] {
  return rejected.flatMap(({ identifier, inactive }) =>
    identifier === undefined || inactive === true ? [] : [identifier],
  );
}

function cover(covered: Record<string, number>, listing: Staged['listing']): void {
  const has: Readonly<Record<string, boolean>> = {
    title: (listing.job.job_title ?? '') !== '',
    description: listing.descriptionText !== '',
    place: listing.places.length > 0 || listing.workplace === 'remote',
    employer: (listing.employer.empname ?? '') !== '',
  };
  for (const [field, present] of Object.entries(has))
    covered[field] = (covered[field] ?? 0) + (present ? 1 : 0);
}

function withRejections(
  end: ReadingEnd,
  more: readonly Rejection[],
  covered: Record<string, number>,
  understood: number,
): ReadRun {
  const rejected = [...end.rejected, ...more];
  const notUnderstood = rejected.filter(({ inactive }) => inactive !== true).length;
  const read = { ...end, rejected, listings: end.listings - more.length, covered, understood };
  return end.completeness !== 'complete' || more.length === 0
    ? read
    : { ...read, ...verdict({ items: end.items, notUnderstood }) };
}

/** What a run's row says of a reading; rejected items are kept with their reasons, the first 200. */
export function countsOf(read: ReadRun) {
  return {
    digest: read.digest,
    bytes: read.bytes,
    items: read.items,
    listings: read.listings,
    rejected: read.rejected.length,
    merged: read.merged,
    proof: {
      ...read.proof,
      adapter: read.adapter,
      encoding: read.encoding,
      repairs: read.repairs,
      rejected: read.rejected.slice(0, 200),
      note: read.note,
      detection: read.detection,
    },
  };
}
