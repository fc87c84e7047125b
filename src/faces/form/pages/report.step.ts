import { html } from 'hono/html';
import { answer } from '../../../submissions/submission-answers.ts';
import { choices, field, type FormError, textArea } from '../../web/html/html-fields.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayAt, fieldOf, type FormFrame, plainPage, type Tried } from '../frame.ts';
import { choicesOf } from './questions.ts';

/** What is wrong with a job, said by somebody who read it at a school. */
export function reportPage(
  frame: FormFrame,
  { action, title, employer }: { action: string; title: string; employer: string },
  { answers, errors }: Tried = { answers: {}, errors: [] },
): Html {
  const { report } = frame.words.pages;
  const at = (id: 'why' | 'text' | 'from') => fieldOf(frame, id, { value: answer(answers, id), errors });
  return plainPage(frame, {
    title: report.title,
    errors,
    lead: report.lead({ title, employer }),
    form: {
      action,
      button: report.button,
      content: html`${choices({ ...at('why'), choices: choicesOf(frame.words, 'why'), chosen: [answer(answers, 'why')] })}
        ${textArea({ ...at('text'), rows: 5 })}
        ${field({ ...at('from'), optional: true, type: 'email', autocomplete: 'email', spellcheck: false })}`,
    },
  });
}

export function reportedPage(frame: FormFrame, due: Date): Html {
  const { thanks, thanksText } = frame.words.pages.report;
  return plainPage(frame, { title: thanks, lead: thanksText({ day: dayAt(frame, due) }) });
}

export function nothingToReportPage(frame: FormFrame): Html {
  const { gone, goneText } = frame.words.pages.report;
  return plainPage(frame, { title: gone, lead: goneText });
}

/** Why an employer wants a refusal looked at again. */
export function appealPage(
  frame: FormFrame,
  { action, title, text }: { action: string; title: string; text: string },
  errors: readonly FormError[] = [],
): Html {
  const { title: heading, lead, button } = frame.words.pages.appeal;
  const content = textArea({ ...fieldOf(frame, 'reasons', { value: text, errors }), rows: 6 });
  const form = { action: `${action}/appeal`, button, content };
  return plainPage(frame, { title: heading, errors, back: action, lead: lead({ title }), form });
}
