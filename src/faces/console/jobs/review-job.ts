import { html } from 'hono/html';
import { choices, errorAt, type FormError, select, textArea } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { type Fact, facts, section } from '../../web/html/pieces.ts';
import { status, type State } from '../../web/html/html-status.ts';
import { count, pluralHtml, type Html, when } from '../../web/html/format-text.ts';
import { requestedAt, requestedLabel, requestPlaces } from '../../../submissions/requested-changes.ts';
import { textsIn } from '../../../submissions/words/form-texts.ts';
import { dueText } from './review.page.ts';
import type { Effect } from '../../../operations/registry/operation.ts';
import { reviewPath } from '../staff/addresses.page.ts';
import { confirmBlock } from './block.page.ts';

/** One job under review: is it a real job by a real employer? */
export type ReviewJob = {
  readonly id: number;
  readonly content: string;
  /** A decision from a page with an older one is refused. */
  readonly state: string;
  readonly title: string;
  readonly needs: State;
  readonly lead: string;
  readonly signals: readonly Signal[];
  readonly rule?: string;
  readonly facts: readonly Fact[];
  readonly description: string;
  /** Who approved it already, with the reason of a first override, and how many more must. */
  readonly approvals: { readonly by: readonly string[]; readonly missing: number; readonly reason?: string };
  /** 80 points or more: there is no approval, only an override by two people. */
  readonly stopped: boolean;
  readonly may: { readonly review: boolean; readonly override: boolean };
  /** Schools that show it now, and would lose it. */
  readonly liveAt: readonly string[];
  /** Whether its sender can be asked for a change: jobs of the form. */
  readonly hasSender: boolean;
  /** What readers said about it at a school. */
  readonly reports: readonly ReaderReport[];
  /** By when a person looks at the reports. */
  readonly due?: Date;
  /** Why its employer wants a refusal looked at again. */
  readonly appeal?: string;
};

export type ReaderReport = {
  readonly why: string;
  readonly text: string;
  readonly at: Date;
  readonly from?: string;
};

/** A signal with its points, and the words in which it was seen. */
export type Signal = {
  readonly points: number;
  readonly title: string;
  readonly seen?: string;
};

/** What was typed, when the page comes back: with errors, or with the reach of a block that must be confirmed. */
type Tried = {
  readonly decision: string;
  readonly reason: string;
  /** The phrase that confirms a reach, as it was typed. */
  readonly typed?: string;
  readonly errors: readonly FormError[];
  readonly reach?: Effect;
};

export function reviewJobPage(frame: Frame, job: ReviewJob, tried?: Tried): Html {
  const { title, needs, lead, signals } = job;
  return operationsPage(frame, {
    title: `Review: ${title}`,
    section: 'Review',
    crumb: { href: '/review', label: 'Review' },
    errors: tried?.errors,
    above:
      tried?.reach === undefined
        ? ''
        : confirmBlock(frame, tried.reach, {
            action: `/reviews/${job.id}/decision`,
            back: reviewPath(job.id),
            typed: tried.typed,
            fields: { decision: tried.decision, reason: tried.reason },
          }),
    heading: title,
    lead: html`${status(needs)}, ${lead}`,
    content: html`<div class="cols two"><div>
${job.appeal === undefined ? '' : section('appeal', 'Its employer asks for another look', html`<p>“${job.appeal}”</p><p class="soft">The second decision needs another person.</p>`)}
${job.reports.length === 0 ? '' : section('reports', 'What readers report', html`<ol class="todo reports">${job.reports.map((report) => reader(report, frame))}</ol>`, dueText(job.due, frame))}
${section('why', 'Why it waits', [signals.length === 0 ? html`<p>No signal of fraud; a rule asks for a person.</p>` : signalList(signals), job.rule === undefined ? '' : html`<p class="soft after">${job.rule}</p>`])}
${section('job', 'The job as it was sent', [facts(job.facts), html`<details><summary>Its description</summary><p>${job.description}</p></details>`])}
</div>${job.may.review ? html`<div>${decisionForm(frame, job, tried)}${job.stopped ? overrideForm(frame, job, tried) : ''}</div>` : html`<div><p>A reviewer decides.</p></div>`}</div>`,
  });
}

function reader({ why, text, at, from }: ReaderReport, frame: Frame): Html {
  return html`<li><div><strong>${why}</strong><p>${text}</p>${from === undefined ? '' : html`<p class="soft">May be written to: ${from}</p>`}</div><span class="when">${when(at, frame)}</span></li>`;
}

function signalList(signals: readonly Signal[]): Html {
  return html`<ol class="todo points">${signals.map(
    ({ points, title, seen }) =>
      html`<li><span class="num"><strong>${points > 0 ? '+' : ''}${count(points)}</strong></span><div><strong>${title}</strong>${seen === undefined ? '' : html`<p class="soft"><mark>${seen}</mark></p>`}</div></li>`,
  )}</ol>`;
}

/** Each page of the form, and its questions under it. */
function askedOptions() {
  const words = textsIn('en');
  return requestPlaces.flatMap((value) => {
    const at = requestedAt(value);
    if (at === undefined) return [];
    const label = requestedLabel(at, words);
    return [{ value, label: at.field === undefined ? label : `${words.pages.steps[at.step]}: ${label}` }];
  });
}

function decisionForm(
  frame: Frame,
  { id, content, state, hasSender, approvals, stopped, liveAt }: ReviewJob,
  tried?: Tried,
): Html {
  const errors = tried?.decision === '' ? [] : (tried?.errors ?? []);
  const leaves =
    liveAt.length === 0
      ? 'No school shows it now, and none gets it.'
      : `It comes down at ${pluralHtml(liveAt.length, 'school')}: ${liveAt.join(', ')}.`;
  return html`<form class="panel" method="post" action="/reviews/${id}/decision" aria-labelledby="decision-title">${csrfField(frame.csrf)}<input type="hidden" name="content" value="${content}"><input type="hidden" name="state" value="${state}"><h2 id="decision-title">Your decision</h2>
${approvals.by.length > 0 && !stopped ? html`<p class="soft">Approved by ${approvals.by.join(', ')}. ${approvals.missing > 0 ? `${count(approvals.missing)} more must approve.` : ''}</p>` : ''}
${choices({
  id: 'decision',
  label: 'What should happen?',
  chosen: tried ? [tried.decision] : [],
  error: errorAt(errors, 'decision'),
  choices: [
    {
      value: 'reject',
      label: 'Reject',
      hint: hasSender ? `${leaves} The sender reads the reason below.` : leaves,
    },
    {
      value: 'block',
      label: 'Reject and block the employer',
      hint: 'Every job of its name, domain and address, from any source, at every school. You see how many before anything happens. The reason stays with staff.',
    },
    ...(hasSender
      ? [
          {
            value: 'changes',
            label: 'Ask for a change',
            hint: 'The sender gets a link that leads there.',
            more: select({
              id: 'page',
              label: 'About which page or question',
              when: 'if-changes under',
              empty: 'Any',
              options: askedOptions(),
            }),
          },
        ]
      : []),
    ...(stopped ? [] : [approveChoice(approvals.missing, hasSender)]),
  ],
})}
${textArea({ id: 'reason', label: hasSender ? 'Reason the sender reads' : 'Reason', hint: hasSender ? 'Say what to change. Do not accuse.' : 'For the record.', value: stopped && tried?.decision === '' ? '' : tried?.reason, error: errorAt(errors, 'reason') })}
<div class="row band"><button class="primary">Save decision</button><a href="/review">Later</a></div></form>`;
}

function approveChoice(missing: number, hasSender: boolean) {
  return {
    value: 'approve',
    label: 'Approve',
    hint: missing > 1 ? 'Needs a second person after you.' : 'It is sent to its schools.',
    ...(hasSender && {
      more: select({
        id: 'proof',
        label: 'How the employer is known',
        when: 'if-approve under',
        empty: 'From the job alone',
        options: [
          { value: '3', label: 'We know it' },
          { value: '4', label: 'We called a number found elsewhere, or saw a document' },
        ],
        hint: 'Counts for its next jobs too.',
      }),
    }),
  };
}

/** The field of the reason in the override's form: the decision's form has a `reason` of its own. */
export const OVERRIDE_REASON = 'override-reason';

/** Screening stopped the job: two people send it anyway, each with a typed reason. */
function overrideForm(frame: Frame, { id, content, state, approvals, may }: ReviewJob, tried?: Tried): Html {
  const errors = tried?.decision === '' ? tried.errors : [];
  const [first] = approvals.by;
  const said =
    first === undefined
      ? 'Screening stopped this job. It goes to its schools only after two people override the stop. Both names and reasons are recorded.'
      : `${first} overrode the stop first. The job goes to its schools when you do too.`;
  return html`<form class="panel after" method="post" action="/reviews/${id}/override" aria-labelledby="override-title">${csrfField(frame.csrf)}<input type="hidden" name="content" value="${content}"><input type="hidden" name="state" value="${state}"><h2 id="override-title">Override the stop</h2>
<p>${said}</p>${first !== undefined && approvals.reason !== undefined ? html`<blockquote>${approvals.reason}</blockquote>` : ''}
${
  may.override
    ? html`${textArea({ id: OVERRIDE_REASON, name: 'reason', label: 'Why this job may go to schools', hint: 'The second person reads it. The sender does not.', value: tried?.decision === '' ? tried.reason : '', error: errorAt(errors, OVERRIDE_REASON) })}
<div class="row band"><button class="danger">${first === undefined ? 'Override, and ask a second person' : 'Override: send it to its schools'}</button></div>`
    : html`<p class="soft">${first === undefined ? 'An operator or admin can do this.' : 'Another operator or admin does this.'}</p>`
}</form>`;
}
