import { html } from 'hono/html';
import type { Job } from '../../soap/types.ts';
import { type BoardQuery, type BoardRow, boardPageSize } from '../board.queries.ts';
import type { Entry } from '../instance-picklists.ts';
import { type Frame, type Html, layout } from './board-layout.ts';

export type Listed = {
  readonly query: BoardQuery;
  readonly rows: readonly BoardRow[];
  readonly total: number;
  readonly deleted: number;
  readonly types: readonly Entry[];
};

/** What students would see: the jobs that the instance holds. */
export function listPage(frame: Omit<Frame, 'title'>, listed: Listed): Html {
  const { query, rows, total, deleted, types } = listed;
  return layout(
    { ...frame, title: 'Jobs' },
    html`<h1>Jobs</h1>
      <form method="get" action="/" role="search">
        <p>
          <label>Words <input name="q" type="search" value="${query.words}" /></label>
          <label
            >Type
            <select name="type">
              <option value="">any</option>
              ${types.map(
                ({ id, label }) =>
                  html`<option value="${id}" ${id === query.type ? 'selected' : ''}>${label}</option>`,
              )}
            </select></label
          >
          <label>Place <input name="place" type="search" value="${query.place}" /></label>
          <button>Search</button>
        </p>
      </form>
      <p>${counted(total, 'job')}, newest first. ${aboutDeleted(query, deleted)}</p>
      <ul class="jobs">
        ${rows.map((row) => item(row, types))}
      </ul>
      ${pages(query, total)}`,
  );
}

function item(row: BoardRow, types: readonly Entry[]): Html {
  const day = row.receivedAt.toISOString().slice(0, 10);
  const where = [row.company, placesOf(row.locations)].filter(Boolean).join(', ');
  return html`<li>
    <h2><a href="/jobs/${row.id}">${row.title || '(no title)'}</a></h2>
    <p>${[where, typesOf(row.types, types)].filter(Boolean).map((text) => `${text}. `)}</p>
    <p class="meta">
      Received <time datetime="${day}">${day}</time>, ${row.externalSourceId} /
      ${row.jobId}${row.deletedAt === null ? '' : ', deleted'}
    </p>
  </li>`;
}

function aboutDeleted(query: BoardQuery, deleted: number): Html | string {
  if (deleted === 0) return '';
  if (query.deleted)
    return html`Deleted jobs are shown. <a href="${addressOf(query, { deleted: false })}">Hide them</a>`;
  const words =
    deleted === 1 ? '1 deleted job is hidden' : `${deleted.toLocaleString('en-US')} deleted jobs are hidden`;
  return html`${words}. <a href="${addressOf(query, { deleted: true })}">Show them</a>`;
}

function pages(query: BoardQuery, total: number): Html | string {
  const last = Math.ceil(total / boardPageSize);
  if (last <= 1) return '';
  const earlier =
    query.page > 1 ? html`<a href="${addressOf(query, { page: query.page - 1 })}">Newer jobs</a> ` : '';
  const later =
    query.page < last ? html`<a href="${addressOf(query, { page: query.page + 1 })}">Older jobs</a>` : '';
  return html`<p>Page ${query.page} of ${last}. ${earlier}${later}</p>`;
}

function addressOf(query: BoardQuery, change: Partial<BoardQuery>): string {
  const { words, type, place, deleted, page } = { ...query, page: 1, ...change };
  const parameters = new URLSearchParams();
  if (words !== '') parameters.set('q', words);
  if (type !== '') parameters.set('type', type);
  if (place !== '') parameters.set('place', place);
  if (deleted) parameters.set('deleted', '1');
  if (page > 1) parameters.set('page', String(page));
  return `/?${parameters.toString()}`;
}

/** A job's places in one line. */
export function placesOf(locations: Job['job_locations']): string {
  const places = (locations ?? []).map((place) =>
    [place?.city, place?.state, place?.country].filter(Boolean).join(', '),
  );
  return places.filter(Boolean).join('; ');
}

function typesOf(values: Job['job_type'], types: readonly Entry[]): string {
  const label = (key: string) => types.find(({ id }) => id === key)?.label ?? key;
  return (values ?? []).flatMap((value) => (value?.stringvalue ? [label(value.stringvalue)] : [])).join(', ');
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? thing : `${thing}s`}`;
}
