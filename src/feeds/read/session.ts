import { present } from '../../core/present.ts';
import { countingBytes, peek, type ByteStream } from '../../core/bytes.ts';
import { sha256 } from '../../core/fingerprint.ts';
import { gunzipped } from '../../core/net/gunzip.ts';
import { foreignDocument } from '../detect/foreign-document.ts';
import type { Adapter, Detection, DocumentContext, DocumentHead, Item } from '../adapter.ts';
import { errorDocumentIn, pageInstead, strayReason } from '../detect/error-document.ts';
import { detect } from '../detect/detect.ts';
import { documentHead, HEAD_BYTES } from '../detect/document-head.ts';
import { detectCharset, isCuttable, pieceReader, textReader, toUtf8 } from '../detect/encoding.ts';
import { guards } from '../detect/head.ts';
import { outsideDigest } from '../cut/item-hash.ts';
import { itemOrder } from '../cut/item-order.ts';
import { asOneList } from '../cut/json-lines.ts';
import { nothingKnown, type KnownItems } from './known-items.ts';
import { signOfMore, statedTotal } from './larger-set.ts';
import { merger } from './merge.ts';
import { readDocument, type DocumentEnd } from './read-document.ts';
import { readLimits, type ReadLimits } from './read-limits.ts';
import type { IdentityBasis, ReadingChunk, ReadingEnd } from './feed-reading.ts';
import { adapterNamed, adapters } from '../registry.ts';
import { isReservedByPage } from '../robots.ts';
import { newRunCounts, readingEnd, takeChunk, type Pages } from './run-counts.ts';
import { recognizeInside } from '../detect/wrapped.ts';

export type SessionInput = {
  readonly adapter: Adapter | 'auto';
  readonly known?: KnownItems;
  /** Receives the line of its document where each item begins, from 1. */
  readonly onItem?: (index: number, line: number) => void;
  readonly identity?: IdentityBasis;
  readonly limits?: Partial<ReadLimits>;
  /** Asks for the details of an item that is not known; undefined when they cannot be had now. */
  readonly details?: (item: Item, context: DocumentContext, adapter: Adapter) => Promise<Item | undefined>;
};

export type SessionDocument = {
  readonly source: ByteStream;
  readonly url?: string;
  readonly contentType?: string;
};

/** What a document of the session came to. */
export type DocumentRead = {
  readonly adapter: Adapter | undefined;
  readonly head: Readonly<Record<string, string>>;
  readonly items: number;
  /** One item that is no list: it has no further pages. */
  readonly single: boolean;
  /** Fingerprint of its items together: a page that repeats has the same. */
  readonly itemsDigest: string;
  /** Further documents of the feed that its items are addresses of. */
  readonly parts: readonly string[];
  /** Why no further page should be asked for. */
  readonly problem?: string;
};

type Reading = AsyncGenerator<ReadingChunk, DocumentRead>;
export type Session = {
  readonly read: (document: SessionDocument) => Reading;
  readonly end: (pages: Pages) => ReadingEnd;
  readonly itemsSoFar: () => number;
};

/** One reading of a feed, over one document or many pages: counts, identities and evidence are of all of them together. */
export function readingSession(input: SessionInput): Session {
  const limits = { ...readLimits, ...input.limits };
  const tally = newRunCounts();
  const merging = merger(input.identity);
  const { known = nothingKnown } = input;
  const order = known.order ?? itemOrder();
  const outside = outsideDigest();
  const repairs = new Set<string>();
  let choice: Choice | undefined;
  /** Of the first document; the further ones are of the same format or none of the feed's. */
  let formatFound: { readonly name: string; readonly detection: Detection } | undefined;
  let encoding = 'utf-8';
  let bytes = 0;
  let ttlMinutes = 0;
  let evidence: {
    bodyProblem?: string;
    documentProblem?: string;
    notAFeed?: string;
    pageProblem?: string;
  } = {};

  return { read, end, itemsSoFar: () => tally.items };

  async function* read({ source, url, contentType }: SessionDocument): Reading {
    const unpacked = countingBytes(await gunzipped(source, limits));
    const { head: start, stream } = asOneList(await peek(unpacked, HEAD_BYTES));
    const charset = detectCharset(start, contentType);
    encoding = charset.encoding;
    const asked = formatFound === undefined ? input.adapter : (adapterNamed(formatFound.name) ?? 'auto');
    const shape = headFor(asked, start, url, contentType);
    choice = unreadable(start) ?? chosen(asked, shape);
    if (choice.kind === 'none') {
      bytes += unpacked.count();
      const problem = stream.problem() ?? choice.reason;
      evidence = { ...evidence, notAFeed: problem };
      return { adapter: undefined, head: {}, items: 0, single: true, itemsDigest: '', parts: [], problem };
    }

    const { adapter, detection } = choice;
    if (detection !== undefined) formatFound ??= { name: adapter.name, detection };
    const { document, reader, cuttable } = opened(adapter, stream, charset, url);
    const before = tally.items;
    const firstItem = order.count();
    let step = await document.next();
    for (; step.done !== true && tally.items <= limits.maxItems; step = await document.next())
      yield takeChunk(tally, merging, step.value);
    bytes += unpacked.count();
    const ended = step.done === true ? step.value : { closed: true, repairs: [], head: {} };
    if (step.done !== true) await document.return(ended);
    ttlMinutes = Math.max(ttlMinutes, minutesOf(ended.head['ttl']));
    const text = reader.verdict();
    if (cuttable) encoding = text.encoding;
    for (const repair of [...charset.repairs, ...ended.repairs, ...text.repairs]) repairs.add(repair);
    const items = tally.items - before;
    const found = problemsOf(adapter, shape, ended, items, stream.problem());
    // The first finding counts.
    evidence = { ...present(found), ...evidence };
    const problem =
      found.bodyProblem ??
      found.documentProblem ??
      found.notAFeed ??
      (tally.items > limits.maxItems ? 'too many items' : undefined);
    return {
      adapter,
      head: ended.head,
      items,
      single: ended.single === true,
      parts: tally.parts.splice(0),
      // Only pages can repeat.
      itemsDigest: adapter.paging === undefined ? '' : order.digest(firstItem),
      problem,
    };
  }

  function opened(
    adapter: Adapter,
    stream: Parameters<typeof toUtf8>[0],
    charset: ReturnType<typeof detectCharset>,
    url: string | undefined,
  ) {
    const cuttable = isCuttable(charset.encoding);
    const name = cuttable ? charset.encoding : 'utf-8';
    const reader = textReader(name);
    const { details } = input;
    const document = readDocument({
      ...limits,
      url,
      ...(details === undefined ? {} : { details: async (item, context) => details(item, context, adapter) }),
      stream: cuttable ? stream : toUtf8(stream, charset),
      adapter,
      reader,
      decode: pieceReader(name),
      known,
      onItem: input.onItem,
      order,
      outside,
    });
    return { document, reader, cuttable };
  }

  function end(pages: Pages): ReadingEnd {
    const adapter = choice?.kind === 'adapter' ? choice.adapter : undefined;
    const capped = tally.items > limits.maxItems ? `more than ${limits.maxItems} items` : undefined;
    const optedOut = choice?.kind === 'none' && choice.optedOut === true;
    const ending = readingEnd({
      adapter: choice?.kind === 'none' ? choice.adapter : (adapter?.name ?? 'none'),
      detection: formatFound?.detection,
      emptyNote: adapter?.emptyNote,
      encoding,
      repairs: [...repairs],
      tally,
      merging,
      bytes,
      digest: sha256(order.digest() + outside.end()),
      ...evidence,
      capped,
      ...pages,
      pageProblem: pages.pageProblem ?? evidence.pageProblem,
    });
    return { ...ending, ...(ttlMinutes === 0 ? {} : { ttlMinutes }), ...(optedOut ? { optedOut } : {}) };
  }
}

/** What speaks against a document being whole, or the only one of its feed. */
function problemsOf(
  adapter: Adapter,
  shape: DocumentHead,
  ended: DocumentEnd,
  items: number,
  bodyProblem: string | undefined,
) {
  const documentProblem = ended.closed
    ? goesOn(adapter, ended.repairs, shape)
    : (ended.reason ?? 'the document does not end as it should');
  const complaint = shape.kind === 'json' ? errorDocumentIn(ended.head) : undefined;
  const isBare = adapter.paging === undefined && shape.kind === 'json';
  const larger = isBare ? largerSet(ended.head, items) : undefined;
  const isEmpty = items === 0 && (bodyProblem ?? documentProblem) === undefined;
  return {
    bodyProblem,
    documentProblem,
    notAFeed: isEmpty ? (complaint ?? strayReason(adapter, shape, adapters)) : undefined,
    pageProblem: adapter.partial?.(ended.head, items) ?? complaint ?? larger,
  };
}

/** Why a document of a format that knows no pages is one anyway. */
function largerSet(head: DocumentEnd['head'], items: number): string | undefined {
  const total = statedTotal(head);
  return total !== undefined && items < total
    ? `a page of a larger set: ${items} of ${total}`
    : signOfMore(head);
}

/** Behind one JSON document there may be another, which was not read. */
function goesOn({ cut }: Adapter, repairs: readonly string[], { text }: DocumentHead): string | undefined {
  // Brackets that stand around it or before it hold no further one.
  const isCall = guards.test(text.trimStart());
  return cut.kind === 'json' && !isCall && repairs.includes('text after the document')
    ? 'there is more behind the end of the document'
    : undefined;
}

/** The `<ttl>` of RSS; any other value is ignored. */
function minutesOf(text = ''): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

type Choice =
  | { readonly kind: 'adapter'; readonly adapter: Adapter; readonly detection?: Detection }
  | {
      readonly kind: 'none';
      readonly adapter: string;
      readonly reason: string;
      /** The page itself does not want to be read by machines. */
      readonly optedOut?: boolean;
    };

/** What no adapter need look at. */
function unreadable(start: Uint8Array): Choice | undefined {
  const reason = start.length === 0 ? 'the document is empty' : foreignDocument(start);
  return reason === undefined ? undefined : { kind: 'none', adapter: 'none', reason };
}

/** Detection looks at all of a document's head; whether it can be of a known format shows in less. */
function headFor(adapter: Adapter | 'auto', start: Uint8Array, url?: string, contentType?: string) {
  return documentHead(adapter === 'auto' ? start : start.subarray(0, KIND_BYTES), url, contentType);
}

const KIND_BYTES = 16 * 1024;

/** Why a document cannot be of the format that its feed says it has. */
function mismatch({ cut }: Adapter, { kind, root, text }: DocumentHead): string | undefined {
  // What only looks like a piece of a page is read as its feed says; see `strayReason`.
  if (kind === 'html' && root === 'html' && cut.kind !== 'document') return pageInstead;
  if (cut.kind === 'xml' && !text.includes('<')) return 'no XML: there is not one element in it';
  if (cut.kind === 'json' && !/[[{]/.test(text))
    return 'no JSON: there is neither a list nor an object in it';
  return undefined;
}

/** Where one name stands for several shapes of a format, the adapter for the document at hand. */
function fitting(adapter: Adapter, head: DocumentHead): Adapter {
  if (!adapters.includes(adapter)) return adapter;
  const named = adapters.filter(({ name }) => name === adapter.name);
  const recognition = named.length > 1 ? detect(head, named) : undefined;
  return recognition?.kind === 'known'
    ? recognition.adapter
    : (adapterNamed(adapter.name, head.kind) ?? adapter);
}

/** Below this a known format inside of something is the better guess. */
const VAGUE = 0.5;

/** The adapter that reads the document, or why none can. */
function chosen(adapter: Adapter | 'auto', head: DocumentHead): Choice {
  // A file is somebody's own copy.
  if (head.kind === 'html' && /^https?:/i.test(head.url ?? '') && isReservedByPage(head.text))
    return {
      kind: 'none',
      adapter: adapter === 'auto' ? 'none' : adapter.name,
      reason: 'the page reserves its text and data mining rights',
      optedOut: true,
    };
  if (adapter !== 'auto') {
    const fit = fitting(adapter, head);
    const reason = mismatch(fit, head);
    return reason === undefined
      ? {
          kind: 'adapter',
          adapter:
            (fit.detect(head) ? undefined : recognizeInside(head, [fit])?.adapter) ??
            fit.fitted?.(head) ??
            fit,
        }
      : { kind: 'none', adapter: adapter.name, reason };
  }
  const plain = detect(head, adapters);
  const isVague = plain.kind === 'unknown' || plain.confidence < VAGUE;
  const recognition = (isVague ? recognizeInside(head, adapters) : undefined) ?? plain;
  if (recognition.kind === 'unknown') return { kind: 'none', adapter: 'none', reason: recognition.reason };
  const { adapter: surest, confidence, why } = recognition;
  return { kind: 'adapter', adapter: surest.fitted?.(head) ?? surest, detection: { confidence, why } };
}
