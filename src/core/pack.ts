import { deflateRaw, inflateRaw } from 'node:zlib';

/** Bytes packed for keeping, off the event loop. */
export function pack(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((done, failed) => {
    deflateRaw(bytes, (error, packed) => (error === null ? done(new Uint8Array(packed)) : failed(error)));
  });
}

/** What `pack` was given. */
export function unpack(packed: Uint8Array): Promise<Uint8Array> {
  return new Promise((done, failed) => {
    inflateRaw(packed, (error, bytes) => (error === null ? done(new Uint8Array(bytes)) : failed(error)));
  });
}
