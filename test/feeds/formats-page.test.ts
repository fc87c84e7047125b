import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapters } from '../../src/feeds/registry.ts';
import { formatsPage } from '../tools/formats-page.ts';
import { formatNotes } from '../tools/format-notes.ts';

const page = join(import.meta.dirname, '../../docs/formats.md');

test('docs/formats.md says what the adapters do', async () => {
  await expect(formatsPage(adapters)).toMatchFileSnapshot(page);
});

test('every format has its notes on ids, dates and removal, and no note is of a format that is not read', () => {
  const names = [...new Set(adapters.map(({ name }) => name))];
  expect(Object.keys(formatNotes).toSorted()).toEqual(names.toSorted());
});

test('every format that holds listings says where their titles stand', () => {
  const silent = adapters.filter(
    ({ reads, name }) => reads === undefined && !['sitemap', 'hn-whoishiring'].includes(name),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});
