import { counted, peek, type ByteStream } from '../core/bytes.ts';
import { gunzipped } from '../core/gunzip.ts';
import type { Adapter, Detection, DocumentHead, Page } from './adapter.ts';
import { detect } from './detect.ts';
import { documentHead, HEAD_BYTES } from './document-head.ts';
import { detectCharset, isCuttable, textReader, toUtf8 } from './encoding.ts';
import { documentDigest } from './item-hash.ts';
import { merger } from './merge.ts';
import { readDocument, type DocumentEnd } from './read-document.ts';
import type { IdentityBasis, ReadingStep } from './reading.ts';
import { adapters } from './registry.ts';
import { newTally, notRead, readingEnd, takeChunk } from './tally.ts';

export type ReadInput = {
  readonly source: ByteStream;
  /** The feed's adapter, or the one that is surest of the document. */
  readonly adapter: Adapter | 'auto';
  readonly url?: string;
  /** The HTTP header. */
  readonly contentType?: string;
  /** How many listings an item with this fingerprint (16 bytes) gave when it was read before; 0 when it is not known. */
  readonly knows?: (fingerprint: Uint8Array) => number;
  /** How the feed's jobs were told apart so far; chosen anew when absent. */
  readonly identity?: IdentityBasis;
  readonly limits?: Partial<ReadLimits>;
};

export type ReadLimits = {
  readonly maxBytes: number;
  readonly maxItems: number;
  readonly maxItemBytes: number;
  /** Of a document that is read whole, such as a page. */
  readonly maxDocumentBytes: number;
  readonly maxRatio: number;
  readonly maxDepth: number;
};

export const readLimits: ReadLimits = {
  maxBytes: 2_000_000_000,
  maxItems: 5_000_000,
  maxItemBytes: 16_000_000,
  maxDocumentBytes: 32_000_000,
  maxRatio: 250,
  maxDepth: 2,
};

/** Reads one document: what it holds, piece by piece, and at last how the reading ended, with the proof (R1). */
export async function* readFeed(input: ReadInput): AsyncGenerator<ReadingStep> {
  const limits = { ...readLimits, ...input.limits };
  const unpacked = counted(await gunzipped(input.source, limits));
  const { head: bytes, stream } = await peek(unpacked, HEAD_BYTES);
  const charset = detectCharset(bytes, input.contentType);
  const head = documentHead(bytes, input.url, input.contentType);
  const choice = bytes.length === 0 ? emptyDocument : chosen(input.adapter, head);
  if (choice.kind === 'none') {
    const reason = stream.problem() ?? choice.reason;
    yield { kind: 'end', end: notRead(reason, choice.adapter, charset.encoding, bytes.length) };
    return;
  }

  const { adapter } = choice;
  const cuttable = isCuttable(charset.encoding);
  const reader = textReader(cuttable ? charset.encoding : 'utf-8');
  const digest = documentDigest();
  const tally = newTally();
  const merging = merger(input.identity);
  const document = readDocument({
    ...(input.url === undefined ? {} : { url: input.url }),
    stream: cuttable ? stream : toUtf8(stream, charset),
    adapter,
    reader,
    knows: input.knows ?? (() => 0),
    digest,
    maxItemBytes: limits.maxItemBytes,
    maxDocumentBytes: limits.maxDocumentBytes,
  });

  let step = await document.next();
  for (; step.done !== true && tally.items <= limits.maxItems; step = await document.next()) {
    const chunk = takeChunk(tally, merging, step.value);
    yield { kind: 'chunk', chunk };
  }
  const ended = step.done === true ? step.value : await abandoned(document);
  const text = reader.verdict();
  const bodyProblem = stream.problem();
  const paging = ended.single === true ? {} : pagesOf(adapter, input.url ?? '', ended.head, tally.items);
  yield {
    kind: 'end',
    end: readingEnd({
      adapter: adapter.name,
      ...(choice.detection === undefined ? {} : { detection: choice.detection }),
      encoding: cuttable ? text.encoding : charset.encoding,
      repairs: [...charset.repairs, ...ended.repairs, ...text.repairs],
      tally,
      merging,
      bytes: unpacked.count(),
      digest: digest.end(),
      ...paging,
      ...(tally.items > limits.maxItems ? { capped: `more than ${limits.maxItems} items` } : {}),
      ...(bodyProblem === undefined ? {} : { bodyProblem }),
      ...(ended.closed ? {} : { documentProblem: ended.reason ?? 'the document does not end as it should' }),
    }),
  };
}

type Choice =
  | { readonly kind: 'adapter'; readonly adapter: Adapter; readonly detection?: Detection }
  | { readonly kind: 'none'; readonly adapter: string; readonly reason: string };

const emptyDocument: Choice = { kind: 'none', adapter: 'none', reason: 'the document is empty' };

/** The adapter that reads the document, or why none can. */
function chosen(adapter: Adapter | 'auto', head: DocumentHead): Choice {
  if (adapter !== 'auto') {
    if (head.kind !== 'html' || adapter.cut.kind === 'document') return { kind: 'adapter', adapter };
    return { kind: 'none', adapter: adapter.name, reason: 'an HTML page in place of a feed' };
  }
  const recognition = detect(head, adapters);
  if (recognition.kind === 'unknown') return { kind: 'none', adapter: 'none', reason: recognition.reason };
  const { confidence, why } = recognition;
  return { kind: 'adapter', adapter: recognition.adapter, detection: { confidence, why } };
}

async function abandoned(document: AsyncGenerator<unknown, DocumentEnd>): Promise<DocumentEnd> {
  const end = { closed: true, repairs: [], head: {} };
  await document.return(end);
  return end;
}

/** What a document says about further pages; reading them is the business of `paging.ts`. */
function pagesOf(
  adapter: Adapter,
  url: string,
  head: Readonly<Record<string, string>>,
  items: number,
): { statedTotal?: number; morePages?: boolean } {
  if (adapter.paging === undefined) return {};
  const page: Page = { request: { url }, head, items, itemsSoFar: items, index: 0, repeated: false };
  const statedTotal = adapter.paging.total?.(page);
  const next = adapter.paging.next(page);
  return {
    ...(statedTotal === undefined ? {} : { statedTotal }),
    morePages: next !== undefined && !(statedTotal !== undefined && items >= statedTotal),
  };
}
