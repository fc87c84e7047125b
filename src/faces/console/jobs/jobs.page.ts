import { html } from 'hono/html';
import type { FoundPlace } from '../../../publishing/queries/job-states.queries.ts';
import type { JobSort } from '../../../publishing/queries/place-counts.ts';
import type { FoundListing } from '../../../publishing/queries/publications.queries.ts';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages, section } from '../../web/html/pieces.ts';
import { status, type State } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { count, pluralHtml, type Html, shortDay, when, shortId } from '../../web/html/format-text.ts';
import { jobPath } from '../staff/addresses.page.ts';
import { filterSelect, jobFilters, jobStages, named } from '../filters.ts';
import { withQuery } from '../../web/redirects.ts';

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
  /** Chips: how many jobs at schools are in a state. */
  readonly chips: readonly { readonly value?: string; readonly label: string; readonly n: number }[];
  readonly reason?: string;
  readonly jobs: readonly FoundJob[];
  /** Jobs at schools, where a state is asked for: a row for each school. */
  readonly places?: readonly PlaceLine[];
  /** The same jobs in the order of a column. */
  readonly address: (sort?: JobSort) => string;
  /** Absent: newest first. */
  readonly sort?: JobSort;
  readonly next?: string;
};

/** A job at a school. */
export type PlaceLine = Pick<FoundPlace, Named | 'target' | 'decidedAt'> & {
  readonly state: State;
  readonly why: string;
};

/** A job, with its state at all targets together: `2 of 4, 1 sending`. */
export type FoundJob = Pick<FoundListing, Named | 'place' | 'closesOn'> & { readonly state: State };
type Named = 'source' | 'jobId' | 'title' | 'company';

export function jobsPage(frame: Frame, view: JobSearch): Html {
  const isFound = view.places === undefined ? view.jobs.length > 0 : view.places.length > 0;
  return operationsPage(frame, {
    title: 'Jobs',
    section: 'Jobs',
    lead: 'Look by title, employer, place, or id.',
    content: html`${chips(view)}
${searchForm(view)}
${!isFound ? nothingFound(view) : view.places === undefined ? found(frame, view) : foundPlaces(frame, view, view.places)}`,
  });
}

function chips({ chips: some, state, target, source, words }: JobSearch): Html {
  return html`<ul class="chips">${some.map(({ value, label, n }) => html`<li><a href="${withQuery('/jobs', { q: words, target, source, state: value })}"${value === state ? html` aria-current="true"` : ''}>${label} ${count(n)}</a></li>`)}</ul>`;
}

/** Jobs that a reader cannot tell apart share a row: what is left to tell them is their ids. */
function folded<L extends (FoundJob | PlaceLine) & Partial<FoundJob & PlaceLine>>(lines: readonly L[]) {
  const key = ({ title, company, place, source, target, state, closesOn }: L) =>
    JSON.stringify([title, company, place, source, target, state.word, closesOn]);
  return [...Map.groupBy(lines, key).values()].map((same) => ({ ...(same[0] as L), same }));
}

function titles({ title, same }: { readonly title: string; readonly same: readonly PlaceOf[] }): Html {
  const [first, ...others] = same.map(({ source, jobId, target }) => ({
    jobId,
    path: jobPath(source, jobId, target),
  }));
  return html`<a href="${first?.path}">${title}</a>${others.length === 0 ? '' : html`<details><summary>and ${count(others.length)} more with this title</summary><ul>${others.map(({ jobId, path }) => html`<li><a href="${path}">${shortId(jobId)}</a></li>`)}</ul></details>`}`;
}

type PlaceOf = Pick<FoundJob, 'source' | 'jobId'> & { readonly target?: string };

/** Rows of one state and reason under a heading. */
function foundPlaces(frame: Frame, { next }: JobSearch, places: readonly PlaceLine[]): Html {
  const groups = [...Map.groupBy(places, ({ state, why }) => `${state.word} ${why}`).values()];
  return html`${groups.map((group, index) => {
    const [first] = group;
    if (first === undefined) return '';
    return section(
      `group-${index}`,
      html`<span>${status(first.state)} ${first.why}</span>`,
      table({
        caption: `${first.state.word} ${first.why}`,
        rows: folded(group),
        columns: [
          { label: 'Job', cell: titles },
          { label: 'Employer', cell: ({ company }) => company ?? '–' },
          {
            label: 'Source',
            cell: ({ source, jobId }) => html`${source}<br><code class="soft">${shortId(jobId)}</code>`,
          },
          { label: 'School', cell: ({ target }) => target },
          { label: 'Since', num: true, cell: ({ decidedAt }) => when(decidedAt, frame) },
        ],
      }),
      `${pluralHtml(group.length, 'job')} shown`,
    );
  })}${morePages(next, 'Next jobs')}`;
}

function searchForm(view: JobSearch): Html {
  const { words, target, source, state, stage, targets, sources } = view;
  const kept = Object.entries(view.counted?.query ?? {});
  return html`<form class="row" method="get" action="/jobs" role="search"><label for="q" class="vh">Words or id</label><input id="q" name="q" type="search" value="${words}" placeholder="title, employer, place or id">${view.reason === undefined ? '' : html`<input type="hidden" name="reason" value="${view.reason}">`}${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${filterSelect('target', 'School', 'All schools', named(targets), target)}${filterSelect('source', 'Feed', 'All feeds', named(sources), source)}${filterSelect('state', 'State', 'Any state', jobFilters, state)}${stage === undefined ? '' : filterSelect('stage', 'Stage', 'Any stage', jobStages, stage)}<button class="primary">Search</button></form>${view.counted === undefined ? '' : html`<p class="after">Only jobs that were ${view.counted.words}. <a href="/jobs">Show all jobs</a></p>`}`;
}

function nothingFound({ words, target, source, state, stage, ...view }: JobSearch): Html {
  const filtered = [target, source, state, stage, view.reason, view.counted].some(
    (part) => part !== undefined,
  );
  const title =
    words === '' ? (filtered ? 'No job is like this' : 'No jobs yet') : `No job found for “${words}”`;
  const text =
    filtered || words !== ''
      ? 'Look by title, employer, place, or the job’s own id. Jobs that were taken down are found for 90 days.'
      : 'They appear here when the first feed has been read.';
  return html`<div class="band">${empty(title, text, filtered || words !== '' ? { href: '/jobs', label: 'Show all jobs' } : { href: '/feeds', label: 'Show the feeds' })}</div>`;
}

function found(frame: Frame, { jobs, next, address, sort }: JobSearch): Html {
  return section(
    'found',
    'Jobs found',
    [
      table({
        caption: 'Jobs found',
        rows: folded(jobs),
        columns: [
          { label: 'Job', sort: address('job'), cell: titles },
          { label: 'Employer', sort: address('employer'), cell: ({ company }) => company ?? '' },
          { label: 'Place', sort: address('place'), cell: ({ place }) => place ?? '' },
          {
            label: 'Source',
            sort: address('source'),
            cell: ({ source, jobId }) => html`<code>${source} / ${shortId(jobId)}</code>`,
          },
          { label: 'At schools', cell: ({ state }) => status(state) },
          {
            label: 'Closes',
            sort: address('closes'),
            num: true,
            cell: ({ closesOn }) => (closesOn === null ? 'open' : shortDay(closesOn, frame.now)),
          },
        ],
      }),
      morePages(next, 'Next jobs'),
    ],
    html`${sort === undefined ? 'newest first' : html`<a href="${address()}">Newest first</a>`}, ${pluralHtml(jobs.length, 'job')} shown`,
  );
}
