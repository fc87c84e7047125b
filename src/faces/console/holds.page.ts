import { html } from 'hono/html';
import { type Frame, operationsPage } from './html/html-layout.ts';
import { empty, head, morePages, section } from './html/pieces.ts';
import { status, type State } from './html/html-status.ts';
import { table } from './html/html-table.ts';
import { count, pluralHtml, countTo, type Html, when } from './html/format-text.ts';
import { holdPath } from './addresses.page.ts';

/** What was stopped and waits, and what was decided lately. */
export type HoldList = {
  readonly open: readonly HoldLine[];
  readonly decided: readonly HoldLine[];
  readonly next?: string;
  readonly lastLiftedAt?: Date;
};

export type HoldLine = {
  readonly id: number;
  readonly title: string;
  readonly state: State;
  readonly about: string;
  readonly jobs: number;
  /** Where they are, when each is known. */
  readonly href?: string;
  readonly since: Date;
  readonly decidedBy?: string;
  readonly decidedAt?: Date;
};

export function holdsPage(frame: Frame, { open, decided, next, lastLiftedAt }: HoldList): Html {
  const title =
    open.length === 0
      ? 'No holds'
      : `${pluralHtml(open.length, 'hold')} ${open.length === 1 ? 'waits' : 'wait'} for you`;
  const calm = empty(
    'Nothing is stopped',
    lastLiftedAt
      ? 'A plan is stopped here when it would remove more than usual.'
      : 'A plan is stopped here when it would remove more than usual. That has not happened yet.',
  );
  return operationsPage(frame, {
    title: 'Holds',
    section: 'Holds',
    content: html`${head({ title, lead: 'Plans and runs that were stopped before their first change.' })}
${open.length === 0 ? calm : holdTable(frame, 'Holds that wait', open)}
${decided.length === 0 ? '' : section('decided', 'Decided', [holdTable(frame, 'Holds that were decided', decided), morePages(next, 'Earlier holds')])}`,
  });
}

function holdTable(frame: Frame, caption: string, rows: readonly HoldLine[]): Html {
  return table({
    caption,
    rows,
    columns: [
      { label: 'Hold', cell: ({ id, title }) => html`<a href="${holdPath(id)}">${title}</a>` },
      { label: 'State', cell: ({ state }) => status(state) },
      { label: 'About', cell: ({ about }) => about },
      {
        label: 'Jobs',
        num: true,
        cell: ({ jobs, href }) => (href === undefined ? count(jobs) : countTo(href, jobs, 'jobs')),
      },
      { label: 'Since', num: true, cell: ({ since }) => when(since, frame) },
      {
        label: 'Decided',
        num: true,
        cell: ({ decidedBy, decidedAt }) =>
          decidedAt ? html`${decidedBy ?? ''}, ${when(decidedAt, frame)}` : '',
      },
    ],
  });
}
