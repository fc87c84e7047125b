import * as z from 'zod';
import { seenUsage } from '../web/seen-usage.ts';
import { type ApiRoute, apiRoute, noBody } from './route.ts';

export const usageRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/usage',
    permission: 'read',
    tag: 'usage',
    summary: 'What each source used at each target in a month of UTC',
    query: z.object({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11')
        .describe('`2026-11`'),
    }),
    body: noBody,
    answer: z.object({
      items: z.array(
        z.object({
          source: z.string(),
          target: z.string(),
          month: z.string(),
          calls: z.int(),
          live_job_days: z.number(),
        }),
      ),
    }),
    handle: async ({ deps, actor, query }) => ({
      kind: 'done',
      value: {
        items: (await seenUsage(deps, actor.limits, query.month)).map(({ jobDays, ...line }) => ({
          ...line,
          live_job_days: jobDays,
        })),
      },
    }),
  }),
];
