import { html } from 'hono/html';
import { choices, errorAt, errorSummary, type FormError, select, textArea } from '../html/fields.ts';
import { csrfField, type Frame, operationsPage } from '../html/layout.ts';
import { type Fact, facts, head, section } from '../html/pieces.ts';
import { status, type State } from '../html/status.ts';
import { count, type Html, when } from '../html/words.ts';
import { askedAt, askedLabel, askedPlaces } from '../../submissions/asked.ts';
import { wordsFor } from '../../submissions/words/words.ts';
import { dueWords } from './review.ts';
import { reviewPath } from './addresses.ts';

/** One job under review: is it a real job by a real employer? */
export type ReviewJob = {
  readonly id: number;
  readonly title: string;
  readonly needs: State;
  readonly lead: string;
  readonly signals: readonly Signal[];
  readonly rule?: string;
  readonly facts: readonly Fact[];
  readonly description: string;
  /** Somebody approved it already; this many more must. */
  readonly approvals: { readonly by: readonly string[]; readonly missing: number };
  readonly mayReview: boolean;
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

/** A sign with its points, and the words in which it was seen. */
export type Signal = {
  readonly points: number;
  readonly title: string;
  readonly before?: string;
  readonly seen?: string;
  readonly after?: string;
};

export function reviewJobPage(
  frame: Frame,
  job: ReviewJob,
  tried?: { readonly decision: string; readonly reason: string; readonly errors: readonly FormError[] },
): Html {
  const { title, needs, lead, signals } = job;
  return operationsPage(frame, {
    title: `${tried ? 'Error: ' : ''}Review: ${title}`,
    section: 'Review',
    crumb: { href: '/review', label: 'Review' },
    content: html`${errorSummary(tried?.errors ?? [])}${head({ title, lead: html`${status(needs)}, ${lead}` })}
<div class="cols two"><div>
${job.appeal === undefined ? '' : section('appeal', 'Its employer asks for another look', html`<p>“${job.appeal}”</p><p class="soft">Whoever decided before does not decide again.</p>`)}
${job.reports.length === 0 ? '' : section('reports', 'What readers report', html`<ol class="todo reports">${job.reports.map((report) => reader(report, frame))}</ol>`, dueWords(job.due, frame))}
${section('why', 'Why it waits', [signals.length === 0 ? html`<p>No sign of fraud; a rule asks for a person.</p>` : signalList(signals), job.rule === undefined ? '' : html`<p class="soft after">${job.rule}</p>`])}
${section('job', 'The job as it was sent', [facts(job.facts), html`<details><summary>Its description</summary><p>${job.description}</p></details>`])}
</div>${job.mayReview ? decisionForm(frame, job, tried) : html`<div><p>A reviewer decides.</p></div>`}</div>`,
  });
}

function reader({ why, text, at, from }: ReaderReport, frame: Frame): Html {
  return html`<li><div><strong>${why}</strong><p>${text}</p>${from === undefined ? '' : html`<p class="soft">May be written to: ${from}</p>`}</div><span class="when">${when(at, frame)}</span></li>`;
}

function signalList(signals: readonly Signal[]): Html {
  return html`<ol class="todo points">${signals.map(
    ({ points, title, before, seen, after }) =>
      html`<li><span class="num"><strong>${points > 0 ? '+' : ''}${count(points)}</strong></span><div><strong>${title}</strong>${seen === undefined ? '' : html`<p class="soft">${before ?? ''}<mark>${seen}</mark>${after ?? ''}</p>`}</div></li>`,
  )}</ol>`;
}

/** Each page of the form, and its questions under it. */
function askedOptions() {
  const words = wordsFor();
  return askedPlaces.flatMap((value) => {
    const at = askedAt(value);
    if (at === undefined) return [];
    const label = askedLabel(at, words);
    return [{ value, label: at.field === undefined ? label : `${words.pages.steps[at.step]}: ${label}` }];
  });
}

function decisionForm(
  frame: Frame,
  { id, hasSender, approvals }: ReviewJob,
  tried?: { readonly decision: string; readonly reason: string; readonly errors: readonly FormError[] },
): Html {
  const errors = tried?.errors ?? [];
  return html`<form class="panel" method="post" action="${reviewPath(id)}" aria-labelledby="decision-title">${csrfField(frame.csrf)}<h2 id="decision-title">Your decision</h2>
${approvals.by.length > 0 ? html`<p class="soft">Approved by ${approvals.by.join(', ')}. ${approvals.missing > 0 ? `${count(approvals.missing)} more must approve.` : ''}</p>` : ''}
${choices({
  id: 'decision',
  label: 'What should happen?',
  chosen: tried ? [tried.decision] : [],
  error: errorAt(errors, 'decision'),
  choices: [
    {
      value: 'reject',
      label: 'Reject',
      hint: hasSender
        ? 'The sender is told the reason below. Nothing goes to a school.'
        : 'Nothing goes to a school.',
    },
    {
      value: 'block',
      label: 'Reject and take the employer down everywhere',
      hint: 'Every job of its name, domain and address, from any source, at every school. The reason stays with staff.',
    },
    ...(hasSender
      ? [
          {
            value: 'changes',
            label: 'Ask for a change',
            hint: 'The sender gets a link that leads there.',
            more: select({
              id: 'asks',
              label: 'About which page or question',
              when: 'if-changes under',
              empty: 'Any',
              options: askedOptions(),
            }),
          },
        ]
      : []),
    {
      value: 'approve',
      label: 'Approve',
      hint: approvals.missing > 1 ? 'Needs a second person after you.' : 'It is sent to its schools.',
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
    },
  ],
})}
${textArea({ id: 'reason', label: hasSender ? 'Reason the sender reads' : 'Reason', hint: hasSender ? 'Say what to change. Do not accuse.' : 'For the record.', value: tried?.reason, error: errorAt(errors, 'reason') })}
<div class="row band"><button class="primary">Save decision</button><a href="/review">Later</a></div></form>`;
}
