import { createHash } from 'node:crypto';
import xxhash from 'xxhash-wasm';

const xxh = await xxhash();

export const FINGERPRINT_BYTES = 8;

const made = new Uint8Array(FINGERPRINT_BYTES);
const view = new DataView(made.buffer);

/**
 * Writes the fingerprint of an item's bytes into `target`: XXH64, 8 bytes. It notices change; an employer who forges one takes an advert of
 * their own out of the feed (ADR 0069).
 */
export function fingerprintInto(target: Uint8Array, bytes: Uint8Array): void {
  view.setBigUint64(0, xxh.h64Raw(bytes));
  target.set(made);
}

/** Whether the fingerprint at `at` is that of these bytes. */
export function isFingerprintAt(prints: Uint8Array, at: number, bytes: Uint8Array): boolean {
  view.setBigUint64(0, xxh.h64Raw(bytes));
  for (let byte = 0; byte < FINGERPRINT_BYTES; byte += 1) if (prints[at + byte] !== made[byte]) return false;
  return true;
}

/** What stands between the items, gathered so that each piece costs little; white space does not count. */
export type OutsideDigest = {
  readonly add: (bytes: Uint8Array, start: number, end: number) => void;
  readonly end: () => string;
};

export function outsideDigest(): OutsideDigest {
  const digest = createHash('sha256');
  const gathered = new Uint8Array(4 * 1024);
  let length = 0;
  return {
    add(bytes, start, end) {
      for (let at = start; at < end; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte <= 0x20) continue;
        if (length === gathered.length) {
          digest.update(gathered);
          length = 0;
        }
        gathered[length] = byte;
        length += 1;
      }
    },
    end: () => digest.update(gathered.subarray(0, length)).digest('hex'),
  };
}
