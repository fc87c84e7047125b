import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allCases, answerAll, meanOf } from '../tools/lists.ts';

/**
 * The lists of `fresh/`, answered without the phrases that were written for them. A change that answers worse says so in a row of
 * `accepted.tsv`, with its figures and why; `npm run golden -- lists` prints them.
 */
test('lists left out are answered as well as the last accepted change answered them', () => {
  const rows = readFileSync(join(import.meta.dirname, 'accepted.tsv'), 'utf8')
    .trim()
    .split('\n');
  const [date, precision = '', coverage = '', why] = rows.at(-1)?.split('\t') ?? [];
  expect([date, why]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), expect.stringMatching(/\w{3}/)]);
  const { cases, lists } = allCases();
  const answered = answerAll(cases, lists, true);
  expect(100 * meanOf(answered, 'right', 'answered').mean).toBeGreaterThan(Number(precision) - 0.5);
  expect(100 * meanOf(answered, 'covered', 'answerable').mean).toBeGreaterThan(Number(coverage) - 1);
}, 60_000);
