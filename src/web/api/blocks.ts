import * as z from 'zod';
import { isUnlimited } from '../../accounts/permissions.ts';
import { present } from '../../core/present.ts';
import { type BlockedEmployer, standingBlocks } from '../../screening/employers/store.ts';
import { lift, takeDown } from '../doing/blocks.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { idIn, limited } from './shared.ts';

const blockSchema = z.object({
  id: z.int(),
  kind: z.enum(['company', 'domain', 'mail']),
  value: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});

/** Employers that are taken down everywhere. */
export const blockRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/blocks',
    permission: 'read',
    tag: 'reviews',
    summary: 'Employers that are taken down everywhere, newest first',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(blockSchema) }),
    handle: async ({ deps, actor }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      return { kind: 'done', value: { items: (await standingBlocks(deps.db)).map(blockOf) } };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/blocks',
    permission: 'review',
    tag: 'reviews',
    summary: 'Take an employer down everywhere, by its name, domain or e-mail address',
    query: noQuery,
    body: z
      .strictObject({
        company: z.string().trim().min(2).max(150).optional(),
        domain: z.string().trim().min(3).max(253).optional(),
        mail: z.email().optional(),
        reason: z.string().trim().min(1).max(2_000),
      })
      .refine(({ company, domain, mail }) => [company, domain, mail].some((mark) => mark !== undefined), {
        error: 'a company, a domain or a mail was expected',
      }),
    answer: z.object({ items: z.array(blockSchema) }),
    handle: async ({ deps, actor, body }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const { reason, company, domain, mail } = body;
      const blocks = await takeDown(deps, actor, present({ company, domain, mail }), reason);
      return { kind: 'done', value: { items: blocks.map(blockOf) } };
    },
  }),
  apiRoute({
    method: 'delete',
    path: '/blocks/{id}',
    permission: 'review',
    tag: 'reviews',
    summary: 'Lift a block: the employer’s jobs are wanted again',
    query: noQuery,
    body: noBody,
    answer: z.object({ id: z.int() }),
    handle: async ({ deps, actor, params }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const id = idIn(params['id']);
      return id !== undefined && (await lift(deps, actor, id))
        ? { kind: 'done', value: { id } }
        : { kind: 'not found', detail: 'No such block stands.' };
    },
  }),
];

function blockOf({ id, kind, value, reason, blockedBy, blockedAt }: BlockedEmployer) {
  return { id, kind, value, reason, by: blockedBy, at: blockedAt.toISOString() };
}
