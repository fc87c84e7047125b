import enMails from '../../data/form/en/mails.json' with { type: 'json' };
import enPages from '../../data/form/en/pages.json' with { type: 'json' };
import enQuestions from '../../data/form/en/questions.json' with { type: 'json' };
import enRules from '../../data/form/en/rules.json' with { type: 'json' };
import enStates from '../../data/form/en/states.json' with { type: 'json' };
import esMails from '../../data/form/es/mails.json' with { type: 'json' };
import esPages from '../../data/form/es/pages.json' with { type: 'json' };
import esQuestions from '../../data/form/es/questions.json' with { type: 'json' };
import esRules from '../../data/form/es/rules.json' with { type: 'json' };
import esStates from '../../data/form/es/states.json' with { type: 'json' };
import frMails from '../../data/form/fr/mails.json' with { type: 'json' };
import frPages from '../../data/form/fr/pages.json' with { type: 'json' };
import frQuestions from '../../data/form/fr/questions.json' with { type: 'json' };
import frRules from '../../data/form/fr/rules.json' with { type: 'json' };
import frStates from '../../data/form/fr/states.json' with { type: 'json' };
import type { English } from './english-texts.ts';

/** The texts of each language, one folder of `src/data/form` a language; `docs/form.md` says how to add one. */
const folders = {
  en: { questions: enQuestions, pages: enPages, rules: enRules, mails: enMails, states: enStates },
  es: { questions: esQuestions, pages: esPages, rules: esRules, mails: esMails, states: esStates },
  fr: { questions: frQuestions, pages: frPages, rules: frRules, mails: frMails, states: frStates },
} satisfies Record<string, Translated<English>>;

/** A language that the form and its mails are written in. */
export type Language = keyof typeof folders;
// eslint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of the object above.
export const languages = Object.keys(folders) as Language[];

/** A text with plural forms, chosen by `n`. */
type Plural = { readonly one: string; readonly other: string };

/** What a translation of these texts must have. */
type Translated<T> = T extends Plural
  ? Plural
  : T extends string
    ? string
    : T extends readonly string[]
      ? readonly string[]
      : { readonly [K in keyof T]: Translated<T[K]> };

/** The names in braces of a text: `at` and `of` of `Step {at} of {of}`. */
type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<Name extends string> = { readonly [K in Name]: string | number };

/** A text without values is a string; one with values is a function that needs each of them. */
type Texts<T> = T extends Plural
  ? (values: Values<'n' | Names<T[keyof T]>>) => string
  : T extends string
    ? [Names<T>] extends [never]
      ? string
      : (values: Values<Names<T>>) => string
    : T extends readonly string[]
      ? readonly string[]
      : { readonly [K in keyof T]: Texts<T[K]> };

/** All texts of the form and its mails in one language, with the ways that it writes days and numbers. */
export type FormTexts = Texts<English['questions']> &
  Texts<Omit<English, 'questions'>> & {
    readonly lang: Language;
    /** `20 November 2026` */
    readonly day: (date: Date) => string;
    /** `20 November 2026 at 14:05` */
    readonly time: (date: Date, timeZone: string) => string;
    /** `USD 18.50` */
    readonly money: (amount: number, currency: string) => string;
    /** Month, day and year in the order that the language writes them. */
    readonly dateOrder: readonly ('month' | 'day' | 'year')[];
  };
export type FieldName = keyof FormTexts['fields'];

const read = new Map<Language, FormTexts>();

/** The texts of a language, made on first use. */
export function textsIn(language: Language): FormTexts {
  const known = read.get(language);
  if (known !== undefined) return known;
  const { questions, ...others } = folders[language];
  const { numbers, dates } = others.pages.locale;
  const days = new Intl.DateTimeFormat(dates, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const made = {
    ...withValues(
      { ...questions, ...others },
      new Intl.NumberFormat(numbers),
      new Intl.PluralRules(language),
    ),
    lang: language,
    day: (date: Date) => days.format(date),
    time: (date: Date, timeZone: string) =>
      date.toLocaleString(dates, { dateStyle: 'long', timeStyle: 'short', timeZone }),
    money: (amount: number, currency: string) => moneyIn(numbers, currency).format(amount),
    dateOrder: orderIn(numbers),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `withValues` follows the type tree; a test compares both.
  } as unknown as FormTexts;
  read.set(language, made);
  return made;
}

function moneyIn(locale: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    trailingZeroDisplay: 'stripIfInteger',
  });
}

function orderIn(locale: string): FormTexts['dateOrder'] {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0);
  return parts.flatMap(({ type }) => (type === 'month' || type === 'day' || type === 'year' ? [type] : []));
}

/** The texts in the language that a submission was written in. */
export function textsOf({ language }: { readonly language: string }): FormTexts {
  return textsIn(languageNamed(language) ?? 'en');
}

/** An entry of the lists that the form offers, as the language says it; a school's own entry stays as it is. */
export function entryText({ lists }: FormTexts, question: string, entry: string): string {
  const entries: Readonly<Record<string, Readonly<Record<string, string>>>> = lists;
  return entries[question]?.[entry] ?? entry;
}

/** The language that somebody wants most, of those that there are, by the header `Accept-Language`. */
export function wantedLanguage(acceptLanguage = ''): Language {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
      const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
      return { language: languageNamed(tag.split('-')[0] ?? ''), weight };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted.flatMap(({ language }) => language ?? [])[0] ?? 'en';
}

/** The language of this tag, if there is one. */
export function languageNamed(tag: string | undefined): Language | undefined {
  return languages.find((language) => language === tag);
}

function withValues(tree: object, numbers: Intl.NumberFormat, plurals: Intl.PluralRules): object {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]: [string, unknown]) => [key, made(value)] as const),
  );

  function made(value: unknown): unknown {
    if (typeof value === 'string') return value.includes('{') ? filling(() => value) : value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if (!isPlural(value)) return withValues(value, numbers, plurals);
    return filling(({ n }) => value[plurals.select(Number(n))] ?? value.other);
  }

  function filling(form: (values: Values<string>) => string) {
    return (values: Values<string>) =>
      form(values).replace(/\{(\w+)\}/g, (_, name: string) => {
        const given = values[name] ?? '';
        return typeof given === 'number' ? numbers.format(given) : given;
      });
  }
}

function isPlural(value: object): value is Plural & Readonly<Record<string, string>> {
  return (
    'one' in value && typeof value.one === 'string' && 'other' in value && typeof value.other === 'string'
  );
}
