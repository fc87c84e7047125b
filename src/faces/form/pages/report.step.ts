import { html } from 'hono/html';
import type { Answers } from '../../../submissions/submission-answers.ts';
import { answer } from '../../../submissions/submission-answers.ts';
import { choices, errorAt, field, type FormError, textArea } from '../../web/html/html-fields.ts';
import type { Html } from '../../web/html/format-text.ts';
import { type FormFrame, formPage, postForm } from '../frame.ts';
import { choicesOf } from './questions.ts';

type Tried = { readonly answers: Answers; readonly errors: readonly FormError[] };

/** What is wrong with a job, said by somebody who read it at a school. */
export function reportPage(
  frame: FormFrame,
  { action, title, employer }: { action: string; title: string; employer: string },
  { answers, errors }: Tried = { answers: {}, errors: [] },
): Html {
  const { pages, fields } = frame.words;
  return formPage(frame, {
    title: pages.report.title,
    errors,
    content: html`<h1>${pages.report.title}</h1>
      <p>${pages.report.lead({ title, employer })}</p>
      ${postForm(frame, {
        action,
        button: pages.report.button,
        content: html`${choices({ id: 'why', ...fields.why, words: pages, choices: choicesOf(frame.words, 'why'), chosen: [answer(answers, 'why')], error: errorAt(errors, 'why') })}
          ${textArea({ id: 'text', ...fields.text, words: pages, rows: 5, value: answer(answers, 'text'), error: errorAt(errors, 'text') })}
          ${field({ id: 'from', ...fields.from, words: pages, optional: true, type: 'email', autocomplete: 'email', spellcheck: false, value: answer(answers, 'from'), error: errorAt(errors, 'from') })}`,
      })}`,
  });
}

export function reportedPage(frame: FormFrame, due: Date): Html {
  const { report } = frame.words.pages;
  return formPage(frame, {
    title: report.thanks,
    content: html`<h1>${report.thanks}</h1>
      <p>${report.thanksText({ day: frame.words.day(due) })}</p>`,
  });
}

export function nothingToReportPage(frame: FormFrame): Html {
  const { report } = frame.words.pages;
  return formPage(frame, {
    title: report.gone,
    content: html`<h1>${report.gone}</h1>
      <p>${report.goneText}</p>`,
  });
}

/** Why an employer wants a refusal looked at again. */
export function appealPage(
  frame: FormFrame,
  { action, title, text }: { action: string; title: string; text: string },
  errors: readonly FormError[] = [],
): Html {
  const { pages, fields } = frame.words;
  return formPage(frame, {
    title: pages.appeal.title,
    errors,
    back: action,
    content: html`<h1>${pages.appeal.title}</h1>
      <p>${pages.appeal.lead({ title })}</p>
      ${postForm(frame, {
        action: `${action}/appeal`,
        button: pages.appeal.button,
        content: textArea({
          id: 'reasons',
          ...fields.reasons,
          words: pages,
          rows: 6,
          value: text,
          error: errorAt(errors, 'reasons'),
        }),
      })}`,
  });
}
