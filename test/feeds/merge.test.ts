import { expect, test } from 'vitest';
import { merger, type Found } from '../../src/feeds/read/merge.ts';
import type { RawListing } from '../../src/listings/raw-listing.ts';

const found = (raw: RawListing, index = 0): Found => ({
  index,
  fingerprint: new Uint8Array(8).fill(index + 1),
  raw,
  shared: false,
});
const row = (more: Partial<RawListing> = {}): RawListing => ({
  identifier: '1',
  title: 'Nurse',
  description: 'Long text',
  jobLocation: [{ city: 'Boston' }],
  ...more,
});

test('the same id with the same text is one job with all its places, to be read anew', () => {
  const { listings, merged } = merger().merge([
    found(row()),
    found(row({ jobLocation: [{ city: 'Lowell' }] }), 1),
  ]);
  expect(merged).toBe(1);
  expect(listings).toMatchObject([
    { identity: '1', shared: true, raw: { jobLocation: [{ city: 'Boston' }, { city: 'Lowell' }] } },
  ]);
});

test('the same id with another text is the first one, and a conflict that is noted', () => {
  const merging = merger();
  const { listings } = merging.merge([found(row()), found(row({ description: 'Lang text' }), 1)]);
  expect(listings).toMatchObject([{ raw: { description: 'Long text' }, shared: true }]);
  expect(listings[0]?.raw.notes).toEqual(['another text under the same id was left out']);
  expect(merging.conflicts()).toBe(1);
});

test('one letter makes another text, however long it is', () => {
  const long = 'x'.repeat(100_000);
  const merging = merger();
  merging.merge([
    found(row({ description: `${long}1${long}` })),
    found(row({ description: `${long}2${long}` }), 1),
  ]);
  expect(merging.conflicts()).toBe(1);
});

test('a further row of an earlier chunk is given whole, whatever its text', () => {
  const merging = merger();
  merging.merge([found(row())]);
  const same = merging.merge([found(row({ jobLocation: [{ city: 'Lowell' }] }), 1)]);
  expect(same).toMatchObject({ listings: [], merged: 1, further: [{ index: 1, raw: { identifier: '1' } }] });
  const other = merging.merge([found(row({ title: 'Teacher' }), 2)]);
  expect(other.further).toHaveLength(1);
  expect(merging.conflicts()).toBe(1);
});

test('one letter makes another text also when the first row was in an earlier chunk', () => {
  const long = 'x'.repeat(100_000);
  const merging = merger();
  merging.merge([found(row({ description: `${long}1${long}` }))]);
  merging.merge([found(row({ description: `${long}1${long}`, jobLocation: [{ city: 'Lowell' }] }), 1)]);
  expect(merging.conflicts()).toBe(0);
  merging.merge([found(row({ description: `${long}2${long}` }), 2)]);
  expect(merging.conflicts()).toBe(1);
});

test('each of several thousand identities keeps its own text', () => {
  const merging = merger();
  const rows = Array.from({ length: 3_000 }, (_, index) =>
    found(row({ identifier: `id-${index}`, description: `Text ${index}` }), index),
  );
  expect(merging.merge(rows).listings).toHaveLength(3_000);
  expect(merging.merge(rows)).toMatchObject({ listings: [], merged: 3_000 });
  expect(merging.conflicts()).toBe(0);
});

test('rows without an id are told apart by their address, without what tells where the reader came from', () => {
  const { identifier: _, ...bare } = row();
  const { listings } = merger().merge([
    found({ ...bare, url: 'https://x.example/jobs/1?utm_source=a' }),
    found({ ...bare, url: 'https://x.example/jobs/1?utm_source=b' }, 1),
    found({ ...bare, url: 'https://x.example/jobs/2' }, 2),
  ]);
  expect(listings.map(({ raw }) => raw.identifier)).toEqual(['x.example/jobs/1', 'x.example/jobs/2']);
});

test('one address for several titles tells nothing apart: title, company and place do', () => {
  const { identifier: _, ...bare } = row({ url: 'https://x.example/apply' });
  const merging = merger();
  const { listings } = merging.merge([found(bare), found({ ...bare, title: 'Teacher' }, 1)]);
  expect(listings).toHaveLength(2);
  expect(merging.basis()).toBe('id-or-keys');
  expect(merging.degraded()).toBe('one address stands for several titles');
});

test.each([undefined, 'https://x.example/apply'])(
  'rows with other requisitions are other jobs, at %s',
  (url) => {
    const { identifier: _, ...bare } = row(url === undefined ? {} : { url });
    const rows = ['R-100', 'R-101', 'R-101'].map((requisition) => found({ ...bare, requisition }));
    expect(
      merger()
        .merge(rows)
        .listings.map(({ raw }) => raw.requisition),
    ).toEqual(['R-100', 'R-101']);
  },
);

test('ids that repeat under other titles are given up for addresses', () => {
  const merging = merger();
  const rows = Array.from({ length: 8 }, (_, index) =>
    found(row({ title: `Job ${index}`, url: `https://x.example/jobs/${index}` }), index),
  );
  expect(merging.merge(rows).listings).toHaveLength(8);
  expect(merging.basis()).toBe('url');
  expect(merging.degraded()).toBe('7 of 8 ids repeat under other titles');
});

test('a basis that the feed has chosen stays', () => {
  const merging = merger('id');
  const rows = Array.from({ length: 8 }, (_, index) => found(row({ title: `Job ${index}` }), index));
  expect(merging.merge(rows).listings).toHaveLength(1);
  expect(merging.basis()).toBe('id');
});
