import { hash, type Hash } from 'node:crypto';
import { collect, type ByteStream } from '../core/bytes.ts';
import type { Adapter, DocumentContext, Item, ParsedItem } from './adapter.ts';
import { dateOrderOf } from './date-orders.ts';
import type { TextReader } from './encoding.ts';
import { csvRecord } from './items-csv.ts';
import { cutterFor, type CsvHeader, type CutEnd, type EmitItem } from './items.ts';

export const FINGERPRINT_BYTES = 16;

/** One item, hashed; parsed unless it was known. */
export type ReadItem =
  | { readonly kind: 'known'; readonly fingerprint: Uint8Array; readonly listings: number }
  | { readonly kind: 'parsed'; readonly fingerprint: Uint8Array; readonly parsed: readonly ParsedItem[] };

export type DocumentInput = {
  readonly stream: ByteStream;
  readonly adapter: Adapter;
  readonly reader: TextReader;
  readonly url?: string;
  /** How many listings an item with this fingerprint is known to hold; 0 when it is not known. */
  readonly knows: (fingerprint: Uint8Array) => number;
  /** Takes every fingerprint and everything between the items. */
  readonly digest: Hash;
  readonly maxItemBytes: number;
  readonly maxDocumentBytes: number;
};

export type DocumentEnd = CutEnd & { readonly head: Readonly<Record<string, string>> };

/** How much unknown text is kept before it is parsed: values after the items of a small document are known to its items. */
const BATCH_BYTES = 4_000_000;
const BATCH_ITEMS = 500;

/** Cuts one document, hashes its items, and parses those that are not known; batches of items as they come. */
export async function* readDocument(input: DocumentInput): AsyncGenerator<readonly ReadItem[], DocumentEnd> {
  const { adapter, stream } = input;
  if (adapter.cut.kind === 'document') return yield* readWhole(input);
  const waiting: (ReadItem | Waiting)[] = [];
  let waitingBytes = 0;
  let waitingItems = 0;
  let index = 0;
  const cutter = cutterFor(adapter.cut, { item: emit, outside }, { maxItemBytes: input.maxItemBytes });
  const context: DocumentContext = {
    ...(input.url === undefined ? {} : { url: input.url }),
    head: cutter.head,
  };

  for await (const chunk of stream.bytes) {
    cutter.push(chunk);
    if (waitingItems >= BATCH_ITEMS || waitingBytes >= BATCH_BYTES || waiting.length > 50 * BATCH_ITEMS)
      yield flush();
  }
  const end = cutter.end();
  if (waiting.length > 0) yield flush();
  return { ...end, head: cutter.head };

  function emit(...[source, start, stop, defect]: Parameters<EmitItem>) {
    const item = source.subarray(start, stop);
    const fingerprint = fingerprintOf(item);
    input.digest.update(fingerprint);
    const listings = defect === undefined ? input.knows(fingerprint) : 0;
    if (listings > 0) waiting.push({ kind: 'known', fingerprint, listings });
    else {
      const text = input.reader.read(item);
      waiting.push({ kind: 'waiting', fingerprint, index, text, defect, header: cutter.header?.() });
      waitingBytes += item.length;
      waitingItems += 1;
    }
    index += 1;
  }

  function outside(source: Uint8Array, start: number, stop: number) {
    input.digest.update(source.subarray(start, stop));
  }

  function flush(): ReadItem[] {
    waitingBytes = 0;
    waitingItems = 0;
    return waiting.splice(0).map((item) => (item.kind === 'waiting' ? parsed(adapter, item, context) : item));
  }
}

type Waiting = {
  readonly kind: 'waiting';
  readonly fingerprint: Uint8Array;
  readonly index: number;
  readonly text: string;
  readonly defect: string | undefined;
  readonly header: CsvHeader | undefined;
};

function parsed(adapter: Adapter, waiting: Waiting, context: DocumentContext): ReadItem {
  const { fingerprint, index, text, defect, header } = waiting;
  if (defect !== undefined)
    return { kind: 'parsed', fingerprint, parsed: [{ kind: 'rejected', reason: defect }] };
  const item: Item = {
    index,
    text,
    ...(header === undefined ? {} : { cells: csvRecord(text, header) }),
  };
  return { kind: 'parsed', fingerprint, parsed: parse(adapter, item, context) };
}

/** What the adapter finds in an item, with the order in which the format writes day and month. */
function parse(adapter: Adapter, item: Item, context: DocumentContext): readonly ParsedItem[] {
  const dateOrder = dateOrderOf(adapter.name);
  const found = adapter.parse(item, context);
  if (dateOrder === undefined) return found;
  return found.map((one) => (one.kind === 'listing' ? { ...one, raw: { dateOrder, ...one.raw } } : one));
}

/** A document that is one item, such as a page. */
async function* readWhole(input: DocumentInput): AsyncGenerator<readonly ReadItem[], DocumentEnd> {
  const all = await collect(input.stream, input.maxDocumentBytes);
  if (all === undefined) {
    const reason = `a page is above ${input.maxDocumentBytes} bytes`;
    return { closed: false, reason, repairs: [], head: {} };
  }
  const fingerprint = fingerprintOf(all);
  input.digest.update(fingerprint);
  const listings = input.knows(fingerprint);
  if (listings > 0) yield [{ kind: 'known', fingerprint, listings }];
  else {
    const context: DocumentContext = { ...(input.url === undefined ? {} : { url: input.url }), head: {} };
    const item: Item = { index: 0, text: input.reader.read(all) };
    yield [{ kind: 'parsed', fingerprint, parsed: parse(input.adapter, item, context) }];
  }
  return { closed: true, repairs: [], head: {} };
}

function fingerprintOf(bytes: Uint8Array): Uint8Array {
  return hash('sha1', bytes, 'buffer').subarray(0, FINGERPRINT_BYTES);
}
