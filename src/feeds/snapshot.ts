/**
 * What a complete run listed, packed: 16 bytes of item fingerprint and 8 of listing id for each entry, sorted by fingerprint.
 * 100,000 jobs are 2.4 MB in one row, read and written at once; no listing's row is touched for being listed unchanged.
 */
export type SnapshotEntry = {
  /** 16 bytes; absent for a listing that must be read anew in every run (several items make it up). */
  readonly fingerprint?: Uint8Array;
  readonly listingId: number;
};

export type Snapshot = {
  /** How many listings an item with this fingerprint gave; 0 when it is not known. */
  readonly knows: (fingerprint: Uint8Array) => number;
  /** Marks the listings of items, given as fingerprints one after the other, as seen in this run. */
  readonly see: (fingerprints: Uint8Array) => void;
  /** Listings of which no item was seen, and the entries that were. */
  readonly unseenIds: () => readonly number[];
  readonly seen: () => readonly SnapshotEntry[];
};

const FINGERPRINT = 16;
const ENTRY = FINGERPRINT + 8;

export function packSnapshot(entries: readonly SnapshotEntry[]): Uint8Array {
  const packed = new Uint8Array(entries.length * ENTRY);
  const view = new DataView(packed.buffer);
  const sorted = entries.toSorted((a, b) => compare(a.fingerprint ?? none, b.fingerprint ?? none));
  sorted.forEach(({ fingerprint, listingId }, index) => {
    packed.set(fingerprint ?? none, index * ENTRY);
    view.setFloat64(index * ENTRY + FINGERPRINT, listingId);
  });
  return packed;
}

/** All zeros: the fingerprint of no item. */
const none = new Uint8Array(FINGERPRINT);

export function openSnapshot(packed: Uint8Array): Snapshot {
  const count = Math.floor(packed.length / ENTRY);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const first = tableOf(view, count);
  const seenMarks = new Uint8Array(count);
  const idAt = (index: number) => view.getFloat64(index * ENTRY + FINGERPRINT);
  const isAt = (index: number, fingerprint: Uint8Array, offset: number) => {
    for (let byte = 0; byte < FINGERPRINT; byte += 1) {
      if (packed[index * ENTRY + byte] !== fingerprint[offset + byte]) return false;
    }
    return true;
  };
  /** The index of the first entry of a fingerprint, or -1. */
  const find = (fingerprint: Uint8Array, offset: number): number => {
    if (count === 0) return -1;
    let slot = slotOf(wordAt(fingerprint, offset), first.length);
    for (let index = first[slot] ?? -1; index !== -1; index = first[slot] ?? -1) {
      if (isAt(index, fingerprint, offset)) return index;
      slot = (slot + 1) % first.length;
    }
    return -1;
  };
  const runFrom = (index: number): number => {
    let end = index + 1;
    while (end < count && isAt(end, packed, index * ENTRY)) end += 1;
    return end;
  };
  const isNone = (index: number) => isAt(index, none, 0);
  return {
    knows: (fingerprint) => {
      const index = find(fingerprint, 0);
      return index === -1 || isNone(index) ? 0 : runFrom(index) - index;
    },
    see: (fingerprints) => {
      for (let offset = 0; offset + FINGERPRINT <= fingerprints.length; offset += FINGERPRINT) {
        const index = find(fingerprints, offset);
        if (index !== -1) seenMarks.fill(1, index, runFrom(index));
      }
    },
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
}

/** Open addressing: for each slot the index of the first entry of a fingerprint, or -1. */
function tableOf(view: DataView, count: number): Int32Array {
  const table = new Int32Array(Math.max(8, count * 2)).fill(-1);
  let before: number | undefined;
  for (let index = 0; index < count; index += 1) {
    if (before !== undefined && sameFingerprint(view, before, index)) continue;
    let slot = slotOf(view.getUint32(index * ENTRY), table.length);
    while (table[slot] !== -1) slot = (slot + 1) % table.length;
    table[slot] = index;
    before = index;
  }
  return table;
}

function sameFingerprint(view: DataView, a: number, b: number): boolean {
  return [0, 4, 8, 12].every((at) => view.getUint32(a * ENTRY + at) === view.getUint32(b * ENTRY + at));
}

const slotOf = (word: number, length: number) => word % length;

function wordAt(bytes: Uint8Array, offset: number): number {
  return (
    (((bytes[offset] ?? 0) << 24) |
      ((bytes[offset + 1] ?? 0) << 16) |
      ((bytes[offset + 2] ?? 0) << 8) |
      (bytes[offset + 3] ?? 0)) >>>
    0
  );
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let byte = 0; byte < FINGERPRINT; byte += 1) {
    const difference = (a[byte] ?? 0) - (b[byte] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
