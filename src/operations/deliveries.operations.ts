import * as z from 'zod';
import { redeliver } from '../alerts/alerts.repository.ts';
import { webhookById, webhooksBefore } from '../alerts/alerts.queries.ts';
import type { Db } from '../db/db.ts';
import { mailsBefore, type OutboxMail } from '../platform/mail/mail.queries.ts';
import { mutation, query, done } from './registry/operation.ts';
import { rowAs } from './registry/row-as.ts';
import { listInput, pageOf, pageOfRows, numberOf } from './registry/paging.ts';
import { listText, minute } from './registry/operation-text.ts';

/** A mail as staff see it: never its text, and its recipient abbreviated. */
export type MailDelivery = Pick<OutboxMail, 'id' | 'kind' | 'subject' | 'state' | 'attempts' | 'answer'> & {
  readonly to: string;
  readonly at: Date;
};

/** Mails, newest first. */
export async function mailDeliveries(
  db: Db,
  { beforeId, limit }: { beforeId?: number | undefined; limit: number },
): Promise<readonly MailDelivery[]> {
  const mails = await mailsBefore(db, { limit, beforeId });
  return mails.map(({ id, kind, subject, state, attempts, answer, recipient, createdAt }) => ({
    id,
    kind,
    subject,
    state,
    attempts,
    answer,
    to: abbreviated(recipient),
    at: createdAt,
  }));
}

/** `d…@northfield.example` */
function abbreviated(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** Where a webhook goes, as it may be shown: paths of such addresses are often secrets. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no address';
}

const shared = { permission: 'read', aboutAll: true } as const;

const mailOutput = z.object({
  id: z.int(),
  kind: z.string(),
  subject: z.string(),
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'refused']),
  attempts: z.int(),
  answer: z.string().nullable(),
  at: z.iso.datetime(),
});

export const listMails = query({
  ...shared,
  name: 'delivery.mails',
  summary: 'List mails and whether they arrived, newest first; without their text, recipients abbreviated',
  input: z.object(listInput),
  output: pageOf(mailOutput),
  http: 'GET /deliveries',
  cli: 'deliveries',
  subject: async () => ({}),
  run: async ({ db, input: { limit, cursor } }) => {
    const rows = await mailDeliveries(db, { beforeId: cursor, limit: limit + 1 });
    return done(pageOfRows(rows, limit, rowAs(mailOutput)));
  },
  text: ({ items }) =>
    listText(
      items,
      'No mail yet.',
      ['When (UTC)', 'What', 'To', 'State', 'Answer'],
      ({ at, subject, to, state, answer }) => [minute(new Date(at)), subject, to, state, answer ?? ''],
    ),
});

const webhookOutput = z.object({
  id: z.int(),
  event: z.string(),
  event_id: z.string().describe('`webhook-id` of every try.'),
  to: z.string().describe('The host alone: paths of such addresses are often secrets.'),
  payload: z.string(),
  state: z.enum(['waiting', 'delivered', 'given up']),
  tries: z.array(z.object({ at: z.iso.datetime(), answer: z.string() })),
  at: z.iso.datetime(),
  next_at: z.iso.datetime().nullable(),
});

export const listWebhooks = query({
  ...shared,
  name: 'delivery.webhooks',
  summary: 'List webhooks and every try to deliver them, newest first',
  input: z.object(listInput),
  output: pageOf(webhookOutput),
  http: 'GET /deliveries/webhooks',
  cli: 'deliveries',
  subject: async () => ({}),
  run: async ({ db, input: { limit, cursor } }) => {
    const rows = await webhooksBefore(db, { beforeId: cursor, limit: limit + 1 });
    const toJson = rowAs(webhookOutput);
    return done(
      pageOfRows(rows, limit, (row) =>
        toJson({ ...row, to: hostOf(row.url), at: row.createdAt, nextAt: row.dueAt }),
      ),
    );
  },
  text: ({ items }) =>
    listText(
      items,
      'No webhook yet.',
      ['Webhook', 'When (UTC)', 'Event', 'To', 'State'],
      ({ id, at, event, to, state }) => [String(id), minute(new Date(at)), event, to, state],
    ),
});

export const redeliverWebhook = mutation({
  name: 'delivery.redeliver',
  permission: 'operate',
  aboutAll: true,
  summary: 'Deliver a webhook again, under the same event id',
  input: z.object({ id: numberOf('a webhook', 'deliveries --webhooks') }),
  output: z.object({
    id: z.int(),
    webhook: z.int().meta({ deprecated: true }).describe('The same as id.'),
  }),
  http: 'POST /deliveries/webhooks/{id}/redeliver',
  cli: 'redeliver ID',
  subject: async ({ db, input: { id } }) => webhookById(db, Number(id)),
  notFound: ({ id }) => `There is no webhook ${id}. \`deliveries --webhooks\` shows them.`,
  run: async ({ db, clock, subject: { id } }) => {
    await redeliver(db, id, clock.now());
    return { kind: 'accepted', value: { id, webhook: id } };
  },
  audit: ({ subject: { id } }) => ({ subject: `webhook:${id}` }),
  text: ({ id }) => `Webhook ${id} is delivered again within a minute.`,
});
