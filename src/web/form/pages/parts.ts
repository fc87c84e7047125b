import { html } from 'hono/html';
import { allAnswers, answer, type Answers } from '../../../submissions/answers.ts';
import type { FormTerms, ListQuestion } from '../../../submissions/terms.ts';
import {
  choices,
  errorAt,
  field,
  type FormError,
  select,
  textArea,
  type TextField,
} from '../../html/fields.ts';
import type { Html } from '../../html/words.ts';

/** What a page of questions is drawn from. */
export type Asked = {
  readonly answers: Answers;
  readonly errors: readonly FormError[];
  readonly terms: FormTerms;
};

/** A line of text with what was answered. */
export function line({ answers, errors }: Asked, options: TextField): Html {
  const { id } = options;
  return field({ ...options, value: answer(answers, options.name ?? id), error: errorAt(errors, id) });
}

/** Several lines, with a count of characters where script runs. */
export function lines(
  { answers, errors }: Asked,
  options: { id: string; label: string; hint?: string; rows?: number; optional?: boolean },
): Html {
  return textArea({ ...options, value: answer(answers, options.id), error: errorAt(errors, options.id) });
}

export function oneOf(
  { answers, errors }: Asked,
  options: {
    id: string;
    label: string;
    hint?: string;
    choices: readonly { value: string; label: string; hint?: string }[];
    usual?: string;
  },
): Html {
  const { id, usual } = options;
  const chosen = answer(answers, id) || usual;
  return choices({
    ...options,
    chosen: chosen === undefined ? [] : [chosen],
    error: errorAt(errors, id),
  });
}

export function anyOf(
  { answers, errors }: Asked,
  options: {
    id: string;
    label: string;
    hint?: string;
    choices: readonly { value: string; label: string; hint?: string }[];
    optional?: boolean;
  },
): Html {
  return choices({
    ...options,
    kind: 'checkbox',
    chosen: allAnswers(answers, options.id),
    error: errorAt(errors, options.id),
  });
}

export function pick(
  { answers, errors }: Asked,
  options: {
    id: string;
    label: string;
    name?: string;
    hint?: string;
    options: readonly { value: string; label: string }[];
    empty?: string;
    usual?: string;
  },
): Html {
  const { usual = '', ...rest } = options;
  return select({
    ...rest,
    value: answer(answers, options.name ?? options.id) || usual,
    error: errorAt(errors, options.id),
  });
}

/** Boxes hold so many entries; a longer list is picked from. */
const mostBoxes = 12;

/** Up to three of a school's list: boxes when it is short, three lists to pick from when it is long. */
export function upToThree(asked: Asked, question: ListQuestion, label: string): Html {
  const offered = asked.terms.lists[question];
  if (offered.length <= mostBoxes)
    return anyOf(asked, { id: question, label, hint: 'Select up to 3.', choices: offered.map(same) });
  const chosen = allAnswers(asked.answers, question);
  const error = errorAt(asked.errors, question);
  return html`<fieldset class="field${error === undefined ? '' : ' bad'}">
    <legend>${label}</legend>
    ${[0, 1, 2].map((row) =>
      select({
        id: row === 0 ? question : `${question}-${row + 1}`,
        name: question,
        label: ['First', 'Second', 'Third'][row] ?? '',
        optional: row > 0,
        empty: row === 0 ? 'Select one' : 'None',
        options: offered.map(same),
        value: chosen[row],
        ...(row === 0 && error !== undefined ? { error } : {}),
      }),
    )}
  </fieldset>`;
}

/** One of a school's list. */
export function oneOfList(asked: Asked, question: ListQuestion, label: string): Html {
  const offered = asked.terms.lists[question].map(same);
  return offered.length <= mostBoxes
    ? oneOf(asked, { id: question, label, choices: offered })
    : pick(asked, { id: question, label, options: offered, empty: 'Select one' });
}

/** Any of a school's list. */
export function anyOfList(asked: Asked, question: ListQuestion, label: string, hint?: string): Html {
  const offered = asked.terms.lists[question].map(same);
  return anyOf(asked, { id: question, label, choices: offered, ...(hint === undefined ? {} : { hint }) });
}

export function same(text: string): { readonly value: string; readonly label: string } {
  return { value: text, label: text };
}
