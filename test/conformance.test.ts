import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const sides = ['client', 'service', 'both', 'only client', 'only service'];

type Row = {
  /** The heading above the row and the clause: a clause of a section. */
  readonly clause: string;
  readonly side: string;
  readonly file: string;
  readonly title: string;
};

/** The rows of a section of docs/conformance.md. */
function rowsOf(section: string): readonly Row[] {
  const text = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  const found = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return found.split(/^### /m).flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n');
    return lines
      .filter((line) => line.startsWith('| ') && !line.startsWith('| clause |'))
      .map((line) => {
        const [, clause = '', side = '', file = '', title = ''] = line.split('|').map((cell) => cell.trim());
        return { clause: `${heading}: ${clause}`, side, file, title };
      });
  });
}

const isTitle = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));

describe.each([
  ['REST API', 180],
  ['JobWebService', 130],
])('the section %s of docs/conformance.md', (section, least) => {
  const rows = rowsOf(section);

  test('names a test that there is in every row', () => {
    expect(rows.length).toBeGreaterThan(least);
    const missing = rows.filter(
      ({ file, title }) => !isTitle(readFileSync(join(root, 'test', file), 'utf8'), title),
    );
    expect(missing).toEqual([]);
  });

  test('names a test of the client and one of the service for every clause that concerns both', () => {
    const lacking = [...Map.groupBy(rows, ({ clause }) => clause)].filter(([, tests]) => {
      const named = new Set(tests.map(({ side }) => side));
      const [first = ''] = named;
      const isOfOne = named.size === 1 && first.startsWith('only ');
      return !isOfOne && !named.has('both') && !(named.has('client') && named.has('service'));
    });
    expect(lacking).toEqual([]);
  });

  test('each named test belongs to the side that the document gives it', () => {
    const wrong = rows.filter(({ side, file }) => {
      const isOfInstance = file.startsWith('instance/');
      const isOfClient = /^(?:rest|directory|targets|mail)\//.test(file);
      return (
        !sides.includes(side) ||
        (isOfInstance && side.endsWith('client')) ||
        (isOfClient && side.endsWith('service'))
      );
    });
    expect(wrong).toEqual([]);
  });
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
