import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ByteStream } from '../core/bytes.ts';
import type { FetchOutcome, Validators } from './fetch.ts';

const PIECE = 1024 * 1024;

/** Opens feeds that are files, on Node: `file:` addresses, and paths relative to `base` (the folder of the definition). */
export function fileOpener(base: string): (address: string, validators: Validators) => Promise<FetchOutcome> {
  return async (address, validators) => {
    const path = address.startsWith('file:') ? fileURLToPath(address) : resolve(base, address);
    const found = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (found === undefined) return { kind: 'failed', reason: 'there is no such file' };
    if (!found.isFile()) return { kind: 'failed', reason: 'a file was expected; this is not a file' };
    const etag = `"${found.size}-${found.mtimeMs}"`;
    if (validators.etag === etag) return { kind: 'notModified', freshForMs: 0 };
    return { kind: 'modified', source: fileStream(path), url: address, validators: { etag }, freshForMs: 0 };
  };
}

/** A file's bytes. The same memory is used for every piece. */
export function fileStream(path: string): ByteStream {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const file = await open(path);
    try {
      const piece = new Uint8Array(PIECE);
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, PIECE);
        if (bytesRead === 0) return;
        yield piece.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
  return { bytes: bytes(), problem: () => undefined };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
