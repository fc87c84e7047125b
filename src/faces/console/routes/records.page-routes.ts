import { isUnlimited, mayDo } from '../../../platform/accounts/permissions.ts';
import { type WebhookDelivery, webhooksBefore } from '../../../alerts/alerts.repository.ts';
import { auditEntries } from '../../../platform/audit/audit.repository.ts';
import { hostOf, mailDeliveries, redeliverWebhook } from '../../../operations/deliveries.operations.ts';
import { waitingMails } from '../../../platform/mail/mail.repository.ts';
import { refuse } from '../../web/errors.ts';
import { outboxPage } from '../outbox.ts';
import { actionText } from '../../../operations/operation-registry.ts';
import { auditPage } from '../audit.page.ts';
import { deliveriesPage, type WebhookLine } from '../deliveries.page.ts';
import { formRoute } from '../operation-form.ts';
import { cursorOf, PAGE, type PageRequest, type PageRoute, withQuery } from '../page-route.ts';
import { mailState, webhookState } from '../states.ts';

export const recordRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/audit', permission: 'read', handle: audit },
  { method: 'get', path: '/deliveries', permission: 'read', handle: deliveries },
  { method: 'get', path: '/outbox', permission: 'admin', handle: outbox },
  formRoute(redeliverWebhook, { then: ({ c }) => c.redirect('/deliveries', 303) }),
];

async function audit({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  if (!isUnlimited(actor.limits))
    return refuse(c, 403, 'Your account is limited to some targets or sources. The record is about all.');
  const { subject = '', before } = c.req.query();
  const beforeId = cursorOf(before);
  const entries = await auditEntries(deps.db, {
    ...(subject !== '' && { subject }),
    ...(beforeId !== undefined && { beforeId }),
    limit: PAGE + 1,
  });
  const shown = entries.slice(0, PAGE);
  return c.html(
    auditPage(await frame(), {
      subject,
      entries: shown.map(({ at, who, action, subject, detail }) => ({
        at,
        who,
        action: actionText(action),
        subject,
        detail: detailWords(detail),
      })),
      ...(entries.length > PAGE && { next: withQuery('/audit', { subject, before: shown.at(-1)?.id }) }),
    }),
  );
}

async function deliveries({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  if (!isUnlimited(actor.limits)) return refuse(c, 403, aboutAll);
  const { before, 'webhooks-before': webhooksAfter } = c.req.query();
  const limit = PAGE + 1;
  const mails = await mailDeliveries(deps.db, { beforeId: cursorOf(before), limit });
  const webhooks = await webhooksBefore(deps.db, { beforeId: cursorOf(webhooksAfter), limit });
  return c.html(
    deliveriesPage(await frame(), {
      mails: mails.slice(0, PAGE).map(({ subject, state, answer, to, at, attempts }) => ({
        at,
        what: subject,
        to,
        state: mailState(state),
        attempts,
        ...(answer !== null && { answer }),
      })),
      ...(mails.length > PAGE && {
        nextMails: withQuery('/deliveries', {
          before: mails[PAGE - 1]?.id,
          'webhooks-before': webhooksAfter,
        }),
      }),
      webhooks: webhooks.slice(0, PAGE).map((row) => webhookLine(row)),
      ...(webhooks.length > PAGE && {
        nextWebhooks: withQuery('/deliveries', { before, 'webhooks-before': webhooks[PAGE - 1]?.id }),
      }),
      mayOperate: mayDo(actor, 'operate'),
    }),
  );
}

function webhookLine(row: WebhookDelivery): WebhookLine {
  const { id, event, eventId, url, state, tries, createdAt, dueAt } = row;
  return {
    id,
    at: createdAt,
    event,
    eventId,
    to: hostOf(url),
    state: webhookState(state),
    tries: tries.map(({ at, answer }) => ({ at: new Date(at), answer })),
    ...(dueAt !== null && { nextAt: dueAt }),
  };
}

const aboutAll = 'Your account is limited to some targets or sources. Mails and webhooks are about all.';

async function outbox({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  if (!isUnlimited(actor.limits))
    return refuse(c, 403, 'Your account is limited to some targets or sources. Mails are about all.');
  const { hasMailSystem = false } = deps.site;
  const mails = hasMailSystem ? [] : await waitingMails(deps.db, PAGE);
  return c.html(
    outboxPage(await frame(), {
      hasMailSystem,
      mails: mails.map(({ recipient: to, subject, body: text, createdAt: at }) => ({
        to,
        subject,
        text,
        at,
      })),
    }),
  );
}

const plainly = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map(plainly).join(', ')
      : JSON.stringify(value);

/** `key: delist.dropShare, value: 0.5`. */
function detailWords(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${plainly(value)}`)
    .join(', ');
}
