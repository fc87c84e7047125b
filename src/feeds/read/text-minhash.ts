import { Buffer } from 'node:buffer';

/** Words of a print. */
export const MINHASH_TOKENS = 4;

/**
 * Reused for every text, which is copied as the engine holds it, two bytes a character: bringing it into UTF-8 costs three times as
 * much as reading it word by word, and so does a digest of the machine's library.
 */
let scratch = Buffer.alloc(256 * 1024);
let words = wordsOf(scratch);

/** Writes 128 bits into `print` that are the same for the same texts in their order; every character counts. */
export function minhashInto(print: Int32Array, texts: readonly string[]): void {
  let length = 0;
  for (const text of texts) {
    // Its length, two bytes a character, and zeros behind it.
    const end = length + 4 + text.length * 2;
    const next = (end + 31) & ~31;
    if (next > scratch.length) {
      scratch = Buffer.concat([scratch.subarray(0, length)], 2 ** Math.ceil(Math.log2(next)));
      words = wordsOf(scratch);
    }
    words[length / 4] = text.length;
    scratch.write(text, length + 4, 'utf16le');
    for (let at = end; at < next; at += 1) scratch[at] = 0;
    length = next;
  }
  mixInto(print, length / 4);
}

/**
 * Four chains that the machine follows at once, each of two words a step, for multiplying is the dear part; no word undoes what the
 * one before it did, so that one changed character always shows.
 */
function mixInto(print: Int32Array, count: number): void {
  let a = count;
  let b = 0x2545f491;
  let c = 0x9e3779b9 | 0;
  let d = 0x7f4a7c15;
  for (let at = 0; at < count; at += 8) {
    a = (Math.imul(((a << 13) | (a >>> 19)) ^ (words[at] ?? 0), 0x9e3779b1) + (words[at + 4] ?? 0)) | 0;
    b = (Math.imul(((b << 13) | (b >>> 19)) ^ (words[at + 1] ?? 0), 0x85ebca77) + (words[at + 5] ?? 0)) | 0;
    c = (Math.imul(((c << 13) | (c >>> 19)) ^ (words[at + 2] ?? 0), 0xc2b2ae3d) + (words[at + 6] ?? 0)) | 0;
    d = (Math.imul(((d << 13) | (d >>> 19)) ^ (words[at + 3] ?? 0), 0x27d4eb2f) + (words[at + 7] ?? 0)) | 0;
  }
  print[0] = a;
  print[1] = b;
  print[2] = c;
  print[3] = d;
}

function wordsOf(bytes: Buffer): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
