import { expect, test } from 'vitest';
import { adapterNamed } from '../../src/feeds/registry.ts';
import { readText } from './formats/reading.ts';
import { readingOf } from './reading-of.ts';

const greenhouse = (id: number) => ({
  id,
  internal_job_id: 1,
  title: 'Cook',
  absolute_url: `https://boards.greenhouse.io/acme/jobs/${id}`,
});
const lever = {
  id: 'a',
  text: 'Cook',
  hostedUrl: 'https://jobs.lever.co/acme/a',
  categories: {},
  createdAt: 1,
};
const rows = (...ids: string[]) => ids.map((id) => ({ id, name: 'Cook', releasedDate: '2026-11-01' }));

test.each([
  ['in an object', 'greenhouse-json', { list: { jobs: [greenhouse(1)] }, detail: { id: 2 } }, ['1']],
  ['in an object in an object', 'greenhouse-json', { response: { data: { jobs: [greenhouse(1)] } } }, ['1']],
  [
    'in a list of documents',
    'greenhouse-json',
    [{ jobs: [greenhouse(1)] }, { jobs: [greenhouse(2)] }],
    ['1', '2'],
  ],
  ['a list under a name', 'lever-json', { status: 'ok', payload: [lever] }, ['a']],
  [
    'pages beside each other',
    'smartrecruiters-json',
    { one: { totalFound: 2, content: rows('1') }, two: { totalFound: 2, content: rows('2') } },
    ['1', '2'],
  ],
])('a document of a known format is read inside something else: %s', async (_where, name, document, ids) => {
  const { adapter, found, end } = await readText(JSON.stringify(document));
  expect([adapter, end.completeness]).toEqual([name, 'complete']);
  expect(found.map(({ identifier }) => identifier)).toEqual(ids);
});

test('what it says of itself counts: the board’s name, a total above the rows', async () => {
  const named = await readText(JSON.stringify({ list: { name: 'Acme', jobs: [greenhouse(1)] } }));
  expect(named.found).toMatchObject([{ company: { name: 'Acme' } }]);
  const part = await readText(JSON.stringify({ page: { totalFound: 9, content: rows('1') } }));
  expect(part.end).toMatchObject({ completeness: 'truncated', statedTotal: 9 });
});

test('a feed whose adapter is named finds it there too', async () => {
  const document = JSON.stringify({ list: { jobs: [greenhouse(1)] } });
  const { listings } = await readingOf(document, { adapter: adapterNamed('greenhouse-json') ?? 'auto' });
  expect(listings).toMatchObject([{ identifier: '1' }]);
});
