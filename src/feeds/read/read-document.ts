import { collect, lineFeeds, type ByteStream } from '../../core/bytes.ts';
import { runCooperatively, type Steps } from '../../core/cooperative.ts';
import type { Adapter, DocumentContext, Item, ParsedItem } from '../adapter.ts';
import { dateOrderOf } from '../detect/date-orders.ts';
import type { TextReader } from '../detect/encoding.ts';
import type { KnownItems } from './known-items.ts';
import { fingerprintInto, FINGERPRINT_BYTES, type OutsideDigest } from '../cut/item-hash.ts';
import type { ItemOrder } from '../cut/item-order.ts';
import { csvCells, csvRow } from '../cut/items-csv.ts';
import { cutterFor } from './items.ts';
import type { CsvHeader, CutEnd, CutSink } from '../cut/scanner.ts';
import { jsonHead, openEnd } from './whole-document.ts';

/** A bounded number of items, hashed; parsed unless they were known. */
export type ReadBatch = {
  /** How many listings the known ones hold, those of repeated items apart. */
  readonly knownListings: number;
  readonly repeatedListings: number;
  readonly parsed: readonly ReadItem[];
};

export type ReadItem = {
  /** Position among the items of the document. */
  readonly index: number;
  readonly fingerprint: Uint8Array;
  readonly results: readonly ParsedItem[];
  /** Its details are still missing: it is not to be taken for known in the next run. */
  readonly unfinished?: boolean;
};

export type DocumentInput = {
  readonly stream: ByteStream;
  readonly adapter: Adapter;
  readonly reader: TextReader;
  /** Reads what stands outside the items. */
  readonly decode?: (bytes: Uint8Array) => string;
  readonly url?: string;
  readonly known: KnownItems;
  /** Receives the line of the document where each item begins, from 1. */
  readonly onItem?: (index: number, line: number) => void;
  /** Takes every item. */
  readonly order: ItemOrder;
  /** Takes everything between the items. */
  readonly outside: OutsideDigest;
  /** Adds what only a call of its own gives; undefined when it cannot be had now, the item itself if there is no such call. */
  readonly details?: (item: Item, context: DocumentContext) => Promise<Item | undefined>;
  readonly maxItemBytes: number;
  readonly maxDocumentBytes: number;
};

export type DocumentEnd = CutEnd & { readonly head: Readonly<Record<string, string>> };

/** How much unknown text is kept before it is parsed: values after the items of a small document are known to its items. */
const FIRST_BYTES = 500_000;
/** Later on less, so that it dies young: the engine puts what survives straight into old space, where it holds on to its texts. */
const BATCH_BYTES = 50_000;
const SLICE_BYTES = 64 * 1024;
const BATCH_ITEMS = 500;
const BATCH_KNOWN = 25_000;

/** Cuts one document, hashes its items, and parses those that are not known; batches of items as they come. */
export async function* readDocument(input: DocumentInput): AsyncGenerator<ReadBatch, DocumentEnd> {
  const { adapter, stream } = input;
  if (adapter.cut.kind === 'document') return yield* readWhole(input);
  const gathered = gathering(input);
  const cutter = cutterFor(
    adapter.cut,
    gathered.sink(() => cutter.header?.()),
    {
      maxItemBytes: input.maxItemBytes,
      ...(input.decode && { decode: input.decode }),
    },
  );
  const context = contextOf(input, cutter.head);

  let enough = FIRST_BYTES;
  let slice = SLICE_BYTES;
  for await (const piece of stream.bytes)
    for (let at = 0; at < piece.length;) {
      const before = gathered.waitingBytes();
      cutter.push(piece.subarray(at, at + slice));
      at += slice;
      // Where little is new little waits, and what straddles two slices costs twice.
      slice = (gathered.waitingBytes() - before) * 4 < slice ? piece.length : SLICE_BYTES;
      if (gathered.isFull(enough)) yield await flush();
    }
  const end = cutter.end();
  const cutRow = end.closed ? gathered.cutRow(cutter.header?.()) : undefined;
  yield await flush();
  return { ...end, ...cutRow, head: cutter.head };

  async function flush(): Promise<ReadBatch> {
    enough = BATCH_BYTES;
    const { items, ...counts } = gathered.take();
    const asked = input.details === undefined ? items : await detailed(items, context, input.details);
    const parsed = await runCooperatively(parsing(adapter, asked, context));
    return { ...counts, parsed };
  }
}

/** What the cutter of a document tells, between two batches: items that are not known, and how many are. */
function gathering(input: DocumentInput) {
  let counts = { knownListings: 0, repeatedListings: 0 };
  let waiting: Waiting[] = [];
  let [waitingBytes, knownCount, index] = [0, 0, 0];
  const fingerprint = new Uint8Array(FINGERPRINT_BYTES);
  const { known, order } = input;
  let line = 1;
  /** What has been seen so far does not end with a line end. */
  let isOpen = false;
  // Lines are counted in items that are cut.
  const follow = input.onItem === undefined ? known.follow : undefined;

  return {
    waitingBytes: () => waitingBytes,
    isFull: (enough: number) =>
      waiting.length >= BATCH_ITEMS || waitingBytes >= enough || knownCount >= BATCH_KNOWN,
    cutRow: (header: CsvHeader | undefined) => (isOpen ? cutRowIn(header, waiting.at(-1), index) : undefined),
    sink,
    take() {
      const taken = { ...counts, items: waiting };
      counts = { knownListings: 0, repeatedListings: 0 };
      [waiting, waitingBytes, knownCount] = [[], 0, 0];
      return taken;
    },
  };

  function sink(header: () => CsvHeader | undefined): CutSink {
    return {
      item(...[source, start, stop, defect]) {
        isOpen = true;
        const bytes = source.subarray(start, stop);
        fingerprintInto(fingerprint, bytes);
        order.add(fingerprint, 0, stop - start);
        input.onItem?.(index, line);
        if (input.onItem !== undefined) line += lineFeeds(source, start, stop);
        const listings = defect === undefined ? known.knows(fingerprint) : 0;
        if (listings > 0) return takeKnown(listings, known.isRepeated?.() === true);
        const text = input.reader.read(bytes);
        waiting.push({ fingerprint: fingerprint.slice(), index, text, defect, header: header() });
        waitingBytes += stop - start;
        index += 1;
      },
      outside,
      ...(follow && { follow: (bytes, start, to, behind) => follow(bytes, start, to, behind, takeKnown) }),
    };
  }

  function takeKnown(listings: number, isRepeated: boolean) {
    knownCount += 1;
    counts[isRepeated ? 'repeatedListings' : 'knownListings'] += listings;
    index += 1;
  }

  function outside(bytes: Uint8Array, start: number, end: number) {
    isOpen = !isLineEnd(bytes[end - 1]);
    input.outside.add(bytes, start, end);
    if (input.onItem !== undefined) line += lineFeeds(bytes, start, end);
  }
}

/** A table without a line end at its end has been cut off when its last row lacks cells, or when there is nothing but the header. */
function cutRowIn(header: CsvHeader | undefined, last: Waiting | undefined, items: number) {
  if (header === undefined) return undefined;
  if (items === 0) return { closed: false, reason: 'the document ends inside its header row' };
  const isShort = last !== undefined && csvCells(last.text, header.delimiter).length < header.names.length;
  return isShort ? { closed: false, reason: 'the document ends inside a row' } : undefined;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

type Waiting = {
  readonly fingerprint: Uint8Array;
  readonly index: number;
  readonly text: string;
  readonly defect: string | undefined;
  readonly header: CsvHeader | undefined;
  readonly unfinished?: boolean;
};

/** One after the other: the pace is the host's. */
async function detailed(
  items: readonly Waiting[],
  context: DocumentContext,
  details: NonNullable<DocumentInput['details']>,
): Promise<Waiting[]> {
  const asked: Waiting[] = [];
  for (const item of items) {
    const { index, text } = item;
    const full = item.defect === undefined ? await details({ index, text }, context) : { index, text };
    asked.push(full === undefined ? { ...item, unfinished: true } : { ...item, text: full.text });
  }
  return asked;
}

function* parsing(adapter: Adapter, items: readonly Waiting[], context: DocumentContext): Steps<ReadItem[]> {
  const parsed: ReadItem[] = [];
  for (const item of items) {
    parsed.push(parse(adapter, item, context));
    yield;
  }
  return parsed;
}

function parse(adapter: Adapter, waiting: Waiting, context: DocumentContext): ReadItem {
  const { fingerprint, index, text, defect, header } = waiting;
  const item: Item = header === undefined ? { index, text } : { index, text, cells: csvRow(text, header) };
  const results: readonly ParsedItem[] =
    defect === undefined ? found(adapter, item, context) : [{ kind: 'rejected', reason: defect }];
  return waiting.unfinished === true
    ? { index, fingerprint, results, unfinished: true }
    : { index, fingerprint, results };
}

/** What the adapter finds in an item, with the order in which the format writes day and month. */
function found(adapter: Adapter, item: Item, context: DocumentContext): readonly ParsedItem[] {
  const dateOrder = dateOrderOf(adapter.name);
  const results = adapter.parse(item, context);
  if (dateOrder === undefined) return results;
  return results.map((one) => (one.kind === 'listing' ? { ...one, raw: { dateOrder, ...one.raw } } : one));
}

/** A document that is one item, such as a page. */
async function* readWhole(input: DocumentInput): AsyncGenerator<ReadBatch, DocumentEnd> {
  const all = await collect(input.stream, input.maxDocumentBytes);
  if (all === undefined) {
    const reason = `a page is above ${input.maxDocumentBytes} bytes`;
    return { closed: false, reason, repairs: [], head: {} };
  }
  const fingerprint = new Uint8Array(FINGERPRINT_BYTES);
  fingerprintInto(fingerprint, all);
  input.order.add(fingerprint, 0, all.length);
  const listings = input.known.knows(fingerprint);
  const text = input.reader.read(all);
  const head = jsonHead(text);
  if (listings > 0) yield { knownListings: listings, repeatedListings: 0, parsed: [] };
  else {
    const results = found(input.adapter, { index: 0, text }, contextOf(input, head));
    yield {
      knownListings: 0,
      repeatedListings: 0,
      parsed: [{ index: 0, fingerprint, results }],
    };
  }
  const reason = openEnd(text);
  return { closed: reason === undefined, reason, repairs: [], head };
}

function contextOf({ url }: DocumentInput, head: Readonly<Record<string, string>>): DocumentContext {
  return url === undefined ? { head } : { url, head };
}
