import { foldCharacters } from '../../core/text.ts';

/** The distinct runs of three words of a text, each as 32 bits, in ascending order. */
export function shinglesOf(text: string): Uint32Array {
  const words = wordHashes(text);
  const runs = Math.max(0, words.length - SHINGLE_WORDS + 1);
  const shingles = new Uint32Array(runs);
  for (let at = 0; at < runs; at += 1) {
    let hash = words[at] ?? 0;
    for (let next = 1; next < SHINGLE_WORDS; next += 1)
      hash = scramble(Math.imul(hash, 31) + (words[at + next] ?? 0));
    shingles[at] = hash;
  }
  return distinct(shingles.sort());
}

const SHINGLE_WORDS = 3;

/** How many values two ascending lists share. */
export function overlap(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0];
    if (x === y) shared += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return shared;
}

/** How much of the smaller list the larger one holds, 0 to 1. */
export function containment(a: Uint32Array, b: Uint32Array): number {
  const smaller = Math.min(a.length, b.length);
  return smaller === 0 ? 0 : overlap(a, b) / smaller;
}

function wordHashes(text: string): Uint32Array {
  const folded = foldCharacters(text);
  const hashes = new Uint32Array((folded.length >> 1) + 1);
  let count = 0;
  let hash = FNV_START;
  let letters = 0;
  for (let at = 0; at <= folded.length; at += 1) {
    const code = at < folded.length ? folded.charCodeAt(at) : 32;
    if (isWordCode(code)) {
      hash = Math.imul(hash ^ code, FNV_PRIME);
      letters += 1;
    } else if (letters > 0) {
      hashes[count] = scramble(hash);
      count += 1;
      hash = FNV_START;
      letters = 0;
    }
  }
  return hashes.subarray(0, count);
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Letters and digits; beyond Latin and its punctuation every code counts, so that no script is without words. */
function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f);
}

/** Spreads the bits of a hash, so that neighbors part (the finish of MurmurHash3). */
export function scramble(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function distinct(ascending: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < ascending.length; at += 1) {
    const value = ascending[at] ?? 0;
    if (count > 0 && ascending[count - 1] === value) continue;
    ascending[count] = value;
    count += 1;
  }
  return ascending.slice(0, count);
}
