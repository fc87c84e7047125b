import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { streamOf } from '../../src/core/bytes.ts';
import { readFeed } from '../../src/feeds/read/read.ts';
import type { ReadingEnd, ReadListing } from '../../src/feeds/read/feed-reading.ts';

/** Real documents, kept outside the project (their licenses do not allow copies); CI has them and must not skip. */
const corpus = resolve(process.env['QUADWIRE_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus'));
const manifest = join(corpus, 'MANIFEST.tsv');
const rows = existsSync(manifest)
  ? readFileSync(manifest, 'utf8').trim().split('\n').slice(1).map(rowOf)
  : [];
if (rows.length === 0)
  process.stderr.write(`corpus tests skip: no documents at ${corpus} (QUADWIRE_CORPUS)\n`);

/** Names that detection may give besides the folder's own. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  'jora-xml': ['indeed-xml'],
  'rss-board': ['rss-generic'],
  'html-plain': ['html-jsonld'],
};
/** Folders that are no format: the one that a document shows, or none. */
const anyName = new Set(['derived', 'rss-illformed', 'xml-attack', 'not-a-feed', 'hrxml-2-setu']);
/** Documents of a format's folder that hold no feed of it. */
const foreign = new Set(['rss-generic/unknown.xml']);
/** Documents that hold one entry without a title, or of which a third party left the fields out. */
const untitled = new Set([
  'rss-generic/incomplete.atom',
  'smartrecruiters-json/detail.json',
  'indeed-xml/completestaffing-full2.xml',
]);

describe.skipIf(rows.length === 0)('documents of the corpus', () => {
  test.each(rows)('$path is read as its manifest says', async ({ path, format, counted }) => {
    const { end, listings } = await read(path);

    expect(end.items).toBe(end.listings + end.rejected.length + end.merged);
    if (counted !== undefined) expect(end.items).toBe(counted);
    if (!anyName.has(format) && !foreign.has(path))
      expect([format, ...(accepted[format] ?? [])]).toContain(end.adapter);
    if (!anyName.has(format) && !untitled.has(path))
      expect(listings.filter(({ raw }) => raw.title === undefined)).toEqual([]);
    expect(listings.filter(({ identity }) => !isSane(identity))).toEqual([]);
    expect(JSON.stringify(listings)).not.toMatch(/REDACTED<|customerCredentials|\[object Object\]/);
  });

  test('an order between agencies, a page of errors, an unknown root and nothing at all are refused with a reason', async () => {
    for (const path of [
      'hrxml-2-setu/staffingorder-nl.xml',
      'not-a-feed/gsa-500.html',
      'rss-generic/unknown.xml',
      'not-a-feed/cpsit-malformed-empty.xml',
    ]) {
      const { end } = await read(path);
      expect([path, end.adapter, end.completeness]).toEqual([path, 'none', 'failed']);
      expect(end.reason).toMatch(/\w/);
    }
  });

  test('attacks are harmless: nothing is expanded', async () => {
    for (const { path } of rows.filter(
      ({ format, path }) => format === 'xml-attack' || path.includes('billion-laughs'),
    )) {
      const { listings } = await read(path);
      expect(JSON.stringify(listings).length).toBeLessThan(2_000);
    }
  });

  test('a document that is cut off gives what is whole, and says that it is truncated', async () => {
    const { end } = await read('derived/truncated-45pct.recruityard.xml');
    expect([end.completeness, end.listings]).toEqual(['truncated', 40]);
  });

  test('credentials of a partner appear in no listing', async () => {
    const { listings } = await read('vonq-igb-xml/reddit-de.xml');
    expect(JSON.stringify(listings)).not.toContain('REDACTED');
    expect(JSON.stringify(listings)).not.toContain('callback');
  });
});

type Row = { readonly path: string; readonly format: string; readonly counted: number | undefined };

function rowOf(line: string): Row {
  const [path = '', format = '', , , , , , , counted = ''] = line.split('\t');
  return { path, format, counted: counted === '' ? undefined : Number(counted) };
}

async function read(path: string): Promise<{ end: ReadingEnd; listings: ReadListing[] }> {
  const listings: ReadListing[] = [];
  let end: ReadingEnd | undefined;
  for await (const step of readFeed({
    source: streamOf(readFileSync(join(corpus, path))),
    adapter: 'auto',
  })) {
    if (step.kind === 'end') ({ end } = step);
    else listings.push(...step.chunk.listings);
  }
  if (end === undefined) throw new Error(`${path}: the reading did not end`);
  return { end, listings };
}

function isSane(identity: string): boolean {
  return (
    identity !== '' &&
    identity === identity.trim() &&
    identity.length < 500 &&
    !/[\n<>]|undefined/.test(identity)
  );
}
