import { html } from 'hono/html';
import { allAnswers, answer } from '../../../submissions/submission-answers.ts';
import { documents, isOpen } from '../../../submissions/rules/who-apply.ts';
import type { School } from '../../../submissions/terms.ts';
import type { FormTexts } from '../../../submissions/words/form-texts.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayText } from '../frame.ts';
import {
  anyOf,
  anyOfList,
  entryOf,
  type FieldSpec,
  line,
  lines,
  meant,
  offered,
  oneOf,
  same,
  select,
} from './parts.step.ts';

export function whoQuestions(asked: FieldSpec): Html {
  return html`${anyOfList(asked, 'work_authorization')} ${anyOfList(asked, 'degree_level')}
  ${anyOfList(asked, 'class_level')} ${lines(asked, { id: 'qualifications', optional: true, rows: 4 })}`;
}

export function applyQuestions(asked: FieldSpec): Html {
  return html`${meant(asked, 'apply_url_meant', { at: 'apply_url', value: answer(asked.answers, 'apply_url') })}${oneOf(
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
  ${anyOf(asked, { id: 'additional_documents', choices: documents.map((entry) => entryOf(asked.terms.words, 'additional_documents', entry)), optional: true })}
  ${lines(asked, { id: 'additional_documents_notes', optional: true, rows: 2 })}
  ${oneOf(asked, { id: 'show_contact_info', usual: 'no' })}
  ${asked.terms.schools.some(({ questions }) => questions === true) ? lines(asked, { id: 'applicant_questions', optional: true, rows: 5 }) : ''}
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
  const taking = open.filter(({ name }) => fits.get(name)?.kind !== 'refuses');
  const fitting = taking.length > mostShown ? taking.filter((school) => isFound(school, asked.find)) : taking;
  const chosen = allAnswers(asked.answers, 'schools');
  const hidden = taking.filter((one) => chosen.includes(one.name) && !fitting.includes(one));
  return html`${taking.length > mostShown ? finder(asked, taking, fitting.length) : ''}${hidden.map(({ name }) => html`<input type="hidden" name="schools" value="${name}" />`)}${anyOf(
    asked,
    {
      id: 'schools',
      choices: fitting.map((school) => {
        const hint = said(school, fits.get(school.name), words);
        return { value: school.name, label: school.title, ...(hint === '' ? {} : { hint }) };
      }),
    },
  )}
  ${open.map(({ name, title }) => {
    const fit = fits.get(name);
    return fit?.kind === 'refuses'
      ? html`<p class="inset">${choose.refuses({ school: title, why: fit.why.join('; ') })}</p>`
      : '';
  })}
  ${schools.map((school) =>
    isOpen(school, today)
      ? ''
      : html`<p class="inset">${choose.closed({ school: school.title, day: dayText(words, school.closedUntil ?? '') })}</p>`,
  )}
  ${asked.terms.mayHideName === true && open.some(({ hidesNames }) => hidesNames === true) ? oneOf(asked, { id: 'hide_name', usual: 'no' }) : ''}
  ${anyOf(asked, { id: 'declare', choices: offered(words, 'declare') })}`;
}

/** More schools than this are found by place, kind and size. */
const mostShown = 20;
const sizes = { small: [0, 5_000], medium: [5_001, 20_000], large: [20_001, Infinity] } as const;
type Size = keyof typeof sizes;

function isFound({ place, kind, students }: School, find: FieldSpec['find']): boolean {
  const size = Object.entries(sizes).find(([name]) => name === find?.size)?.[1];
  return (
    (!find?.place || place === find.place) &&
    (!find?.kind || kind === find.kind) &&
    (size === undefined || (students !== undefined && students >= size[0] && students <= size[1]))
  );
}

/** Lists to choose from; the button shows the schools that fit. */
function finder({ terms: { words }, find }: FieldSpec, schools: readonly School[], n: number): Html {
  const say = words.pages.choose.find;
  const list = (name: 'place' | 'kind' | 'size', options: readonly { value: string; label: string }[]) =>
    options.length === 0
      ? ''
      : select({
          id: `find_${name}`,
          label: say[name],
          words: words.pages,
          empty: say.any,
          options,
          value: find?.[name],
        });
  const named = (name: 'place' | 'kind') =>
    [...new Set(schools.flatMap((school) => school[name] ?? []))]
      .toSorted((a, b) => a.localeCompare(b))
      .map(same);
  const known = (Object.keys(sizes) as Size[]).filter((size) =>
    schools.some((one) => isFound(one, { size })),
  );
  return html`<fieldset class="field">
    <legend>${say.heading}</legend>
    <div class="fields">
      ${list('place', named('place'))}${list('kind', named('kind'))}${list(
        'size',
        known.map((size) => ({ value: size, label: say[size] })),
      )}
    </div>
    <div class="row band"><button name="do" value="find">${say.button}</button></div>
    <p class="hint" role="status">${find === undefined ? '' : say.found({ n, all: schools.length })}</p>
  </fieldset>`;
}

/** What a school says about jobs, how soon it decides, and what it would look at. */
function said({ rules, decides, longestDays }: School, fit: Fit | undefined, words: FormTexts): string {
  const { choose } = words.pages;
  return [
    decides === undefined ? '' : choose.decides({ when: decides }),
    rules ?? '',
    longestDays === undefined ? '' : choose.days({ n: longestDays }),
    fit?.kind === 'reviews' ? choose.reviews({ why: fit.why.join(' ') }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}
