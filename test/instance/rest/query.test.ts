import { expect, test } from 'vitest';
import { arrayOf, readListQuery } from '../../../src/instance/rest/lists/list-query.ts';

const read = (query: string) => readListQuery(new URLSearchParams(query), (field) => field === 'name');

test('a list has 20 records a page and starts at the first', () => {
  expect(read('')).toEqual({
    kind: 'query',
    query: { page: 1, perPage: 20, keywords: '', lastModified: undefined, sort: undefined },
  });
});

test('more than 500 a page are 500', () => {
  expect(read('perPage=501')).toMatchObject({ query: { perPage: 500 } });
});

test.each(['page=0', 'page=-1', 'page=x', 'page=', 'page=1.5', 'perPage=0', 'perPage=many', 'sort=shoe'])(
  '%s is refused',
  (query) => {
    expect(read(query)).toMatchObject({
      kind: 'wrong',
      errors: { [query.split('=')[0] ?? '']: expect.any(String) },
    });
  },
);

test('sort is ascending, and descending behind an exclamation mark', () => {
  expect(read('sort=name')).toMatchObject({ query: { sort: { field: 'name', descending: false } } });
  expect(read('sort=!name')).toMatchObject({ query: { sort: { field: 'name', descending: true } } });
});

test.each([
  'a[]=x&a[]=y',
  'a=x&a=y',
  'a=x,y',
  'a=["x","y"]',
  'a[0]=x&a[1]=y',
  'a[1]=y&a[0]=x',
  'a%5B%5D=x&a%5B%5D=y',
])('an array may be written %s', (query) => {
  expect(arrayOf(new URLSearchParams(query), 'a')).toEqual(['x', 'y']);
});

test('dates alone begin and end with their day, in UTC', () => {
  expect(read('lastModified[]=2026-01-01&lastModified[]=2026-01-02')).toMatchObject({
    query: {
      lastModified: { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-01-02T23:59:59Z') },
    },
  });
  expect(read('lastModified=2026-01-01T10:00:00Z,2026-01-01T10:00:00Z')).toMatchObject({ kind: 'query' });
});

test.each([
  'lastModified=2026-01-01',
  'lastModified=',
  'lastModified=2026-01-02,2026-01-01',
  'lastModified=2026-02-30,2026-03-01',
  'lastModified=2026-01-01,2026-01-02,2026-01-03',
  'lastModified=yesterday,today',
  'lastModified=[1,2]',
  'lastModified=[',
])('%s is refused', (query) => {
  expect(read(query)).toMatchObject({ kind: 'wrong', errors: { lastModified: expect.any(String) } });
});
