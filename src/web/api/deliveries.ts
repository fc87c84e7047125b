import * as z from 'zod';
import { isUnlimited } from '../../accounts/permissions.ts';
import { webhooksBefore } from '../../alerts/store.ts';
import { hostOf, redeliver } from '../doing/webhooks.ts';
import { mailDeliveries } from '../mail-deliveries.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, noQuery, pageOf } from './route.ts';
import { cut, idIn, instantOrNull, iso, limited, notFound } from './shared.ts';

export const deliveryRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/deliveries',
    permission: 'read',
    tag: 'deliveries',
    summary: 'Mails and whether they arrived, newest first; without their words, and not to whom in full',
    query: listQuery,
    body: noBody,
    answer: pageOf(
      z.object({
        id: z.int(),
        kind: z.string(),
        subject: z.string(),
        to: z.string(),
        state: z.enum(['waiting', 'sent', 'refused']),
        attempts: z.int(),
        answer: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
    handle: async ({ deps, actor, query }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const { limit, cursor } = query;
      const rows = await mailDeliveries(deps, { beforeId: idIn(cursor), limit: limit + 1 });
      return {
        kind: 'done',
        value: cut(rows, limit, ({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/deliveries/webhooks',
    permission: 'read',
    tag: 'deliveries',
    summary: 'Webhooks and every try to deliver them, newest first',
    query: listQuery,
    body: noBody,
    answer: pageOf(
      z.object({
        id: z.int(),
        event: z.string(),
        event_id: z.string().describe('`webhook-id` of every try.'),
        to: z.string().describe('The host alone: paths of such addresses are often secrets.'),
        payload: z.string(),
        state: z.enum(['waiting', 'delivered', 'given up']),
        tries: z.array(z.object({ at: z.iso.datetime(), answer: z.string() })),
        at: z.iso.datetime(),
        next_at: instantOrNull,
      }),
    ),
    handle: async ({ deps, actor, query: { limit, cursor } }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const rows = await webhooksBefore(deps.db, { beforeId: idIn(cursor), limit: limit + 1 });
      return {
        kind: 'done',
        value: cut(rows, limit, ({ id, event, eventId, url, payload, state, tries, createdAt, dueAt }) => ({
          id,
          event,
          event_id: eventId,
          to: hostOf(url),
          payload,
          state,
          tries: [...tries],
          at: createdAt.toISOString(),
          next_at: iso(dueAt),
        })),
      };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/deliveries/webhooks/{id}/redeliver',
    permission: 'operate',
    tag: 'deliveries',
    summary: 'Deliver a webhook again, under the same event id',
    query: noQuery,
    body: noBody,
    answer: z.object({ id: z.int() }),
    handle: async ({ deps, actor, params }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const id = idIn(params['id']);
      return id !== undefined && (await redeliver(deps, actor, id))
        ? { kind: 'accepted', value: { id } }
        : notFound('webhook', params['id'] ?? '');
    },
  }),
];
