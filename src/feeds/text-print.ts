import { Buffer } from 'node:buffer';

/** 128 bits that are the same for the same texts in their order; every character counts. */
export type TextPrint = readonly [number, number, number, number];

/**
 * Reused for every text, which is copied as the engine holds it, two bytes a character: bringing it into UTF-8 costs three times as
 * much as reading it word by word, and so does a digest of the machine's library.
 */
let scratch = Buffer.alloc(256 * 1024);
let words = wordsOf(scratch);

export function textPrint(texts: readonly string[]): TextPrint {
  let length = 0;
  for (const text of texts) {
    // Its length, two bytes a character, and zeros behind it.
    const end = length + 4 + text.length * 2;
    const next = (end + 15) & ~15;
    if (next > scratch.length) {
      scratch = Buffer.concat([scratch.subarray(0, length)], 2 ** Math.ceil(Math.log2(next)));
      words = wordsOf(scratch);
    }
    words[length / 4] = text.length;
    scratch.write(text, length + 4, 'utf16le');
    if (end < next) scratch.fill(0, end, next);
    length = next;
  }
  return mixed(length / 4);
}

/** Four chains that the machine follows at once; each step is undone by no other, so that one changed character always shows. */
function mixed(count: number): TextPrint {
  let [a, b, c, d] = [count, 0x2545f491, 0x9e3779b9, 0x7f4a7c15];
  for (let at = 0; at < count; at += 4) {
    a = Math.imul(((a << 13) | (a >>> 19)) ^ (words[at] ?? 0), 0x9e3779b1);
    b = Math.imul(((b << 13) | (b >>> 19)) ^ (words[at + 1] ?? 0), 0x85ebca77);
    c = Math.imul(((c << 13) | (c >>> 19)) ^ (words[at + 2] ?? 0), 0xc2b2ae3d);
    d = Math.imul(((d << 13) | (d >>> 19)) ^ (words[at + 3] ?? 0), 0x27d4eb2f);
  }
  return [a | 0, b | 0, c | 0, d | 0];
}

function wordsOf(bytes: Buffer): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
