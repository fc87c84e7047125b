import { createHash, hash } from 'node:crypto';

export const FINGERPRINT_BYTES = 16;

/**
 * Writes the fingerprint of an item's bytes into `target`: 16 bytes of SHA-1. It notices change; whoever could forge one forges only
 * a feed of their own. (A string of the digest costs less than a buffer of it.)
 */
export function fingerprintInto(target: Uint8Array, bytes: Uint8Array): void {
  const digest = hash('sha1', bytes, 'binary');
  for (let at = 0; at < FINGERPRINT_BYTES; at += 1) target[at] = digest.charCodeAt(at);
}

export type DocumentDigest = {
  readonly add: (bytes: Uint8Array, start: number, end: number) => void;
  readonly end: () => string;
};

/** SHA-256 over many small pieces, gathered so that each costs a copy and not a call. */
export function documentDigest(): DocumentDigest {
  const digest = createHash('sha256');
  const gathered = new Uint8Array(64 * 1024);
  let length = 0;
  return {
    add(bytes, start, end) {
      if (length + end - start > gathered.length) {
        digest.update(gathered.subarray(0, length));
        length = 0;
        if (end - start > gathered.length) {
          digest.update(bytes.subarray(start, end));
          return;
        }
      }
      for (let at = start; at < end; at += 1) {
        gathered[length] = bytes[at] ?? 0;
        length += 1;
      }
    },
    end: () => digest.update(gathered.subarray(0, length)).digest('hex'),
  };
}
