import { createHash } from 'node:crypto';
import { wordAt } from '../../core/bytes.ts';

/** In which order items stood in a document and how long they were; 12 bytes an item, no object. */
export type ItemOrder = {
  /** The fingerprint stands at `at`. */
  readonly add: (prints: Uint8Array, at: number, length: number) => void;
  readonly count: () => number;
  /** Visits the items in their order, with the first eight bytes of each fingerprint as two words. */
  readonly each: (visit: (high: number, low: number, length: number) => void) => void;
  /** The same for the same items in the same order, from one of them on: SHA-256. */
  readonly digest: (from?: number) => string;
};

const WORDS = 3;

/** Room for so many items is there from the start; more find it too. */
export function itemOrder(expected = 1024): ItemOrder {
  let words = new Uint32Array(WORDS * Math.max(1024, expected));
  let used = 0;
  return {
    add(prints, at, length) {
      if (used === words.length) {
        const larger = new Uint32Array(words.length * 2);
        larger.set(words);
        words = larger;
      }
      words[used] = wordAt(prints, at);
      words[used + 1] = wordAt(prints, at + 4);
      words[used + 2] = length;
      used += WORDS;
    },
    count: () => used / WORDS,
    each(visit) {
      for (let at = 0; at < used; at += WORDS) visit(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0);
    },
    digest: (from = 0) =>
      createHash('sha256')
        .update(words.subarray(from * WORDS, used))
        .digest('hex'),
  };
}
