import * as z from 'zod';
import { unresolvedIn } from '../../picklists/picklist-pages.repository.ts';
import { effectOf, mapLabel } from '../web/doing/labels.actions.ts';
import { seenBy } from '../../operations/access.ts';
import { pageOf } from '../../operations/paging.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, noQuery } from './route.ts';
import { idIn, notFound } from './shared.ts';

export const decisionRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/labels',
    permission: 'read',
    tag: 'labels',
    summary: 'Labels without an entry, the one that blocks most first',
    query: listQuery.extend({ target: z.string().optional() }),
    body: noBody,
    answer: pageOf(
      z.object({
        target: z.string(),
        field: z.string(),
        label: z.string(),
        jobs: z.int(),
        blocked: z.int(),
      }),
    ),
    handle: async ({ deps, actor, query }) => {
      const { targets, sight } = await seenBy(deps.db, actor);
      const target = targets.find(({ name }) => name === query.target);
      if (query.target !== undefined && !target) return notFound('target', query.target);
      // Labels have no number of their own: the cursor counts them.
      const from = idIn(query.cursor) ?? 0;
      const found = await unresolvedIn(deps.db, target ? { targetIds: [target.id] } : sight, {
        limit: query.limit + 1,
        offset: from,
      });
      return {
        kind: 'done',
        value: {
          next: found.length > query.limit ? String(from + query.limit) : null,
          items: found.slice(0, query.limit).map(({ target, field, label, jobs, blocked }) => ({
            target,
            field,
            label,
            jobs,
            blocked,
          })),
        },
      };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/labels/effect',
    permission: 'read',
    tag: 'labels',
    summary:
      'What deciding a label would do, before it is decided: which jobs at which targets would get which entry',
    query: z.object({
      target: z.string(),
      field: z.string(),
      label: z.string(),
      key: z.string(),
      everywhere: z.stringbool().default(false),
    }),
    body: noBody,
    answer: z.object({
      at: z.array(
        z.object({
          target: z.string(),
          jobs: z.int(),
          blocked: z.int(),
          entry: z.object({ key: z.string(), label: z.string() }).optional(),
        }),
      ),
      listings: z.int(),
    }),
    handle: async ({ deps, actor, query }) => {
      const seen = await seenBy(deps.db, actor);
      const target = seen.targets.find(({ name }) => name === query.target);
      if (!target) return notFound('target', query.target);
      const effect = await effectOf(deps, seen, { ...query, target });
      return effect === undefined
        ? {
            kind: 'invalid',
            errors: [{ at: 'query.key', message: `must be a key of ${query.field} at ${target.name}` }],
          }
        : { kind: 'done', value: { ...effect, at: [...effect.at] } };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/labels',
    permission: 'label',
    tag: 'labels',
    summary: 'Decide what a label means at a target, or at every target with an entry of that name',
    query: noQuery,
    body: z.strictObject({
      target: z.string(),
      field: z.string(),
      label: z.string(),
      key: z.string(),
      everywhere: z.boolean().default(false),
    }),
    answer: z.object({ field: z.string(), label: z.string(), key: z.string() }),
    handle: async ({ deps, actor, body }) => {
      const { targets } = await seenBy(deps.db, actor);
      const target = targets.find(({ name }) => name === body.target);
      if (!target) return notFound('target', body.target);
      const { field, label, key } = body;
      const mapped = await mapLabel(deps, actor, { ...body, target });
      switch (mapped.kind) {
        case 'mapped':
          return { kind: 'done', value: { field, label, key } };
        case 'no such entry':
          return {
            kind: 'invalid',
            errors: [{ at: 'body.key', message: `must be a key of ${field} at ${target.name}` }],
          };
        case 'not for all':
          return { kind: 'forbidden', detail: `${actor.name} is limited to some targets.` };
      }
    },
  }),
];
