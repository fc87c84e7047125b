import { wordAt } from '../core/bytes.ts';
import { itemOrder, type ItemOrder } from './item-order.ts';
import type { KnownItems } from './known-items.ts';

/**
 * What a complete run listed, packed: for each entry 16 bytes of item fingerprint, 8 of listing id, 4 of the item's length, and 4
 * that say which item stood behind it, sorted by fingerprint. 100,000 jobs are 3.2 MB in one row, read and written at once; no
 * listing's row is touched for being listed unchanged.
 */
export type SnapshotEntry = {
  /** 16 bytes; absent for a listing that must be read anew in every run (several items make it up). */
  readonly fingerprint?: Uint8Array;
  readonly listingId: number;
};

/** A snapshot during the next run, which marks in it what it asks for. */
export type Snapshot = KnownItems & {
  /** Listings of which no item was asked for in this run, and the entries that were. */
  readonly unseenIds: () => readonly number[];
  readonly seen: () => readonly SnapshotEntry[];
  /** In which order this run met its items. */
  readonly order: ItemOrder;
};

const FINGERPRINT = 16;
const LENGTH = 24;
/** The index of the entry that follows, plus one; 0 when none is expected. */
const FOLLOWER = 28;
const ENTRY = 32;

export function packSnapshot(entries: readonly SnapshotEntry[], order?: ItemOrder): Uint8Array {
  const packed = new Uint8Array(entries.length * ENTRY);
  const view = new DataView(packed.buffer);
  const sorted = entries.toSorted((a, b) => compare(a.fingerprint ?? none, b.fingerprint ?? none));
  sorted.forEach(({ fingerprint, listingId }, index) => {
    packed.set(fingerprint ?? none, index * ENTRY);
    view.setFloat64(index * ENTRY + FINGERPRINT, listingId);
  });
  let before = -1;
  order?.each((high, low, length) => {
    const index = entryOf(packed, high, low);
    if (index !== -1) view.setUint32(index * ENTRY + LENGTH, length);
    if (before !== -1) view.setUint32(before * ENTRY + FOLLOWER, index + 1);
    before = index;
  });
  return packed;
}

/** All zeros: the fingerprint of no item. */
const none = new Uint8Array(FINGERPRINT);

export function openSnapshot(packed: Uint8Array): Snapshot {
  const count = Math.floor(packed.length / ENTRY);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const order = itemOrder();
  const seenMarks = new Uint8Array(count);
  /** The entry expected next, or -1. */
  let follower = -1;
  let repeated = false;

  return {
    knows: (fingerprint) => ask(find(fingerprint)),
    next: {
      length: () => (follower === -1 ? 0 : view.getUint32(follower * ENTRY + LENGTH)),
      knows: (fingerprint) => ask(follower !== -1 && isAt(follower, fingerprint, 0) ? follower : -1),
    },
    isRepeated: () => repeated,
    met: order.add,
    order,
    unseenIds: () => {
      const seenIds = new Set<number>();
      const unseen = new Set<number>();
      for (let index = 0; index < count; index += 1)
        (seenMarks[index] === 1 ? seenIds : unseen).add(idAt(index));
      return [...unseen.difference(seenIds)];
    },
    seen: () =>
      Array.from({ length: count }, (_, index) => index)
        .filter((index) => seenMarks[index] === 1)
        .map((index) => ({
          fingerprint: packed.slice(index * ENTRY, index * ENTRY + FINGERPRINT),
          listingId: idAt(index),
        })),
  };

  /** How many entries an item has, whose first one this is: they are seen, and what stood behind it is expected next. */
  function ask(index: number): number {
    if (index === -1) {
      follower = -1;
      return 0;
    }
    follower = view.getUint32(index * ENTRY + FOLLOWER) - 1;
    repeated = seenMarks[index] === 1;
    const end = runFrom(index);
    seenMarks.fill(1, index, end);
    return end - index;
  }

  /** The index of the first entry of a fingerprint, or -1. */
  function find(fingerprint: Uint8Array): number {
    const index = entryOf(packed, wordAt(fingerprint, 0), wordAt(fingerprint, 4));
    return index !== -1 && isAt(index, fingerprint, 0) && !isAt(index, none, 0) ? index : -1;
  }

  function runFrom(index: number): number {
    let end = index + 1;
    while (end < count && isAt(end, packed, index * ENTRY)) end += 1;
    return end;
  }

  function isAt(index: number, fingerprint: Uint8Array, offset: number): boolean {
    const from = index * ENTRY;
    for (let byte = 0; byte < FINGERPRINT; byte += 1)
      if (packed[from + byte] !== fingerprint[offset + byte]) return false;
    return true;
  }

  function idAt(index: number): number {
    return view.getFloat64(index * ENTRY + FINGERPRINT);
  }
}

/** The index of the first entry whose fingerprint begins with these eight bytes, or -1: those of two items are never the same by chance. */
function entryOf(packed: Uint8Array, high: number, low: number): number {
  let from = 0;
  let to = Math.floor(packed.length / ENTRY);
  while (from < to) {
    const middle = (from + to) >>> 1;
    const word = wordAt(packed, middle * ENTRY);
    if (word < high || (word === high && wordAt(packed, middle * ENTRY + 4) < low)) from = middle + 1;
    else to = middle;
  }
  const at = from * ENTRY;
  return at < packed.length && wordAt(packed, at) === high && wordAt(packed, at + 4) === low ? from : -1;
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let byte = 0; byte < FINGERPRINT; byte += 1) {
    const difference = (a[byte] ?? 0) - (b[byte] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
