import { html } from 'hono/html';
import type { ReviewQueueState } from '../../../screening/review-queue.queries.ts';
import { select } from '../../web/html/html-fields.ts';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages } from '../../web/html/pieces.ts';
import { status, type State } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { count, pluralHtml, type Html, when, whenExactly } from '../../web/html/format-text.ts';

/** The queue of decisions about jobs: for all schools, and for each school. */
export type ReviewList = {
  readonly total: number;
  readonly state: ReviewQueueState;
  /** The school whose decisions are shown; absent: all. */
  readonly school?: string;
  readonly schools: readonly string[];
  readonly jobs: readonly ReviewLine[];
  readonly next?: string;
  readonly approvedToday: number;
};

export type ReviewLine = {
  readonly href: string;
  readonly title: string;
  readonly employer: string;
  /** `All schools`, or the school that decides for itself. */
  readonly decides: string;
  readonly points: number;
  /** `Stopped`, `Two people`, `One person`, `The school`. */
  readonly needs: State;
  readonly strongest: string;
  readonly proof: string;
  readonly schools: number;
  readonly since: Date;
  /** By when a person looks at it, because a reader reported it. */
  readonly due?: Date;
};

const stateWords: Readonly<Record<ReviewQueueState, string>> = {
  waiting: 'Waiting for us',
  changes: 'Waiting for the employer',
  approved: 'Approved',
  rejected: 'Rejected',
};

export function reviewPage(frame: Frame, view: ReviewList): Html {
  const { total, jobs, next, school } = view;
  return operationsPage(frame, {
    title: school === undefined ? 'Review' : `Review for ${school}`,
    section: 'Review',
    heading: titleOf(view),
    lead:
      school === undefined
        ? 'A job is decided for all schools first, then by each school that wants to see it. Points add up from signals.'
        : 'The school’s own decisions. They change nothing at other schools.',
    content: html`${filters(view)}
${total === 0 ? empty('No job here', emptyText(view)) : [reviewTable(frame, jobs), morePages(next, 'Next jobs')]}`,
  });
}

function titleOf({ total, state, school }: ReviewList): string {
  const where = school === undefined ? '' : ` for ${school}`;
  if (state !== 'waiting')
    return `${pluralHtml(total, 'job')}${where}: ${stateWords[state].charAt(0).toLowerCase()}${stateWords[state].slice(1)}`;
  if (total === 0) return `Nothing to review${where}`;
  return `${pluralHtml(total, 'job')} ${total === 1 ? 'waits' : 'wait'} for review${where}`;
}

function emptyText({ state, approvedToday }: ReviewList): string {
  if (state !== 'waiting') return 'Choose another state or school to see more.';
  return `Jobs of new employers, jobs with warning signs, and jobs that a school wants to see first wait here. In the last 24 hours ${count(approvedToday)} ${approvedToday === 1 ? 'was' : 'were'} approved.`;
}

function filters({ schools, school, state }: ReviewList): Html {
  const states = Object.entries(stateWords).map(([value, label]) => ({ value, label }));
  const names = schools.map((name) => ({ value: name, label: name }));
  return html`<form class="row filter" method="get" action="/review">
${names.length < 2 ? (school === undefined ? '' : html`<input type="hidden" name="school" value="${school}">`) : select({ id: 'school', label: 'School', options: names, value: school, empty: 'All schools' })}
${select({ id: 'state', label: 'State', options: states, value: state })}
<button>Show</button></form>`;
}

function reviewTable(frame: Frame, jobs: readonly ReviewLine[]): Html {
  return table({
    caption: 'Jobs under review',
    rows: jobs,
    columns: [
      {
        label: 'Job',
        cell: ({ href, title, employer }) =>
          html`<a href="${href}">${title}</a><span class="soft">${employer}</span>`,
      },
      { label: 'For', cell: ({ decides }) => decides },
      { label: 'Points', num: true, cell: ({ points }) => count(points) },
      { label: 'Needs', cell: ({ needs }) => status(needs) },
      { label: 'Strongest reason', cell: ({ strongest }) => strongest },
      { label: 'Employer proof', cell: ({ proof }) => proof },
      { label: 'Schools', num: true, cell: ({ schools }) => count(schools) },
      {
        label: 'Waiting since',
        num: true,
        cell: ({ since, due }) => html`${when(since, frame)}${dueText(due, frame)}`,
      },
    ],
  });
}

/** A reported job has a clock: by when, or that it is over. */
export function dueText(due: Date | undefined, frame: Frame): Html | string {
  if (due === undefined) return '';
  return due <= frame.now
    ? html` ${status({ shape: 'fail', word: 'Overdue' })}`
    : html`<span class="soft">due ${whenExactly(due, frame)}</span>`;
}
