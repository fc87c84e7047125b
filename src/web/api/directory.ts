import * as z from 'zod';
import { recordAudit } from '../../audit/store.ts';
import { maySeeTarget } from '../../accounts/permissions.ts';
import { decideName } from '../../directory/decide-name.ts';
import { lookUpContacts, lookUpEmployers } from '../../directory/lookup.ts';
import { askedNames } from '../../directory/names-store.ts';
import { allTargets, type Target } from '../../targets/store.ts';
import { type ApiCall, type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
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
    answer: z.object({ as_of: asOf, items: z.array(employerSchema) }),
    handle: async (call) => {
      const { deps, query } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      if (query.live === '1' && !deps.acts?.askEmployers)
        return { kind: 'conflict', detail: 'Targets cannot be asked from here.' };
      const asked =
        query.live === '1' && deps.acts?.askEmployers
          ? await deps.acts.askEmployers(target, query.q)
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
      return { kind: 'done', value: { as_of: iso(asked.found.asOf), items } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/targets/{name}/contacts',
    permission: 'operate',
    tag: 'directory',
    summary: 'Contacts that we met at a target, by e-mail address',
    query: z.object({ email: z.string().min(3).max(320) }),
    body: noBody,
    answer: z.object({
      as_of: asOf,
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
      const found = await lookUpContacts(call.deps.db, target.id, call.query.email);
      const items = found.items.map(({ id, email, name, employerId }) => ({
        id,
        email,
        name,
        employer_id: employerId,
      }));
      return { kind: 'done', value: { as_of: iso(found.asOf), items } };
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
      const items = (await askedNames(call.deps.db, target.id)).map(({ name, domain, why, candidates }) => ({
        name,
        site: domain,
        why: why ?? '',
        candidates: [...candidates],
      }));
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
      const at = deps.clock.now();
      const decided = await decideName(deps.db, { targetId: target.id, ...body, by: actor.name, at });
      if (decided.kind === 'unknown') return { kind: 'not found', detail: decided.reason };
      await recordAudit(deps.db, {
        at,
        who: actor.name,
        action: 'employer decided',
        subject: `target:${target.name}`,
        detail: { ...body, writtenAs: decided.name },
      });
      return { kind: 'done', value: { name: body.name, written_as: decided.name } };
    },
  }),
];

async function seenTarget({
  deps,
  actor,
  params,
}: Pick<ApiCall<unknown, unknown>, 'deps' | 'actor' | 'params'>): Promise<Target | undefined> {
  const seen = (await allTargets(deps.db)).filter(({ name }) => maySeeTarget(actor.limits, name));
  return seen.find(({ name }) => name === params['name']);
}
