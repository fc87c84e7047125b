import { createHash, hash } from 'node:crypto';

export const FINGERPRINT_BYTES = 16;

/**
 * Writes the fingerprint of an item's bytes into `target`: 16 bytes of SHA-1. It notices change; anyone who could forge one forges only
 * a feed of their own. (A string of the digest costs less than a buffer of it.)
 */
export function fingerprintInto(target: Uint8Array, bytes: Uint8Array): void {
  const digest = hash('sha1', bytes, 'binary');
  for (let at = 0; at < FINGERPRINT_BYTES; at += 1) target[at] = digest.charCodeAt(at);
}

/** Whether the fingerprint at `at` is that of these bytes. */
export function isFingerprintAt(prints: Uint8Array, at: number, bytes: Uint8Array): boolean {
  const digest = hash('sha1', bytes, 'binary');
  for (let byte = 0; byte < FINGERPRINT_BYTES; byte += 1)
    if (prints[at + byte] !== digest.charCodeAt(byte)) return false;
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
