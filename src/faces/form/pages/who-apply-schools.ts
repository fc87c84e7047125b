import { html } from 'hono/html';
import { answer } from '../../../submissions/submission-answers.ts';
import { documents, isOpen } from '../../../submissions/rules/who-apply.ts';
import type { School } from '../../../submissions/terms.ts';
import type { FormTexts } from '../../../submissions/words/form-texts.ts';
import type { Html } from '../../console/html/format-text.ts';
import { dayText } from '../frame.ts';
import { anyOf, anyOfList, type FieldSpec, line, lines, offered, oneOf, same } from './parts.step.ts';

export function whoQuestions(asked: FieldSpec): Html {
  return html`${anyOfList(asked, 'work_authorization')} ${anyOfList(asked, 'degree_level')}
  ${anyOfList(asked, 'class_level')} ${lines(asked, { id: 'qualifications', optional: true, rows: 4 })}`;
}

export function applyQuestions(asked: FieldSpec): Html {
  return html`<input type="hidden" name="apply_url_meant" value="${answer(asked.answers, 'apply_url')}" />${oneOf(
    asked,
    {
      id: 'resume_mode',
      usual: 'web',
      more: {
        web: line(asked, { id: 'apply_url', type: 'url', when: 'if-web under' }),
        email: line(asked, {
          id: 'resume_email',
          type: 'email',
          spellcheck: false,
          when: 'if-email under',
        }),
      },
    },
  )}
  ${anyOf(asked, { id: 'additional_documents', choices: documents.map(same), optional: true })}
  ${lines(asked, { id: 'additional_documents_notes', optional: true, rows: 2 })}
  ${oneOf(asked, { id: 'show_contact_info', usual: 'no' })}
  ${line(asked, { id: 'req_id', optional: true, width: 'w16' })}`;
}

/** How a school takes the job that is being written. */
export type Fit =
  | { readonly kind: 'takes' }
  | { readonly kind: 'reviews' | 'refuses'; readonly why: readonly string[] };

export function schoolsQuestions(asked: FieldSpec, fits: ReadonlyMap<string, Fit>): Html {
  const { schools, words, today } = asked.terms;
  const { choose } = words.pages;
  if (schools.length === 0) return html`<p class="inset">${choose.none}</p>`;
  const open = schools.filter((school) => isOpen(school, today));
  const fitting = open.filter(({ name }) => fits.get(name)?.kind !== 'refuses');
  return html`${anyOf(asked, {
    id: 'schools',
    choices: fitting.map((school) => {
      const hint = said(school, fits.get(school.name), words);
      return { value: school.name, label: school.title, ...(hint === '' ? {} : { hint }) };
    }),
  })}
  ${open.map(({ name, title }) => {
    const fit = fits.get(name);
    return fit?.kind === 'refuses'
      ? html`<p class="inset">${choose.refuses(title, fit.why.join('; '))}</p>`
      : '';
  })}
  ${schools.map((school) =>
    isOpen(school, today)
      ? ''
      : html`<p class="inset">${choose.closed(school.title, dayText(words, school.closedUntil ?? ''))}</p>`,
  )}
  ${asked.terms.mayHideName === true && open.some(({ hidesNames }) => hidesNames === true) ? oneOf(asked, { id: 'hide_name', usual: 'no' }) : ''}
  ${anyOf(asked, { id: 'declare', choices: offered(words, 'declare') })}`;
}

/** What a school says about jobs, how soon it decides, and what it would look at. */
function said({ rules, decides, longestDays }: School, fit: Fit | undefined, words: FormTexts): string {
  const { choose } = words.pages;
  return [
    decides === undefined ? '' : choose.decides(decides),
    rules ?? '',
    longestDays === undefined ? '' : choose.days(longestDays),
    fit?.kind === 'reviews' ? choose.reviews(fit.why.join(' ')) : '',
  ]
    .filter(Boolean)
    .join(' ');
}
