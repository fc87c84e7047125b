import { html } from 'hono/html';
import { type Frame, operationsPage } from '../html/layout.ts';
import { empty, head, morePages } from '../html/pieces.ts';
import { status, type State } from '../html/status.ts';
import { table } from '../html/table.ts';
import { count, counted, type Html, when, whenExactly } from '../html/words.ts';
import { reviewPath } from './addresses.ts';

/** Jobs that a person must look at before they are sent. */
export type ReviewList = {
  readonly total: number;
  readonly jobs: readonly ReviewLine[];
  readonly next?: string;
  readonly approvedToday: number;
};

export type ReviewLine = {
  readonly id: number;
  readonly title: string;
  readonly employer: string;
  readonly points: number;
  /** `Stopped`, `Two people`, `One person`. */
  readonly needs: State;
  readonly strongest: string;
  readonly proof: string;
  readonly schools: number;
  readonly since: Date;
  /** By when a person looks at it, because a reader reported it. */
  readonly due?: Date;
};

export function reviewPage(frame: Frame, { total, jobs, next, approvedToday }: ReviewList): Html {
  return operationsPage(frame, {
    title: 'Review',
    section: 'Review',
    content: html`${head({
      title:
        total === 0
          ? 'Nothing to review'
          : `${counted(total, 'job')} ${total === 1 ? 'waits' : 'wait'} for review`,
      lead: 'Points add up from signals, each with its evidence. People decide.',
    })}
${total === 0 ? empty('No job waits', `Jobs of new employers and jobs with warning signs wait here. Today ${count(approvedToday)} ${approvedToday === 1 ? 'was' : 'were'} approved.`) : [reviewTable(frame, jobs), morePages(next, 'Next jobs')]}`,
  });
}

function reviewTable(frame: Frame, jobs: readonly ReviewLine[]): Html {
  return table({
    caption: 'Jobs that wait for review',
    rows: jobs,
    columns: [
      {
        label: 'Job',
        cell: ({ id, title, employer }) =>
          html`<a href="${reviewPath(id)}">${title}</a><span class="soft">${employer}</span>`,
      },
      { label: 'Points', num: true, cell: ({ points }) => count(points) },
      { label: 'Needs', cell: ({ needs }) => status(needs) },
      { label: 'Strongest reason', cell: ({ strongest }) => strongest },
      { label: 'Employer proof', cell: ({ proof }) => proof },
      { label: 'Schools', num: true, cell: ({ schools }) => count(schools) },
      {
        label: 'Waiting since',
        num: true,
        cell: ({ since, due }) => html`${when(since, frame)}${dueWords(due, frame)}`,
      },
    ],
  });
}

/** A reported job has a clock: by when, or that it is over. */
export function dueWords(due: Date | undefined, frame: Frame): Html | string {
  if (due === undefined) return '';
  return due <= frame.now
    ? html` ${status({ shape: 'fail', word: 'Overdue' })}`
    : html`<span class="soft">due ${whenExactly(due, frame)}</span>`;
}
