import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import type { Option } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages, section } from '../../web/html/pieces.ts';
import { status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { asSent, type Html, pluralHtml, shortId, whenExactly } from '../../web/html/format-text.ts';
import type { PlaceState } from '../../../db/schema/job-states.schema.ts';
import type { PublicationRow } from '../../../publishing/queries/publications.queries.ts';
import { lookText, placeText, publicationText } from '../../../publishing/state-texts.ts';
import { jobPath, targetPath } from '../staff/addresses.page.ts';
import { filterSelect, named } from '../filters.ts';

/** What was last sent to targets, and how it ended: a row for each job at each target. */
export type PublicationsView = {
  readonly target?: string;
  readonly source?: string;
  readonly state?: string;
  /** What a number elsewhere counted, in words, and the query that says it. */
  readonly counted?: { readonly words: string; readonly query: Readonly<Record<string, string>> };
  /** Names to choose from. */
  readonly targets: readonly string[];
  readonly sources: readonly string[];
  readonly rows: readonly PublicationLine[];
  readonly next?: string;
};

/** With where the job stands at the school; what has no listing has only its call. */
export type PublicationLine = PublicationRow & { readonly place?: PlaceState };

const titleOf = ({ title, jobId }: Pick<PublicationLine, 'title' | 'jobId'>) => title ?? jobId;

/** The states that publications can be looked for by; the values stand in addresses. */
export const publicationStates: readonly Option[] = [
  { value: 'live', label: 'Live' },
  { value: 'due', label: 'A call is due' },
  { value: 'look', label: 'Look at the school' },
  { value: 'published', label: 'Taken by the school' },
  { value: 'sending', label: 'Sending' },
  { value: 'refused', label: 'Refused' },
  { value: 'troubled', label: 'No clear answer' },
  { value: 'unanswered', label: 'No answer' },
  { value: 'delisting', label: 'To take down' },
  { value: 'delisted', label: 'Taken down' },
];

export function publicationsPage(frame: Frame, view: PublicationsView): Html {
  const { rows, next } = view;
  return operationsPage(frame, {
    title: 'Jobs at schools',
    section: 'Jobs',
    crumb: { href: '/jobs', label: 'Jobs' },
    lead: 'The last call to each school about each job, and its answer.',
    content: html`${filters(view)}
${
  rows.length === 0
    ? html`<div class="band">${empty('No job at a school is like this', 'A job that is sent to a school appears here with the answer.', { href: '/publications', label: 'Show all jobs at schools' })}</div>`
    : section(
        'rows',
        'Found',
        [rowsTable(frame, view), morePages(next, 'Next jobs')],
        `${pluralHtml(rows.length, 'job at a school', 'jobs at schools')} shown`,
      )
}`,
  });
}

function filters(view: PublicationsView): Html {
  const { target, source, state, targets, sources } = view;
  const kept = Object.entries(view.counted?.query ?? {});
  return html`<form class="row" method="get" action="/publications" role="search">${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${filterSelect('target', 'School', 'All schools', named(targets), target)}${filterSelect('source', 'Feed', 'All feeds', named(sources), source)}${filterSelect('state', 'State', 'Any state', publicationStates, state)}<button class="primary">Show</button></form>${view.counted === undefined ? '' : html`<p class="after">Only what was ${view.counted.words}. <a href="/publications">Show all jobs at schools</a></p>`}`;
}

const waitsForLook = ({ parked }: PublicationLine) => parked !== null && parked !== 'refused';

function rowsTable(frame: Frame, { rows }: PublicationsView): Html {
  const mayLook = mayDo(frame.actor, 'operate');
  return table({
    caption: 'Jobs at schools',
    rows,
    columns: [
      {
        label: 'Job',
        cell: ({ source, listedAs, target, ...row }) =>
          listedAs === null
            ? titleOf(row)
            : html`<a href="${jobPath(source, listedAs, target)}">${titleOf(row)}</a>`,
      },
      {
        label: 'Sent as',
        cell: ({ externalSourceId, jobId }) => html`<code>${externalSourceId} / ${shortId(jobId)}</code>`,
      },
      { label: 'School', cell: ({ target }) => html`<a href="${targetPath(target)}">${target}</a>` },
      // The word that every other page has for it.
      {
        label: 'State',
        cell: ({ state, place }) => status(place ? placeText(place) : publicationText(state)),
      },
      { label: 'Answer', cell: answerOf },
      { label: 'Last sent', num: true, cell: ({ sentAt }) => whenExactly(sentAt, frame) },
      mayLook && rows.some(waitsForLook) && { label: 'What you saw', cell: (row) => findings(frame, row) },
    ],
  });
}

function answerOf({ answer, reason }: PublicationLine): Html | string {
  const said = answer ?? reason;
  return said === null ? '' : html`“${asSent(said)}”`;
}

function findings(frame: Frame, row: PublicationLine): Html | string {
  const { id, target, parked } = row;
  if (parked === null || parked === 'refused') return '';
  const button = (finding: string, label: string) =>
    html`<button name="finding" value="${finding}">${label}<span class="vh">: ${titleOf(row)} at ${target}</span></button>`;
  return html`${lookText(parked)}<form class="row" method="post" action="/looks/${id}">${csrfField(frame.csrf)}${button('there', 'It is there')}${button('gone', 'It is not there')}${parked === 'unusual' ? button('usual', 'Such answers are usual') : ''}</form>`;
}
