import type { Detection } from '../adapter.ts';
import type { Found, Merger } from './merge.ts';
import type { ReadBatch } from './read-document.ts';
import type { ReadingChunk, ReadingEnd, Rejection } from './feed-reading.ts';
import { verdict, type Evidence } from './verdict.ts';

/** What has been counted so far. */
export type RunCounts = {
  items: number;
  listings: number;
  merged: number;
  readonly rejected: Rejection[];
  /** In how many items something was mended, by what it was. */
  readonly repairs: Map<string, number>;
  /** Further documents of the feed that items are addresses of. */
  readonly parts: string[];
  /** Items that may hold jobs and whose details could not be fetched. */
  unread: number;
};

export function newRunCounts(): RunCounts {
  return { items: 0, listings: 0, merged: 0, rejected: [], repairs: new Map(), parts: [], unread: 0 };
}

/** Counts a batch of items and returns what the reader receives. */
export function takeChunk(tally: RunCounts, merging: Merger, batch: ReadBatch): ReadingChunk {
  tally.items += batch.knownListings + batch.repeatedListings;
  tally.listings += batch.knownListings;
  tally.merged += batch.repeatedListings;
  const found: Found[] = [];
  for (const { index, fingerprint, results, unfinished } of batch.parsed) {
    tally.items += results.length;
    // Known by one of its jobs it would not be read for the others, which may have been left to other items.
    const shared =
      unfinished === true ||
      (results.length > 1 && results.filter(({ kind }) => kind === 'listing').length > 1);
    for (const result of results) {
      if (result.kind === 'rejected') {
        const { reason, inactive, part, identifier } = result;
        if (part !== undefined) tally.parts.push(part);
        if (unfinished === true && inactive === true) tally.unread += 1;
        tally.rejected.push({ item: index, reason, inactive, identifier });
        continue;
      }
      found.push({ index, fingerprint, raw: result.raw, shared });
      if (result.repairs !== undefined) countRepairs(tally, result.repairs);
    }
  }
  const { listings, further, merged } = merging.merge(found);
  tally.listings += listings.length;
  tally.merged += merged;
  return { listings, further };
}

function countRepairs({ repairs }: RunCounts, found: readonly string[]): void {
  for (const repair of found) repairs.set(repair, (repairs.get(repair) ?? 0) + 1);
}

/** What is known about pages: how many were read, and what they say of the total. */
export type Pages = Pick<Evidence, 'statedTotal' | 'morePages' | 'pageProblem'> & { readonly pages?: number };

/** How a reading ended, of what was counted and what speaks for its completeness. */
export function readingEnd(
  of: {
    readonly adapter: string;
    readonly detection?: Detection;
    readonly encoding: string;
    readonly repairs: readonly string[];
    readonly tally: RunCounts;
    readonly merging: Merger;
    readonly bytes: number;
    readonly digest: string;
    /** Why a sound document of this format may hold no listing. */
    readonly emptyNote?: string;
  } & Pick<Evidence, 'bodyProblem' | 'documentProblem' | 'capped' | 'notAFeed'> &
    Pages,
): ReadingEnd {
  const { tally, merging, statedTotal } = of;
  const notUnderstood = tally.rejected.filter(({ inactive }) => inactive !== true).length;
  const unread = tally.unread > 0 ? `${tally.unread} pages were not read` : undefined;
  const pageProblem = of.pageProblem ?? unread;
  const { completeness, reason } = verdict({ ...of, pageProblem, items: tally.items, notUnderstood });
  const degraded = merging.degraded();
  const conflicts = merging.conflicts();
  const repairs = [
    ...of.repairs,
    ...Array.from(tally.repairs, ([repair, count]) => `${repair} (${count} items)`),
    ...(conflicts > 0 ? [`another text under the same id (${conflicts} items)`] : []),
  ];
  const note = noteOf(of.emptyNote, tally, completeness === 'complete');
  return {
    completeness,
    reason,
    adapter: of.adapter,
    detection: of.detection,
    encoding: of.encoding,
    items: tally.items,
    listings: tally.listings,
    merged: tally.merged,
    rejected: tally.rejected,
    repairs,
    ...(note === undefined || completeness === 'failed' ? {} : { note }),
    bytes: of.bytes,
    digest: of.digest,
    statedTotal,
    proof: {
      bodyEnded: of.bodyProblem === undefined && of.notAFeed === undefined,
      documentClosed: of.documentProblem === undefined && of.notAFeed === undefined,
      understood: tally.items - notUnderstood,
      identity: merging.basis(),
      identityDegraded: degraded,
      pages: of.pages,
      totalReached: of.morePages === undefined ? undefined : !of.morePages,
    },
  };
}

function noteOf(emptyNote: string | undefined, { items, listings }: RunCounts, isSound: boolean) {
  if (listings > 0) return undefined;
  return emptyNote ?? (items === 0 && isSound ? 'a sound feed without a job in it' : undefined);
}
