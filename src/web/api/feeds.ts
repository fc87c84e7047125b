import * as z from 'zod';
import { type Actor, maySeeTarget } from '../../accounts/permissions.ts';
import { redacted } from '../../core/redacted.ts';
import { feedFileSchema } from '../../feeds/definition.ts';
import { runById, runsBefore } from '../../feeds/pages-store.ts';
import { allFeeds, type Feed, feedNamed } from '../../feeds/store.ts';
import { toldRun } from '../../feeds/told-run.ts';
import { qualityOfSource } from '../../listings/store.ts';
import { funnelOf } from '../../publishing/funnel-store.ts';
import { actOnFeed, addNewFeed, changeDefinition, feedActs, removeFeed } from '../doing/feeds.ts';
import type { WebDeps } from '../env.ts';
import { ownerReportPath } from '../owner-report.ts';
import { maySeeFeed } from '../sight.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, noQuery, pageOf } from './route.ts';
import { cut, idIn, instantOrNull, iso, notFound, reasonSchema } from './shared.ts';

const feedSchema = z.object({
  name: z.string(),
  source_id: z.string(),
  url: z.string().describe('Without the password, key or token it may carry.'),
  adapter: z.string(),
  every: z.string().nullable(),
  cron: z.string().nullable(),
  targets: z.array(z.string()).nullable(),
  state: z.enum(['active', 'paused', 'removed', 'left']),
  failures: z.int(),
  next_at: instantOrNull,
  file: z.string().nullable(),
  sample: z.boolean(),
});

const funnelSchema = z.object({
  target: z.string(),
  routed: z.int(),
  'no-key': z.int(),
  duplicate: z.int(),
  'in-review': z.int(),
  'held-back': z.int(),
  refused: z.int(),
  live: z.int(),
});

const runSchema = z.object({
  id: z.int(),
  feed: z.string(),
  state: z.enum(['running', 'complete', 'unchanged', 'truncated', 'failed', 'opted_out']),
  held: z.boolean(),
  reason: z.string().nullable(),
  started_at: z.iso.datetime(),
  finished_at: instantOrNull,
  bytes: z.int(),
  items: z.int(),
  listings: z.int(),
  rejected: z.int(),
  merged: z.int(),
  added: z.int(),
  changed: z.int(),
  missing: z.int(),
  proof: z.record(z.string(), z.unknown()),
});

/** Any part of a definition but its name and the marks that only files have; null takes a part away. */
const changeSchema = z
  .looseObject({})
  .refine(
    (body) => Object.keys(body).every((key) => changeable.has(key)),
    `must be of ${Object.keys(feedFileSchema.shape).join(', ')}`,
  );
const changeable: ReadonlySet<string> = new Set(
  Object.keys(
    feedFileSchema.omit({ name: true, sample: true, settings: true, sourceId: true, review: true }).shape,
  ),
);

export const feedRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/feeds',
    permission: 'read',
    tag: 'feeds',
    summary: 'Feeds, by name',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(feedSchema) }),
    handle: async ({ deps, actor }) => ({
      kind: 'done',
      value: {
        items: (await allFeeds(deps.db)).filter(({ name }) => maySeeFeed(actor.limits, name)).map(toFeed),
      },
    }),
  }),
  apiRoute({
    method: 'post',
    path: '/feeds',
    permission: 'operate',
    tag: 'feeds',
    summary: 'Add a feed; it is read at once, and published unless `review` is true',
    query: noQuery,
    body: feedFileSchema.omit({ sample: true, settings: true }).extend({
      name: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be small letters, digits and dashes, at most 63'),
      url: z.url({ protocol: /^https?$/ }),
    }),
    answer: feedSchema,
    handle: async ({ deps, actor, body }) => {
      if (!maySeeFeed(actor.limits, body.name))
        return { kind: 'forbidden', detail: `${actor.name} is limited to other sources.` };
      const targets = body.targets ?? actor.limits.targets?.slice();
      const outside = targets?.find((name) => actor.limits.targets?.includes(name) === false);
      if (outside !== undefined)
        return { kind: 'forbidden', detail: `${actor.name} does not see ${outside}.` };
      const added = await addNewFeed(deps, actor, {
        right: 'permission',
        ...body,
        ...(targets && { targets }),
      });
      if (!added) return { kind: 'conflict', detail: `Another feed is called ${body.name}.` };
      return { kind: 'created', location: `/api/v1/feeds/${added.name}`, value: toFeed(added) };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/feeds/{name}',
    permission: 'read',
    tag: 'feeds',
    summary: 'One feed',
    query: noQuery,
    body: noBody,
    answer: feedSchema,
    handle: async ({ deps, actor, params }) => {
      const feed = await seenFeed(deps, actor, params['name']);
      return feed ? { kind: 'done', value: toFeed(feed) } : notFound('feed', params['name'] ?? '');
    },
  }),
  apiRoute({
    method: 'patch',
    path: '/feeds/{name}',
    permission: 'operate',
    tag: 'feeds',
    summary: 'Change how a feed is read and where its jobs go; what is null goes back to its default',
    query: noQuery,
    body: changeSchema,
    answer: feedSchema,
    handle: async ({ deps, actor, params, body }) => {
      const feed = await seenFeed(deps, actor, params['name']);
      if (!feed) return notFound('feed', params['name'] ?? '');
      if (actor.limits.targets)
        return { kind: 'forbidden', detail: `${actor.name} is limited to some targets.` };
      const merged = Object.entries({ ...feed.definition, ...body }).filter(([, value]) => value !== null);
      const changed = await changeDefinition(deps, actor, feed, Object.fromEntries(merged));
      return changed.kind === 'changed'
        ? { kind: 'done', value: toFeed({ ...feed, definition: changed.definition }) }
        : { kind: 'invalid', errors: changed.mistakes.map((message) => ({ at: 'body', message })) };
    },
  }),
  apiRoute({
    method: 'delete',
    path: '/feeds/{name}',
    permission: 'operate',
    tag: 'feeds',
    summary: 'Remove a feed; say what becomes of its jobs',
    query: z.object({
      jobs: z.enum(['leave-up', 'delist']).describe('They stay at their targets, or are taken down.'),
    }),
    body: noBody,
    answer: z.object({ name: z.string(), jobs: z.enum(['leave-up', 'delist']) }),
    handle: async ({ deps, actor, params, query: { jobs } }) => {
      const feed = await seenFeed(deps, actor, params['name']);
      if (!feed) return notFound('feed', params['name'] ?? '');
      if (actor.limits.targets)
        return { kind: 'forbidden', detail: `${actor.name} is limited to some targets.` };
      await removeFeed(deps, actor, feed, jobs);
      return { kind: 'done', value: { name: feed.name, jobs } };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/feeds/{name}/{act}',
    permission: 'operate',
    tag: 'feeds',
    summary: 'Read a feed now, pause it, or resume it',
    query: noQuery,
    body: noBody,
    answer: z.object({ name: z.string(), done: z.enum(feedActs) }),
    handle: async ({ deps, actor, params }) => {
      const feed = await seenFeed(deps, actor, params['name']);
      const act = feedActs.find((one) => one === params['act']);
      if (!feed) return notFound('feed', params['name'] ?? '');
      if (!act) return { kind: 'not found', detail: `A feed can ${feedActs.join(', ')}.` };
      await actOnFeed(deps, actor, feed, act);
      return { kind: 'accepted', value: { name: feed.name, done: act } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/feeds/{name}/funnel',
    permission: 'read',
    tag: 'feeds',
    summary: 'How many of a feed’s jobs get how far, at each target; `GET /listings?stage=` gives the rows',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(funnelSchema) }),
    handle: async ({ deps, actor, params }) => {
      const feed = await seenFeed(deps, actor, params['name']);
      if (!feed) return notFound('feed', params['name'] ?? '');
      const lines = (await funnelOf(deps.db, feed.id)).filter(({ target }) =>
        maySeeTarget(actor.limits, target),
      );
      return { kind: 'done', value: { items: lines.map((line) => ({ ...line })) } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/feeds/{name}/quality',
    permission: 'read',
    tag: 'feeds',
    summary:
      'Points for completeness by a feed’s newest jobs, and what they lack with the way to mend it, the dearest first',
    query: noQuery,
    body: noBody,
    answer: z.object({
      listings: z.int(),
      quality: z.int(),
      lacking: z.array(reasonSchema.extend({ listings: z.int(), gain: z.number() })),
    }),
    handle: async ({ deps, actor, params }) => {
      const feed = await seenFeed(deps, actor, params['name']);
      if (!feed) return notFound('feed', params['name'] ?? '');
      const { listings, quality, lacking } = await qualityOfSource(deps.db, feed.id);
      return { kind: 'done', value: { listings, quality, lacking: [...lacking] } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/feeds/{name}/report-link',
    permission: 'operate',
    tag: 'feeds',
    summary: 'A path that opens a read-only report for the feed’s owner without an account, for 90 days',
    query: noQuery,
    body: noBody,
    answer: z.object({ path: z.string() }),
    handle: async ({ deps, actor, params }) => {
      const feed = await seenFeed(deps, actor, params['name']);
      if (!feed) return notFound('feed', params['name'] ?? '');
      return { kind: 'done', value: { path: ownerReportPath(deps.site, feed.name, deps.clock.now()) } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/runs',
    permission: 'read',
    tag: 'feeds',
    summary: 'Runs, newest first',
    query: listQuery.extend({ feed: z.string().optional() }),
    body: noBody,
    answer: pageOf(runSchema),
    handle: async ({ deps, actor, query }) => {
      const { feed: name, limit, cursor } = query;
      const feed = name === undefined ? undefined : await seenFeed(deps, actor, name);
      if (name !== undefined && !feed) return notFound('feed', name);
      if (!feed && (actor.limits.sources || actor.limits.targets))
        return {
          kind: 'invalid',
          errors: [{ at: 'query.feed', message: 'must name a feed: this token is limited' }],
        };
      const beforeId = idIn(cursor);
      const rows = await runsBefore(deps.db, {
        limit: limit + 1,
        ...(feed && { sourceId: feed.id }),
        ...(beforeId !== undefined && { beforeId }),
      });
      return { kind: 'done', value: cut(rows, limit, toldRun) };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/runs/{id}',
    permission: 'read',
    tag: 'feeds',
    summary: 'One run with its proof',
    query: noQuery,
    body: noBody,
    answer: runSchema,
    handle: async ({ deps, actor, params }) => {
      const id = idIn(params['id']);
      const run = id === undefined ? undefined : await runById(deps.db, id);
      return run && maySeeFeed(actor.limits, run.feed)
        ? { kind: 'done', value: toldRun(run) }
        : { kind: 'not found', detail: 'There is no such run.' };
    },
  }),
];

async function seenFeed({ db }: WebDeps, { limits }: Actor, name = ''): Promise<Feed | undefined> {
  return maySeeFeed(limits, name) ? feedNamed(db, name) : undefined;
}

function toFeed({
  name,
  externalSourceId,
  definition,
  state,
  failures,
  nextAt,
  file,
  sample,
}: Feed): z.input<typeof feedSchema> {
  return {
    name,
    source_id: externalSourceId,
    url: redacted(definition.url),
    adapter: definition.adapter,
    every: definition.every ?? null,
    cron: definition.cron ?? null,
    targets: definition.targets ? [...definition.targets] : null,
    state,
    failures,
    next_at: state === 'active' ? iso(nextAt) : null,
    file,
    sample,
  };
}
