import { readFeed } from '../../../feeds/read/read.ts';
import type { ReadingEnd, Rejection } from '../../../feeds/read/feed-reading.ts';
import { verdict } from '../../../feeds/read/verdict.ts';
import type { FeedTerms } from '../../../listings/listing.ts';
import { normalise } from '../../../listings/normalise.ts';
import { previewLine } from '../../../listings/listing-preview.ts';
import { requestedAdapter, asker, limits, noAdapter } from '../requested-document.ts';
import { type Command, done, type Exit, type Given, misused, refused } from '../command.ts';

export const preview: Command = {
  name: 'preview',
  usage: 'FILE|URL [--adapter A] [--employer NAME] [--limit N]',
  about:
    'Reads and understands a feed, stores nothing: one JSON line a listing on stdout, a summary line on stderr.',
  options: { adapter: { type: 'string' }, employer: { type: 'string' }, limit: { type: 'string' } },
  words: [1, 1],
  run: async (given) => {
    const adapter = requestedAdapter(given);
    if (adapter === undefined) return noAdapter(given);
    const limit = limitOf(given.flags.text('limit'));
    if (limit === undefined) return misused('--limit must be a whole number, like 20');
    return read(given, adapter, limit);
  },
};

async function read(
  { words: [address = ''], flags, config, terminal }: Given,
  adapter: Parameters<typeof readFeed>[0]['adapter'],
  limit: number,
): Promise<Exit> {
  const began = performance.now();
  const document = await asker(config, 'preview')({ url: address });
  if (document.kind === 'failed' || document.kind === 'optedOut')
    return refused(`${shown(address)} cannot be read: ${document.reason}`);
  if (document.kind === 'notModified')
    return refused(`${shown(address)} cannot be read: it answers that it has not changed`);
  const employer = flags.text('employer');
  const terms: FeedTerms = employer === undefined ? {} : { employer };
  const rejected: Rejection[] = [];
  let printed = 0;
  const source = {
    source: document.source,
    url: document.url,
    contentType: document.contentType,
  };
  for await (const step of readFeed({ ...source, adapter, limits: { maxBytes: limits.maxBytes } })) {
    if (step.kind === 'end') return summed(terminal, step.end, rejected, began, address);
    for (const { raw, index } of step.chunk.listings) {
      const outcome = normalise(raw, terms);
      if (outcome.kind === 'rejected') rejected.push({ item: index, reason: outcome.reasons.join('; ') });
      else if (printed < limit) {
        printed += 1;
        terminal.out(JSON.stringify(previewLine(outcome.listing)));
      }
    }
  }
  throw new Error('a reading ended without saying how');
}

/** The summary line; an error page in place of a feed, and a document that cannot be used at all, end with 1. */
function summed(
  terminal: Given['terminal'],
  end: ReadingEnd,
  more: readonly Rejection[],
  began: number,
  address: string,
): Exit {
  const rejected = [...end.rejected, ...more].toSorted((a, b) => a.item - b.item);
  const { completeness, reason } = judged(end, rejected);
  const note = end.note ?? noteOf(end.listings - more.length, rejected);
  const summary = {
    adapter: end.adapter,
    encoding: end.encoding,
    items: end.items,
    listings: end.listings - more.length,
    rejected: rejected.map(({ item, reason }) => ({ item, reason })),
    completeness,
    merged: end.merged,
    repairs: end.repairs,
    note: note ?? null,
    bytes: end.bytes,
    ms: Math.round(performance.now() - began),
    reason,
    detection: end.detection,
  };
  terminal.say(JSON.stringify(summary));
  if (completeness !== 'failed' || end.items > 0) return done;
  return refused(`${shown(address)} cannot be used: ${reason ?? 'nothing in it was understood'}`);
}

/** As a run judges it: what could not be understood counts, wherever that showed (rule R1). */
function judged(
  end: ReadingEnd,
  rejected: readonly Rejection[],
): Pick<ReadingEnd, 'completeness' | 'reason'> {
  if (end.completeness !== 'complete') return end;
  const notUnderstood = rejected.filter(({ inactive }) => inactive !== true).length;
  return verdict({ items: end.items, notUnderstood });
}

/** Why there is no listing although there are items. */
function noteOf(listings: number, rejected: readonly Rejection[]): string | undefined {
  const reasons = [...new Set(rejected.map(({ reason }) => reason))].slice(0, 3);
  return listings > 0 || reasons.length === 0
    ? undefined
    : `none of the items is a listing: ${reasons.join('; ')}`;
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return Infinity;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** An address without what may be a key in it. */
function shown(address: string): string {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
