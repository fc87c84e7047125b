import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { adapterNamed } from '../../src/feeds/registry.ts';
import { anAdapter, readingOf } from './reading-of.ts';

const job = (id: string, title = `Job ${id}`, more = '') =>
  `<job><id>${id}</id><title>${title}</title>${more}</job>`;
const feed = (...jobs: string[]) =>
  `<?xml version="1.0"?><source><publisher>Acme</publisher>${jobs.join('\n')}</source>`;

test('a sound document is complete, with every item counted', async () => {
  const { end, listings } = await readingOf(feed(job('1'), job('2')));
  expect(end).toMatchObject({
    completeness: 'complete',
    items: 2,
    listings: 2,
    merged: 0,
    rejected: [],
    encoding: 'utf-8',
  });
  expect(listings.map(({ title }) => title)).toEqual(['Job 1', 'Job 2']);
});

test('values outside the items are at hand, wherever they stand', async () => {
  const heads: string[] = [];
  const adapter = anAdapter(undefined, {
    parse: (_, { head }) => {
      heads.push(`${head['publisher']} ${head['tail']}`);
      return [];
    },
  });
  await readingOf('<s><publisher>Acme</publisher><job/><tail><![CDATA[end]]></tail></s>', { adapter });
  expect(heads).toEqual(['Acme end']);
});

test('an item that is known goes no further', async () => {
  const first = await readingOf(feed(job('1'), job('2')));
  const known = first.chunks.flatMap(({ listings }) =>
    listings.map(({ fingerprint }) => Buffer.from(fingerprint).toString('hex')),
  );
  const again = await readingOf(feed(job('1'), job('2', 'Changed')), {
    known: { knows: (fingerprint) => (known.includes(Buffer.from(fingerprint).toString('hex')) ? 1 : 0) },
  });
  expect(again.listings.map(({ title }) => title)).toEqual(['Changed']);
  expect(again.end).toMatchObject({ items: 2, listings: 2, completeness: 'complete' });
});

test('the digest tells bodies apart, whatever the chunks', async () => {
  const digests = await Promise.all(
    [feed(job('1')), feed(job('1')), feed(job('2')), feed(job('1')).replace('Acme', 'Acmo')].map(
      async (document) => (await readingOf(document)).end.digest,
    ),
  );
  expect(digests[0]).toBe(digests[1]);
  expect(new Set(digests).size).toBe(3);
});

test('a document that ends in the middle of an item is truncated, and the cut item is none', async () => {
  const { end } = await readingOf(feed(job('1'), job('2'), job('3')).slice(0, -30));
  expect(end).toMatchObject({
    completeness: 'truncated',
    reason: 'the document ends inside <job>',
    items: 2,
  });
});

test('an item that is not closed is rejected, and those after it are read', async () => {
  const { end } = await readingOf(feed(job('1'), '<job><id>2</id><title>lost</title>', job('3'), job('4')));
  expect(end.rejected).toEqual([{ item: 1, reason: '<job> is not closed' }]);
  expect(end).toMatchObject({ items: 4, listings: 3, completeness: 'complete' });
});

test('half a gzip is truncated, a whole one is read', async () => {
  const packed = gzipSync(feed(...Array.from({ length: 500 }, (_, i) => job(String(i * 7919)))));
  expect((await readingOf(packed)).end).toMatchObject({ completeness: 'complete', items: 500 });
  const { end } = await readingOf(packed.subarray(0, packed.length / 2));
  expect(end).toMatchObject({ completeness: 'truncated', reason: 'the packed body is cut off or damaged' });
});

test('a page in place of a feed and an empty body have failed', async () => {
  expect((await readingOf('<!doctype html><html><body>Sign in</body></html>')).end).toMatchObject({
    completeness: 'failed',
    reason: 'an HTML page in place of a feed',
  });
  expect((await readingOf('')).end).toMatchObject({
    completeness: 'failed',
    reason: 'the document is empty',
  });
});

test.each([
  ['PK\u0003\u0004\u0014\0\0\0', 'a ZIP archive or an Excel workbook'],
  ['%PDF-1.7\n', 'a PDF file'],
  ['7z\u00bc\u00af\u0027\u001c\0\u0004', 'a 7z archive'],
])('a file of another kind has failed, and says what it is: %j', async (start, what) => {
  const bytes = Buffer.from(`${start}id,title,company\n1,Cook,Bistro\n`, 'latin1');
  for (const adapter of ['auto', adapterNamed('csv') ?? 'auto'] as const)
    expect((await readingOf(bytes, { adapter })).end).toMatchObject({
      completeness: 'failed',
      items: 0,
      reason: `${what} in place of a feed: expected XML, JSON, CSV or a page, packed with gzip at most`,
    });
});

test('the job of a page that is a file has no address of its own', async () => {
  const { listings } = await readAt(page(''), 'jobs/nurse.html');
  expect(listings.map(({ url, title }) => [title, url])).toEqual([['Nurse', undefined]]);
});

const page = (meta: string) =>
  `<!doctype html><html><head>${meta}<script type="application/ld+json">{"@type":"JobPosting","title":"Nurse","description":"Care"}</script></head></html>`;
const readAt = (document: string, url: string) => readingOf(document, { adapter: 'auto', url });

test('a page that reserves its rights by a meta element is not read, a copy of it in a file is', async () => {
  const reserved = page('<meta name="tdm-reservation" content="1"/>');
  expect((await readAt(reserved, 'https://jobs.example.org/1')).end).toMatchObject({
    completeness: 'failed',
    optedOut: true,
    reason: 'the page reserves its text and data mining rights',
  });
  expect((await readAt(reserved, 'page.html')).listings).toHaveLength(1);
  const free = page("<meta content='0' name='tdm-reservation'><meta name=description content=1>");
  expect((await readAt(free, 'https://jobs.example.org/1')).listings).toHaveLength(1);
});

test('a name that stands for XML and JSON reads the document at hand', async () => {
  const adapter = adapterNamed('dfe-ats');
  if (adapter === undefined) throw new Error('expected dfe-ats');
  const fields = {
    reference: '7',
    jobTitle: 'Teacher',
    jobAdvert: 'Teach',
    advertUrl: 'https://x.example/7',
  };
  const xml = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  for (const document of [`<items><item>${xml.join('')}</item></items>`, JSON.stringify({ items: [fields] })])
    expect(await readingOf(document, { adapter })).toMatchObject({
      end: { completeness: 'complete', adapter: 'dfe-ats' },
      listings: [{ identifier: '7', title: 'Teacher' }],
    });
});

test('too many items that are not understood make a reading fail', async () => {
  const bad = '<job><id>9</id></job>';
  expect((await readingOf(feed(job('1'), bad))).end.completeness).toBe('complete');
  expect((await readingOf(feed(job('1'), bad, bad))).end).toMatchObject({
    completeness: 'failed',
    reason: '2 of 3 items could not be understood',
  });
});

test('a first page of a larger set is truncated', async () => {
  const paging = { next: () => undefined, total: () => 5 };
  const { end } = await readingOf(feed(job('1')), { adapter: anAdapter(undefined, { paging }) });
  expect(end).toMatchObject({
    completeness: 'truncated',
    reason: 'a page of a larger set: 1 of 5',
    statedTotal: 5,
  });
});

test('the cap on items is a truncation of ours', async () => {
  const { end } = await readingOf(feed(job('1'), job('2'), job('3')), { limits: { maxItems: 2 } });
  expect(end).toMatchObject({ completeness: 'truncated', reason: 'more than 2 items' });
});

test('JSON arrays and CSV are cut alike', async () => {
  const json = '{"meta":{"total":2},"jobs":[{"id":"1","title":"A \\"x\\" ]"},{"id":"2","title":"B"}]}';
  expect(
    (await readingOf(json, { adapter: anAdapter({ kind: 'json', paths: ['jobs'] }) })).end,
  ).toMatchObject({
    completeness: 'complete',
    listings: 2,
  });
  const csv = 'id;title\r\n007;"A; ""b""\r\nc"\r\n2;B\r\n';
  const { end, listings } = await readingOf(csv, { adapter: anAdapter({ kind: 'csv' }) });
  expect(end).toMatchObject({ completeness: 'complete', listings: 2 });
  expect(listings).toEqual([
    { identifier: '007', title: 'A; "b"\r\nc' },
    { identifier: '2', title: 'B' },
  ]);
});

test('what was mended in items is counted', async () => {
  const adapter = anAdapter(undefined, {
    parse: ({ index }) => [
      { kind: 'listing', raw: { identifier: String(index), title: 'A' }, repairs: ['raw ampersands'] },
    ],
  });
  const { end } = await readingOf(feed(job('1'), job('2')), { adapter });
  expect(end.repairs).toEqual(['raw ampersands (2 items)']);
});

const channel = (ttl: string) =>
  `<rss><channel><ttl>${ttl}</ttl><item><title>A</title></item></channel></rss>`;

test('the ttl of a channel is how long nothing new is to be had', async () => {
  const adapter = anAdapter({ kind: 'xml', elements: ['item'] });
  expect((await readingOf(channel('90'), { adapter })).end.ttlMinutes).toBe(90);
  expect((await readingOf(channel('soon'), { adapter })).end.ttlMinutes).toBeUndefined();
});

test('a page of several jobs is read again in every run: known by one of them, it would not be read for the others', async () => {
  expect(await shared(pageOf('Cook'))).toEqual([false]);
  expect(await shared(pageOf('Cook', 'Chef', 'Cook'))).toEqual([true, true]);
});

function pageOf(...jobs: readonly string[]): string {
  const blocks = jobs.map(
    (title) =>
      `<script type="application/ld+json">{"@type":"JobPosting","title":"${title}","identifier":"${title}"}</script>`,
  );
  return `<!doctype html><html><head>${blocks.join('')}</head></html>`;
}

async function shared(document: string): Promise<boolean[]> {
  const { chunks } = await readingOf(document, { adapter: 'auto' });
  return chunks.flatMap(({ listings }) => listings.map((listing) => listing.shared));
}
