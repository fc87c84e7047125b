import { collect, concat, type ByteStream } from '../core/bytes.ts';
import { politely, type Steps } from '../core/polite.ts';
import type { Adapter, DocumentContext, Item, ParsedItem } from './adapter.ts';
import { dateOrderOf } from './date-orders.ts';
import type { TextReader } from './encoding.ts';
import { fingerprintInto, FINGERPRINT_BYTES, type DocumentDigest } from './item-hash.ts';
import { csvRecord } from './items-csv.ts';
import { cutterFor, type CsvHeader, type CutEnd, type EmitItem } from './items.ts';

/** A bounded number of items, hashed; parsed unless they were known. */
export type ReadBatch = {
  /** Fingerprints of the known ones, one after the other, and how many listings each is known to hold. */
  readonly known: Uint8Array;
  readonly knownListings: readonly number[];
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
  readonly url?: string;
  /** How many listings an item with this fingerprint is known to hold; 0 when it is not known. */
  readonly knows: (fingerprint: Uint8Array) => number;
  /** Takes every fingerprint and everything between the items. */
  readonly digest: DocumentDigest;
  /** Adds what only a call of its own gives; undefined when it cannot be had now. */
  readonly details?: (item: Item, context: DocumentContext) => Promise<Item | undefined>;
  readonly maxItemBytes: number;
  readonly maxDocumentBytes: number;
};

export type DocumentEnd = CutEnd & { readonly head: Readonly<Record<string, string>> };

/** How much unknown text is kept before it is parsed: values after the items of a small document are known to its items. */
const FIRST_BYTES = 2_000_000;
/** Later on less, so that it dies young. */
const BATCH_BYTES = 400_000;
const BATCH_ITEMS = 500;
const BATCH_KNOWN = 25_000;

/** Cuts one document, hashes its items, and parses those that are not known; batches of items as they come. */
export async function* readDocument(input: DocumentInput): AsyncGenerator<ReadBatch, DocumentEnd> {
  const { adapter, stream } = input;
  if (adapter.cut.kind === 'document') return yield* readWhole(input);
  const known: Uint8Array[] = [];
  let knownListings: number[] = [];
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let enough = FIRST_BYTES;
  let index = 0;
  const fingerprint = new Uint8Array(FINGERPRINT_BYTES);
  const cutter = cutterFor(
    adapter.cut,
    { item: emit, outside: input.digest.add },
    { maxItemBytes: input.maxItemBytes },
  );
  const context = contextOf(input, cutter.head);

  for await (const chunk of stream.bytes) {
    cutter.push(chunk);
    if (waiting.length >= BATCH_ITEMS || waitingBytes >= enough || knownListings.length >= BATCH_KNOWN)
      yield await flush();
  }
  const end = cutter.end();
  yield await flush();
  return { ...end, head: cutter.head };

  function emit(...[source, start, stop, defect]: Parameters<EmitItem>) {
    const item = source.subarray(start, stop);
    fingerprintInto(fingerprint, item);
    input.digest.add(fingerprint, 0, FINGERPRINT_BYTES);
    const listings = defect === undefined ? input.knows(fingerprint) : 0;
    if (listings > 0) {
      if (knownListings.length % KNOWN_BLOCK === 0)
        known.push(new Uint8Array(KNOWN_BLOCK * FINGERPRINT_BYTES));
      known.at(-1)?.set(fingerprint, (knownListings.length % KNOWN_BLOCK) * FINGERPRINT_BYTES);
      knownListings.push(listings);
    } else {
      const text = input.reader.read(item);
      waiting.push({ fingerprint: fingerprint.slice(), index, text, defect, header: cutter.header?.() });
      waitingBytes += item.length;
    }
    index += 1;
  }

  async function flush(): Promise<ReadBatch> {
    const [items, counts] = [waiting, knownListings];
    const fingerprints = concat(known.splice(0)).subarray(0, counts.length * FINGERPRINT_BYTES);
    [waiting, waitingBytes, knownListings] = [[], 0, []];
    enough = BATCH_BYTES;
    const asked = input.details === undefined ? items : await detailed(items, context, input.details);
    const parsed = await politely(parsing(adapter, asked, context));
    return { known: fingerprints, knownListings: counts, parsed };
  }
}

const KNOWN_BLOCK = 1024;
const none = new Uint8Array(0);

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
  const { fingerprint, index, text, defect, header, unfinished = false } = waiting;
  if (defect !== undefined) return { index, fingerprint, results: [{ kind: 'rejected', reason: defect }] };
  const item: Item = { index, text, ...(header === undefined ? {} : { cells: csvRecord(text, header) }) };
  return {
    index,
    fingerprint,
    results: found(adapter, item, context),
    ...(unfinished ? { unfinished } : {}),
  };
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
  input.digest.add(fingerprint, 0, FINGERPRINT_BYTES);
  const listings = input.knows(fingerprint);
  if (listings > 0) yield { known: fingerprint, knownListings: [listings], parsed: [] };
  else {
    const results = found(input.adapter, { index: 0, text: input.reader.read(all) }, contextOf(input, {}));
    yield { known: none, knownListings: [], parsed: [{ index: 0, fingerprint, results }] };
  }
  return { closed: true, repairs: [], head: {} };
}

function contextOf({ url }: DocumentInput, head: Readonly<Record<string, string>>): DocumentContext {
  return url === undefined ? { head } : { url, head };
}
