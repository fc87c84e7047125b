import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allCases, answerAll, meanOf, readersCases, scoreCases } from '../tools/lists.ts';

/** The figures of the last accepted change: a change that answers worse adds a row with its own and why; `npm run golden -- lists` prints them. */
function accepted(file: string): { readonly precision: number; readonly coverage: number } {
  const rows = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n');
  const [date, precision = '', coverage = '', why] = rows.at(-1)?.split('\t') ?? [];
  expect([date, why]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), expect.stringMatching(/\w{3}/)]);
  return { precision: Number(precision), coverage: Number(coverage) };
}

/** The lists of `fresh/`, answered without the phrases that were written for them. */
test('lists left out are answered as well as the last accepted change answered them', () => {
  const { precision, coverage } = accepted('accepted.tsv');
  const { cases, lists } = allCases();
  const answered = answerAll(cases, lists, true);
  expect(100 * meanOf(answered, 'right', 'answered').mean).toBeGreaterThan(precision - 0.5);
  expect(100 * meanOf(answered, 'covered', 'answerable').mean).toBeGreaterThan(coverage - 1);
}, 60_000);

/** The lists of `readers/`, of kinds that the rules had never seen. */
test('readers’ lists are answered as well as the last accepted change answered them', () => {
  const { precision, coverage } = accepted('accepted-readers.tsv');
  const { cases, lists } = readersCases();
  const score = scoreCases(answerAll(cases, lists, false));
  expect((100 * score.right) / score.answered).toBeGreaterThan(precision - 0.5);
  expect((100 * score.covered) / score.answerable).toBeGreaterThan(coverage - 1);
}, 60_000);
