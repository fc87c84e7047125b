import { html } from 'hono/html';
import { answer, type Answers } from '../../../submissions/submission-answers.ts';
import { requestedLabel, requestedName } from '../../../submissions/requested-changes.ts';
import { type SchoolTitles, stateGiven } from '../../../submissions/schools.ts';
import type { SchoolJobState } from '../../../submissions/school-state.ts';
import type { SubmissionStatus } from '../../../submissions/school-status-store.ts';
import { extendedDay } from '../../../submissions/terms.ts';
import type { FormTexts } from '../../../submissions/words/form-texts.ts';
import { csrfField } from '../../console/html/html-layout.ts';
import { notice } from '../../console/html/pieces.ts';
import { icon, type Shape } from '../../console/html/html-status.ts';
import type { Html } from '../../console/html/format-text.ts';
import { dayText, type FormFrame, formPage, postForm } from '../frame.ts';

export type Managed = {
  readonly action: string;
  readonly answers: Answers;
  readonly sentAt: Date;
  readonly standing: SubmissionStatus;
  readonly closed: boolean;
  readonly titles: SchoolTitles;
  /** Staff refused it, and nobody was asked to look again yet. */
  readonly mayAppeal: boolean;
  readonly today: string;
  /** What was just done, to be said on top. */
  readonly done?: { readonly title: string; readonly text: string };
};

/** A job's own page: where it stands at each school, and what its employer can do. */
export function managePage(frame: FormFrame, job: Managed): Html {
  const { answers, standing, sentAt, done, closed, action, mayAppeal, today } = job;
  const { words } = frame;
  const { manage } = words.pages;
  const until = dayText(words, answer(answers, 'until'));
  return formPage(frame, {
    title: answer(answers, 'job_title'),
    content: html`${done === undefined ? '' : html`<div role="status">${notice('ok', done.title, html`<p>${done.text}</p>`)}</div>`}
      <h1 dir="auto"${done === undefined ? '' : html` class="band"`}>${answer(answers, 'job_title')}</h1>
      <p>
        ${manage.sent(answer(answers, 'empname'), dayText(words, sentAt.toISOString()))}
        ${closed ? manage.closed : answer(answers, 'until') < today ? manage.over(until) : manage.until(until)}
      </p>
      ${standing.change === undefined ? '' : notice('held', manage.changeNeeded, html`<p class="written" dir="auto">“${standing.change.note}”</p>${changeAsked(frame, job)}`)}
      <h2>${manage.stands}</h2>
      ${table(job, words)} ${mayAppeal ? html`<p class="band"><a href="${action}/appeal">${manage.appeal}</a></p>` : ''}
      <h2>${manage.can}</h2>
      ${acts(frame, job)}
      <p class="band soft">${closed ? '' : manage.review} ${manage.keep}</p>
      <p><a href="${action}/data">${manage.data}</a></p>`,
  });
}

/** Leads to the question that staff want answered otherwise. */
function changeAsked({ csrf, words }: FormFrame, { action, standing }: Managed): Html {
  const asked = standing.change?.asked;
  const { manage } = words.pages;
  return html`<form method="post" action="${action}" class="row">
    ${csrfField(csrf)}<input type="hidden" name="step" value="${asked === undefined ? '' : requestedName(asked)}" /><button
      class="primary"
      name="do"
      value="change"
    >
      ${asked === undefined ? manage.fix : manage.fixAt(requestedLabel(asked, words))}
    </button>
  </form>`;
}

function acts({ csrf, words: { pages } }: FormFrame, { action, closed, answers, today }: Managed): Html {
  const { manage } = pages;
  if (closed)
    return html`<form method="post" action="${action}">
      ${csrfField(csrf)}
      <div class="row"><button name="do" value="copy">${manage.copy}</button></div>
    </form>`;
  const until = answer(answers, 'until');
  return html`<form method="post" action="${action}">
    ${csrfField(csrf)}<input type="hidden" name="from" value="${until}" />
    <div class="row">
      <button name="do" value="change">${manage.change}</button
      >${extendedDay(until, today) > until ? html`<button name="do" value="extend">${manage.extend}</button>` : ''}<button name="do" value="copy">${manage.copy}</button>
    </div>
    <div class="row band">
      <button name="do" value="close">${manage.close}</button><span class="soft">${manage.closeHint}</span>
    </div>
  </form>`;
}

/** One button: the last day of a job is put off. */
export function extendPage(
  frame: FormFrame,
  { action, title, from, until }: { action: string; title: string; from: string; until: string },
): Html {
  const { words } = frame;
  const { extend } = words.pages;
  const day = dayText(words, until);
  return formPage(frame, {
    title: extend.title,
    content: html`<h1>${extend.heading(title, day)}</h1>
      <p>${extend.lead(dayText(words, from))}</p>
      ${postForm(frame, {
        action,
        button: extend.button(day),
        content: html`<input type="hidden" name="do" value="extend" /><input
            type="hidden"
            name="from"
            value="${from}"
          />`,
        beside: html`<a href="${action}">${extend.other}</a>`,
      })}`,
  });
}

function table({ standing: { schools }, titles }: Managed, words: FormTexts): Html {
  const { manage } = words.pages;
  return html`<table role="table">
    <caption class="vh">
      ${manage.caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">${manage.school}</th>
        <th role="columnheader" scope="col">${manage.state}</th>
        <th role="columnheader" scope="col">${manage.means}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${schools.map((standing) => {
        const { state } = standing;
        return html`<tr role="row">
          <th role="rowheader" scope="row">${titles(standing.school)}</th>
          <td role="cell" data-label="${manage.state}">
            <span class="status ${shapes[state]}">${icon(shapes[state])}${manage.states[state]}</span>
          </td>
          <td role="cell" data-label="${manage.means}">${words.pages.manage.stateText(stateGiven(standing, titles, words))}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

const shapes: Readonly<Record<SchoolJobState['state'], Shape>> = {
  review: 'wait',
  change: 'held',
  not_sent: 'none',
  school: 'wait',
  refused: 'none',
  copy: 'none',
  sending: 'wait',
  stopped: 'pause',
  accepted: 'ok',
  closing: 'wait',
  closed: 'none',
  never: 'none',
  gone: 'none',
};
