import * as z from 'zod';
import { isUnlimited } from '../../accounts/permissions.ts';
import { mailDeliveries } from '../mail-deliveries.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, pageOf } from './route.ts';
import { cut, idIn } from './shared.ts';

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
      if (!isUnlimited(actor.limits))
        return { kind: 'forbidden', detail: `${actor.name} is limited to some targets or sources.` };
      const { limit, cursor } = query;
      const rows = await mailDeliveries(deps, { beforeId: idIn(cursor), limit: limit + 1 });
      return {
        kind: 'done',
        value: cut(rows, limit, ({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      };
    },
  }),
];
