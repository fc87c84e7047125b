import { wordAt } from '../core/bytes.ts';

/** In which order items stood in a document and how long they were; 12 bytes an item, no object. */
export type ItemOrder = {
  readonly add: (fingerprint: Uint8Array, length: number) => void;
  /** Visits the items in their order, with the first eight bytes of each fingerprint as two words. */
  readonly each: (visit: (high: number, low: number, length: number) => void) => void;
};

const WORDS = 3;

export function itemOrder(): ItemOrder {
  let words = new Uint32Array(WORDS * 1024);
  let used = 0;
  return {
    add(fingerprint, length) {
      if (used === words.length) {
        const larger = new Uint32Array(words.length * 2);
        larger.set(words);
        words = larger;
      }
      words[used] = wordAt(fingerprint, 0);
      words[used + 1] = wordAt(fingerprint, 4);
      words[used + 2] = length;
      used += WORDS;
    },
    each(visit) {
      for (let at = 0; at < used; at += WORDS) visit(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0);
    },
  };
}
