import { webhooksBefore } from '../../alerts/store.ts';
import { hostOf, redeliver } from '../../web/doing/webhooks.ts';
import { mailDeliveries } from '../../web/mail-deliveries.ts';
import { type Command, done, type Given, misused, refused, report } from '../command.ts';
import type { Node } from '../../node.ts';
import { minute } from '../moment.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { cli } from './accounts-words.ts';

/** The newest that are shown. */
const SHOWN = 100;

export const deliveries: Command = {
  name: 'deliveries',
  usage: '[--webhooks] [--json]',
  about: 'The newest mails and whether they arrived, without their words; --webhooks: webhooks.',
  options: { webhooks: { type: 'boolean' } },
  words: [0, 0],
  run: (given) =>
    withProduct(given, async (node) => {
      await (given.flags.has('webhooks') ? showWebhooks(given, node) : showMails(given, node));
      return done;
    }),
};

async function showMails({ flags, terminal }: Given, { db }: Node): Promise<void> {
  const mails = await mailDeliveries({ db }, { limit: SHOWN });
  if (flags.has('json'))
    return terminal.out(JSON.stringify(mails.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }))));
  terminal.out(
    mails.length === 0
      ? 'No mail yet.'
      : columns(
          ['When (UTC)', 'What', 'To', 'State', 'Answer'],
          mails.map(({ at, subject, to, state, answer }) => [minute(at), subject, to, state, answer ?? '']),
        ),
  );
}

async function showWebhooks({ flags, terminal }: Given, { db }: Node): Promise<void> {
  const webhooks = await webhooksBefore(db, { limit: SHOWN });
  if (flags.has('json'))
    return terminal.out(
      JSON.stringify(
        webhooks.map(({ id, event, eventId, url, state, tries, createdAt, dueAt }) => ({
          id,
          event,
          event_id: eventId,
          to: hostOf(url),
          state,
          tries,
          at: createdAt.toISOString(),
          next_at: dueAt?.toISOString() ?? null,
        })),
      ),
    );
  terminal.out(
    webhooks.length === 0
      ? 'No webhook yet.'
      : columns(
          ['Webhook', 'When (UTC)', 'Event', 'To', 'State'],
          webhooks.map(({ id, createdAt, event, url, state }) => [
            String(id),
            minute(createdAt),
            event,
            hostOf(url),
            state,
          ]),
        ),
  );
}

export const redeliverCommand: Command = {
  name: 'redeliver',
  usage: 'WEBHOOK',
  about: 'Delivers a webhook again, under the same event id.',
  words: [1, 1],
  run: async (given) => {
    const [word = ''] = given.words;
    if (!/^\d{1,15}$/.test(word))
      return misused('WEBHOOK must be the number of a webhook; `deliveries --webhooks` shows them.');
    return withProduct(given, async ({ db, context: { clock } }) => {
      if (!(await redeliver({ db, clock }, cli, Number(word))))
        return refused(`There is no webhook ${word}. \`deliveries --webhooks\` shows them.`);
      return report(given, { webhook: Number(word) }, `Webhook ${word} is delivered again within a minute.`);
    });
  },
};
