import type { DocumentHead } from '../adapter.ts';
import { detectCharset, toText } from './encoding.ts';
import { headOf } from './head.ts';

export const HEAD_BYTES = 64 * 1024;

/** What detection looks at, of a document's first bytes (unpacked). */
export function documentHead(bytes: Uint8Array, url?: string, contentType?: string): DocumentHead {
  const head = bytes.subarray(0, HEAD_BYTES);
  return headOf(toText(head, detectCharset(head, contentType)), url);
}
