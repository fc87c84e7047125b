import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages, section } from '../../web/html/pieces.ts';
import { status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { count, pluralHtml, type Html, whenExactly } from '../../web/html/format-text.ts';
import type { WebhookDelivery } from '../../../alerts/alerts.queries.ts';
import { hostOf, type MailDelivery } from '../../../operations/deliveries.operations.ts';
import { deliveryState } from '../../../publishing/state-texts.ts';

/** Mails and webhooks that went out, newest first. */
export type DeliveriesView = {
  readonly mails: readonly MailDelivery[];
  readonly nextMails?: string;
  readonly webhooks: readonly WebhookDelivery[];
  readonly nextWebhooks?: string;
};

export function deliveriesPage(frame: Frame, view: DeliveriesView): Html {
  const { mails, webhooks } = view;
  return operationsPage(frame, {
    title: 'Messages',
    section: 'Messages',
    lead: 'Webhooks and mails, and whether they arrived.',
    content:
      mails.length === 0 && webhooks.length === 0
        ? empty(
            'Nothing was sent yet',
            'Mails to employers and operators, and webhooks, appear here with each try.',
          )
        : [
            section(
              'webhooks',
              'Webhooks',
              webhooks.length === 0
                ? html`<p>None yet. They tell of incidents, to the address in <code>ALERT_WEBHOOK</code>.</p>`
                : [webhooksTable(frame, webhooks), morePages(view.nextWebhooks, 'Earlier webhooks')],
            ),
            section(
              'mails',
              'Mails',
              mails.length === 0
                ? html`<p>None yet.</p>`
                : [mailsTable(frame, mails), morePages(view.nextMails, 'Earlier mails')],
            ),
          ],
  });
}

function webhooksTable(frame: Frame, webhooks: readonly WebhookDelivery[]): Html {
  return table({
    caption: 'Webhooks',
    rows: webhooks,
    columns: [
      {
        label: 'Event',
        cell: ({ event, eventId }) => html`${event}<span class="soft mono">${eventId}</span>`,
      },
      { label: 'To', cell: ({ url }) => hostOf(url) },
      { label: 'State', cell: ({ state }) => status(deliveryState(state)) },
      { label: 'Tries', cell: (row) => triesOf(frame, row) },
      { label: 'When', num: true, cell: ({ createdAt }) => whenExactly(createdAt, frame) },
      mayDo(frame.actor, 'operate') && {
        label: 'Actions',
        hiddenLabel: true,
        cell: ({ id, event }) =>
          html`<form method="post" action="/deliveries/webhooks/${id}/redeliver">${csrfField(frame.csrf)}<button class="link">Deliver again<span class="vh">: ${event}, number ${id}</span></button></form>`,
      },
    ],
  });
}

function triesOf(frame: Frame, { tries, dueAt }: WebhookDelivery): Html {
  const next = dueAt === null ? '' : html`<p class="soft">next at ${whenExactly(dueAt, frame)}</p>`;
  const last = tries.at(-1);
  if (last === undefined) return html`none${next}`;
  return html`<details><summary>${pluralHtml(tries.length, 'try', 'tries')}, last: ${last.answer}</summary><ol>${tries.map(({ at, answer }) => html`<li>${whenExactly(new Date(at), frame)}: ${answer}</li>`)}</ol></details>${next}`;
}

function mailsTable(frame: Frame, rows: readonly MailDelivery[]): Html {
  return table({
    caption: 'Mails',
    rows,
    columns: [
      { label: 'What', cell: ({ subject }) => subject },
      { label: 'To', cell: ({ to }) => to },
      { label: 'State', cell: ({ state }) => status(deliveryState(state)) },
      { label: 'Tries', num: true, cell: ({ attempts }) => count(attempts) },
      { label: 'Answer', cell: ({ answer }) => answer ?? '' },
      { label: 'When', num: true, cell: ({ at }) => whenExactly(at, frame) },
    ],
  });
}
