import * as z from 'zod';
import { maySeeTarget } from '../../platform/accounts/permissions.ts';
import type { Freshness } from '../../directory/directory-freshness.ts';
import { lookUpContacts, lookUpEmployers } from '../../directory/lookup.ts';
import { requestedNames } from '../../directory/names-store.ts';
import { allTargets, type Target } from '../../targets/targets.repository.ts';
import type { Brought } from '../../tasks/ask-directory.ts';
import {
  decideEmployerName,
  findOrCreateContactAt,
  findOrCreateEmployer,
  pullDirectorySoon,
} from '../web/doing/directory.actions.ts';
import { type ApiCall, type ApiOutcome, type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { instantOrNull, iso, notFound } from './shared.ts';

const employerSchema = z.object({
  id: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  website: z.string().nullable(),
  tax_id: z.string().nullable(),
  imported_id: z.string().nullable(),
  last_modified: instantOrNull,
});
const asOf = instantOrNull.describe('Changes at the target up to then are known; null: never pulled.');
const problem = z
  .object({ why: z.string(), remedy: z.string() })
  .nullable()
  .describe('Why the directory was never pulled, or not lately, and what to do.');
const broughtSchema = z.object({ id: z.string(), name: z.string(), created: z.boolean() });

/** What the directories of targets say; each answer is of one target alone. */
export const directoryRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/targets/{name}/employers',
    permission: 'read',
    tag: 'directory',
    summary: 'Employers that a target knows, by name, site, mail address, tax id or imported id',
    query: z.object({
      q: z.string().min(1).max(200),
      live: z.enum(['0', '1']).default('0').describe('1 asks the target itself, with one call.'),
    }),
    body: noBody,
    answer: z.object({ as_of: asOf, problem, items: z.array(employerSchema) }),
    handle: async (call) => {
      const { deps, query } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      const asked =
        query.live === '1'
          ? ((await deps.acts?.askEmployers?.(target, query.q)) ?? cannotAsk)
          : ({ kind: 'found', found: await lookUpEmployers(deps.db, target.id, query.q) } as const);
      if (asked.kind === 'failed') return { kind: 'conflict', detail: asked.reason };
      const items = asked.found.items.map(
        ({ id, name, alias, website, taxId, importedId, lastModified }) => ({
          id,
          name,
          alias,
          website,
          tax_id: taxId,
          imported_id: importedId,
          last_modified: iso(lastModified),
        }),
      );
      return {
        kind: 'done',
        value: { as_of: iso(asked.found.asOf), problem: await problemAt(call, target), items },
      };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/targets/{name}/employers',
    permission: 'operate',
    tag: 'directory',
    summary: 'Find an employer at a target, or create it there with its contact',
    query: noQuery,
    body: z.strictObject({
      name: z.string().min(1).max(255),
      contact: z.strictObject({ email: z.email().max(320), name: z.string().min(1).max(255).optional() }),
      website: z.url().max(500).optional(),
      tax_id: z.string().min(1).max(100).optional(),
      imported_id: z.string().min(1).max(100).optional(),
    }),
    answer: broughtSchema,
    handle: async (call) => {
      const { deps, actor, body } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      const { tax_id: taxId, imported_id: importedId, ...rest } = body;
      const brought = await findOrCreateEmployer(deps, actor, target, { ...rest, taxId, importedId });
      return toOutcome(brought, `/api/v1/targets/${target.name}/employers`);
    },
  }),
  apiRoute({
    method: 'post',
    path: '/targets/{name}/contacts',
    permission: 'operate',
    tag: 'directory',
    summary: 'Find a contact of an employer at a target, or create it there',
    query: noQuery,
    body: z.strictObject({
      email: z.email().max(320),
      employer_id: z.string().min(1).max(100),
      name: z.string().min(1).max(255).optional(),
    }),
    answer: broughtSchema,
    handle: async (call) => {
      const { deps, actor, body } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      const { employer_id: employerId, ...rest } = body;
      const brought = await findOrCreateContactAt(deps, actor, target, { ...rest, employerId });
      return toOutcome(brought, `/api/v1/targets/${target.name}/contacts`);
    },
  }),
  apiRoute({
    method: 'post',
    path: '/targets/{name}/directory/pull',
    permission: 'operate',
    tag: 'directory',
    summary: 'Pull the directory of a target as soon as a worker is free',
    query: noQuery,
    body: noBody,
    answer: z.object({ name: z.string(), as_of: asOf, problem }),
    handle: async (call) => {
      const { deps, actor } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      const before = await deps.acts?.freshness?.(target);
      const asked = await pullDirectorySoon(deps, actor, target);
      if (asked.kind === 'refused') return { kind: 'conflict', detail: asked.reason };
      const value = { name: target.name, as_of: iso(before?.asOf), problem: inShort(before) };
      return { kind: 'accepted', value };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/targets/{name}/contacts',
    permission: 'operate',
    tag: 'directory',
    summary: 'Contacts that a target knows, by e-mail address',
    query: z.object({
      email: z.string().min(3).max(320),
      live: z.enum(['0', '1']).default('0').describe('1 asks the target itself.'),
    }),
    body: noBody,
    answer: z.object({
      as_of: asOf,
      problem,
      items: z.array(
        z.object({
          id: z.string(),
          email: z.string(),
          name: z.string().nullable(),
          employer_id: z.string().nullable(),
        }),
      ),
    }),
    handle: async (call) => {
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      const { deps, query } = call;
      const asked =
        query.live === '1'
          ? ((await deps.acts?.askContacts?.(target, query.email)) ?? cannotAsk)
          : ({ kind: 'found', found: await lookUpContacts(deps.db, target.id, query.email) } as const);
      if (asked.kind === 'failed') return { kind: 'conflict', detail: asked.reason };
      const items = asked.found.items.map(({ id, email, name, employerId }) => ({
        id,
        email,
        name,
        employer_id: employerId,
      }));
      return {
        kind: 'done',
        value: { as_of: iso(asked.found.asOf), problem: await problemAt(call, target), items },
      };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/targets/{name}/employer-doubts',
    permission: 'read',
    tag: 'directory',
    summary: 'Employers of our jobs that may be one the target knows; a person decides',
    query: noQuery,
    body: noBody,
    answer: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          site: z.string(),
          why: z.string(),
          candidates: z.array(z.object({ id: z.string(), name: z.string() })),
        }),
      ),
    }),
    handle: async (call) => {
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      const items = (await requestedNames(call.deps.db, target.id)).map(
        ({ name, domain, why, candidates }) => ({
          name,
          site: domain,
          why: why ?? '',
          candidates: [...candidates],
        }),
      );
      return { kind: 'done', value: { items } };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/targets/{name}/employer-doubts',
    permission: 'operate',
    tag: 'directory',
    summary: 'Decide which employer of the target an employer of our jobs is',
    query: noQuery,
    body: z.strictObject({
      name: z.string().min(1).max(500),
      as: z.string().min(1).max(100).describe('The id of one of the candidates, or `own`: none of them.'),
    }),
    answer: z.object({ name: z.string(), written_as: z.string() }),
    handle: async (call) => {
      const { deps, actor, body } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      const decided = await decideEmployerName(deps, actor, target, body);
      if (decided.kind === 'unknown') return { kind: 'not found', detail: decided.reason };
      return { kind: 'done', value: { name: body.name, written_as: decided.name } };
    },
  }),
];

const cannotAsk = { kind: 'failed', reason: 'Targets cannot be asked from here.' } as const;

async function problemAt({ deps }: Pick<ApiCall<unknown, unknown>, 'deps'>, target: Target) {
  return inShort(await deps.acts?.freshness?.(target));
}

function inShort(found: Freshness | undefined): z.input<typeof problem> {
  return found?.problem ? { why: found.problem.why, remedy: found.problem.remedy } : null;
}

function toOutcome(brought: Brought, location: string): ApiOutcome<z.input<typeof broughtSchema>> {
  switch (brought.kind) {
    case 'failed':
      return { kind: 'conflict', detail: brought.reason };
    case 'doubtful': {
      const names = brought.candidates.map(({ id, name }) => `${name} (${id})`).join(', ');
      return {
        kind: 'conflict',
        detail: `Nothing was created: ${brought.why}, ${names}. POST …/employer-doubts decides which it is.`,
      };
    }
    case 'found':
      return { kind: 'done', value: { id: brought.id, name: brought.name, created: false } };
    case 'created':
      return { kind: 'created', value: { id: brought.id, name: brought.name, created: true }, location };
  }
}

async function seenTarget({
  deps,
  actor,
  params,
}: Pick<ApiCall<unknown, unknown>, 'deps' | 'actor' | 'params'>): Promise<Target | undefined> {
  const seen = (await allTargets(deps.db)).filter(({ name }) => maySeeTarget(actor.limits, name));
  return seen.find(({ name }) => name === params['name']);
}
