import * as z from 'zod';
import { countingBytes, peek } from '../core/bytes.ts';
import { gunzipped } from '../core/net/gunzip.ts';
import { present } from '../core/present.ts';
import type { FeedDefinition } from '../db/schema/feeds.schema.ts';
import { channelOf, type Channel } from './detect/channel.ts';
import { adapterOf } from './detect/choice.ts';
import { type FetchDependencies, fetchFeed, fetchLimits } from './fetch.ts';
import { outlineOf, type Outline } from './detect/outline.ts';
import { readFeed } from './read/read.ts';
import type { ReadingEnd, Rejection } from './read/feed-reading.ts';
import type { Listing } from '../listings/listing.ts';
import { normaliseRow } from '../listings/normalise.ts';

/** A person waits: 60 s, 64 MB unpacked. */
const limits = { ...fetchLimits, timeoutMs: 60_000, idleMs: 30_000, maxBytes: 64 * 1024 * 1024 };

/** Listings that are kept to be looked at, and to foresee what becomes of them. */
const FIRST = 100;

/** Of the document's beginning, for its outline. */
const OUTLINED = 256 * 1024;

/** Reads and understands what is at an address, and stores nothing. Calls `onItems` with the number of items read so far. */
export async function previewAddress(
  { fetch, clock, userAgent, allowPrivate }: Omit<FetchDependencies, 'robots' | 'openFile'>,
  definition: Addressed,
  onItems: (items: number) => void,
): Promise<Previewed> {
  const began = performance.now();
  const robots = { recall: async () => undefined, remember: async () => {} };
  const document = await fetchFeed(
    { fetch, clock, userAgent, allowPrivate, robots },
    { url: definition.url },
    limits,
  );
  if (document.kind === 'failed' || document.kind === 'optedOut')
    return { kind: 'unusable', reason: document.reason };
  if (document.kind === 'notModified')
    return { kind: 'unusable', reason: 'it answers that it has not changed' };
  const { url, contentType } = document;
  const typed = present({ contentType });
  const { head, stream } = await peek(countingBytes(await gunzipped(document.source, limits)), OUTLINED);
  const items = wishedItems.safeParse(definition.mapping).data?.items;
  const outline = outlineOf(head, { ...typed, items });
  const first: Listing[] = [];
  const rejected: Rejection[] = [];
  const terms = present({ employer: definition.employer });
  let seen = 0;
  for await (const step of readFeed({
    source: stream,
    url,
    adapter: adapterOf(definition),
    limits: { maxBytes: limits.maxBytes },
    ...typed,
  })) {
    if (step.kind === 'end') {
      const ms = performance.now() - began;
      const channel = await channelOf(head, contentType);
      return { ...previewedOf(step.end, first, rejected, ms), ...present({ outline, channel }) };
    }
    for (const { raw, index } of step.chunk.listings) {
      const outcome = normaliseRow(raw, terms);
      if (outcome.kind === 'rejected') rejected.push({ item: index, reason: outcome.reasons.join('; ') });
      else if (first.length < FIRST) first.push(outcome.listing);
      seen = Math.max(seen, index + 1);
    }
    onItems(seen);
  }
  throw new Error('a reading ended without saying how');
}

const wishedItems = z.object({ items: z.string() });

function previewedOf(
  end: ReadingEnd,
  first: readonly Listing[],
  more: readonly Rejection[],
  ms: number,
): Previewed {
  if (end.completeness === 'failed' && end.items === 0)
    return { kind: 'unusable', reason: end.reason ?? 'nothing in it was understood' };
  return {
    kind: 'read',
    adapter: end.adapter,
    encoding: end.encoding,
    completeness: end.completeness,
    items: end.items,
    listings: end.listings - more.length,
    first,
    rejected: [...end.rejected, ...more].slice(0, FIRST).map(({ item, reason }) => ({ item, reason })),
    rejectedTotal: end.rejected.length + more.length,
    note: end.note,
    ms,
  };
}

/** Reads and understands what is at an address, as a definition says, and stores nothing. `onItems` hears how far it is. */
export type Preview = (definition: Addressed, onItems: (items: number) => void) => Promise<Previewed>;

type Addressed = Pick<FeedDefinition, 'url' | 'adapter' | 'mapping' | 'employer'>;

/** What stands at an address: its first listings as they are understood, or why it cannot be used. */
export type Previewed =
  | {
      readonly kind: 'read';
      readonly adapter: string;
      readonly encoding: string;
      readonly completeness: string;
      readonly items: number;
      readonly listings: number;
      readonly first: readonly Listing[];
      /** The first hundred at most. */
      readonly rejected: readonly { readonly item: number; readonly reason: string }[];
      readonly rejectedTotal: number;
      /** Of XML, JSON and CSV: where values stand in it. */
      readonly outline?: Outline;
      /** Of RSS and Atom. */
      readonly channel?: Channel;
      readonly note?: string;
      readonly ms: number;
    }
  | { readonly kind: 'unusable'; readonly reason: string; readonly outline?: Outline };
