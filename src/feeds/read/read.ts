import type { ByteStream } from '../../core/bytes.ts';
import type { Adapter, Page } from '../adapter.ts';
import type { KnownItems } from './known-items.ts';
import type { ReadLimits } from './read-limits.ts';
import type { IdentityBasis, ReadingStep } from './feed-reading.ts';
import { readingSession } from './session.ts';

export type ReadInput = {
  readonly source: ByteStream;
  /** The feed's adapter, or the one that is surest of the document. */
  readonly adapter: Adapter | 'auto';
  readonly url?: string;
  /** The HTTP header. */
  readonly contentType?: string;
  /** What the last run knew of the feed's items: they go no further. */
  readonly known?: KnownItems;
  /** Receives the line of its document where each item begins, from 1. */
  readonly onItem?: (index: number, line: number) => void;
  /** How the feed's jobs were told apart so far; chosen again when absent. */
  readonly identity?: IdentityBasis;
  readonly limits?: Partial<ReadLimits>;
};

/** Reads one document: what it holds, piece by piece, and at last how the reading ended, with the proof (R1). */
export async function* readFeed(input: ReadInput): AsyncGenerator<ReadingStep> {
  const session = readingSession(input);
  const document = session.read(input);
  let step = await document.next();
  for (; step.done !== true; step = await document.next()) yield { kind: 'chunk', chunk: step.value };
  const { adapter, head, items, single } = step.value;
  const pages = adapter === undefined || single ? {} : pagesOf(adapter, input.url ?? '', head, items);
  yield { kind: 'end', end: session.end(pages) };
}

/** What a document says about further pages; reading them is the business of `paging.ts`. */
function pagesOf(adapter: Adapter, url: string, head: Readonly<Record<string, string>>, items: number) {
  if (adapter.paging === undefined) return {};
  const page: Page = { request: { url }, head, items, itemsSoFar: items, index: 0, repeated: false };
  const statedTotal = adapter.paging.total?.(page);
  const next = adapter.paging.next(page);
  return {
    statedTotal,
    morePages: statedTotal === undefined ? next !== undefined : items < statedTotal,
  };
}
