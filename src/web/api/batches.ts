import * as z from 'zod';
import { batchById, batchesOf } from '../../publishing/batches-store.ts';
import { maySeeBatch, restore } from '../doing/batches.ts';
import { pageOf } from '../../operations/paging.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, noQuery } from './route.ts';
import { cutSeen, idIn, instantOrNull, iso } from './shared.ts';

export const batchRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/batches',
    permission: 'read',
    tag: 'batches',
    summary: 'Batches of removals, newest first',
    query: listQuery,
    body: noBody,
    answer: pageOf(
      z.object({
        id: z.int(),
        target: z.string(),
        cause: z.string(),
        count: z.int(),
        restorable: z.int(),
        created_at: z.iso.datetime(),
        restored_at: instantOrNull,
      }),
    ),
    handle: async ({ deps, actor, query }) => {
      const { cursor, limit } = query;
      const rows = await batchesOf(deps.db, undefined, { beforeId: idIn(cursor), limit: limit + 1 });
      return {
        kind: 'done',
        value: cutSeen(rows, limit, {
          sees: (batch) => maySeeBatch(actor.limits, batch),
          show: ({ id, target, cause, count, restorable, createdAt, restoredAt }) => ({
            id,
            target,
            cause,
            count,
            restorable,
            created_at: createdAt.toISOString(),
            restored_at: iso(restoredAt),
          }),
        }),
      };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/batches/{id}/restore',
    permission: 'approve',
    tag: 'batches',
    summary: 'Bring the jobs of a batch back under the same ids, with the next plan',
    query: noQuery,
    body: noBody,
    answer: z.object({
      id: z.int(),
      restored: z.int(),
      others: z.int().describe('Down by date, rule or review: they stay down.'),
    }),
    handle: async ({ deps, actor, params }) => {
      const id = idIn(params['id']);
      const batch = id === undefined ? undefined : await batchById(deps.db, id);
      if (!batch || !maySeeBatch(actor.limits, batch))
        return { kind: 'not found', detail: 'There is no such batch.' };
      const outcome = await restore(deps, actor, batch);
      if (outcome.kind === 'refused') return { kind: 'conflict', detail: outcome.reason };
      const { listings, others } = outcome;
      return { kind: 'accepted', value: { id: batch.id, restored: listings, others } };
    },
  }),
];
