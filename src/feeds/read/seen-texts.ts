import type { RawListing } from '../../listings/raw-listing.ts';
import { textsOf } from './identity.ts';
import { MINHASH_TOKENS, minhashInto } from './text-minhash.ts';

/** Which text each identity of a run came with first. */
export type SeenTexts = {
  readonly meet: (identity: string, raw: RawListing) => 'new' | 'same' | 'other';
};

/** Words of a record before the characters of its identity, two in a word: hash, print of the text, length. */
const PRINT = 1;
const LENGTH = PRINT + MINHASH_TOKENS;
const CHARACTERS = LENGTH + 1;
const SEGMENT = 64 * 1024;

/**
 * There may be a million identities, all kept to the end: they lie packed outside the engine's heap, where a map of strings would make
 * it copy them around and grow. A record is found by its identity's hash, and is the right one by every character.
 */
export function seenTexts(): SeenTexts {
  const segments: Int32Array[] = [];
  let used = SEGMENT;
  let count = 0;
  /** Places of records, plus one, where their hash points to or next behind; 0 is free. */
  let slots = new Uint32Array(1024);
  const print = new Int32Array(MINHASH_TOKENS);

  return { meet };

  function meet(identity: string, raw: RawListing): 'new' | 'same' | 'other' {
    minhashInto(print, textsOf(raw));
    const hash = hashOf(identity);
    let slot = hash & (slots.length - 1);
    for (let place = slots[slot] ?? 0; place !== 0; place = slots[slot] ?? 0) {
      const segment = segmentOf(place - 1);
      const at = (place - 1) % SEGMENT;
      if (segment[at] === hash && isNamed(segment, at, identity))
        return isPrintAt(segment, at + PRINT, print) ? 'same' : 'other';
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = keep(hash, identity) + 1;
    count += 1;
    if (count * 2 > slots.length) slots = spread(slots, hashAt);
    return 'new';
  }

  function segmentOf(place: number): Int32Array {
    const segment = segments[Math.floor(place / SEGMENT)];
    if (segment === undefined)
      throw new Error(`expected a record at ${place} of ${segments.length} segments`);
    return segment;
  }

  function keep(hash: number, identity: string): number {
    const size = CHARACTERS + ((identity.length + 1) >>> 1);
    if (used + size > SEGMENT) {
      // An identity that is longer than a segment has one of its own.
      segments.push(new Int32Array(Math.max(SEGMENT, size)));
      used = 0;
    }
    const at = used;
    const place = (segments.length - 1) * SEGMENT + at;
    const segment = segmentOf(place);
    segment[at] = hash;
    for (let word = 0; word < MINHASH_TOKENS; word += 1) segment[at + PRINT + word] = print[word] ?? 0;
    segment[at + LENGTH] = identity.length;
    for (let index = 0; index < identity.length; index += 2)
      segment[at + CHARACTERS + (index >>> 1)] = pairAt(identity, index);
    used += size;
    return place;
  }

  function hashAt(place: number): number {
    return segmentOf(place)[place % SEGMENT] ?? 0;
  }
}

/** The same records in twice as many slots. */
function spread(
  slots: Uint32Array<ArrayBuffer>,
  hashAt: (place: number) => number,
): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(slots.length * 2);
  for (const place of slots) {
    if (place === 0) continue;
    let slot = hashAt(place - 1) & (larger.length - 1);
    while (larger[slot] !== 0) slot = (slot + 1) & (larger.length - 1);
    larger[slot] = place;
  }
  return larger;
}

function isPrintAt(segment: Int32Array, at: number, print: Int32Array): boolean {
  for (let word = 0; word < MINHASH_TOKENS; word += 1) if (segment[at + word] !== print[word]) return false;
  return true;
}

function isNamed(record: Int32Array, at: number, identity: string): boolean {
  if (record[at + LENGTH] !== identity.length) return false;
  for (let index = 0; index < identity.length; index += 2)
    if (record[at + CHARACTERS + (index >>> 1)] !== pairAt(identity, index)) return false;
  return true;
}

/** Two characters in a word; behind the last one stands nothing. */
function pairAt(text: string, index: number): number {
  return text.charCodeAt(index) | ((index + 1 < text.length ? text.charCodeAt(index + 1) : 0) << 16);
}

function hashOf(text: string): number {
  let hash = text.length;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x9e3779b1) ^ (hash >>> 15);
  return hash ^ (hash >>> 16);
}
