import * as z from 'zod';
import { versionsOf } from '../../picklists/picklist-pages.repository.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { targetOutput, targetToJson } from '../../operations/targets.operations.ts';
import { seenTarget, seenTargets } from './seen-targets.ts';
import { notFound } from './shared.ts';

export const targetRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/targets',
    permission: 'read',
    tag: 'targets',
    summary: 'Targets, by name',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(targetOutput) }),
    handle: async (call) => ({ kind: 'done', value: { items: (await seenTargets(call)).map(targetToJson) } }),
  }),
  apiRoute({
    method: 'get',
    path: '/targets/{name}',
    permission: 'read',
    tag: 'targets',
    summary: 'One target',
    query: noQuery,
    body: noBody,
    answer: targetOutput,
    handle: async (call) => {
      const target = await seenTarget(call);
      return target
        ? { kind: 'done', value: targetToJson(target) }
        : notFound('target', call.params['name'] ?? '');
    },
  }),
  apiRoute({
    method: 'post',
    path: '/targets/{name}/check',
    permission: 'operate',
    tag: 'targets',
    summary: 'Check the connection to a target',
    query: noQuery,
    body: noBody,
    answer: z.object({
      name: z.string(),
      done: z.literal('check'),
      tests: z.array(z.object({ what: z.string(), outcome: z.string(), numbers: z.string() })).optional(),
    }),
    handle: async (call) => {
      const { deps, params } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', params['name'] ?? '');
      if (!deps.acts?.checkTarget)
        return { kind: 'conflict', detail: 'Targets cannot be checked from here.' };
      const { tests } = await deps.acts.checkTarget(target.name, target.definition);
      return { kind: 'done', value: { name: target.name, done: 'check' as const, tests: [...tests] } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/picklists',
    permission: 'read',
    tag: 'labels',
    summary: 'The picklists of a target as they are now',
    query: z.object({ target: z.string(), field: z.string().optional() }),
    body: noBody,
    answer: z.object({
      items: z.array(
        z.object({
          field: z.string(),
          version: z.int(),
          read_at: z.iso.datetime(),
          entries: z.array(z.object({ key: z.string(), label: z.string() })),
        }),
      ),
    }),
    handle: async (call) => {
      const { deps, query } = call;
      const target = (await seenTargets(call)).find(({ name }) => name === query.target);
      if (!target) return notFound('target', query.target);
      const lists = (await versionsOf(deps.db, target.id, query.field)).filter(({ current }) => current);
      return {
        kind: 'done',
        value: {
          items: lists.map(({ field, version, readAt, entries }) => ({
            field,
            version,
            read_at: readAt.toISOString(),
            entries: entries.map(({ ikey, ivalue }) => ({ key: ikey, label: ivalue })),
          })),
        },
      };
    },
  }),
];
