import { html } from 'hono/html';
import { allAnswers, answer, type Answers } from '../../../submissions/submission-answers.ts';
import type { FormTerms, ListQuestion } from '../../../submissions/terms.ts';
import {
  type ChoiceName,
  entryText,
  type FieldName,
  type FormTexts,
} from '../../../submissions/words/form-texts.ts';
import {
  type Choice,
  choices,
  errorAt,
  type FieldTexts,
  field,
  type FormError,
  select,
  textArea,
  type TextField,
} from '../../web/html/html-fields.ts';
import type { Html } from '../../web/html/format-text.ts';

export { select };

/** What a page of questions is drawn from. */
export type FieldSpec = {
  readonly answers: Answers;
  readonly errors: readonly FormError[];
  readonly terms: FormTerms;
  /** What schools are looked for. */
  readonly find?: { readonly place?: string; readonly kind?: string; readonly size?: string } | undefined;
  /** Fields whose answers an advert filled in, and nobody changed. */
  readonly fromAdvert?: ReadonlySet<string>;
};

/** What a question is called, with its hint where it has one. */
function named(
  { fields, pages }: FormTexts,
  id: FieldName,
): { readonly label: string; readonly hint?: string; readonly words: FieldTexts } {
  return { ...fields[id], words: pages };
}

/** The same with a mark where an advert answered it; `answered` is the field that holds the answer. */
export function marked(asked: FieldSpec, id: FieldName, answered: string = id) {
  const { label, ...rest } = named(asked.terms.words, id);
  if (asked.fromAdvert?.has(answered) !== true) return { label, ...rest };
  return { ...rest, label: html`${label} <span class="from">${asked.terms.words.pages.fromAdvert}</span>` };
}

type Options = Omit<TextField, 'id' | 'label' | 'hint' | 'error'> & { readonly id: FieldName };

/** A line of text with what was answered. */
export function line(asked: FieldSpec, options: Options): Html {
  const { id } = options;
  const { answers, errors } = asked;
  return field({
    value: answer(answers, options.name ?? id),
    ...options,
    ...marked(asked, id),
    error: errorAt(errors, id),
  });
}

/** What was asked about once: sent again as it is, it is meant. */
export function meant(asked: FieldSpec, name: string, { at, value }: { at: string; value: string }): Html {
  const said = errorAt(asked.errors, at) === undefined ? answer(asked.answers, name) : value;
  return html`<input type="hidden" name="${name}" value="${said}" />`;
}

/** Several lines; with limits, script counts the characters. */
export function lines(
  asked: FieldSpec,
  {
    count,
    edited = false,
    ...options
  }: {
    id: FieldName;
    rows?: number;
    optional?: boolean;
    count?: { readonly min: number; readonly max: number };
    /** With buttons for bold words and lists, where script runs. */
    edited?: boolean;
  },
): Html {
  const { id } = options;
  const { answers, errors, terms } = asked;
  const { few, many, of } = terms.words.pages.count;
  const said = { few: few({ n: '{n}' }), many: many({ n: '{n}' }), of: of({ n: '{n}', max: '{max}' }) };
  return textArea({
    ...options,
    count: count && { ...count, ...said },
    ...marked(asked, id),
    value: answer(answers, id),
    error: errorAt(errors, id),
    above: edited ? editor(id, terms.words) : undefined,
  });
}

/** Buttons that write the marks of bold words and lists into a text; script shows them. */
function editor(id: FieldName, { pages: { editor: words } }: FormTexts): Html {
  return html`<div class="row" role="group" aria-label="${words.name}" data-editor="${id}" hidden>
    <button type="button" data-mark="bold">${words.bold}</button><button type="button" data-mark="list">${words.list}</button>
  </div>`;
}

/** A field that hides what does not fit in the choices around it; script shows it. */
function filterBox({ pages }: FormTexts, id: string): Html {
  return html`<div class="field" data-filter hidden>
    <label for="${id}-filter">${pages.filter}</label><input id="${id}-filter" type="search" class="w16" autocomplete="off" />
  </div>`;
}

/** One of the answers that the form itself offers. */
export function oneOf(
  asked: FieldSpec,
  {
    id,
    usual,
    more = {},
  }: { id: ChoiceName & FieldName; usual?: string; more?: Readonly<Record<string, Html>> },
): Html {
  const { answers, errors, terms } = asked;
  const chosen = answer(answers, id) || usual;
  return choices({
    id,
    ...marked(asked, id),
    choices: offered(terms.words, id, more),
    chosen: chosen === undefined ? [] : [chosen],
    error: errorAt(errors, id),
  });
}

/** The answers of a question in words. */
export function offered(
  { choices: words }: FormTexts,
  id: ChoiceName,
  more: Readonly<Record<string, Html>> = {},
): readonly Choice[] {
  return Object.entries<{ readonly label: string; readonly hint?: string }>(words[id]).map(
    ([value, said]) => {
      const below = more[value];
      return { value, ...said, more: below };
    },
  );
}

/** Any of these. */
export function anyOf(
  asked: FieldSpec,
  options: { id: FieldName; choices: readonly Choice[]; hint?: string; optional?: boolean },
): Html {
  const { answers, errors, terms } = asked;
  return choices({
    ...marked(asked, options.id),
    ...options,
    kind: 'checkbox',
    chosen: allAnswers(answers, options.id),
    error: errorAt(errors, options.id),
    above: options.choices.length > mostBoxes ? filterBox(terms.words, options.id) : undefined,
  });
}

export function pick(
  asked: FieldSpec,
  options: {
    id: FieldName;
    options: readonly { value: string; label: string }[];
    empty?: string;
    usual?: string;
    when?: string;
    autocomplete?: string;
  },
): Html {
  const { usual = '', id, ...rest } = options;
  const { answers, errors } = asked;
  return select({
    ...rest,
    id,
    ...marked(asked, id),
    value: answer(answers, id) || usual,
    error: errorAt(errors, id),
  });
}

/** Boxes hold so many entries; a longer list is picked from. */
const mostBoxes = 12;

/** Up to three of a school's list: boxes when it is short, three lists to pick from when it is long. */
export function upToThree(asked: FieldSpec, question: ListQuestion, said: Html | string = ''): Html {
  const { lists, words } = asked.terms;
  const list = lists[question];
  const { pages } = words;
  if (list.length <= mostBoxes)
    return html`${anyOf(asked, { id: question, hint: pages.upToThree, choices: list.map((entry) => entryOf(words, question, entry)) })}${said}`;
  const chosen = allAnswers(asked.answers, question);
  const error = errorAt(asked.errors, question);
  return html`<fieldset class="field">
    <legend>${marked(asked, question).label}</legend>
    ${said}${filterBox(words, question)}
    ${[0, 1, 2].map((row) =>
      select({
        id: row === 0 ? question : `${question}-${row + 1}`,
        name: question,
        label: pages.nth[row] ?? '',
        optional: row > 0,
        empty: row === 0 ? pages.selectOne : pages.none,
        options: list.map((entry) => entryOf(words, question, entry)),
        words: pages,
        value: chosen[row],
        ...(row === 0 && error !== undefined ? { error } : {}),
      }),
    )}
  </fieldset>`;
}

/** One of a school's list. */
export function oneOfList(asked: FieldSpec, question: ListQuestion): Html {
  const list = asked.terms.lists[question].map((entry) => entryOf(asked.terms.words, question, entry));
  if (list.length > mostBoxes)
    return pick(asked, { id: question, options: list, empty: asked.terms.words.pages.selectOne });
  return choices({
    id: question,
    ...marked(asked, question),
    choices: list,
    chosen: allAnswers(asked.answers, question),
    error: errorAt(asked.errors, question),
  });
}

/** Any of a school's list. */
export function anyOfList(asked: FieldSpec, question: ListQuestion): Html {
  return anyOf(asked, {
    id: question,
    choices: asked.terms.lists[question].map((entry) => entryOf(asked.terms.words, question, entry)),
  });
}

/** What a share of travel is called. */
export function travelText({ pages }: FormTexts, share: string): string {
  return share === '0' ? pages.none : pages.travel({ share });
}

/** An entry of a list, as the language says it. */
export function entryOf(words: FormTexts, question: string, entry: string) {
  return { value: entry, label: entryText(words, question, entry) };
}

export function same(text: string): { readonly value: string; readonly label: string } {
  return { value: text, label: text };
}
