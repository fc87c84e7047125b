import { html } from 'hono/html';
import { answer } from '../../../submissions/submission-answers.ts';
import { startDay } from '../../../submissions/rules/job.rules.ts';
import { daysAfter, longestDays, usualDays } from '../../../submissions/terms.ts';
import { entryText, type FormTexts } from '../../../submissions/words/form-texts.ts';
import { choices, errorAt } from '../../web/html/html-fields.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayText } from '../frame.ts';
import { type FieldSpec, line, lines, marked, meant, oneOfList, upToThree } from './parts.step.ts';

/** What the title says about the job: entries of the list that fit, and titles that others gave. */
export type Suggestions = { readonly functions: readonly string[]; readonly titles?: readonly string[] };

export function jobQuestions(asked: FieldSpec, { functions, titles }: Suggestions): Html {
  const { pages } = asked.terms.words;
  const fitting = html`<p class="hint row" role="status" data-suggest="job_title" data-lead="${pages.suggested}" data-picks="job_function">${functions.length === 0 ? '' : html`${pages.suggested} ${functions.map((entry) => suggestion(entry, asked.terms.words))}`}</p>`;
  return html`${line(asked, { id: 'job_title', list: titles && 'titles' })}
    ${titles === undefined ? '' : html`<datalist id="titles">${titles.map((title) => html`<option value="${title}"></option>`)}</datalist>`}
    ${oneOfList(asked, 'job_type')} ${upToThree(asked, 'job_function', fitting)}
    ${lines(asked, { id: 'job_desc', rows: 10, count: { min: 200, max: 50_000 }, edited: true })}
    ${line(asked, { id: 'num_openings', width: 'w4', inputmode: 'numeric', value: answer(asked.answers, 'num_openings') || '1' })}
    ${line(asked, { id: 'hours_per_week', width: 'w4', inputmode: 'numeric' })} ${startDate(asked)}
    ${line(asked, { id: 'duration', width: 'w16' })} ${closing(asked)}`;
}

/** A button that chooses an entry of the list; without script the page comes back with it. */
function suggestion(entry: string, words: FormTexts): Html {
  return html`<button name="do" value="job_function:${entry}">${entryText(words, 'job_function', entry)}</button>`;
}

function startDate(asked: FieldSpec): Html {
  const { words } = asked.terms;
  const { label, hint } = marked(asked, 'start', 'start-month');
  const error = errorAt(asked.errors, 'start-month');
  const described = `start-hint${error === undefined ? '' : ' start-month-error'}`;
  const part = (id: 'start-month' | 'start-day' | 'start-year') =>
    line({ ...asked, errors: [] }, { id, width: 'w4', inputmode: 'numeric' });
  return html`<fieldset class="field${error === undefined ? '' : ' bad'}" aria-describedby="${described}">
    <legend>${label}</legend>
    <p class="hint" id="start-hint">${hint ?? ''}</p>
    ${error === undefined ? '' : html`<p class="err" id="start-month-error"><span class="vh">${words.pages.error}: </span>${error}</p>`}
    ${meant(asked, 'start_meant', { at: 'start-month', value: startDay(asked.answers) ?? '' })}
    <div class="fields">${words.dateOrder.map((name) => part(`start-${name}`))}</div>
  </fieldset>`;
}

/** A month, two, three, or another day; a day that was chosen before stands as the other one. */
function closing(asked: FieldSpec): Html {
  const { words } = asked.terms;
  const chosen = answer(asked.answers, 'until') || daysAfter(asked.terms.today, usualDays);
  const usual = [30, 60, 90].map((days) => ({ day: daysAfter(asked.terms.today, days), days }));
  const isOther = usual.every(({ day }) => day !== chosen);
  const other = line(asked, {
    id: 'until_other',
    type: 'date',
    width: 'w16',
    when: 'if-other-day under',
    between: [daysAfter(asked.terms.today, 1), daysAfter(asked.terms.today, longestDays)],
    value: isOther && /^\d{4}-\d\d-\d\d$/.test(chosen) ? chosen : '',
  });
  return choices({
    id: 'until',
    label: marked(asked, 'until').label,
    words: words.pages,
    chosen: [isOther ? 'other' : chosen],
    error: errorAt(asked.errors, 'until'),
    choices: [
      ...usual.map(({ day, days }) => ({
        value: day,
        label: dayText(words, day),
        hint: words.pages.daysFromToday({ n: days }),
      })),
      { value: 'other', label: words.pages.anotherDay, more: other },
    ],
  });
}
