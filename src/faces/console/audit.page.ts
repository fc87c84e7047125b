import { html } from 'hono/html';
import { type Frame, operationsPage } from './html/html-layout.ts';
import { empty, head, morePages } from './html/pieces.ts';
import { table } from './html/html-table.ts';
import { type Html, whenExactly } from './html/format-text.ts';

/** Who decided what, newest first. */
export type AuditView = {
  readonly subject: string;
  readonly entries: readonly AuditLine[];
  readonly next?: string;
};

export type AuditLine = {
  readonly at: Date;
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
};

export function auditPage(frame: Frame, { subject, entries, next }: AuditView): Html {
  return operationsPage(frame, {
    title: 'Audit',
    content: html`${head({ title: 'Who decided what', lead: 'Every decision of a person, and every one that the product took by itself. Nothing is ever changed here.' })}
<form class="row" method="get" action="/audit" role="search"><label for="subject" class="vh">About, like feed:acme or hold:12</label><input id="subject" name="subject" type="search" value="${subject}" placeholder="feed:acme"><button>Show</button></form>
<div class="band">${entries.length === 0 ? empty('Nothing is recorded', subject === '' ? 'Decisions appear here from the first one on.' : `No decision is about “${subject}”.`) : [entriesTable(frame, entries), morePages(next, 'Earlier decisions')]}</div>`,
  });
}

function entriesTable(frame: Frame, rows: readonly AuditLine[]): Html {
  return table({
    caption: 'Decisions',
    rows,
    columns: [
      { label: 'When', cell: ({ at }) => whenExactly(at, frame) },
      { label: 'Who', cell: ({ who }) => who },
      { label: 'What', cell: ({ action }) => action },
      { label: 'About', cell: ({ subject }) => html`<code>${subject}</code>` },
      { label: 'Detail', cell: ({ detail }) => detail },
    ],
  });
}
