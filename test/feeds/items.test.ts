import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { streamOf } from '../../src/core/bytes.ts';
import type { Cut } from '../../src/feeds/adapter.ts';
import { detectCharset, toUtf8 } from '../../src/feeds/detect/encoding.ts';
import { csvCells } from '../../src/feeds/cut/items-csv.ts';
import { cutterFor } from '../../src/feeds/read/items.ts';
import { adapterNamed } from '../../src/feeds/registry.ts';
import { readingOf } from './reading-of.ts';
import { bounded } from '../fuzz/bounds.ts';

const xml: Exclude<Cut, { kind: 'document' }> = { kind: 'xml', elements: ['job'] };
const traps = join(process.env['QUADWIRE_CORPUS'] ?? '../shared/corpus', '../bench/traps.py');

/** How a document is cut into chunks: whole, 1, 2, 3 bytes, and at random places. */
const chunkings: readonly ((bytes: Uint8Array) => Uint8Array[])[] = [
  (bytes) => [bytes],
  ...[1, 2, 3].map((size) => (bytes: Uint8Array) => pieces(bytes, () => size)),
  ...[7, 8, 9].map((seed) => (bytes: Uint8Array) => pieces(bytes, randomSizes(seed))),
];

describe.skipIf(!existsSync(traps))('spans as expat sees them', () => {
  const cases = existsSync(traps) ? trapCases() : [];

  test('the trap documents are there', () => {
    expect(cases.length).toBeGreaterThan(400);
  });

  test('every item has its exact span, under every chunking', () => {
    const wrong = cases.flatMap(({ k, b, want }) => {
      const bytes = new Uint8Array(Buffer.from(b, 'hex'));
      return chunkings.flatMap((chunked, index) => {
        const spans = spansOf(chunked(bytes), xml);
        return JSON.stringify(spans) === JSON.stringify(want)
          ? []
          : [`${k} chunking ${index}: ${JSON.stringify(spans)}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  test.each(['utf-16le', 'utf-16be'])('and in %s, with and without a mark', async (encoding) => {
    for (const { k, b, want } of cases) {
      const utf8 = Buffer.from(b, 'hex');
      if (k === 'latin1' || k === 'bom') continue;
      const wanted = want.map(([from, to]) => utf8.subarray(from, to).toString());
      for (const mark of ['', '\uFEFF']) {
        const wide = wideBytes(mark + utf8.toString(), encoding);
        for (const chunked of chunkings.slice(0, 4))
          expect({ k, texts: await textsOf(wide, chunked) }).toEqual({ k, texts: wanted });
      }
    }
  });
});

describe('JSON arrays', () => {
  const items = ['{"a":"]}\\"\\\\"}', '{"b":[{"c":"x"},[]]}', '"plain, \\"text\\""', '12.5', 'null', '{}'];

  test.each([
    ['the document itself', { kind: 'json', paths: [''] }, `[ ${items.join(' ,\n')} ]`],
    [
      'a member',
      { kind: 'json', paths: ['jobs'] },
      `{"x":{"jobs":[1]},"y":"[","jobs":[${items.join(',')}],"z":[2]}`,
    ],
    ['a path', { kind: 'json', paths: ['data.rows'] }, `{"data":{"n":1,"rows":[${items.join(',')}]}}`],
    [
      'a path through a list',
      { kind: 'json', paths: ['items[].rows'] },
      `{"items":[{"rows":[${items.join(',')}]}]}`,
    ],
  ] as const)('are found as %s, under every chunking', (_, cut, document) => {
    for (const chunked of chunkings) {
      const bytes = new TextEncoder().encode(document);
      expect(spansOf(chunked(bytes), cut).map(([from, to]) => document.slice(from, to))).toEqual(items);
    }
  });

  test('one object where the list was expected is one item, and is reported', () => {
    const cutter = cut('{"jobs":{"id":1}}', { kind: 'json', paths: ['jobs'] });
    expect(cutter.texts).toEqual(['{"id":1}']);
    expect(cutter.end.repairs).toEqual(['one item where a list was expected']);
  });

  test('a document may be one item itself', () => {
    expect(cut('{"id":1,"x":{"y":2}}', { kind: 'json', paths: ['jobs'], single: true }).texts).toEqual([
      '{"id":1,"x":{"y":2}}',
    ]);
    expect(cut('{"jobs":[]}', { kind: 'json', paths: ['jobs'], single: true }).texts).toEqual([]);
  });

  test('values outside the items have dotted names', () => {
    const { head } = cut(
      '{"meta":{"total":7,"ok":true,"none":null},"name":"A \\u00e9","jobs":[{"name":"B"}]}',
      {
        kind: 'json',
        paths: ['jobs'],
      },
    );
    expect({ ...head }).toEqual({ 'meta.total': '7', 'meta.ok': 'true', name: 'A é' });
  });

  test('a document that ends early is not closed', () => {
    const json = '{"jobs":[{"id":1},{"id":2}],"total":2}';
    const closed = Array.from({ length: json.length - 1 }, (_, index) => json.slice(0, index + 1)).filter(
      (start) => cut(start, { kind: 'json', paths: ['jobs'] }).end.closed,
    );
    expect(closed).toEqual([]);
    expect(cut(json, { kind: 'json', paths: ['jobs'] }).end.closed).toBe(true);
  });
});

describe('CSV', () => {
  test('records keep quoted line ends and separators, under every chunking', () => {
    const rows = ['1;"a;\r\n""b"";";x', '2;b\'"c;y', '"3";"";', '4;"é\n";z'];
    const document = `\uFEFFid;title;rest\r\n${rows.join('\r\n')}\r\n\r\n`;
    for (const chunked of chunkings) expect(cut(document, { kind: 'csv' }, chunked).texts).toEqual(rows);
  });

  test('rows before the header are no records', () => {
    const { texts, end } = cut('Export of 2026-11-20\n\nid,title,city\n1,A,B\n2,C,D', { kind: 'csv' });
    expect(texts).toEqual(['1,A,B', '2,C,D']);
    expect(end.repairs).toEqual(['rows before the header']);
  });

  test('a document that ends inside quotes is not closed', () => {
    expect(cut('id,title\n1,"A', { kind: 'csv' }).end).toMatchObject({ closed: false });
  });

  test('the cells of a record are those that csv-parse finds', () => {
    const piece = fc.constantFrom('"', '""', ',', ' ', 'a', 'bc', '\n', '\r\n', 'é', '–');
    const record = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(record, (text) => {
        const found = cellsByPeer(text);
        fc.pre(found !== undefined);
        expect(csvCells(text, ',')).toEqual(found);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a quote that never closes, behind a space, is a part of its cell', async () => {
    const rows = 'id,title,city,note\n1,Nurse, "Berlin,"and more\n2,Cook,Ulm,\n';
    const { listings, end } = await readingOf(rows, { adapter: adapterNamed('csv') ?? 'auto' });
    expect(end.completeness).toBe('complete');
    expect(listings.map(({ jobLocation }) => jobLocation)).toEqual([
      [{ city: '"Berlin' }],
      [{ city: 'Ulm' }],
    ]);
  });
});

describe('XML that is not well formed', () => {
  test.each([
    [
      'text before the root',
      'This XML file has no style.\n<s><job>1</job></s>',
      ['<job>1</job>'],
      'text before the root',
    ],
    ['a stray end tag', '<s></x><job>1</job></s>', ['<job>1</job>'], 'stray </x>'],
    ['a stray <', '<s>a < b<job>1</job></s>', ['<job>1</job>'], 'stray < outside the items'],
    ['an unclosed element', '<s><head><job>1</job></s>', ['<job>1</job>'], 'unclosed <head>'],
    ['capitals that differ', '<s><Job>1</job></s>', ['<Job>1</job>'], undefined],
  ])('%s', (_, document, texts, repair) => {
    const found = cut(document, xml);
    expect(found.texts).toEqual(texts);
    expect(found.end).toMatchObject({ closed: true, repairs: repair === undefined ? [] : [repair] });
  });

  test('a thousand items that are not closed are each told, in linear time', async () => {
    const document = `<s>${'<job><t>x</t>'.repeat(30_000)}</s>`;
    const { defects, end } = await bounded(() => {
      const defects: string[] = [];
      const cutter = cutterFor(
        xml,
        { item: (_, __, ___, defect) => void defects.push(defect ?? '') },
        { maxItemBytes: 100_000 },
      );
      for (const piece of pieces(new TextEncoder().encode(document), () => 20_000)) cutter.push(piece);
      return { defects, end: cutter.end() };
    }, 300);
    expect(end.closed).toBe(false);
    expect(new Set(defects)).toEqual(new Set(['<job> is not closed']));
    expect(defects.length).toBe(29_999);
  });

  test('attributes of a hundred thousand characters are looked through in linear time', async () => {
    await bounded(() => cut(`<s a="1" ${'__proto__'.repeat(12_000)} b="2"><job>1</job></s>`, xml));
    expect(cut('<s a="1" x:B = \'2\'><job/></s>', xml).head).toEqual({ 's@a': '1', 's@b': '2' });
  });

  test('a document type with entities is passed over', () => {
    const document = '<!DOCTYPE s [<!ENTITY a "<job>"> <!-- ]> --> ]><s><job>&a;</job></s>';
    expect(cut(document, xml)).toMatchObject({ texts: ['<job>&a;</job>'], end: { closed: true } });
  });
});

function cut(document: string, by: Exclude<Cut, { kind: 'document' }>, chunked = chunkings[0]) {
  const texts: string[] = [];
  const cutter = cutterFor(
    by,
    { item: (bytes, from, to) => void texts.push(Buffer.from(bytes.slice(from, to)).toString()) },
    { maxItemBytes: 1e6 },
  );
  for (const chunk of chunked?.(new TextEncoder().encode(document)) ?? []) cutter.push(chunk);
  return { texts, end: cutter.end(), head: cutter.head };
}

/** The first row that csv-parse reads; undefined where it refuses. */
function cellsByPeer(record: string): readonly string[] | undefined {
  try {
    const rows: string[][] = parse(record, { relax_quotes: true, relax_column_count: true });
    return rows[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

function spansOf(chunks: readonly Uint8Array[], by: Exclude<Cut, { kind: 'document' }>): [number, number][] {
  const spans: [number, number][] = [];
  let at = 0;
  const cutter = cutterFor(
    by,
    {
      item: (_, from, to) => {
        spans.push([at, at + to - from]);
        at += to - from;
      },
      outside: (_, from, to) => {
        at += to - from;
      },
    },
    { maxItemBytes: 1e6 },
  );
  for (const chunk of chunks) cutter.push(chunk);
  expect(cutter.end().closed).toBe(true);
  return spans;
}

async function textsOf(bytes: Uint8Array, chunked: (bytes: Uint8Array) => Uint8Array[]): Promise<string[]> {
  const texts: string[] = [];
  const cutter = cutterFor(
    xml,
    { item: (source, from, to) => void texts.push(Buffer.from(source.slice(from, to)).toString()) },
    { maxItemBytes: 1e6 },
  );
  for await (const chunk of toUtf8(streamOf(...chunked(bytes)), detectCharset(bytes)).bytes)
    cutter.push(chunk);
  cutter.end();
  return texts;
}

function wideBytes(text: string, encoding: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

function pieces(bytes: Uint8Array, size: () => number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + size());
    chunks.push(bytes.slice(at, end));
    at = end;
  }
  return chunks;
}

function randomSizes(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (state % 40);
  };
}

function trapCases(): { k: string; b: string; want: [number, number][] }[] {
  const folder = mkdtempSync(join(tmpdir(), 'traps-'));
  try {
    const out = join(folder, 'traps.json');
    execFileSync('python3', [traps, out]);
    return JSON.parse(readFileSync(out, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
