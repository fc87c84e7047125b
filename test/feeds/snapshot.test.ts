import { expect, test } from 'vitest';
import { FINGERPRINT_BYTES, fingerprintInto } from '../../src/feeds/cut/item-hash.ts';
import { itemOrder } from '../../src/feeds/cut/item-order.ts';
import { openSnapshot, packSnapshot } from '../../src/feeds/snapshot.ts';
import { anAdapter, readingOf } from './reading-of.ts';

const job = (id: string, title = `Job ${id}`) => `<job><id>${id}</id><title>${title}</title></job>`;
const feed = (...jobs: string[]) => `<source>${jobs.join('\n')}</source>`;
const afterLineFeed = (_: Uint8Array, end: number) => end + 1;
const print = (byte: number) => new Uint8Array(FINGERPRINT_BYTES).fill(byte);

test('an item has as many listings as entries, and those that were not asked for are unseen', () => {
  const snapshot = openSnapshot(
    packSnapshot([
      { fingerprint: print(2), listingId: 20 },
      { fingerprint: print(1), listingId: 10 },
      { fingerprint: print(2), listingId: 21 },
      { listingId: 30 },
    ]),
  );
  expect([1, 2, 3].map((byte) => snapshot.knows(print(byte)))).toEqual([1, 2, 0]);
  expect(snapshot.unseenIds()).toEqual([30]);
  expect(snapshot.seen().map(({ listingId }) => listingId)).toEqual([10, 20, 21]);
});

test('what has no fingerprint is known by none, not even by zeros', () => {
  expect(openSnapshot(packSnapshot([{ listingId: 1 }])).knows(print(0))).toBe(0);
});

test('behind an item those that followed it are known where they stand, without being cut', () => {
  const bytes = Buffer.from(feed(...['7', '3', '9', '5', '7'].map((id) => job(id))));
  const at = (id: string) => bytes.indexOf(`<job><id>${id}<`);
  const length = job('7').length;
  const printOf = (id: string) => {
    const target = new Uint8Array(FINGERPRINT_BYTES);
    fingerprintInto(target, bytes.subarray(at(id), at(id) + length));
    return target;
  };
  const order = itemOrder();
  for (const id of ['7', '3', '9', '5']) order.add(printOf(id), 0, length);
  const entries = ['3', '5', '7', '9'].map((id) => ({ fingerprint: printOf(id), listingId: Number(id) }));
  const snapshot = openSnapshot(packSnapshot(entries, order));
  const taken: unknown[] = [];
  const take = (...item: unknown[]) => taken.push(item);

  expect(snapshot.follow?.(bytes, at('7'), bytes.length, afterLineFeed, take)).toBe(at('7'));
  snapshot.knows(printOf('7'));
  expect(snapshot.follow?.(bytes, at('3'), at('3') + length - 1, afterLineFeed, take)).toBe(-1);
  // It ends where more bytes are needed, goes on there, and ends behind the last one that is as it was.
  expect(snapshot.follow?.(bytes, at('3'), at('5') + 1, afterLineFeed, take)).toBe(at('5'));
  expect(snapshot.follow?.(bytes, at('5'), bytes.length, afterLineFeed, take)).toBe(at('5') + length + 1);
  expect(taken).toEqual([
    [1, false],
    [1, false],
    [1, false],
  ]);
  expect(snapshot.order.count()).toBe(3);
  expect(snapshot.unseenIds()).toEqual([]);
});

test('a known item that stands in the document again is one listing, merged', async () => {
  const document = feed(job('1'), job('2'), job('1'));
  const { snapshot } = await snapshotOf(feed(job('1'), job('2')));
  const { end } = await readingOf(document, { known: snapshot });
  expect(end).toMatchObject({ items: 3, listings: 2, merged: 1 });
});

const changes: readonly (readonly [string, (jobs: string[]) => string[]])[] = [
  ['stays as it is', (jobs) => jobs],
  ['changes one item', (jobs) => jobs.with(3, job('3', 'Other'))],
  ['lacks one', (jobs) => jobs.toSpliced(4, 1)],
  ['has a new one in front', (jobs) => [job('new'), ...jobs]],
  ['turns round', (jobs) => jobs.toReversed()],
  ['has one that goes on behind the old end', (jobs) => jobs.with(2, `${job('2').slice(0, -6)}<x/></job>`)],
  [
    'has one that is now inside another',
    (jobs) => jobs.with(5, `<job><id>o</id><title>o</title>${job('5')}</job>`),
  ],
  ['has one twice', (jobs) => [...jobs, job('1')]],
];

test.each(changes)(
  'a document that %s is read as without a snapshot, under every chunking',
  async (_, change) => {
    const before = Array.from({ length: 9 }, (__, index) => job(String(index)));
    const document = feed(...change(before));
    const whole = await readingOf(document);
    for (const size of [1, 2, 3, 7, 50, 1000]) {
      const { snapshot, titles } = await snapshotOf(feed(...before));
      const again = await readingOf(document, { known: snapshot, source: inPieces(document, size) });
      const { digest, items, listings, merged } = whole.end;
      expect(again.end).toMatchObject({ digest, items, listings, merged, completeness: 'complete' });
      const seen = snapshot.seen().map(({ listingId }) => titles[listingId]);
      const all = [...seen, ...again.listings.map(({ title }) => title)];
      expect(new Set(all)).toEqual(new Set(whole.listings.map(({ title }) => title)));
      expect(all).toHaveLength(whole.listings.length);
    }
  },
);

/** Other formats: how a row is written, and rows as a document. */
const formats = {
  csv: {
    cut: { kind: 'csv' },
    row: (id: string, title: string) => `${id},"${title}\nwith ""quotes"""`,
    document: (rows: readonly string[]) => `id,title\r\n${rows.join('\r\n')}\r\n`,
    /** Bytes that a row may go on with, so that it is another. */
    more: ',x',
  },
  json: {
    cut: { kind: 'json', paths: ['jobs'] },
    row: (id: string, title: string) => JSON.stringify({ id, title, tags: ['a', 'b'] }),
    document: (rows: readonly string[]) => `{"jobs": [\n${rows.join(' ,\n')}\n], "total": ${rows.length}}`,
    more: ', {"id": "more", "title": "More"}',
  },
} as const;

const rowChanges: readonly (readonly [string, (rows: string[], more: string) => string[]])[] = [
  ['stays as it is', (rows) => rows],
  ['lacks one', (rows) => rows.toSpliced(4, 1)],
  ['has one twice', (rows) => [...rows, ...rows.slice(0, 1)]],
  ['turns round', (rows) => rows.toReversed()],
  ['has one that goes on behind the old end', (rows, more) => rows.with(2, `${rows[2] ?? ''}${more}`)],
];

test.each(
  (['csv', 'json'] as const).flatMap((name) => rowChanges.map(([what, change]) => ({ name, what, change }))),
)('$name that $what is read as without a snapshot, under every chunking', async ({ name, change }) => {
  const { cut, row, document, more } = formats[name];
  const adapter = anAdapter(cut);
  const rows = Array.from({ length: 9 }, (_, index) => row(String(index), `Job ${index}`));
  const now = document(change(rows, more));
  const whole = await readingOf(now, { adapter });
  for (const size of [1, 2, 3, 7, 50, 1000]) {
    const { snapshot, titles } = await snapshotOf(document(rows), adapter);
    const again = await readingOf(now, { adapter, known: snapshot, source: inPieces(now, size) });
    const { digest, items, listings, merged } = whole.end;
    expect(again.end).toMatchObject({ digest, items, listings, merged, completeness: 'complete' });
    const seen = snapshot.seen().map(({ listingId }) => titles[listingId]);
    const all = [...seen, ...again.listings.map(({ title }) => title)];
    expect(new Set(all)).toEqual(new Set(whole.listings.map(({ title }) => title)));
  }
});

test.each(changes)(
  'a document that %s is packed as before only when it stays as it is',
  async (what, change) => {
    const before = Array.from({ length: 9 }, (__, index) => job(String(index)));
    const { snapshot, packed } = await snapshotOf(feed(...before));
    const again = await readingOf(feed(...change(before)), { known: snapshot });
    const found = again.chunks.flatMap((chunk) => chunk.listings);
    const fresh = found.map(({ fingerprint }, at) => ({ fingerprint, listingId: 100 + at }));
    const items = packSnapshot([...snapshot.seen(), ...fresh], snapshot.order);
    expect(snapshot.isSame(items)).toBe(what === 'stays as it is');
    expect(snapshot.isSame(items)).toBe(Buffer.compare(items, packed) === 0);
  },
);

test('an empty snapshot is kept anew, since it may be of another version', () => {
  expect(openSnapshot(new Uint8Array()).isSame(packSnapshot([]))).toBe(false);
});

/** The snapshot that a first reading leaves behind; a listing's id is the place of its title. */
async function snapshotOf(document: string, adapter = anAdapter()) {
  const order = itemOrder();
  const { chunks } = await readingOf(document, {
    adapter,
    known: { knows: () => 0, order },
  });
  const listings = chunks.flatMap((chunk) => chunk.listings);
  const entries = listings.map(({ fingerprint }, listingId) => ({ fingerprint, listingId }));
  const packed = packSnapshot(entries, order);
  return {
    packed,
    snapshot: openSnapshot(packed),
    titles: listings.map(({ raw }) => raw.title ?? ''),
  };
}

function inPieces(text: string, size: number) {
  async function* bytes() {
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += size) yield new Uint8Array(all.subarray(at, at + size));
  }
  return { bytes: bytes(), problem: () => undefined };
}
