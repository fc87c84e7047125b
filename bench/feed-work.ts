import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parse as csvParser } from 'csv-parse';
import { XMLParser } from 'fast-xml-parser';
import { Parser } from 'htmlparser2';
import { tuneEngine } from '../src/faces/cli/engine.ts';
import type { Adapter } from '../src/feeds/adapter.ts';
import { fileStream } from '../src/feeds/files.ts';
import { itemOrder } from '../src/feeds/cut/item-order.ts';
import { nothingKnown, type KnownItems } from '../src/feeds/read/known-items.ts';
import { readFeed } from '../src/feeds/read/read.ts';
import { adapterNamed } from '../src/feeds/registry.ts';
import { openSnapshot, packSnapshot, type SnapshotEntry } from '../src/feeds/snapshot.ts';
import type { FeedFormat } from './feed-generator.ts';
import { measured } from './measure.ts';

/** The product's reader of each format. */
const readers: Readonly<Record<FeedFormat, string>> = {
  xml: 'indeed-xml',
  rss: 'rss-generic',
  csv: 'csv',
  json: 'json-generic',
};

type Work = (file: string, format: FeedFormat, snapshot: string) => Promise<number>;

const ours: Readonly<Record<string, Work>> = {
  're-sync': async (file, format, snapshot) =>
    itemsOf(file, format, openSnapshot(new Uint8Array(readFileSync(snapshot)))),
  'first import': async (file, format) => itemsOf(file, format),
  /** What a first run leaves behind for the second. */
  async snapshot(file, format, target) {
    const entries: SnapshotEntry[] = [];
    const order = itemOrder();
    const items = await itemsOf(file, format, { knows: () => 0, order }, (fingerprint) => {
      entries.push({ fingerprint: fingerprint.slice(), listingId: entries.length + 1 });
    });
    writeFileSync(target, packSnapshot(entries, order));
    return items;
  },
};

/** Other readers, which give the fields of each item by name, and the limit of whatever must notice a change. */
const peers: Readonly<Record<string, Work>> = {
  async 'read + hash'(file) {
    const hash = createHash('sha1');
    for await (const chunk of fileStream(file).bytes) hash.update(chunk);
    hash.digest();
    return 0;
  },
  async htmlparser2(file) {
    const fields = collector();
    const parser = new Parser(
      { onopentag: fields.open, ontext: fields.text, onclosetag: fields.close },
      { xmlMode: true, decodeEntities: true },
    );
    for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 }))
      parser.write(String(chunk));
    parser.end();
    return fields.items();
  },
  async 'fast-xml-parser, whole'(file) {
    const parser = new XMLParser({ processEntities: false, parseTagValue: false });
    return parser.parse(readFileSync(file, 'utf8')).source.job.length;
  },
  async 'csv-parse'(file) {
    let items = 0;
    const rows = createReadStream(file, { highWaterMark: 1 << 20 }).pipe(csvParser({ columns: true }));
    for await (const row of rows) if (typeof row.title === 'string') items += 1;
    return items;
  },
  async 'JSON.parse, whole'(file) {
    return JSON.parse(readFileSync(file, 'utf8')).jobs.length;
  },
};

/** Does one piece of work and prints what it cost. */
async function main([what = '', format = '', file = '', snapshot = '']: readonly string[]): Promise<void> {
  const work = ours[what] ?? peers[what];
  if (work === undefined || !isFormat(format))
    throw new Error(
      `expected one of ${[...Object.keys(ours), ...Object.keys(peers)].join(', ')} and a format`,
    );
  // As the command line reads; the peers run as Node starts them.
  if (what in ours) tuneEngine();
  const measurement = await measured('feeds', what, async () => ({
    items: await work(file, format, snapshot),
    mb: Math.round(statSync(file).size / 1e6),
  }));
  console.log(JSON.stringify(measurement));
}

const isFormat = (text: string): text is FeedFormat => text in readers;

async function itemsOf(
  path: string,
  format: FeedFormat,
  known: KnownItems = nothingKnown,
  take: (fingerprint: Uint8Array) => void = () => undefined,
): Promise<number> {
  const adapter: Adapter | undefined = adapterNamed(readers[format]);
  if (adapter === undefined) throw new Error(`expected the adapter ${readers[format]}`);
  for await (const step of readFeed({ source: fileStream(path), adapter, known })) {
    if (step.kind === 'chunk') for (const { fingerprint } of step.chunk.listings) take(fingerprint);
    else if (step.end.completeness === 'complete') return step.end.items;
    else throw new Error(`expected a complete reading, not ${step.end.reason}`);
  }
  return 0;
}

/** Fields of each item by name, as a reader over events gathers them. */
function collector() {
  let items = 0;
  let depth = 0;
  let value = '';
  let fields: Record<string, string> = {};
  return {
    items: () => items,
    open: (name: string) => {
      if (name === 'job' || name === 'item') {
        fields = {};
        depth = 1;
      } else if (depth > 0) depth += 1;
      value = '';
    },
    text: (text: string) => {
      if (depth > 1) value += text;
    },
    close: (name: string) => {
      if (depth > 1) {
        fields[name] = value;
        depth -= 1;
      } else if (depth === 1) {
        depth = 0;
        if (fields['title'] !== undefined) items += 1;
      }
    },
  };
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
