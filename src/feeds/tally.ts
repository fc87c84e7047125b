import { concat } from '../core/bytes.ts';
import { sha256 } from '../core/fingerprint.ts';
import type { Detection } from './adapter.ts';
import type { Found, Merger } from './merge.ts';
import type { ReadItem } from './read-document.ts';
import type { ReadingChunk, ReadingEnd, Rejection } from './reading.ts';
import { verdict, type Evidence } from './verdict.ts';

/** What has been counted so far. */
export type Tally = {
  items: number;
  listings: number;
  merged: number;
  readonly rejected: Rejection[];
  /** In how many items something was mended, by what it was. */
  readonly repairs: Map<string, number>;
  /** Fingerprints of known items, for those that stand in the document more than once. */
  readonly seen: Set<string>;
};

export function newTally(): Tally {
  return { items: 0, listings: 0, merged: 0, rejected: [], repairs: new Map(), seen: new Set() };
}

/** Counts a batch of items and makes of it what the reader is given. */
export function takeChunk(tally: Tally, merging: Merger, batch: readonly ReadItem[]): ReadingChunk {
  const known: Uint8Array[] = [];
  const found: Found[] = [];
  for (const item of batch) {
    if (item.kind === 'known') {
      takeKnown(tally, item.fingerprint, item.listings);
      known.push(item.fingerprint);
      continue;
    }
    for (const parsed of item.parsed) {
      if (parsed.kind === 'listing') {
        found.push({ index: tally.items, fingerprint: item.fingerprint, raw: parsed.raw });
        for (const repair of parsed.repairs ?? [])
          tally.repairs.set(repair, (tally.repairs.get(repair) ?? 0) + 1);
      } else {
        const { reason, inactive } = parsed;
        tally.rejected.push({ item: tally.items, reason, ...(inactive === undefined ? {} : { inactive }) });
      }
      tally.items += 1;
    }
  }
  const { listings, furtherPlaces, merged } = merging.merge(found);
  tally.listings += listings.length;
  tally.merged += merged;
  return { known: concat(known), listings, furtherPlaces };
}

function takeKnown(tally: Tally, fingerprint: Uint8Array, listings: number) {
  const key = Buffer.from(fingerprint).toString('latin1');
  tally.items += listings;
  if (tally.seen.has(key)) tally.merged += listings;
  else {
    tally.seen.add(key);
    tally.listings += listings;
  }
}

/** How a reading ended, of what was counted and what speaks for its completeness. */
export function readingEnd(
  of: {
    readonly adapter: string;
    readonly detection?: Detection;
    readonly encoding: string;
    readonly repairs: readonly string[];
    readonly tally: Tally;
    readonly merging: Merger;
    readonly bytes: number;
    readonly digest: string;
    readonly pages?: number;
  } & Pick<Evidence, 'bodyProblem' | 'documentProblem' | 'capped' | 'statedTotal' | 'morePages'>,
): ReadingEnd {
  const { tally, merging, statedTotal } = of;
  const notUnderstood = tally.rejected.filter(({ inactive }) => inactive !== true).length;
  const { completeness, reason } = verdict({ ...of, items: tally.items, notUnderstood });
  const degraded = merging.degraded();
  const conflicts = merging.conflicts();
  const repairs = [
    ...of.repairs,
    ...Array.from(tally.repairs, ([repair, count]) => `${repair} (${count} items)`),
    ...(conflicts > 0 ? [`another text under the same id (${conflicts} items)`] : []),
  ];
  return {
    completeness,
    ...(reason === undefined ? {} : { reason }),
    adapter: of.adapter,
    ...(of.detection === undefined ? {} : { detection: of.detection }),
    encoding: of.encoding,
    items: tally.items,
    listings: tally.listings,
    merged: tally.merged,
    rejected: tally.rejected,
    repairs,
    bytes: of.bytes,
    digest: of.digest,
    ...(statedTotal === undefined ? {} : { statedTotal }),
    proof: {
      bodyEnded: of.bodyProblem === undefined,
      documentClosed: of.documentProblem === undefined,
      understood: tally.items - notUnderstood,
      identity: merging.basis(),
      ...(degraded === undefined ? {} : { identityDegraded: degraded }),
      ...(of.pages === undefined ? {} : { pages: of.pages }),
      ...(of.morePages === undefined
        ? {}
        : { totalReached: !of.morePages && tally.items >= (statedTotal ?? 0) }),
    },
  };
}

/** The end of a reading that did not begin. */
export function notRead(reason: string, adapter: string, encoding: string, bytes: number): ReadingEnd {
  return {
    completeness: 'failed',
    reason,
    adapter,
    encoding,
    items: 0,
    listings: 0,
    merged: 0,
    rejected: [],
    repairs: [],
    bytes,
    digest: sha256(''),
    proof: { bodyEnded: false, documentClosed: false, understood: 0, identity: 'id' },
  };
}
