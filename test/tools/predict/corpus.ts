import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { streamOf } from '../../../src/core/bytes.ts';
import type { ParsedItem } from '../../../src/feeds/adapter.ts';
import { detect } from '../../../src/feeds/detect/detect.ts';
import { documentHead, HEAD_BYTES } from '../../../src/feeds/detect/document-head.ts';
import { detectCharset, isCuttable, textReader, toUtf8 } from '../../../src/feeds/detect/encoding.ts';
import { outsideDigest } from '../../../src/feeds/cut/item-hash.ts';
import { itemOrder } from '../../../src/feeds/cut/item-order.ts';
import { nothingKnown } from '../../../src/feeds/read/known-items.ts';
import { readDocument } from '../../../src/feeds/read/read-document.ts';
import { adapterNamed, adapters } from '../../../src/feeds/registry.ts';
import { readLimits } from '../../../src/feeds/read/read-limits.ts';
import type { Listing } from '../../../src/listings/listing.ts';
import { normalise } from '../../../src/listings/normalise.ts';

/** A row of a document of the corpus, understood; undefined where the row is no listing. */
export type CorpusRow = Listing | undefined;

/** Reads documents of a corpus, each once: its job rows in their order, those that are rejected included. */
export function corpusReader(folder: string): (path: string) => Promise<readonly CorpusRow[]> {
  const documents = new Map<string, Promise<readonly CorpusRow[]>>();
  return (path) => {
    const known = documents.get(path) ?? corpusRows(folder, path);
    documents.set(path, known);
    return known;
  };
}

async function corpusRows(folder: string, path: string): Promise<readonly CorpusRow[]> {
  const bytes = readFileSync(join(folder, path));
  const start = bytes.subarray(0, HEAD_BYTES);
  const charset = detectCharset(start);
  const cuttable = isCuttable(charset.encoding);
  const adapter = adapterNamed(path.split('/')[0] ?? '') ?? recognized(start);
  if (adapter === undefined) return [];
  const stream = streamOf(bytes);
  const rows: CorpusRow[] = [];
  const reading = readDocument({
    known: nothingKnown,
    stream: cuttable ? stream : toUtf8(stream, charset),
    adapter,
    reader: textReader(cuttable ? charset.encoding : 'utf-8'),
    order: itemOrder(),
    outside: outsideDigest(),
    maxItemBytes: readLimits.maxItemBytes,
    maxDocumentBytes: readLimits.maxDocumentBytes,
  });
  for await (const { parsed } of reading) {
    for (const item of parsed) rows.push(...item.results.map(understood));
  }
  return rows;
}

function recognized(start: Uint8Array) {
  const recognition = detect(documentHead(start), adapters);
  return recognition.kind === 'unknown' ? undefined : recognition.adapter;
}

/** `identifier` is filled in as a feed would, so that rows without an id are rows too. */
function understood(item: ParsedItem): CorpusRow {
  if (item.kind === 'rejected') return undefined;
  const { raw } = item;
  const identifier = raw.identifier ?? raw.applyUrl ?? raw.url ?? raw.title ?? 'row';
  const understanding = normalise({ ...raw, identifier }, {});
  return understanding.kind === 'listing' ? understanding.listing : undefined;
}
