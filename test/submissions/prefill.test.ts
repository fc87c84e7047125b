import { expect, test } from 'vitest';
import { prefilled } from '../../src/submissions/prefill.ts';
import { functionsFor } from '../../src/web/form/suggestions.ts';
import { wordsFor } from '../../src/submissions/words/words.ts';

test('a link fills in questions of the form, and neither declarations nor anything else', () => {
  const query = {
    empname: [' Harbor & Finch LLP '],
    schools: ['northfield', 'calloway'],
    declare: ['real'],
    email_meant: ['a@b.example'],
    constructor: ['x'],
    website: [''],
  };
  expect(prefilled(query)).toEqual({ empname: ['Harbor & Finch LLP'], schools: ['northfield', 'calloway'] });
});

test('a title suggests the functions of the list that it speaks of, and nothing when it speaks of none', () => {
  const offered = ['Accounting', 'Legal', 'Software Development', 'Sales', 'Marketing', 'Other'];
  expect(functionsFor('Software Engineer Intern', offered)).toEqual(['Software Development']);
  expect(functionsFor('', offered)).toEqual([]);
});

test('words are in English until there is the language that a browser wants', () => {
  expect(wordsFor('fr-CA,fr;q=0.9,en;q=0.8').lang).toBe('en');
  expect(wordsFor(undefined).lang).toBe('en');
});
