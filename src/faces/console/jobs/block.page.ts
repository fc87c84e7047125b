import { html } from 'hono/html';
import type * as z from 'zod';
import type { showBlockEffect } from '../../../operations/blocks.operations.ts';
import type { Effect, FieldError } from '../../../operations/registry/operation.ts';
import { jobPath, targetPath } from '../staff/addresses.page.ts';
import type { Marks } from './employers.page.ts';
import { count, type Html, pluralHtml } from '../../web/html/format-text.ts';
import { choices, errorAt, field, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage, type Section } from '../../web/html/html-layout.ts';
import { type State, status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { notice, section } from '../../web/html/pieces.ts';
import { withQuery } from '../../web/redirects.ts';

const matches = { company: 'name', domain: 'domain', mail: 'e-mail address' } as const;

export type BlockView = z.output<(typeof showBlockEffect)['output']> & {
  readonly marks: Marks;
  readonly tried?: { readonly reason: string; readonly errors: readonly FieldError[] };
};

const SHOWN = 50;

/** What a block would do at each school, before anything happens. */
export function blockPage(frame: Frame, view: BlockView): Html {
  const { name, live, targets, jobs, close, marks, tried } = view;
  const there = targets.filter((one) => one.live > 0);
  const found = Object.entries(marks).filter(([, value]) => value !== '');
  const title =
    live === 0
      ? `Blocking ${name} takes down no job now`
      : `Blocking ${name} takes down ${pluralHtml(live, 'job')} at ${pluralHtml(there.length, 'school')}`;
  const errors = (tried?.errors ?? []).map(({ field: id, message }) => ({ id, message }));
  return operationsPage(frame, {
    title,
    section: 'Employers',
    crumb: { href: '/employers', label: 'Employers' },
    errors,
    lead: html`Nothing has happened yet. Found by ${found.map(([kind, value], index) => html`${index === 0 ? '' : ', '}${matches[kind as keyof Marks]} <strong>${value}</strong>`)}.`,
    content: html`<div class="cols two"><div>${section('schools', 'At each school', schoolsTable(view))}
${section('jobs', 'Jobs', jobs.length === 0 ? html`<p class="soft">0 jobs now. Later ones will be left out.</p>` : jobsTable(jobs), html`${count(jobs.length)}${jobs.length > SHOWN ? html`, first ${SHOWN} shown` : ''} · <a href="${withQuery('/employers/block.csv', marks)}">all as CSV</a>`)}
${close.length === 0 ? '' : section('close', 'Not matched, but close', html`<ul>${close.map((one) => html`<li>${pluralHtml(one.jobs, 'job')} of <a href="${withQuery('/employers/block', { company: one.name })}">${one.name}</a></li>`)}</ul>`)}</div>
${section('decide', 'Your decision', decisionForm(frame, view, errors))}</div>`,
  });
}

function schoolsTable({ targets }: BlockView): Html {
  return table({
    caption: 'Jobs of this employer at each school',
    rows: targets,
    columns: [
      { label: 'School', cell: ({ target }) => html`<a href="${targetPath(target)}">${target}</a>` },
      { label: 'Live', num: true, cell: ({ live }) => count(live) },
      { label: 'Waiting', num: true, cell: ({ waiting }) => count(waiting) },
      { label: 'What would happen', wide: true, cell: (one) => status(wouldHappen(one)) },
    ],
  });
}

function wouldHappen({ state, trouble, live, waiting }: BlockView['targets'][number]): State {
  if (live === 0)
    return waiting > 0 ? { shape: 'none', word: 'Left out' } : { shape: 'none', word: 'Nothing there' };
  if (state === 'paused') return { shape: 'pause', word: 'Paused: your choice' };
  if (trouble !== null) return { shape: 'fail', word: 'Not answering: down when it answers' };
  return { shape: 'run', word: 'Down within 1 minute' };
}

function jobsTable(jobs: BlockView['jobs']): Html {
  return table({
    caption: 'Jobs of this employer',
    rows: jobs.slice(0, SHOWN),
    columns: [
      {
        label: 'Job',
        cell: ({ source, job_id: id, title }) => html`<a href="${jobPath(source, id)}">${title}</a>`,
      },
      { label: 'Source', cell: ({ source, job_id: id }) => html`${source} <code class="soft">${id}</code>` },
      { label: 'At schools', num: true, cell: ({ targets }) => pluralHtml(targets, 'school') },
      { label: 'Matched by', cell: ({ by }) => by.map((kind) => matches[kind]).join(', ') },
    ],
  });
}

function decisionForm(
  frame: Frame,
  { name, live, targets, marks, tried }: BlockView,
  errors: readonly FormError[],
): Html {
  const paused = targets.filter((one) => one.state === 'paused' && one.live > 0);
  const atPaused = paused.reduce((sum, one) => sum + one.live, 0);
  const places = paused.map(({ target }) => target).join(', ');
  return html`<form class="panel" method="post" action="/blocks">${csrfField(frame.csrf)}${Object.entries(marks).map(([key, value]) => (value === '' ? '' : html`<input type="hidden" name="${key}" value="${value}">`))}
${field({ id: 'reason', label: 'Why', hint: 'Kept in the record; the employer is not told', value: tried?.reason, error: errorAt(errors, 'reason') })}
${
  atPaused === 0
    ? ''
    : choices({
        id: 'paused',
        label: 'Paused schools',
        chosen: ['true'],
        choices: [
          {
            value: 'true',
            label: `Take the ${pluralHtml(atPaused, 'job')} down there too`,
            hint: `${places}: removals only; everything else stays paused`,
          },
          { value: 'false', label: 'Leave them up until the school resumes' },
        ],
      })
}
${phrase({ name, count: live, sentence: '' }, errorAt(errors, 'confirm'))}
<div class="row band"><button class="danger">${live === 0 ? 'Block' : `Block and take down ${pluralHtml(live, 'job')}`}</button></div></form>
<p class="soft after">You can unblock the employer at any time.</p>`;
}

/** What confirms an effect: above 100 jobs it is typed. */
function phrase({ name, count: jobs }: Effect, error?: string): Html | string {
  if (jobs === 0) return '';
  const text = `${name} ${jobs}`;
  return jobs > 100
    ? field({ id: 'confirm', label: html`Type <strong>${text}</strong> to confirm`, error })
    : html`${error === undefined ? '' : html`<p class="err" id="confirm"><span class="vh">Error: </span>${error}</p>`}<input type="hidden" name="confirm" value="${text}">`;
}

/** The reach of a block, and the button that repeats it. */
export function confirmBlock(
  frame: Frame,
  effect: Effect,
  form: {
    readonly action: string;
    readonly back: string;
    readonly fields: Readonly<Record<string, string>>;
    /** What the button does before it takes jobs down. */
    readonly does?: string;
    /** The phrase that was typed, where it was another one. */
    readonly typed?: string;
  },
): Html {
  const expected = `${effect.name} ${effect.count}`;
  const error = form.typed
    ? `Expected “${expected}”, but “${form.typed}” came. Nothing has happened.`
    : undefined;
  const kept = Object.entries(form.fields).filter(([, value]) => value !== '');
  return notice(
    'held',
    effect.sentence,
    html`<form method="post" action="${form.action}">${csrfField(frame.csrf)}${kept.map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
${phrase(effect, error)}
<div class="row band"><button class="danger">${form.does ?? 'Block'} and take down ${pluralHtml(effect.count, 'job')}</button><a href="${form.back}">Go back</a></div></form>`,
  );
}

/** The same on a page of its own. */
export function confirmPage(
  frame: Frame,
  effect: Effect,
  { title, of }: { readonly title: string; readonly of: Section },
  form: Parameters<typeof confirmBlock>[2],
): Html {
  const content = confirmBlock(frame, effect, form);
  return operationsPage(frame, { title, section: of, lead: 'Nothing has happened yet.', content });
}
