import * as z from 'zod';
import { present } from '../core/present.ts';
import { type Actor, maySeeTarget } from '../platform/accounts/permissions.ts';
import { redacted } from '../core/redacted.ts';
import type { Db } from '../db/db.ts';
import { disclosedBy } from '../feeds/feed-definition.ts';
import { changeFeed } from '../feeds/feeds.repository.ts';
import { allFeeds, type Feed, feedNamed, lastRuns } from '../feeds/feeds.queries.ts';
import { qualityOfSource } from '../listings/listings.queries.ts';
import { funnelOf } from '../publishing/queries/funnel.queries.ts';
import { plural } from '../core/numbers.ts';
import { forgetDocument } from '../runs/runs.repository.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import { activeTargets } from '../targets/targets.queries.ts';
import { maySeeFeed, noFeed } from './registry/access.ts';
import { compareTargets } from './registry/compare.ts';
import { closeHolds } from '../publishing/holds/holds.repository.ts';
import { recordTakeDown, takeDownSize } from '../publishing/holds/take-downs.repository.ts';
import { type Caller, type Effect, mutation, query, done } from './registry/operation.ts';
import { ownerReportPath } from './reports/owner-report.ts';
import { columns, minute } from './registry/operation-text.ts';

export const feedOutput = z.looseObject({
  id: z.int(),
  name: z.string(),
  external_source_id: z.string(),
  source_id: z.string().meta({ deprecated: true }).describe('The same as external_source_id.'),
  url: z.string().describe('Without the password, key or token it may carry.'),
  adapter: z.string(),
  every: z.string().nullable(),
  cron: z.string().nullable(),
  targets: z.array(z.string()).nullable(),
  state: z.enum(['active', 'paused', 'removed', 'left']),
  failures: z.int(),
  next_at: z.iso.datetime().nullable(),
  file: z.string().nullable(),
  sample: z.boolean(),
  secrets: z.record(z.string(), z.string()).describe('Names of bound secrets, by place.'),
  detached: z.boolean().describe('Changed since its file was applied; the file no longer counts.'),
});
type FeedJson = z.input<typeof feedOutput>;

export const named = z.object({ name: z.string().describe('Name of the feed') });

/** The subject of an operation about a feed. */
export const ofFeed = {
  subject: async ({ db, actor, input: { name } }: Caller & { readonly input: z.output<typeof named> }) =>
    maySeeFeed(actor.limits, name) ? feedNamed(db, name) : undefined,
  notFound: noFeed,
};

export const audited = ({ subject }: { readonly subject: Feed }) => ({ subject: `feed:${subject.name}` });
export const ingestTask = ({ subject: { id } }: { readonly subject: Pick<Feed, 'id'> }) => [
  { name: 'ingest-feed', payload: { feedId: id }, key: `feed ${id}` },
];

export const listFeeds = query({
  name: 'feed.list',
  permission: 'read',
  summary: 'List the feeds with their last runs',
  input: z.object({}),
  output: z.object({
    items: z.array(
      feedOutput.extend({
        last_run: z.string().nullable(),
        listings: z.int().nullable().describe('Of the last run.'),
      }),
    ),
  }),
  http: 'GET /feeds',
  cli: 'feed list',
  subject: async ({ db, actor }) => (await allFeeds(db)).filter(({ name }) => maySeeFeed(actor.limits, name)),
  run: async ({ db, subject: feeds }) => {
    const runs = await lastRuns(db, feeds);
    const items = feeds.map((feed) => {
      const run = runs.get(feed.id);
      return { ...feedToJson(feed), last_run: run?.state ?? null, listings: run?.listings ?? null };
    });
    return done({ items });
  },
  text: ({ items }) =>
    columns(
      ['Feed', 'State', 'Adapter', 'Last run', 'Found', 'Next (UTC)'],
      items.map(({ name, state, detached, adapter, last_run, listings, next_at }) => [
        name,
        `${state}${detached ? ', detached from its file' : ''}`,
        adapter,
        last_run ?? 'not read yet',
        listings ?? 0,
        next_at === null ? '' : minute(new Date(next_at)),
      ]),
    ),
});

export const showFeed = query({
  name: 'feed.show',
  permission: 'read',
  summary: 'Show the definition of a feed',
  input: named,
  output: feedOutput,
  http: 'GET /feeds/{name}',
  cli: 'feed show NAME',
  ...ofFeed,
  run: async ({ subject }) => done(feedToJson(subject)),
  text: (value) => JSON.stringify(value, null, 2),
});

const actOutput = <A extends 'pause' | 'resume' | 'read'>(act: A) =>
  feedOutput.extend({ done: z.literal(act).meta({ deprecated: true }).describe('What was done.') });

export const pauseFeed = mutation({
  name: 'feed.pause',
  permission: 'operate',
  summary: 'Pause a feed; its published jobs stay as they are',
  input: named,
  output: actOutput('pause'),
  http: 'POST /feeds/{name}/pause',
  cli: 'feed pause NAME',
  ...ofFeed,
  run: async ({ db, subject: feed }) => {
    const change = { state: 'paused' } as const;
    await changeFeed(db, feed.id, change);
    return { kind: 'accepted', value: { ...feedToJson({ ...feed, ...change }), done: 'pause' as const } };
  },
  audit: ({ subject, input }) => {
    const undo = subject.state === 'paused' ? undefined : { name: 'feed.resume', input };
    return { ...audited({ subject }), ...present({ undo }) };
  },
  text: ({ name }) => `Feed ${name} is paused.`,
});

export const resumeFeed = mutation({
  name: 'feed.resume',
  permission: 'operate',
  summary: 'Resume a paused feed and read it now',
  input: named,
  output: actOutput('resume'),
  http: 'POST /feeds/{name}/resume',
  cli: 'feed resume NAME',
  ...ofFeed,
  run: async ({ db, clock, subject: feed }) => {
    const change = { state: 'active', nextAt: clock.now() } as const;
    await changeFeed(db, feed.id, change);
    return { kind: 'accepted', value: { ...feedToJson({ ...feed, ...change }), done: 'resume' as const } };
  },
  audit: ({ subject, input }) => {
    const undo = subject.state === 'active' ? undefined : { name: 'feed.pause', input };
    return { ...audited({ subject }), ...present({ undo }) };
  },
  tasks: ingestTask,
  text: ({ name }) => `Feed ${name} is active.`,
});

export const readFeed = mutation({
  name: 'feed.read',
  permission: 'operate',
  summary: 'Read a feed as soon as a worker is free',
  input: named,
  output: actOutput('read'),
  http: 'POST /feeds/{name}/read',
  ...ofFeed,
  run: async ({ db, clock, subject: feed }) => {
    const nextAt = clock.now();
    await changeFeed(db, feed.id, { nextAt });
    return { kind: 'accepted', value: { ...feedToJson({ ...feed, nextAt }), done: 'read' as const } };
  },
  audit: audited,
  tasks: ingestTask,
});

export const removeFeed = mutation({
  name: 'feed.remove',
  permission: 'operate',
  summary: 'Remove a feed: its jobs stay at their targets or are taken down',
  input: named.extend({
    jobs: z.enum(['leave-up', 'delist']).describe('They stay at their targets, or are taken down.'),
  }),
  output: z.object({ name: z.string(), jobs: z.enum(['leave-up', 'delist']) }),
  http: 'DELETE /feeds/{name}',
  cli: 'feed remove NAME',
  ...ofFeed,
  effect: async ({ db, subject, input }) => (input.jobs === 'delist' ? delistEffect(db, subject) : undefined),
  run: async ({ db, clock, actor, subject: feed, input: { jobs } }) => {
    if (actor.limits.targets) return forAllTargets(actor);
    await changeFeed(db, feed.id, { state: jobs === 'delist' ? 'removed' : 'left' });
    await closeHolds(db, { sourceId: feed.id }, actor.name, clock.now());
    await forgetDocument(db, feed.id);
    if (jobs === 'delist') {
      const [by, at] = [actor.name, clock.now()];
      const act = { kind: 'feed', subjects: [`feed:${feed.name}`], name: feed.name, by, at } as const;
      await recordTakeDown(db, act, { sourceId: feed.id });
    }
    await compareTargets(db, await activeTargets(db));
    return done({ name: feed.name, jobs });
  },
  audit: ({ subject, value: { jobs } }) => ({ subject: `feed:${subject.name}`, detail: { jobs } }),
  text: ({ name, jobs }) =>
    jobs === 'delist'
      ? `Feed ${name} is removed; its jobs are taken down with the next publishing.`
      : `Feed ${name} is removed; its jobs stay up.`,
});

const stageCount = z.int();
export const feedFunnel = query({
  name: 'feed.funnel',
  permission: 'read',
  summary: 'Count how many jobs of a feed get how far at each target; `GET /listings?stage=` gives the rows',
  input: named,
  output: z.object({
    items: z.array(
      z.object({
        target: z.string(),
        routed: stageCount,
        'no-key': stageCount,
        duplicate: stageCount,
        'in-review': stageCount,
        held: stageCount,
        'held-back': stageCount,
        refused: stageCount,
        live: stageCount,
        'still-up': stageCount,
      }),
    ),
  }),
  http: 'GET /feeds/{name}/funnel',
  ...ofFeed,
  run: async ({ db, actor, subject }) => {
    const lines = await funnelOf(db, subject.id);
    const seen = lines.filter(({ target }) => maySeeTarget(actor.limits, target));
    return done({ items: seen });
  },
});

/** What a listing lacks, and how to fix it. */
export const reasonSchema = z.object({ what: z.string(), fix: z.string(), points: z.int() });

export const feedQuality = query({
  name: 'feed.quality',
  permission: 'read',
  summary: 'Rate the completeness of a feed’s newest jobs, with what to fix first',
  input: named,
  output: z.object({
    listings: z.int(),
    quality: z.int(),
    lacking: z.array(reasonSchema.extend({ listings: z.int(), gain: z.number() })),
  }),
  http: 'GET /feeds/{name}/quality',
  ...ofFeed,
  run: async ({ db, subject }) => {
    return done(await qualityOfSource(db, subject.id));
  },
});

export const feedReportLink = query({
  name: 'feed.report-link',
  permission: 'operate',
  summary: 'Create a link to a read-only report for the feed’s owner, valid for 90 days without an account',
  input: named,
  output: z.object({ path: z.string() }),
  http: 'GET /feeds/{name}/report-link',
  ...ofFeed,
  run: async ({ site, clock, subject }) => done({ path: ownerReportPath(site, subject.name, clock.now()) }),
});

/** A feed as JSON. Its headers are left out: their values may be secrets. */
export function feedToJson({
  id,
  name,
  externalSourceId,
  definition,
  state,
  failures,
  nextAt,
  ...feed
}: Feed): FeedJson {
  const { headers: _, ...shown } = definition;
  return {
    ...shown,
    id,
    name,
    external_source_id: externalSourceId,
    source_id: externalSourceId,
    url: redacted(definition.url),
    every: definition.every ?? null,
    cron: definition.cron ?? null,
    targets: definition.targets ? [...definition.targets] : null,
    state,
    failures,
    next_at: state === 'active' ? nextAt.toISOString() : null,
    file: feed.file,
    sample: feed.sample,
    detached: feed.detached,
    secrets: { ...disclosedBy(definition).secrets },
  };
}

/** How many jobs of a feed would leave their targets; undefined up to the number that needs no confirmation (R24). */
async function delistEffect(db: Db, { id, name }: Feed): Promise<Effect | undefined> {
  const { jobs: count, targets } = await takeDownSize(db, { sourceId: id });
  if (count <= (await loadSettings(db)).get('delist.typedAbove')) return undefined;
  const sentence = `${plural(count, 'job')} of ${name} would be taken down at ${plural(targets, 'target')}.`;
  return { name, count, sentence };
}

export function forAllTargets({ name }: Actor) {
  return { kind: 'forbidden', detail: `${name} is limited to some targets.` } as const;
}
