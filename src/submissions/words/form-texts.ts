import { choices, fields } from './en-fields.ts';
import { mails } from './en-mails.ts';
import { pages } from './en-pages.ts';
import { rules } from './en-rules.ts';

/** All words of the form and its mails in one language. Another one is a folder of these four files and a line in `languages`. */
const en = { lang: 'en', fields, choices, pages, rules, mails };
export type FormTexts = typeof en;
export type FieldName = keyof typeof fields;
export type ChoiceName = keyof typeof choices;

const languages: readonly FormTexts[] = [en];

/** The first language of a browser's list that there is, else the first that there is. */
export function textsFor(acceptLanguage = ''): FormTexts {
  const wanted = acceptLanguage.split(',').map((part) => (part.split(';')[0] ?? '').trim().toLowerCase());
  const found = wanted.flatMap(
    (tag) => languages.find(({ lang }) => tag === lang || tag.startsWith(`${lang}-`)) ?? [],
  );
  return found[0] ?? en;
}
