import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import type { SchoolReview } from '../../../screening/screening.queries.ts';
import { choices, errorAt, type FormError, textArea } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { type Fact, facts, section } from '../../web/html/pieces.ts';
import { status } from '../../web/html/html-status.ts';
import { type Html, when } from '../../web/html/format-text.ts';
import { jobPath, targetPath } from '../staff/addresses.page.ts';

/** One job before one school: does the school show it? */
export type SchoolReviewView = {
  readonly id: number;
  readonly content: string;
  readonly target: string;
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly waits: boolean;
  readonly review: SchoolReview;
  readonly facts: readonly Fact[];
  readonly description: string;
};

export function schoolReviewPage(
  frame: Frame,
  view: SchoolReviewView,
  tried?: { readonly decision: string; readonly reason: string; readonly errors: readonly FormError[] },
): Html {
  const { target, title, review } = view;
  return operationsPage(frame, {
    title: `Review for ${target}: ${title}`,
    section: 'Review',
    crumb: { href: `${targetPath(target)}/reviews`, label: `Reviews of ${target}` },
    errors: tried?.errors,
    heading: title,
    lead: html`${status(wordOf(view))}. ${target} decides for itself; other schools are not affected.`,
    content: html`<div class="cols two"><div>
${section('why', `Why it was put before ${target}`, html`<p>${review.reason}</p>`)}
${section('job', 'The job', [facts(view.facts), html`<details><summary>Its description</summary><p>${view.description}</p></details>`, html`<p><a href="${jobPath(view.source, view.jobId, target)}">All about this job at ${target}</a></p>`])}
</div>${view.waits && mayDo(frame.actor, 'review') ? decisionForm(frame, view, tried) : html`<div>${decided(frame, view)}</div>`}</div>`,
  });
}

function wordOf({ waits, review }: SchoolReviewView) {
  if (waits) return { shape: 'wait', word: 'Waits for the school' } as const;
  if (review.state === 'approved') return { shape: 'ok', word: 'Approved' } as const;
  if (review.state === 'rejected') return { shape: 'none', word: 'Rejected' } as const;
  return { shape: 'wait', word: 'Does not wait' } as const;
}

function decided(frame: Frame, { review, waits }: SchoolReviewView): Html {
  if (waits) return html`<p>A reviewer decides.</p>`;
  if (review.decidedBy === null || review.decidedAt === null)
    return html`<p>${review.state === 'rejected' ? 'The school’s rules refuse this job.' : 'The school shows this job already, or it waits for a decision for all schools first.'}</p>`;
  return html`<p>${review.decidedBy} decided, ${when(review.decidedAt, frame)}.</p>${review.note === null ? '' : html`<p>Reason: ${review.note}</p>`}`;
}

function decisionForm(
  frame: Frame,
  { id, content, target }: SchoolReviewView,
  tried: Parameters<typeof schoolReviewPage>[2],
): Html {
  const errors = tried?.errors ?? [];
  return html`<form class="panel" method="post" action="${targetPath(target)}/reviews/${id}" aria-labelledby="decision-title">${csrfField(frame.csrf)}<input type="hidden" name="content" value="${content}"><h2 id="decision-title">Your decision for ${target}</h2>
${choices({
  id: 'decision',
  label: 'Does the school show this job?',
  chosen: tried ? [tried.decision] : [],
  error: errorAt(errors, 'decision'),
  choices: [
    { value: 'approve', label: 'Show it', hint: `It is sent to ${target}.` },
    { value: 'reject', label: 'Do not show it', hint: `It does not go to ${target}. Other schools keep it.` },
  ],
})}
${textArea({ id: 'reason', label: 'Reason the employer reads', hint: 'Needed if the school does not show the job.', value: tried?.reason, error: errorAt(errors, 'reason') })}
<div class="row band"><button class="primary">Save decision</button><a href="${targetPath(target)}/reviews">Later</a></div></form>`;
}
