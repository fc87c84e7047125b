import * as z from 'zod';
import { heldRows } from '../../publishing/hold-facts-store.ts';
import { type Hold, holdById, holdsIn } from '../../publishing/holds-store.ts';
import { allTargets } from '../../targets/targets.repository.ts';
import { decide, holdDecisions } from '../web/doing/holds.actions.ts';
import { maySeeHold } from '../../operations/access.ts';
import { pageOf } from '../../operations/paging.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, noQuery } from './route.ts';
import { cut, cutSeen, idIn, instantOrNull, iso } from './shared.ts';

const holdSchema = z.object({
  id: z.int(),
  kind: z.enum(['drop', 'share', 'empty', 'rekeyed', 'drift', 'surge', 'changed', 'review']),
  feed: z.string().nullable(),
  target: z.string().nullable(),
  count: z.int(),
  reasons: z.array(z.string()),
  state: z.enum(['open', 'approved', 'rejected', 'muted', 'lifted', 'lapsed']),
  created_at: z.iso.datetime(),
  decided_by: z.string().nullable(),
  decided_at: instantOrNull,
  compared: z
    .object({ found: z.int(), usual: z.int(), guard: z.int() })
    .nullable()
    .describe('What the run found, what is usual, and where the guard stands.'),
  per_target: z
    .array(z.object({ target: z.string(), live: z.int(), removed: z.int() }))
    .describe('What each target would lose.'),
  sample: z.array(
    z.object({ source: z.string(), job_id: z.string(), title: z.string(), target: z.string().optional() }),
  ),
});

const heldJobSchema = z.object({
  id: z.int(),
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  employer: z.string().nullable(),
  target: z.string(),
});

export const holdRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/holds',
    permission: 'read',
    tag: 'holds',
    summary: 'Plans and runs that were stopped, newest first',
    query: listQuery.extend({
      state: z.enum(['open', 'approved', 'rejected', 'muted', 'lifted', 'lapsed']).optional(),
    }),
    body: noBody,
    answer: pageOf(holdSchema),
    handle: async ({ deps, actor, query }) => {
      const names = new Map((await allTargets(deps.db)).map(({ id, name }) => [id, name]));
      const rows = await holdsIn(deps.db, query.state && [query.state], {
        beforeId: idIn(query.cursor),
        limit: query.limit + 1,
      });
      return {
        kind: 'done',
        value: cutSeen(rows, query.limit, {
          sees: (hold) => maySeeHold(actor.limits, hold),
          show: (hold) => toHold(hold, names),
        }),
      };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/holds/{id}/decision',
    permission: 'approve',
    tag: 'holds',
    summary: 'Decide a hold; a large removal wants its phrase, the feed’s name and the number',
    query: noQuery,
    body: z.strictObject({
      decision: z.enum(holdDecisions),
      phrase: z.string().default(''),
      until: z.iso.datetime().optional().describe('For mute.'),
      count: z
        .int()
        .optional()
        .describe('The `count` that you read: 409 when the hold is about another number of jobs by now.'),
    }),
    answer: z.object({ id: z.int(), decision: z.enum(holdDecisions) }),
    handle: async ({ deps, actor, params, body }) => {
      const id = idIn(params['id']);
      const hold = id === undefined ? undefined : await holdById(deps.db, id);
      if (!hold || !maySeeHold(actor.limits, hold))
        return { kind: 'not found', detail: 'There is no such hold.' };
      const { decision, phrase, until, count } = body;
      const outcome = await decide(deps, hold, actor, {
        decision,
        phrase,
        ...(until !== undefined && { until: new Date(until) }),
        ...(count !== undefined && { seen: count }),
      });
      switch (outcome.kind) {
        case 'decided':
          return { kind: 'done', value: { id: hold.id, decision } };
        case 'wrong phrase':
          return {
            kind: 'invalid',
            errors: [{ at: 'body.phrase', message: `must be “${outcome.expected}”` }],
          };
        case 'refused':
          return { kind: 'conflict', detail: outcome.reason };
      }
    },
  }),
  apiRoute({
    method: 'get',
    path: '/holds/{id}/jobs',
    permission: 'read',
    tag: 'holds',
    summary: 'Every job that a hold would take down, one row for each target',
    query: listQuery,
    body: noBody,
    answer: pageOf(heldJobSchema),
    handle: async ({ deps, actor, params, query }) => {
      const id = idIn(params['id']);
      const hold = id === undefined ? undefined : await holdById(deps.db, id);
      if (!hold || !maySeeHold(actor.limits, hold))
        return { kind: 'not found', detail: 'There is no such hold.' };
      const { limit, cursor } = query;
      const rows = await heldRows(deps.db, hold, { afterId: idIn(cursor) ?? 0, limit: limit + 1 });
      return {
        kind: 'done',
        value: cut(rows, limit, ({ jobId, company, ...row }) => ({
          ...row,
          job_id: jobId,
          employer: company,
        })),
      };
    },
  }),
];

function toHold(
  { id, kind, feed, target, count, reasons, state, createdAt, decidedBy, decidedAt, sample, facts }: Hold,
  names: ReadonlyMap<number, string>,
): z.input<typeof holdSchema> {
  return {
    id,
    kind,
    feed,
    target,
    count,
    reasons: [...reasons],
    state,
    created_at: createdAt.toISOString(),
    decided_by: decidedBy,
    decided_at: iso(decidedAt),
    compared: facts?.compared ?? null,
    per_target: (facts?.perTarget ?? []).map(({ targetId, live, removed }) => ({
      target: names.get(targetId) ?? 'a removed target',
      live,
      removed,
    })),
    sample: sample.map(({ jobId, ...job }) => ({ ...job, job_id: jobId })),
  };
}
