import { html } from 'hono/html';
import type { FunnelStage } from '../../publishing/funnel-store.ts';
import type { Option } from './html/html-fields.ts';
import { type Frame, operationsPage } from './html/html-layout.ts';
import { empty, head, morePages, section } from './html/pieces.ts';
import { status, type State } from './html/html-status.ts';
import { table } from './html/html-table.ts';
import { pluralHtml, type Html, shortDate } from './html/format-text.ts';
import { jobPath } from './addresses.page.ts';
import { filterSelect, named } from './filters.ts';

/** What was looked for, and what was found. */
export type JobSearch = {
  readonly words: string;
  readonly target?: string;
  readonly source?: string;
  readonly state?: string;
  readonly stage?: string;
  /** What a number elsewhere counted, in words, and the query that says it: `missing in run 7 of acme`. */
  readonly counted?: { readonly words: string; readonly query: Readonly<Record<string, string>> };
  /** Names to choose from. */
  readonly targets: readonly string[];
  readonly sources: readonly string[];
  /** Undefined when it was not counted: more than can be counted in time. */
  readonly total?: number;
  readonly jobs: readonly FoundJob[];
  readonly next?: string;
};

export type FoundJob = {
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly employer?: string;
  readonly place?: string;
  /** At all targets together: `2 of 4, 1 sending`. */
  readonly state: State;
  readonly closesAt?: Date;
};

/** Where jobs of a feed are on their way to a target; the values stand in addresses. */
export const jobStages: readonly (Option & { readonly value: FunnelStage })[] = [
  { value: 'understood', label: 'Understood' },
  { value: 'routed', label: 'Routed there' },
  { value: 'no-key', label: 'No key there' },
  { value: 'duplicate', label: 'Duplicate' },
  { value: 'in-review', label: 'In review' },
  { value: 'held-back', label: 'Held back otherwise' },
  { value: 'refused', label: 'Refused' },
  { value: 'live', label: 'Live' },
];

/** The states that jobs can be looked for by; the values stand in addresses. */
export const jobStates: readonly Option[] = [
  { value: 'live', label: 'Live' },
  { value: 'due', label: 'Call queued' },
  { value: 'published', label: 'Published' },
  { value: 'sending', label: 'Sending' },
  { value: 'waiting', label: 'Held back' },
  { value: 'skipped', label: 'Not wanted' },
  { value: 'refused', label: 'Refused' },
  { value: 'troubled', label: 'Target trouble' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'delisting', label: 'Delisting' },
  { value: 'delisted', label: 'Delisted' },
];

export function jobsPage(frame: Frame, view: JobSearch): Html {
  return operationsPage(frame, {
    title: 'Jobs',
    section: 'Jobs',
    content: html`${head({ title: 'Jobs', lead: 'Where is a job, and why? Look by title, employer, place, or id.' })}
${searchForm(view)}
${view.jobs.length === 0 ? nothingFound(view) : found(frame, view)}`,
  });
}

function searchForm(view: JobSearch): Html {
  const { words, target, source, state, stage, targets, sources } = view;
  const kept = Object.entries(view.counted?.query ?? {});
  return html`<form class="row" method="get" action="/jobs" role="search"><label for="q" class="vh">Words or id</label><input id="q" name="q" type="search" value="${words}" placeholder="title, employer, place or id">${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${filterSelect('target', 'Target', 'All targets', named(targets), target)}${filterSelect('source', 'Source', 'All sources', named(sources), source)}${filterSelect('state', 'State', 'Any state', jobStates, state)}${stage === undefined ? '' : filterSelect('stage', 'Stage', 'Any stage', jobStages, stage)}<button class="primary">Search</button></form>${view.counted === undefined ? '' : html`<p class="after">Only jobs that were ${view.counted.words}. <a href="/jobs">Show all jobs</a></p>`}`;
}

function nothingFound({ words, target, source, state, stage, ...view }: JobSearch): Html {
  const filtered = [target, source, state, stage, view.counted].some((part) => part !== undefined);
  const title =
    words === '' ? (filtered ? 'No job is like this' : 'No jobs yet') : `No job found for “${words}”`;
  const text =
    filtered || words !== ''
      ? 'Look by title, employer, place, or the job’s own id. Delisted jobs are found for 90 days.'
      : 'They appear here when the first feed has been read.';
  return html`<div class="band">${empty(title, text, filtered || words !== '' ? { href: '/jobs', label: 'Show all jobs' } : { href: '/feeds/add', label: 'Add a feed' })}</div>`;
}

function found(frame: Frame, { total, jobs, next }: JobSearch): Html {
  const heading = total === undefined ? 'Jobs found' : pluralHtml(total, 'job');
  return section(
    'found',
    heading,
    [
      table({
        caption: 'Jobs found',
        rows: jobs,
        columns: [
          {
            label: 'Job',
            cell: ({ source, jobId, title }) => html`<a href="${jobPath(source, jobId)}">${title}</a>`,
          },
          { label: 'Employer', cell: ({ employer }) => employer ?? '' },
          { label: 'Place', cell: ({ place }) => place ?? '' },
          { label: 'Source', cell: ({ source, jobId }) => html`<code>${source} / ${jobId}</code>` },
          { label: 'At targets', cell: ({ state }) => status(state) },
          {
            label: 'Closes',
            num: true,
            cell: ({ closesAt }) => (closesAt ? shortDate(closesAt, frame.now, frame.timeZone) : 'open'),
          },
        ],
      }),
      morePages(next, 'Next jobs'),
    ],
    `newest first, ${pluralHtml(jobs.length, 'job')} shown`,
  );
}
