import { expect, test } from 'vitest';
import { sitemap } from '../../../src/feeds/formats/no-listings.ts';
import { adapters } from '../../../src/feeds/registry.ts';

const url = 'https://acme.example/sitemap.xml';
const entry = (address: string) => ({
  index: 0,
  text: `<url><loc>${address}</loc><lastmod>2026-01-01</lastmod></url>`,
});

test('a sitemap’s pages of jobs are called for, others and other hosts are not', () => {
  const detail = sitemap.paging?.detail;
  expect(detail?.request(entry('https://acme.example/jobs/1'), { head: {}, url })).toEqual({
    url: 'https://acme.example/jobs/1',
  });
  expect(detail?.request(entry('https://acme.example/about'), { head: {}, url })).toBeUndefined();
  expect(detail?.request(entry('https://other.example/jobs/1'), { head: {}, url })).toBeUndefined();
});

test('an address with a page gives the jobs that the page marks up', () => {
  const page =
    '<html><script type="application/ld+json">{"@type":"JobPosting","title":"Cook"}</script></html>';
  const merged = sitemap.paging?.detail?.merge(entry('https://acme.example/jobs/1'), page);
  expect(merged && sitemap.parse(merged, { head: {} })).toMatchObject([
    { kind: 'listing', raw: { title: 'Cook' } },
  ]);
});

test('every adapter reads nonsense without throwing', () => {
  for (const adapter of adapters) {
    for (const text of ['', '<', '{', '[]', 'null', '<job/>', '{"a":[[[1]]]}', '<a><b></a>', '"x"']) {
      expect(() => adapter.parse({ index: 0, text }, { head: {}, url: 'not an address' })).not.toThrow();
    }
    expect(() =>
      adapter.paging?.next({
        request: { url: '' },
        head: {},
        items: 0,
        itemsSoFar: 0,
        index: 0,
        repeated: false,
      }),
    ).not.toThrow();
  }
});
