import * as z from 'zod';
import type { Actor } from '../../platform/accounts/permissions.ts';
import { redacted } from '../../core/redacted.ts';
import { networkAddress } from '../../core/core-writer.ts';
import { disclosedBy, feedFileSchema } from '../../feeds/feed-definition.ts';
import { type Feed, feedNamed } from '../../feeds/feeds.repository.ts';
import { addNewFeed, changeDefinition } from '../web/doing/feeds.actions.ts';
import type { WebDeps } from '../web/env.ts';
import { maySeeFeed } from '../../operations/registry/access.ts';
import { type ApiRoute, apiRoute, noQuery } from './route.ts';
import { instantOrNull, iso, notFound, secretsSchema, unfit } from './shared.ts';

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
  secrets: secretsSchema,
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
      url: networkAddress,
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
      if (added.kind === 'taken') return { kind: 'conflict', detail: `Another feed is called ${body.name}.` };
      if (added.kind !== 'added') return unfit(added, 'body');
      return { kind: 'created', location: `/api/v1/feeds/${body.name}`, value: toFeed(added.feed) };
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
        : unfit(changed, 'body');
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
    secrets: { ...disclosedBy(definition).secrets },
  };
}
