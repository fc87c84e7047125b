import { html, raw } from 'hono/html';
import { answer, type Answers } from '../../../submissions/submission-answers.ts';
import { requestedLabel, requestedName } from '../../../submissions/requested-changes.ts';
import { type SchoolTitles, stateGiven } from '../../../submissions/schools.ts';
import { type SchoolJobState, stateText } from '../../../submissions/school-state.ts';
import type { SubmissionStatus } from '../../../submissions/kept-data.ts';
import type { SeveralJob } from '../../../submissions/several-jobs.ts';
import { extendedDay, type FormTerms, longestDays } from '../../../submissions/terms.ts';
import { safeMarkup } from '../../../submissions/text-markup.ts';
import type { FormTexts } from '../../../submissions/words/form-texts.ts';
import { csrfField } from '../../web/html/html-layout.ts';
import { facts, notice } from '../../web/html/pieces.ts';
import { type Shape, status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayAt, dayText, type FormFrame, formPage, plainPage, postForm } from '../frame.ts';
import { paySummary, placeSummary } from './check.step.ts';
import { anyOf, choicesOf, type FieldSpec } from './questions.ts';
import type { Several } from './plain.ts';
import { employerQuestions } from '../../../submissions/rules/employer.rules.ts';
import { stepQuestions } from './step.page.ts';

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
  /** Others of its mail domain may be invited. */
  readonly colleagues: boolean;
  /** It is closed, and may be opened again until then. */
  readonly reopenUntil?: string | undefined;
  /** What was just done, to be said on top. */
  readonly done?: { readonly title: string; readonly text: string };
};

/** A job of an address. */
export type OwnJob = { readonly jobId: string; readonly answers: Answers; readonly closed: boolean };

export type OwnJobs = {
  readonly action: string;
  readonly email: string;
  readonly jobs: readonly OwnJob[];
  readonly today: string;
  /** The employer that a new job begins with. */
  readonly employer: Answers;
  /** When it was saved; undefined where it is the newest job's. */
  readonly savedAt: Date | undefined;
};

/** All jobs of an address, and the employer that a new one begins with. */
export function ownJobsPage(frame: FormFrame, { action, email, jobs, today, employer, savedAt }: OwnJobs) {
  const { pages, fields } = frame.words;
  const { all, check } = pages;
  const act = (job: OwnJob, todo: 'open' | 'copy') =>
    html`<button class="link" name="do" value="${todo}">${all[todo]({ title: answer(job.answers, 'job_title') })}</button>`;
  const acts = (job: OwnJob) =>
    html`<form method="post" action="${action}" class="row">
      ${csrfField(frame.csrf)}<input type="hidden" name="job" value="${job.jobId}" />${act(job, 'open')}${act(job, 'copy')}
    </form>`;
  return formPage(frame, {
    title: all.title,
    content: html`<h1>${all.heading({ n: jobs.length })}</h1>
      <p>${all.lead({ email })}</p>
      ${facts(
        jobs.map((job) => ({
          term: answer(job.answers, 'job_title'),
          value: html`${shownUntil(job.answers, { closed: job.closed, today }, frame.words)}${acts(job)}`,
        })),
      )}
      <h2>${all.profile}</h2>
      <p>${savedAt === undefined ? all.profileLead : all.profileSaved({ day: dayAt(frame, savedAt) })}</p>
      ${facts([
        { term: check.name, value: answer(employer, 'empname') },
        { term: fields.website.label, value: answer(employer, 'website') },
        { term: check.whatItDoes, value: html`${raw(safeMarkup(answer(employer, 'description')))}` },
      ])}
      <p class="band"><a href="${action}/employer">${all.profileChange}</a></p>
      ${postForm(frame, { action, button: all.another, content: html`<input type="hidden" name="do" value="new" />` })}`,
  });
}

/** Closed, or until which day a job is shown. */
function shownUntil(
  answers: Answers,
  { closed, today }: { readonly closed: boolean; readonly today: string },
  words: FormTexts,
): string {
  const { manage } = words.pages;
  const until = answer(answers, 'until');
  const day = dayText(words, until);
  return closed ? manage.closed : until < today ? manage.over({ day }) : manage.until({ day });
}

/** What became of each line of a table, before anything is posted. */
export function severalCheckPage(
  frame: FormFrame,
  { action, csv = '', errors = [] }: Several,
  jobs: readonly SeveralJob[],
  terms: FormTerms,
): Html {
  const { pages } = frame.words;
  const { several } = pages;
  const ready = jobs.filter(({ problem }) => problem === undefined).length;
  const send = () =>
    postForm(frame, {
      action: `${action}/several`,
      button: several.send({ n: ready }),
      content: html`<div class="band"></div><input type="hidden" name="do" value="send" /><input type="hidden" name="csv" value="${csv}" />${anyOf({ answers: {}, errors, terms }, 'declare', choicesOf(frame.words, 'declare'))}`,
    });
  return formPage(frame, {
    title: several.check,
    errors,
    back: `${action}/several`,
    content: html`<h1>${several.check}</h1>
      ${ready === jobs.length ? '' : html`<p class="inset">${several.errors({ n: jobs.length - ready })}</p>`}
      ${facts(
        jobs.map(({ answers, problem }) => {
          const shape = problem === undefined ? 'ok' : 'held';
          return {
            term: answer(answers, 'job_title'),
            value: html`${status({ shape, word: problem ?? several.ready })}
              <p class="soft">${lineSummary(answers, frame.words)}</p>`,
          };
        }),
      )}
      ${ready === 0 ? html`<p class="go"><a class="button" href="${action}/several">${several.title}</a></p>` : send()}`,
  });
}

/** What stands apart in the jobs of a table: where, what it pays, until when. */
function lineSummary(answers: Answers, words: FormTexts): string {
  const until = words.pages.manage.until({ day: dayText(words, answer(answers, 'until')) });
  return [placeSummary(answers, words), paySummary(answers, words), until].filter(Boolean).join('. ');
}

/** A job's own page: its state at each school, and what its employer can do. */
export function managePage(frame: FormFrame, job: Managed): Html {
  const { answers, standing, sentAt, done, closed, action, mayAppeal, today } = job;
  const { words } = frame;
  const { manage } = words.pages;
  return formPage(frame, {
    title: answer(answers, 'job_title'),
    content: html`${done === undefined ? '' : html`<div role="status">${notice('ok', done.title, html`<p>${done.text}</p>`)}</div>`}
      <h1 dir="auto"${done === undefined ? '' : html` class="band"`}>${answer(answers, 'job_title')}</h1>
      <p>
        ${manage.sent({ employer: answer(answers, 'empname'), day: dayAt(frame, sentAt) })}
        ${shownUntil(answers, { closed, today }, words)}
      </p>
      ${standing.change === undefined ? '' : notice('held', manage.changeNeeded, html`<p class="written" dir="auto">${words.pages.quote({ text: standing.change.note })}</p>${changeAsked(frame, job)}`)}
      <h2>${manage.stands}</h2>
      ${schoolsTable(job, frame)} ${mayAppeal ? html`<p class="band"><a href="${action}/appeal">${manage.appeal}</a></p>` : ''}
      <h2>${manage.can}</h2>
      ${acts(frame, job)}
      <p class="band soft">${closed ? '' : manage.review} ${manage.keep}</p>
      <div class="band"><ul class="plain">
        ${closed || !job.colleagues ? '' : html`<li><a href="${action}/invite">${words.pages.invite.title}</a></li>`}
        ${standing.refused === undefined ? html`<li><a href="${action}/several">${words.pages.several.title}</a></li>` : ''}
        <li><a href="/manage">${words.pages.all.back}</a></li>
        <li><a href="${action}/data">${manage.data}</a></li>
      </ul></div>`,
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
      ${asked === undefined ? manage.fix : manage.fixAt({ what: requestedLabel(asked, words) })}
    </button>
  </form>`;
}

function acts({ csrf, words }: FormFrame, { action, closed, answers, today, reopenUntil }: Managed): Html {
  const { manage } = words.pages;
  if (closed)
    return html`<form method="post" action="${action}">
      ${csrfField(csrf)}
      ${reopenUntil === undefined ? '' : html`<div class="row"><button name="do" value="reopen">${manage.reopen}</button><span class="soft">${manage.reopenHint({ day: reopenUntil })}</span></div>`}
      <div class="row band"><button name="do" value="copy">${manage.copy}</button></div>
    </form>`;
  const until = answer(answers, 'until');
  return html`<form method="post" action="${action}">
    ${csrfField(csrf)}<input type="hidden" name="from" value="${until}" />
    <div class="row">
      <button name="do" value="change">${manage.change}</button
      >${extendedDay(until, today) > until ? html`<button name="do" value="extend">${manage.extend}</button>` : ''}<button name="do" value="copy">${manage.copy}</button>
    </div>
    <p class="soft">${manage.extendLimit({ n: longestDays })}</p>
    <div class="row band">
      <a class="button" href="${action}/close">${manage.close}</a><span class="soft">${manage.closeHint}</span>
    </div>
  </form>`;
}

/** Asks once before a job is closed. */
export function closePage(frame: FormFrame, { action, title }: { action: string; title: string }): Html {
  const { close } = frame.words.pages;
  return plainPage(frame, {
    title: close.title,
    back: action,
    heading: close.heading({ title }),
    lead: close.lead,
    form: {
      action,
      button: close.button,
      danger: true,
      content: html`<input type="hidden" name="do" value="close" />`,
      beside: html`<a href="${action}">${close.other}</a>`,
    },
  });
}

/** One button: the last day of a job is put off. */
export function extendPage(
  frame: FormFrame,
  { action, title, from, until }: { action: string; title: string; from: string; until: string },
): Html {
  const { words } = frame;
  const { extend } = words.pages;
  const day = dayText(words, until);
  return plainPage(frame, {
    title: extend.title,
    heading: extend.heading({ title, day }),
    lead: extend.lead({ day: dayText(words, from) }),
    form: {
      action,
      button: extend.button({ day }),
      content: html`<input type="hidden" name="do" value="extend" /><input type="hidden" name="from" value="${from}" />`,
      beside: html`<a href="${action}">${extend.other}</a>`,
    },
  });
}

function schoolsTable({ standing: { schools }, titles }: Managed, frame: FormFrame): Html {
  const { words } = frame;
  const { manage } = words.pages;
  return table({
    caption: manage.caption,
    rows: schools,
    columns: [
      { label: manage.school, cell: ({ school }) => titles(school) },
      {
        label: manage.state,
        cell: ({ state }) => status({ shape: shapes[state], word: words.states.names[state] }),
      },
      { label: manage.means, cell: (standing) => stateText(words, stateGiven(standing, titles, frame)) },
    ],
  });
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

/** The employer that new jobs begin with. */
export function profilePage(frame: FormFrame, asked: FieldSpec, action: string): Html {
  const { title, lead, button } = frame.words.pages.profile;
  const content = stepQuestions(asked, employerQuestions);
  const form = { action: `${action}/employer`, button, content };
  return plainPage(frame, { title, errors: asked.errors, back: action, lead, form });
}
