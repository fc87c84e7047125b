import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The rows of a section: clause, file, title. */
function rowsOf(section: string): readonly (readonly string[])[] {
  const text = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  const found = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return found
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| clause |'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

const isTitle = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));

test.each([
  ['REST API', 80],
  ['JobWebService', 100],
])('every row of the section %s names a test that there is', (section, least) => {
  const rows = rowsOf(section);
  expect(rows.length).toBeGreaterThan(least);
  const missing = rows.filter(
    ([, , file = '', title = '']) => !isTitle(readFileSync(join(root, 'test', file), 'utf8'), title),
  );
  expect(missing).toEqual([]);
});

test('every threat of docs/security.md names a test that there is', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const threats = (text.split('\n## Threats\n')[1] ?? '').split('\n## ')[0] ?? '';
  const rows = threats
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| threat |'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(35);
  const missing = rows.filter(
    ([, , , file = '', title = '']) => !isTitle(readFileSync(join(root, 'test', file), 'utf8'), title),
  );
  expect(missing).toEqual([]);
});
