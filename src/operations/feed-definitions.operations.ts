import { maySeeTarget } from '../platform/accounts/permissions.ts';
import * as z from 'zod';
import { definitionOf, feedFileSchema, parseFeedFile } from '../feeds/feed-definition.ts';
import type { FeedDefinition } from '../db/schema.ts';
import { addFeed, changeFeed } from '../feeds/feeds.repository.ts';
import type { Feed } from '../feeds/feeds.queries.ts';
import {
  audited,
  feedOutput,
  feedToJson,
  forAllTargets,
  ingestTask,
  named,
  ofFeed,
} from './feeds.operations.ts';
import { boundSecrets, maySeeFeed, seenBy, trustedWriter, unfit, writerOf } from './registry/access.ts';
import { changesIn, type Members } from './registry/changes.ts';
import { type Caller, conflict, mutation, done } from './registry/operation.ts';

/** What of a feed's file a person may write; a changed feed keeps its name, its source id and its first review. */
const definable = feedFileSchema.omit({ sample: true, settings: true });
const changeable = definable.omit({ name: true, sourceId: true, review: true });

const feedWithUnknown = feedOutput.extend({
  unknown_targets: z.array(z.string()).describe('Its targets that are not there yet.'),
});

export const createFeed = mutation({
  name: 'feed.add',
  permission: 'operate',
  once: true,
  inSteps: true,
  summary: 'Add a feed; it is read at once, and published unless `review` is true',
  input: definable.extend({
    name: feedFileSchema.shape.name.unwrap(),
    right: definable.shape.right.default('permission'),
  }),
  output: feedWithUnknown,
  http: 'POST /feeds',
  cli: 'feed add NAME URL',
  subject: async ({ input }) => input.name,
  run: async (call) => {
    const { db, clock, actor, input } = call;
    const { name, sourceId = name, review = false, targets = actor.limits.targets?.slice() } = input;
    if (!maySeeFeed(actor.limits, name))
      return { kind: 'forbidden', detail: `${actor.name} is limited to other sources.` };
    const outside = targets?.find((target) => !maySeeTarget(actor.limits, target));
    if (outside !== undefined) return { kind: 'forbidden', detail: `${actor.name} does not see ${outside}.` };
    const parsed = parseFeedFile({ ...input, targets }, writerOf(call, actor));
    if (parsed.kind !== 'feed') return unfit(parsed);
    const definition = definitionOf(parsed.file);
    const added = { name, externalSourceId: sourceId, definition, reviewFirst: review };
    const feed = await addFeed(db, { ...added, now: clock.now() });
    if (feed === undefined) return conflict(`There is a feed ${name} already; \`feed set\` changes it.`);
    const unknown = await unknownTargets(call, definition);
    const value = { ...feedToJson(feed), unknown_targets: unknown };
    return { kind: 'created', location: `/feeds/${name}`, value };
  },
  audit: ({ input }) => ({
    subject: `feed:${input.name}`,
    detail: boundSecrets(parseFeedFile(input, trustedWriter)),
  }),
  tasks: ({ value: { id } }) => ingestTask({ subject: { id } }),
  text: ({ name, unknown_targets }, { review }) =>
    [
      `Feed ${name} is added${review ? '; its first plan waits for a person' : ''}.`,
      ...unknown_targets.map(unknownTarget),
      'Workers read it within a minute; `plan` reads it now, and sends nothing.',
    ].join('\n'),
});

async function unknownTargets({ db, actor }: Caller, { targets = [] }: FeedDefinition) {
  const seen = await seenBy(db, actor);
  return targets.filter((target) => seen.targets.every(({ name }) => name !== target));
}

export const unknownTarget = (name: string) =>
  `There is no target ${name} yet: its jobs go there once it is added. \`target list\` shows all.`;

const asInYaml = z.unknown().optional().describe('As in the YAML of a feed.');

export const setFeed = mutation({
  name: 'feed.set',
  permission: 'operate',
  inSteps: true,
  summary: 'Change how a feed is read and where its jobs go; what is null goes back to its default',
  input: named
    .extend(Object.fromEntries(Object.keys(changeable.shape).map((key) => [key, asInYaml])))
    .loose(),
  output: feedWithUnknown,
  http: 'PATCH /feeds/{name}',
  subject: (call) => ofFeed.subject({ ...call, input: named.parse(call.input) }),
  notFound: (input, call) => ofFeed.notFound(named.parse(input), call),
  run: async (call) => {
    const { db, clock, actor, input, subject: feed } = call;
    if (actor.limits.targets) return forAllTargets(actor);
    const parsed = parseFeedFile(redefined(feed, input), writerOf(call, actor), feed.definition);
    if (parsed.kind !== 'feed') return unfit(parsed);
    const change = {
      definition: definitionOf(parsed.file),
      detached: feed.detached || feed.file !== null,
      nextAt: clock.now(),
    };
    await changeFeed(db, feed.id, change);
    const unknown_targets = await unknownTargets(call, change.definition);
    return done({ ...feedToJson({ ...feed, ...change }), unknown_targets });
  },
  audit: ({ input, subject: feed }) => ({
    ...audited({ subject: feed }),
    detail: {
      keys: Object.keys(changesIn(input)),
      ...boundSecrets(parseFeedFile(redefined(feed, input), trustedWriter, feed.definition)),
    },
  }),
  tasks: ingestTask,
});

/** A feed's definition with the changes of an input; what is null goes. */
function redefined({ definition }: Feed, input: Members): Members {
  const merged = { ...definition, ...changesIn(input) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
