import { html } from 'hono/html';
import { type Frame, operationsPage } from '../html/layout.ts';
import { empty, head, morePages } from '../html/pieces.ts';
import { status, type State } from '../html/status.ts';
import { table } from '../html/table.ts';
import { count, type Html, whenExactly } from '../html/words.ts';

/** Mails and webhooks that went out, newest first. */
export type DeliveriesView = { readonly deliveries: readonly DeliveryLine[]; readonly next?: string };

export type DeliveryLine = {
  readonly at: Date;
  readonly kind: 'mail' | 'webhook';
  /** What it says: a mail's subject, an event's name. Never to whom in full. */
  readonly what: string;
  readonly to: string;
  readonly state: State;
  readonly attempts: number;
  readonly answer?: string;
};

export function deliveriesPage(frame: Frame, { deliveries, next }: DeliveriesView): Html {
  return operationsPage(frame, {
    title: 'Deliveries',
    content: html`${head({ title: 'Deliveries', lead: 'Mails and webhooks, and whether they arrived.' })}
${deliveries.length === 0 ? empty('Nothing was sent yet', 'Mails to employers and operators, and webhooks, appear here with each try.') : [deliveriesTable(frame, deliveries), morePages(next, 'Earlier deliveries')]}`,
  });
}

function deliveriesTable(frame: Frame, rows: readonly DeliveryLine[]): Html {
  return table({
    caption: 'Deliveries',
    rows,
    columns: [
      { label: 'What', cell: ({ what }) => what },
      { label: 'By', cell: ({ kind }) => kind },
      { label: 'To', cell: ({ to }) => to },
      { label: 'State', cell: ({ state }) => status(state) },
      { label: 'Tries', num: true, cell: ({ attempts }) => count(attempts) },
      { label: 'Answer', cell: ({ answer }) => answer ?? '' },
      { label: 'When', num: true, cell: ({ at }) => whenExactly(at, frame) },
    ],
  });
}
