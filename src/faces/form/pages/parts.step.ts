import { html } from 'hono/html';
import { allAnswers, answer, type Answers } from '../../../submissions/submission-answers.ts';
import type { FormTerms, ListQuestion } from '../../../submissions/terms.ts';
import type { ChoiceName, FieldName, FormTexts } from '../../../submissions/words/form-texts.ts';
import {
  type Choice,
  choices,
  errorAt,
  field,
  type FormError,
  select,
  textArea,
  type TextField,
} from '../../console/html/html-fields.ts';
import type { Html } from '../../console/html/format-text.ts';

/** What a page of questions is drawn from. */
export type FieldSpec = {
  readonly answers: Answers;
  readonly errors: readonly FormError[];
  readonly terms: FormTerms;
};

/** What a question is called, with its hint where it has one. */
export function named(
  { fields }: FormTexts,
  id: FieldName,
): { readonly label: string; readonly hint?: string } {
  return fields[id];
}

type Options = Omit<TextField, 'id' | 'label' | 'hint' | 'error'> & { readonly id: FieldName };

/** A line of text with what was answered. */
export function line({ answers, errors, terms }: FieldSpec, options: Options): Html {
  const { id } = options;
  return field({
    value: answer(answers, options.name ?? id),
    ...options,
    ...named(terms.words, id),
    error: errorAt(errors, id),
  });
}

/** Several lines; with limits, script counts the characters. */
export function lines(
  { answers, errors, terms }: FieldSpec,
  options: {
    id: FieldName;
    rows?: number;
    optional?: boolean;
    count?: { readonly min: number; readonly max: number };
  },
): Html {
  const { id } = options;
  return textArea({
    ...options,
    ...named(terms.words, id),
    value: answer(answers, id),
    error: errorAt(errors, id),
  });
}

/** One of the answers that the form itself offers. */
export function oneOf(
  { answers, errors, terms }: FieldSpec,
  {
    id,
    usual,
    more = {},
  }: { id: ChoiceName & FieldName; usual?: string; more?: Readonly<Record<string, Html>> },
): Html {
  const chosen = answer(answers, id) || usual;
  return choices({
    id,
    ...named(terms.words, id),
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
      return { value, ...said, ...(below === undefined ? {} : { more: below }) };
    },
  );
}

/** Any of these. */
export function anyOf(
  { answers, errors, terms }: FieldSpec,
  options: { id: FieldName; choices: readonly Choice[]; hint?: string; optional?: boolean },
): Html {
  return choices({
    ...named(terms.words, options.id),
    ...options,
    kind: 'checkbox',
    chosen: allAnswers(answers, options.id),
    error: errorAt(errors, options.id),
  });
}

export function pick(
  { answers, errors, terms }: FieldSpec,
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
  return select({
    ...rest,
    id,
    ...named(terms.words, id),
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
    return html`${anyOf(asked, { id: question, hint: pages.upToThree, choices: list.map(same) })}${said}`;
  const chosen = allAnswers(asked.answers, question);
  const error = errorAt(asked.errors, question);
  return html`<fieldset class="field">
    <legend>${named(words, question).label}</legend>
    ${said}
    ${[0, 1, 2].map((row) =>
      select({
        id: row === 0 ? question : `${question}-${row + 1}`,
        name: question,
        label: pages.nth[row] ?? '',
        optional: row > 0,
        empty: row === 0 ? pages.selectOne : pages.none,
        options: list.map(same),
        value: chosen[row],
        ...(row === 0 && error !== undefined ? { error } : {}),
      }),
    )}
  </fieldset>`;
}

/** One of a school's list. */
export function oneOfList(asked: FieldSpec, question: ListQuestion): Html {
  const list = asked.terms.lists[question].map(same);
  if (list.length > mostBoxes)
    return pick(asked, { id: question, options: list, empty: asked.terms.words.pages.selectOne });
  return choices({
    id: question,
    ...named(asked.terms.words, question),
    choices: list,
    chosen: allAnswers(asked.answers, question),
    error: errorAt(asked.errors, question),
  });
}

/** Any of a school's list. */
export function anyOfList(asked: FieldSpec, question: ListQuestion): Html {
  return anyOf(asked, { id: question, choices: asked.terms.lists[question].map(same) });
}

export function same(text: string): { readonly value: string; readonly label: string } {
  return { value: text, label: text };
}
