import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textsIn, wantedLanguage } from '../../src/submissions/words/form-texts.ts';
import {
  englishTypes,
  englishTypesFile,
  formTextFiles,
  formTextsFolder,
  textsOf,
} from '../tools/english-types.ts';

test('english-texts.ts is what `npm run generate` writes', () => {
  expect(readFileSync(englishTypesFile, 'utf8')).toBe(englishTypes());
});

const languages = readdirSync(formTextsFolder);

test.each(languages)('the folder %s is a language that can be chosen', (language) => {
  expect(wantedLanguage(language)).toBe(language);
});

/** A text, or the plural forms of one, by its path: `pages.check.title`. */
type Leaf = readonly [path: string, text: string | Readonly<Record<string, string>>];

function leaves(value: unknown, path: string): readonly Leaf[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is no text`);
  const entries = Object.entries(value);
  const isPlural = ['one', 'other'].every((form) =>
    entries.some(([key, text]) => key === form && typeof text === 'string'),
  );
  return isPlural
    ? [[path, Object.fromEntries(entries.map(([key, text]) => [key, String(text)]))]]
    : entries.flatMap(([key, one]) => leaves(one, `${path}.${key}`));
}

const leavesOf = (language: string) => formTextFiles.flatMap((file) => leaves(textsOf(language, file), file));
const formsOf = (text: Leaf[1]) => (typeof text === 'string' ? [text] : Object.values(text));
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

const english = leavesOf('en');

describe.each(languages)('the texts in %s', (language) => {
  const own = leavesOf(language);
  const ownByPath = new Map(own);

  test('the texts have the keys of the English ones', () => {
    expect(own.map(([path]) => path).toSorted()).toEqual(english.map(([path]) => path).toSorted());
  });

  test('each text has the values of the English one, and the plural forms of its language', () => {
    const categories = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
    for (const [path, text] of english) {
      const translated = ownByPath.get(path) ?? '';
      const values = new Set(formsOf(text).flatMap(namesIn));
      for (const form of formsOf(translated)) {
        expect([path, form.trim()]).toEqual([path, form]);
        expect([path, form]).not.toEqual([path, '']);
        expect([path, ...namesIn(form).filter((name) => !values.has(name))]).toEqual([path]);
      }
      // `one` may say "a school" in place of the number; every other form names all values.
      const whole = typeof translated === 'string' ? translated : (translated['other'] ?? '');
      expect([path, new Set(namesIn(whole))]).toEqual([path, values]);
      expect([path, typeof translated]).toEqual([path, typeof text]);
      if (typeof translated !== 'string')
        expect([path, ...Object.keys(translated).filter((form) => !categories.has(form))]).toEqual([path]);
    }
  });

  test.skipIf(language === 'en')('no sentence is left in English', () => {
    const left = english.filter(
      ([path, text]) =>
        !path.startsWith('questions.lists') &&
        formsOf(text).some(
          (form) => /\S \S+ \S/.test(form) && formsOf(ownByPath.get(path) ?? '').includes(form),
        ),
    );
    expect(left).toEqual([]);
  });

  test('the texts are filled in without a brace that is left', () => {
    const values = new Proxy({}, { get: (_, name) => (name === 'n' ? 2 : `<${String(name)}>`) });
    const filled = (tree: unknown): readonly string[] =>
      typeof tree === 'string'
        ? [tree]
        : typeof tree === 'function'
          ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each function of the tree takes values.
            [(tree as (given: object) => string)(values)]
          : Object.values(tree ?? {}).flatMap(filled);
    const { fields, choices, lists, pages, rules, mails, states } = textsIn(wantedLanguage(language));
    for (const text of filled([fields, choices, lists, pages, rules, mails, states]))
      expect(text).not.toMatch(/[{}]|undefined/);
  });
});

test.each([
  ['en', 'Up to 25%'],
  ['es', 'Hasta el 25 %'],
  ['fr', 'Jusqu’à 25 %'],
] as const)('%s writes a share of travel as %s', (language, written) => {
  const shown = textsIn(language).pages.travel({ share: '25' });
  expect(shown.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(written);
});
