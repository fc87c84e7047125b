import { expect, test } from 'vitest';
import { cellsOf } from '../../src/listings/listing-tables.ts';
import { isPresent, present } from '../../src/listings/values/listing-absent.ts';

test('each way of saying nothing says nothing, in any case', () => {
  for (const [word = ''] of cellsOf('absentWords'))
    for (const text of [word, word.toUpperCase(), `${word}\u200b`, '-- none *', ' \t\n', ''])
      expect([text, present(text), isPresent(text)]).toEqual([text, undefined, false]);
});

test.each([
  [
    'what is long',
    'None of our many   drivers\u00a0works at night',
    'None of our many drivers works at night',
  ],
  ['what has few letters of ours', 'Водитель автобуса в городе', 'Водитель автобуса в городе'],
  ['what XML cannot carry goes, so that a school has the same id:', 'A\u0001\ufffe\uffff17', 'A17'],
  ['a word among many marks', `${'\u0301'.repeat(40)}Nurse`, `${'\u0301'.repeat(40)}Nurse`],
])('%s says something, on one line', (_, text, line) => {
  expect([present(text), isPresent(text)]).toEqual([line, true]);
});
