import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { Parser } from 'htmlparser2';
import RssParser from 'rss-parser';
import { SaxEventType, SAXParser } from 'sax-wasm';
import { SaxesParser } from 'saxes';
import type { Adapter } from '../src/feeds/adapter.ts';
import { fileStream } from '../src/feeds/files.ts';
import { itemOrder } from '../src/feeds/item-order.ts';
import { cutterFor } from '../src/feeds/items.ts';
import { nothingKnown, type KnownItems } from '../src/feeds/known-items.ts';
import { readFeed } from '../src/feeds/read.ts';
import { adapterNamed } from '../src/feeds/registry.ts';
import { openSnapshot, packSnapshot, type SnapshotEntry } from '../src/feeds/snapshot.ts';
import { readTree } from '../src/feeds/xml-tree.ts';
import { boundMemory } from '../src/cli/engine.ts';
import { measured } from './measure.ts';

/** Fields by their names and no more: what the readers of the other measurements give too. */
const plainFields: Adapter = {
  name: 'plain',
  about: 'fields by name',
  detect: () => undefined,
  cut: { kind: 'xml', elements: ['job'] },
  parse: ({ text }) => {
    const fields: Record<string, string> = {};
    for (const { name, text: value } of readTree(text)?.root.children ?? []) fields[name] = value;
    const { title, description, referencenumber } = fields;
    if (title === undefined || description === undefined || referencenumber === undefined)
      return [{ kind: 'rejected', reason: 'no title' }];
    return [{ kind: 'listing', raw: { identifier: referencenumber, title, description } }];
  },
};

/** Each piece of work reads the file and says how many items it saw. */
const works: Record<string, (file: string, snapshot: string) => Promise<number>> = {
  async read(file) {
    for await (const _ of fileStream(file).bytes);
    return 0;
  },
  async 'read + sha1'(file) {
    const hash = createHash('sha1');
    for await (const chunk of fileStream(file).bytes) hash.update(chunk);
    hash.digest();
    return 0;
  },
  async cut(file) {
    let items = 0;
    const count = () => {
      items += 1;
    };
    const cutter = cutterFor(
      { kind: 'xml', elements: ['job', 'item'] },
      { item: count },
      { maxItemBytes: 16e6 },
    );
    for await (const chunk of fileStream(file).bytes) cutter.push(chunk);
    cutter.end();
    return items;
  },
  async 'cut + flat reader'(file) {
    let items = 0;
    const decoder = new TextDecoder();
    const cutter = cutterFor(
      { kind: 'xml', elements: ['job', 'item'] },
      {
        item: (bytes, from, to) => {
          items +=
            readTree(decoder.decode(bytes.subarray(from, to)))?.root.children.length === undefined ? 0 : 1;
        },
      },
      { maxItemBytes: 16e6 },
    );
    for await (const chunk of fileStream(file).bytes) cutter.push(chunk);
    cutter.end();
    return items;
  },
  async 're-sync'(file, snapshotFile) {
    return itemsOf(file, plainFields, openSnapshot(readFileSync(snapshotFile)));
  },
  async 're-sync, indeed-xml'(file, snapshotFile) {
    return itemsOf(file, adapterNamed('indeed-xml'), openSnapshot(readFileSync(snapshotFile)));
  },
  async 'first import, fields'(file) {
    return itemsOf(file, plainFields);
  },
  async 'first import, indeed-xml'(file) {
    return itemsOf(file, adapterNamed('indeed-xml'));
  },
  async 'fast-xml-parser, whole'(file) {
    const document = new XMLParser({ processEntities: false, parseTagValue: false }).parse(
      readFileSync(file, 'utf8'),
    );
    return document.source.job.length;
  },
  async htmlparser2(file) {
    const fields = collector();
    const parser = new Parser(
      { onopentag: fields.open, ontext: fields.text, onclosetag: fields.close },
      { xmlMode: true, decodeEntities: true },
    );
    for await (const chunk of textOf(file)) parser.write(chunk);
    parser.end();
    return fields.items();
  },
  async saxes(file) {
    const fields = collector();
    const parser = new SaxesParser();
    parser.on('opentag', ({ name }) => fields.open(name));
    parser.on('text', fields.text);
    parser.on('cdata', fields.text);
    parser.on('closetag', ({ name }) => fields.close(name));
    for await (const chunk of textOf(file)) parser.write(chunk);
    parser.close();
    return fields.items();
  },
  async 'sax-wasm'(file) {
    const fields = collector();
    const parser = new SAXParser(
      SaxEventType.OpenTagStart | SaxEventType.Text | SaxEventType.Cdata | SaxEventType.CloseTag,
    );
    await parser.prepareWasm(readFileSync(new URL(import.meta.resolve('sax-wasm/lib/sax-wasm.wasm'))));
    parser.eventHandler = (event, detail) => {
      if ('value' in detail) fields.text(String(detail.value));
      else if ('name' in detail)
        (event === SaxEventType.OpenTagStart ? fields.open : fields.close)(String(detail.name));
    };
    for await (const chunk of createReadStream(file, { highWaterMark: 64 * 1024 })) parser.write(chunk);
    parser.end();
    return fields.items();
  },
  async 'rss-parser'(file) {
    return (await new RssParser().parseString(readFileSync(file, 'utf8'))).items.length;
  },
};

const peers = new Set(['fast-xml-parser, whole', 'htmlparser2', 'saxes', 'sax-wasm', 'rss-parser']);

/** Does one piece of work and prints what it cost; `snapshot` writes what a first run leaves behind. */
async function main([what = '', file = '', snapshot = '']: readonly string[]): Promise<void> {
  if (what === 'snapshot') {
    await writeSnapshot(file, snapshot);
    console.log('{}');
    return;
  }
  const work = works[what];
  if (work === undefined) throw new Error(`expected one of ${Object.keys(works).join(', ')}, not ${what}`);
  // As the command line reads; the peers run as Node starts them.
  if (!peers.has(what)) boundMemory();
  const { size } = statSync(file);
  const measurement = await measured('feeds', what, async () => ({
    items: await work(file, snapshot),
    mb: Math.round(size / 1e6),
  }));
  console.log(JSON.stringify({ ...measurement, mbPerS: Math.round(size / 1000 / measurement.ms) }));
}

async function itemsOf(
  path: string,
  adapter: Adapter | undefined,
  known: KnownItems = nothingKnown,
  take: (fingerprint: Uint8Array) => void = () => undefined,
): Promise<number> {
  if (adapter === undefined) throw new Error('expected the adapter indeed-xml');
  for await (const step of readFeed({ source: fileStream(path), adapter, known })) {
    if (step.kind === 'chunk') for (const { fingerprint } of step.chunk.listings) take(fingerprint);
    else if (step.end.completeness === 'complete') return step.end.items;
    else throw new Error(`expected a complete reading, not ${step.end.reason}`);
  }
  return 0;
}

/** What a first run of the feed leaves behind for the second. */
async function writeSnapshot(path: string, target: string): Promise<void> {
  const entries: SnapshotEntry[] = [];
  const order = itemOrder();
  await itemsOf(path, plainFields, { knows: () => 0, order }, (fingerprint) => {
    entries.push({ fingerprint: fingerprint.slice(), listingId: entries.length + 1 });
  });
  writeFileSync(target, packSnapshot(entries, order));
}

async function* textOf(path: string): AsyncGenerator<string> {
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 }))
    yield String(chunk);
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
      if (name === 'job') {
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
      } else if (depth === 1 && name === 'job') {
        depth = 0;
        if (fields['title'] !== undefined) items += 1;
      }
    },
  };
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
