import * as z from 'zod';
import { isUnlimited } from '../../accounts/permissions.ts';
import { auditEntries } from '../../audit/store.ts';
import { unresolvedIn } from '../../picklists/pages-store.ts';
import { loadSettings } from '../../settings/store.ts';
import { settingKeys, settingTable } from '../../settings/table.ts';
import { effectOf, mapLabel } from '../doing/labels.ts';
import { changeSetting, mayChangeScope, scopeOf } from '../doing/settings.ts';
import { seenBy } from '../sight.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, noQuery, pageOf } from './route.ts';
import { cut, idIn, limited, notFound } from './shared.ts';

const settingSchema = z.object({
  key: z.string(),
  meaning: z.string(),
  default: z.union([z.string(), z.number(), z.boolean()]),
  value: z.union([z.string(), z.number(), z.boolean()]),
  from: z.string(),
});

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
  apiRoute({
    method: 'get',
    path: '/settings',
    permission: 'read',
    tag: 'settings',
    summary: 'Every setting with its meaning, default, value, and where the value comes from',
    query: z.object({ feed: z.string().optional(), target: z.string().optional() }),
    body: noBody,
    answer: z.object({ items: z.array(settingSchema) }),
    handle: async ({ deps, actor, query }) => {
      for (const [kind, name] of [
        ['feed', query.feed],
        ['target', query.target],
      ] as const)
        if (name !== undefined && !mayChangeScope(actor, { kind, name })) return notFound(kind, name);
      const place = {
        ...(query.feed !== undefined && { feed: query.feed }),
        ...(query.target !== undefined && { target: query.target }),
      };
      const settings = await loadSettings(deps.db);
      return {
        kind: 'done',
        value: {
          items: settingKeys.map((key) => ({
            key,
            meaning: settingTable[key].meaning,
            default: settingTable[key].default,
            value: settings.get(key, place),
            from: settings.origin(key, place),
          })),
        },
      };
    },
  }),
  apiRoute({
    method: 'put',
    path: '/settings/{scope}/{key}',
    permission: 'admin',
    tag: 'settings',
    summary:
      'Set a value; null goes back to what stands above it. `scope` is global, feed:NAME or target:NAME',
    query: noQuery,
    body: z.strictObject({ value: z.union([z.string(), z.number(), z.boolean(), z.null()]) }),
    answer: z.object({ scope: z.string(), key: z.string() }),
    handle: async ({ deps, actor, params, body }) => {
      const { scope = '', key = '' } = params;
      const changed = await changeSetting(deps, actor, {
        scope,
        key,
        text: body.value === null ? '' : String(body.value),
      });
      switch (changed.kind) {
        case 'changed':
          return { kind: 'done', value: { scope, key } };
        case 'mistake':
          return {
            kind: 'invalid',
            errors: [{ at: scopeOf(scope) ? 'body.value' : 'path.scope', message: changed.mistake }],
          };
        case 'forbidden':
          return { kind: 'forbidden', detail: `${actor.name} is limited to some targets or sources.` };
      }
    },
  }),
  apiRoute({
    method: 'get',
    path: '/audit',
    permission: 'read',
    tag: 'records',
    summary: 'Who decided what, newest first',
    query: listQuery.extend({ subject: z.string().optional() }),
    body: noBody,
    answer: pageOf(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        who: z.string(),
        action: z.string(),
        subject: z.string(),
        detail: z.record(z.string(), z.unknown()),
      }),
    ),
    handle: async ({ deps, actor, query }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const beforeId = idIn(query.cursor);
      const rows = await auditEntries(deps.db, {
        limit: query.limit + 1,
        ...(query.subject !== undefined && { subject: query.subject }),
        ...(beforeId !== undefined && { beforeId }),
      });
      return {
        kind: 'done',
        value: cut(rows, query.limit, ({ at, detail, ...row }) => ({
          ...row,
          at: at.toISOString(),
          detail: { ...detail },
        })),
      };
    },
  }),
];
