import * as z from 'zod';
import { maySeeTarget } from '../../platform/accounts/permissions.ts';
import { versionsOf } from '../../picklists/picklist-pages.repository.ts';
import { targetDefinitionSchema, targetNameForm } from '../../targets/target-definition.ts';
import { addNewTarget } from '../web/doing/targets.actions.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { targetOutput, targetToJson } from '../../operations/targets.operations.ts';
import { seenTarget, seenTargets } from './seen-targets.ts';
import { notFound, unfit } from './shared.ts';

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
    method: 'post',
    path: '/targets',
    permission: 'operate',
    tag: 'targets',
    summary: 'Add a target, paused; its first plan waits for a person',
    query: noQuery,
    body: z.strictObject({
      name: z.string().regex(targetNameForm, 'must be small letters, digits and dashes, at most 63'),
      definition: targetDefinitionSchema,
    }),
    answer: targetOutput,
    handle: async ({ deps, actor, body }) => {
      if (!maySeeTarget(actor.limits, body.name))
        return { kind: 'forbidden', detail: `${actor.name} is limited to other targets.` };
      const added = await addNewTarget(deps, actor, body);
      if (added.kind === 'taken')
        return { kind: 'conflict', detail: `Another target is called ${body.name}.` };
      if (added.kind !== 'added') return unfit(added, 'body.definition');
      return { kind: 'created', location: `/api/v1/targets/${body.name}`, value: targetToJson(added.target) };
    },
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
