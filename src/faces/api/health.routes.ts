import * as z from 'zod';
import { isUnlimited } from '../../platform/accounts/permissions.ts';
import { attentionOutput } from '../../operations/attention.operations.ts';
import { healthOf } from '../../operations/reports/health.ts';
import { servicesOf } from '../web/web-services.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { instantOrNull, limited } from './shared.ts';

const healthSchema = z.object({
  attention: attentionOutput.shape.items,
  targets: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      state_text: z.string().describe('The state in the words of the pages.'),
      live: z.int(),
      due: z.int(),
      attention: z.int().describe('Jobs that wait for a person.'),
      places: z.record(z.string(), z.int()).describe('How many jobs stand how at this school.'),
      by_state: z.record(z.string(), z.int()),
      missing_secrets: z
        .array(z.string())
        .describe('Named by its definition, and not set where this is answered.'),
    }),
  ),
  feeds: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      state_text: z.string().describe('The state in the words of the pages.'),
      run: z.string().nullable(),
      reason: z.string().nullable(),
      listings: z.int(),
      next_at: z.iso.datetime(),
    }),
  ),
  holds: z.int(),
  reviews: z.object({
    general: z.int().describe('Jobs that wait for a decision for all schools.'),
    at_targets: z.record(z.string(), z.int()).describe('Jobs that wait for one school’s own decision.'),
  }),
  unresolved: z.int(),
  waiting: z.int(),
  given_up: z.array(
    z.object({
      task: z.string(),
      key: z.string(),
      failures: z.int(),
      error: z.string().nullable(),
      since: instantOrNull,
    }),
  ),
});

const findingSchema = z.object({
  what: z.string(),
  ok: z.boolean(),
  found: z.string(),
  remedy: z.string().optional().describe('What to do about it.'),
});

export const healthRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/status',
    permission: 'read',
    tag: 'health',
    summary: 'How targets and feeds stand, and what needs a person',
    query: noQuery,
    body: noBody,
    answer: healthSchema,
    handle: async ({ deps, actor }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      return { kind: 'done', value: await healthOf({ ...servicesOf(deps), actor }) };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/doctor',
    permission: 'operate',
    tag: 'health',
    summary: 'Run the self-check; it calls every active target and names remedies',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(findingSchema) }),
    handle: async ({ deps, actor }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      if (!deps.acts?.examine)
        return { kind: 'conflict', detail: 'The product cannot be examined from here.' };
      return { kind: 'done', value: { items: [...(await deps.acts.examine())] } };
    },
  }),
];
