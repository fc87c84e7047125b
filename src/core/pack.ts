import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';

/** Bytes packed for keeping: what is small at once, which costs a tenth of another thread; the rest off the event loop. */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length <= SMALL) return new Uint8Array(deflateRawSync(bytes, quick));
  return new Promise((done, failed) => {
    deflateRaw(bytes, (error, packed) => (error === null ? done(new Uint8Array(packed)) : failed(error)));
  });
}

const SMALL = 64 * 1024;
/** Most of the cost is the memory that is set aside for a window. */
const quick = { windowBits: 13, memLevel: 5, level: 3 };

/** What `pack` was given. */
export function unpack(packed: Uint8Array): Promise<Uint8Array> {
  return new Promise((done, failed) => {
    inflateRaw(packed, (error, bytes) => (error === null ? done(new Uint8Array(bytes)) : failed(error)));
  });
}
