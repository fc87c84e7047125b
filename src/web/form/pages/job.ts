import { html } from 'hono/html';
import { DAY } from '../../../core/clock.ts';
import { answer } from '../../../submissions/answers.ts';
import { errorAt } from '../../html/fields.ts';
import type { Html } from '../../html/words.ts';
import { dayWords } from '../frame.ts';
import { type Asked, line, lines, oneOf, oneOfList, upToThree } from './parts.ts';

export function jobQuestions(asked: Asked): Html {
  const openings = answer(asked.answers, 'num_openings') || '1';
  const withOpenings = { ...asked, answers: { ...asked.answers, num_openings: [openings] } };
  return html`${line(asked, { id: 'job_title', label: 'Job title', hint: 'The title only, like Paralegal Assistant' })}
    ${oneOfList(asked, 'job_type', 'Type of job')} ${upToThree(asked, 'job_function', 'Job function')}
    ${lines(asked, { id: 'job_desc', label: 'Description', rows: 10, hint: 'What the person does, who they work with, and what they learn. Between 200 and 50,000 characters.' })}
    ${line(withOpenings, { id: 'num_openings', label: 'Number of openings', width: 'w4', inputmode: 'numeric' })}
    ${line(asked, { id: 'hours_per_week', label: 'Hours each week', width: 'w4', inputmode: 'numeric', hint: 'Needed for part-time jobs and internships' })}
    ${startDate(asked)}
    ${line(asked, { id: 'duration', label: 'How long it lasts', width: 'w16', hint: 'Like 3 months. Needed for temporary jobs' })}
    ${oneOf(asked, { id: 'until', label: 'Show it until', usual: dayAfter(asked, 30), choices: closingDays(asked) })}`;
}

function startDate(asked: Asked): Html {
  const error = errorAt(asked.errors, 'start-month');
  const described = `start-hint${error === undefined ? '' : ' start-month-error'}`;
  const part = (id: string, label: string) =>
    line({ ...asked, errors: [] }, { id, label, width: 'w4', inputmode: 'numeric' });
  return html`<fieldset class="field${error === undefined ? '' : ' bad'}" aria-describedby="${described}">
    <legend>When it starts</legend>
    <p class="hint" id="start-hint">For example 11 1 2027. Leave empty for as soon as possible.</p>
    ${error === undefined ? '' : html`<p class="err" id="start-month-error"><span class="vh">Error: </span>${error}</p>`}
    <div class="fields">
      ${part('start-month', 'Month')}${part('start-day', 'Day')}${part('start-year', 'Year')}
    </div>
  </fieldset>`;
}

function closingDays(asked: Asked) {
  const offered = [30, 60, 90].map((days) => ({
    value: dayAfter(asked, days),
    label: dayWords(dayAfter(asked, days)),
    hint: `${days} days from today`,
  }));
  const chosen = answer(asked.answers, 'until');
  const other = chosen === '' || offered.some(({ value }) => value === chosen);
  return other ? offered : [{ value: chosen, label: dayWords(chosen), hint: 'As it is now' }, ...offered];
}

function dayAfter({ terms }: Asked, days: number): string {
  return new Date(terms.now.getTime() + days * DAY).toISOString().slice(0, 10);
}
