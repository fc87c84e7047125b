import { wordAt } from '../core/bytes.ts';
import { FINGERPRINT_BYTES, isFingerprintAt } from './cut/item-hash.ts';
import { itemOrder, type ItemOrder } from './cut/item-order.ts';
import type { KnownItems, TakeKnown } from './read/known-items.ts';
import { NO_END, type Behind } from './cut/scanner.ts';
import { INCOMPLETE } from './cut/xml-markup.ts';

/**
 * What a complete run listed, packed: for each entry 8 bytes of item fingerprint, 8 of listing id, 4 of the item's length, in the
 * order of the document, so that an unchanged document is met from the first entry to the last. The last 4 bytes of the entries are
 * together an index of them by fingerprint. 100,000 jobs are 2.4 MB in one row, read and written at once; no listing's row is touched
 * for being listed unchanged.
 */
export type SnapshotEntry = {
  /** 8 bytes; absent for a listing that must be read again in every run (several items make it up). */
  readonly fingerprint?: Uint8Array;
  readonly listingId: number;
};

/** A snapshot during the next run, which marks in it what it asks for. */
export type Snapshot = KnownItems & {
  /** Listings without a requested item in this run, and the entries that were requested. */
  readonly unseenIds: () => readonly number[];
  readonly seen: () => readonly SnapshotEntry[];
  /** In which order this run met its items. */
  readonly order: ItemOrder;
  /** Whether what this run listed is the same, packed: then nothing is to be kept. Never of an empty one, which may not be kept yet. */
  readonly isSame: (items: Uint8Array) => boolean;
};

/** 0 when it is not known where the item stood. */
const LENGTH = 16;
/** Bit of the length: behind the item stood one that is not in the snapshot. */
const GAP = 0x8000_0000;
const INDEX = 20;
const ENTRY = 24;

export function packSnapshot(entries: readonly SnapshotEntry[], order?: ItemOrder): Uint8Array {
  const sorted = new Uint8Array(entries.length * ENTRY);
  entries
    .toSorted((a, b) => compare(a.fingerprint ?? none, b.fingerprint ?? none))
    .forEach(({ fingerprint, listingId }, index) => {
      sorted.set(fingerprint ?? none, index * ENTRY);
      new DataView(sorted.buffer).setFloat64(index * ENTRY + FINGERPRINT_BYTES, listingId);
    });
  return inOrder(sorted, order ?? itemOrder());
}

/** Entries that are sorted by fingerprint, put into the order of the document, with the index to find them by. */
function inOrder(sorted: Uint8Array, order: ItemOrder): Uint8Array {
  const count = sorted.length / ENTRY;
  const packed = new Uint8Array(sorted.length);
  const view = new DataView(packed.buffer);
  const placed = new Uint8Array(count);
  let next = 0;
  let last = -1;
  order.each((high, low, length) => {
    const index = lowest(count, (at) => isBelow(sorted, at, high, low));
    const isKnown = index < count && isAt(sorted, index, high, low);
    if (isKnown && placed[index] === 0) {
      last = next;
      for (let at = index; at < count && isAt(sorted, at, high, low); at += 1) place(at, length);
    } else if (last !== -1)
      view.setUint32(last * ENTRY + LENGTH, view.getUint32(last * ENTRY + LENGTH) | GAP);
  });
  for (let at = 0; at < count; at += 1) if (placed[at] === 0) place(at, 0);
  return packed;

  function place(from: number, length: number) {
    packed.set(sorted.subarray(from * ENTRY, from * ENTRY + LENGTH), next * ENTRY);
    view.setUint32(next * ENTRY + LENGTH, length);
    view.setUint32(from * ENTRY + INDEX, next);
    placed[from] = 1;
    next += 1;
  }
}

/** All zeros: the fingerprint of no item. */
const none = new Uint8Array(FINGERPRINT_BYTES);

/** All entries of a snapshot, as `packSnapshot` was given them. */
export function snapshotEntries(packed: Uint8Array): readonly SnapshotEntry[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: Math.floor(packed.length / ENTRY) }, (_, index) => {
    const fingerprint = packed.slice(index * ENTRY, index * ENTRY + FINGERPRINT_BYTES);
    const listingId = view.getFloat64(index * ENTRY + FINGERPRINT_BYTES);
    return fingerprint.every((byte) => byte === 0) ? { listingId } : { fingerprint, listingId };
  });
}

export function openSnapshot(packed: Uint8Array): Snapshot {
  const count = Math.floor(packed.length / ENTRY);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  // A feed has about as many items as last time; growing would copy them all.
  const order = itemOrder(Math.ceil(count * 1.05));
  const seenMarks = new Uint8Array(count);
  /** The entry expected next, or -1. */
  let expected = -1;
  /** The entry expected behind an item that is not known, or -1. */
  let later = -1;
  let repeated = false;

  return {
    knows,
    follow,
    isRepeated: () => repeated,
    order,
    isSame: (items) => count > 0 && Buffer.compare(packed, items) === 0,
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
          fingerprint: packed.slice(index * ENTRY, index * ENTRY + FINGERPRINT_BYTES),
          listingId: idAt(index),
        })),
  };

  /** One loop that calls little: it is most of what reading an unchanged feed costs, hashing apart. */
  function follow(bytes: Uint8Array, start: number, to: number, behind: Behind, take: TakeKnown): number {
    let at = start;
    while (expected !== -1) {
      const index = expected;
      const length = view.getUint32(index * ENTRY + LENGTH) & ~GAP;
      if (at + length > to) return at === start ? INCOMPLETE : at;
      const isSame = isFingerprintAt(packed, index * ENTRY, bytes.subarray(at, at + length));
      const next = isSame ? behind(bytes, at + length, to) : NO_END;
      if (next === INCOMPLETE) return at === start ? INCOMPLETE : at;
      if (next === NO_END) {
        // Most likely it has changed, and then the one behind it comes next.
        later = inPlace(runFrom(index));
        expected = -1;
        break;
      }
      const listings = ask(index);
      order.add(packed, index * ENTRY, length);
      take(listings, repeated);
      at = next;
    }
    return at;
  }

  function knows(fingerprint: Uint8Array): number {
    const index = find(fingerprint);
    if (index !== -1) return ask(index);
    [expected, later] = [later, -1];
    return 0;
  }

  /** How many entries an item has, whose first one this is: they are seen, and what stood behind it is expected next. */
  function ask(index: number): number {
    repeated = seenMarks[index] === 1;
    const end = runFrom(index);
    for (let at = index; at < end; at += 1) seenMarks[at] = 1;
    const isBeforeGap = view.getUint32(index * ENTRY + LENGTH) >= GAP;
    expected = isBeforeGap ? -1 : inPlace(end);
    later = isBeforeGap ? inPlace(end) : -1;
    return end - index;
  }

  function inPlace(index: number): number {
    return index < count && view.getUint32(index * ENTRY + LENGTH) !== 0 ? index : -1;
  }

  /** The index of the first entry of a fingerprint, or -1. */
  function find(fingerprint: Uint8Array): number {
    const [high, low] = [wordAt(fingerprint, 0), wordAt(fingerprint, 4)];
    const nth = lowest(count, (at) => isBelow(packed, view.getUint32(at * ENTRY + INDEX), high, low));
    if (nth === count) return -1;
    const index = view.getUint32(nth * ENTRY + INDEX);
    return isSame(index, fingerprint, 0) && !isSame(index, none, 0) ? index : -1;
  }

  function runFrom(index: number): number {
    let end = index + 1;
    while (end < count && isSame(end, packed, index * ENTRY)) end += 1;
    return end;
  }

  function isSame(index: number, prints: Uint8Array, at: number): boolean {
    const from = index * ENTRY;
    for (let byte = 0; byte < FINGERPRINT_BYTES; byte += 1)
      if (packed[from + byte] !== prints[at + byte]) return false;
    return true;
  }

  function idAt(index: number): number {
    return view.getFloat64(index * ENTRY + FINGERPRINT_BYTES);
  }
}

/** The first of `count` sorted ones that is not below. */
function lowest(count: number, isBelowAt: (at: number) => boolean): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBelowAt(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Eight bytes tell two items apart: they are never the same by chance. */
function isAt(entries: Uint8Array, index: number, high: number, low: number): boolean {
  return wordAt(entries, index * ENTRY) === high && wordAt(entries, index * ENTRY + 4) === low;
}

function isBelow(entries: Uint8Array, index: number, high: number, low: number): boolean {
  const word = wordAt(entries, index * ENTRY);
  return word < high || (word === high && wordAt(entries, index * ENTRY + 4) < low);
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let byte = 0; byte < FINGERPRINT_BYTES; byte += 1) {
    const difference = (a[byte] ?? 0) - (b[byte] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
