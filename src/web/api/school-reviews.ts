import * as z from 'zod';
import type { Actor } from '../../accounts/permissions.ts';
import { maySeeTarget } from '../../accounts/permissions.ts';
import { waitingAtSchool } from '../../screening/schools/pages-store.ts';
import { type Target, targetNamed } from '../../targets/store.ts';
import { decideAtSchool, schoolDecisions } from '../doing/school-reviews.ts';
import type { WebDeps } from '../env.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { idIn, notFound } from './shared.ts';

export const schoolReviewRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/targets/{name}/reviews',
    permission: 'read',
    tag: 'reviews',
    summary: 'Jobs that wait for one school’s own staff, the longest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
    body: noBody,
    answer: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          source: z.string(),
          job_id: z.string(),
          title: z.string(),
          employer: z.string().nullable(),
          reason: z.string(),
          since: z.iso.datetime(),
        }),
      ),
    }),
    handle: async ({ deps, actor, params, query }) => {
      const target = await seenTarget(deps, actor, params['name']);
      if (!target) return notFound('target', params['name'] ?? '');
      const waiting = await waitingAtSchool(deps.db, target.id, query.limit);
      return {
        kind: 'done',
        value: {
          items: waiting.map(({ listingId, source, jobId, title, company, reason, since }) => ({
            id: listingId,
            source,
            job_id: jobId,
            title,
            employer: company,
            reason,
            since: since.toISOString(),
          })),
        },
      };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/targets/{name}/reviews/{id}',
    permission: 'review',
    tag: 'reviews',
    summary: 'Decide for one school whether it shows a job',
    query: noQuery,
    body: z.strictObject({ decision: z.enum(schoolDecisions) }),
    answer: z.object({ id: z.int(), decision: z.enum(schoolDecisions) }),
    handle: async ({ deps, actor, params, body }) => {
      const target = await seenTarget(deps, actor, params['name']);
      if (!target) return notFound('target', params['name'] ?? '');
      const id = idIn(params['id']);
      const decided =
        id !== undefined &&
        (await decideAtSchool(deps, actor, { target, listingId: id, decision: body.decision }));
      return decided
        ? { kind: 'done', value: { id, decision: body.decision } }
        : { kind: 'conflict', detail: 'This job does not wait for the school.' };
    },
  }),
];

async function seenTarget({ db }: WebDeps, { limits }: Actor, name = ''): Promise<Target | undefined> {
  return maySeeTarget(limits, name) ? targetNamed(db, name) : undefined;
}
