import { html } from 'hono/html';
import { csrfField, type Frame, operationsPage } from '../html/layout.ts';
import { empty, head } from '../html/pieces.ts';
import { table } from '../html/table.ts';
import { count, counted, type Html, when } from '../html/words.ts';
import { jobPath, targetPath } from './addresses.ts';

/** Jobs that one school's own policy, or its staff's wish to see them, holds back there. */
export type SchoolReviews = {
  readonly target: string;
  readonly jobs: readonly {
    readonly id: number;
    readonly source: string;
    readonly jobId: string;
    readonly title: string;
    readonly employer?: string;
    readonly reason: string;
    readonly since: Date;
  }[];
  readonly mayReview: boolean;
};

export function schoolReviewsPage(frame: Frame, view: SchoolReviews): Html {
  const { target, jobs } = view;
  return operationsPage(frame, {
    title: `Jobs that wait for ${target}`,
    section: 'Review',
    crumb: { href: targetPath(target), label: target },
    content: html`${head({
      title:
        jobs.length === 0
          ? `Nothing waits for ${target}`
          : `${counted(jobs.length, 'job')} ${jobs.length === 1 ? 'waits' : 'wait'} for ${target}`,
      lead: 'The school’s own decision. Other schools are not touched by it.',
    })}
${jobs.length === 0 ? empty('No job waits', 'Jobs that the school’s policy wants looked at, and jobs of the form where the school sees each, wait here.') : jobsTable(frame, view)}`,
  });
}

/** Of several schools, the one whose jobs are looked at. */
export function chooseSchoolPage(
  frame: Frame,
  schools: readonly { readonly name: string; readonly jobs: number }[],
): Html {
  const jobs = schools.reduce((sum, school) => sum + school.jobs, 0);
  return operationsPage(frame, {
    title: 'Review',
    section: 'Review',
    content: html`${head({
      title:
        jobs === 0
          ? 'Nothing to review'
          : `${counted(jobs, 'job')} ${jobs === 1 ? 'waits' : 'wait'} for your schools`,
      lead: 'Each school decides for itself. Choose the one whose jobs you look at.',
    })}
${
  schools.length === 0
    ? empty('No school yet', 'The schools that your account is limited to have not been added.')
    : table({
        caption: 'Your schools',
        rows: schools,
        columns: [
          { label: 'School', cell: ({ name }) => html`<a href="${targetPath(name)}/reviews">${name}</a>` },
          { label: 'Jobs that wait', num: true, cell: ({ jobs: some }) => count(some) },
        ],
      })
}`,
  });
}

function jobsTable(frame: Frame, { target, jobs, mayReview }: SchoolReviews): Html {
  return table({
    caption: `Jobs that wait for ${target}`,
    rows: jobs,
    columns: [
      {
        label: 'Job',
        cell: ({ source, jobId, title, employer }) =>
          html`<a href="${jobPath(source, jobId, target)}">${title}</a><span class="soft">${employer ?? 'no employer named'}</span>`,
      },
      { label: 'Why', cell: ({ reason }) => reason },
      { label: 'Waiting since', num: true, cell: ({ since }) => when(since, frame) },
      ...(mayReview
        ? [
            {
              label: 'Decision',
              hiddenLabel: true,
              cell: ({ id, title }: SchoolReviews['jobs'][number]) =>
                html`<form class="row" method="post" action="${targetPath(target)}/reviews">${csrfField(frame.csrf)}<input type="hidden" name="job" value="${id}"><button name="decision" value="approve">Show it<span class="vh">: ${title}</span></button><button class="link" name="decision" value="reject">Do not show it<span class="vh">: ${title}</span></button></form>`,
            },
          ]
        : []),
    ],
  });
}
