import { listMails, listWebhooks, redeliverWebhook } from '../../../operations/deliveries.operations.ts';
import { commandOf, eitherOf } from '../operation-command.ts';

export const deliveries = eitherOf(commandOf(listMails), 'webhooks', commandOf(listWebhooks), {
  usage: '[--webhooks] [--limit N]',
  about: 'Lists the newest mails and whether they arrived, without their text; --webhooks: webhooks.',
});

export const redeliver = commandOf(redeliverWebhook, { usage: 'WEBHOOK' });
