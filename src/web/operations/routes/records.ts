import { isUnlimited } from '../../../accounts/permissions.ts';
import { auditEntries } from '../../../audit/store.ts';
import { refuse } from '../../errors.ts';
import { mailDeliveries } from '../../mail-deliveries.ts';
import { auditPage } from '../audit.ts';
import { deliveriesPage } from '../deliveries.ts';
import { cursorOf, PAGE, type PageRequest, type PageRoute, withQuery } from '../page-route.ts';
import { mailState } from '../states.ts';

export const recordRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/audit', permission: 'read', handle: audit },
  { method: 'get', path: '/deliveries', permission: 'read', handle: deliveries },
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
        action,
        subject,
        detail: detailWords(detail),
      })),
      ...(entries.length > PAGE && { next: withQuery('/audit', { subject, before: shown.at(-1)?.id }) }),
    }),
  );
}

async function deliveries({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  if (!isUnlimited(actor.limits))
    return refuse(c, 403, 'Your account is limited to some targets or sources. Mails are about all.');
  const found = await mailDeliveries(deps, { beforeId: cursorOf(c.req.query('before')), limit: PAGE + 1 });
  const shown = found.slice(0, PAGE);
  return c.html(
    deliveriesPage(await frame(), {
      deliveries: shown.map(({ subject, state, answer, to, at, attempts }) => ({
        at,
        kind: 'mail' as const,
        what: subject,
        to,
        state: mailState(state),
        attempts,
        ...(answer !== null && { answer }),
      })),
      ...(found.length > PAGE && { next: withQuery('/deliveries', { before: shown.at(-1)?.id }) }),
    }),
  );
}

/** `key: delist.dropShare, value: 0.5`. */
function detailWords(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
