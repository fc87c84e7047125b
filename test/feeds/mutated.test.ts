// @module-tag slow
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { streamOf } from '../../src/core/bytes.ts';
import { readFeed } from '../../src/feeds/read/read.ts';
import { adapters } from '../../src/feeds/registry.ts';
import { normalise } from '../../src/listings/normalise.ts';
import { mutated } from './mutated.ts';
import { bounded } from '../fuzz/bounds.ts';

const corpus = resolve(process.env['QUADWIRE_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus'));
const fields = {
  id: '1',
  referencenumber: '1',
  title: 'Nurse &amp; cook',
  name: 'Nurse',
  description: '<p>Care</p>',
  url: 'https://x.example/1',
  date: '2026-11-20',
  city: 'Boston',
  salary: '$20 - $30 per hour',
};
const elements = Object.entries(fields)
  .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
  .join('\n');
const rss = `<item>${elements}<link>https://x.example/1</link><guid>1</guid><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>`;
const posting = JSON.stringify({
  '@type': 'JobPosting',
  ...fields,
  jobLocation: [{ address: { addressLocality: 'Reno' } }],
});

/** Small documents of every kind that is cut in its own way. */
const documents = [
  `<?xml version="1.0"?><source><publisher>A</publisher>${`<job>${elements}</job>`.repeat(3)}</source>`,
  `<jobs>${`<job id="7">${elements}<location><city>Reno</city></location></job>`.repeat(3)}</jobs>`,
  `<rss version="2.0"><channel><title>A</title>${rss.repeat(3)}</channel></rss>`,
  `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>Nurse</title><content type="html">&lt;p&gt;x&lt;/p&gt;</content><updated>2026-11-20T10:00:00Z</updated></entry></feed>`,
  JSON.stringify({
    jobs: [fields, { ...fields, id: 2, absolute_url: 'https://x.example', internal_job_id: 1 }],
    meta: { total: 2 },
  }),
  JSON.stringify([
    {
      ...fields,
      text: 'Nurse',
      hostedUrl: 'https://x.example',
      categories: { location: 'Reno' },
      createdAt: 1_700_000_000_000,
    },
  ]),
  `id;title;description;city\n1;Nurse;"Care; ""more""\nof it";Reno\n2;Cook;Cooking;Elko\n`,
  `<!doctype html><html><head><script type="application/ld+json">${posting}</script></head><body><div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">Nurse</h1></div></body></html>`,
].map((text) => new TextEncoder().encode(text));

test(
  'a damaged document of any kind ends with a reading whose counts hold, in a second',
  { timeout: 120_000 },
  async () => {
    for (const [which, document] of documents.entries())
      for (let seed = 0; seed < 60; seed += 1)
        expect([which, seed, await faultOf(mutated(document, seed * 31 + which))]).toEqual([
          which,
          seed,
          undefined,
        ]);
  },
);

test.skipIf(!existsSync(corpus))(
  'so does a damaged document of the corpus',
  { timeout: 240_000 },
  async () => {
    const paths = readdirSync(corpus, { recursive: true })
      .map((path) => join(corpus, String(path)))
      .filter(
        (path) =>
          path.slice(corpus.length + 1).includes('/') &&
          statSync(path).isFile() &&
          statSync(path).size < 60_000,
      );
    for (const [which, path] of paths.entries())
      expect([path, await faultOf(mutated(readFileSync(path), 7_919 + which))]).toEqual([path, undefined]);
  },
);

test('every adapter reads what was meant for another', { timeout: 120_000 }, async () => {
  for (const adapter of adapters)
    for (const [which, document] of documents.entries())
      expect([adapter.name, which, await faultOf(mutated(document, which), adapter)]).toEqual([
        adapter.name,
        which,
        undefined,
      ]);
});

/** What is wrong with a reading; an exception is a fault that fails the test by itself. */
async function faultOf(document: Uint8Array, adapter: Adapter = 'auto') {
  return bounded(() => readingFault(document, adapter));
}

type Adapter = Parameters<typeof readFeed>[0]['adapter'];

async function readingFault(document: Uint8Array, adapter: Adapter) {
  for await (const step of readFeed({ source: streamOf(document), adapter, url: 'https://x.example/feed' })) {
    if (step.kind === 'chunk') {
      for (const { raw } of step.chunk.listings) normalise(raw, {});
      continue;
    }
    const { items, listings, merged, rejected } = step.end;
    return items === listings + merged + rejected.length ? undefined : 'counts';
  }
  return 'no end';
}
