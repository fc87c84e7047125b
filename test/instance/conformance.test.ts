import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The rows of the REST section: clause, file, title. */
function rows(): readonly (readonly string[])[] {
  const text = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('REST API')) ?? '';
  return section
    .split('\n')
    .filter((line) => /^\| .*\.test\.ts \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

test('every row of the REST section names a test that there is', () => {
  const all = rows();
  expect(all.length).toBeGreaterThan(80);
  const missing = all.filter(([, , file = '', title = '']) => {
    const source = readFileSync(join(root, 'test', file), 'utf8');
    return !source.includes(`'${title}'`);
  });
  expect(missing).toEqual([]);
});
