import * as z from 'zod';
import { previewLine } from '../../listings/listing-preview.ts';
import { qualityReasons } from '../../listings/quality.ts';
import { funnelStages } from '../../publishing/queries/funnel-store.ts';
import {
  findListings,
  listPublications,
  jobStatusesOf,
} from '../../publishing/queries/publishing-pages.repository.ts';
import { reportPath } from '../../screening/reports/link.ts';
import { messageText } from '../../soap/exact-call.ts';
import { nextCalls } from '../../tasks/explain.ts';
import { nextOf, sendStatuses } from '../../tasks/send-status.ts';
import { findJob } from '../web/find-job.ts';
import { type Seen, seenBy } from '../../operations/registry/access.ts';
import { pageOf } from '../../operations/registry/paging.ts';
import { type ApiRoute, apiRoute, listQuery, noBody, noQuery } from './route.ts';
import { cut, idIn, instantOrNull, iso, notFound, reasonSchema } from './shared.ts';

const publicationStates = [
  'sending',
  'published',
  'refused',
  'troubled',
  'unanswered',
  'delisting',
  'delisted',
] as const;

const standingSchema = z.object({
  target: z.string(),
  state: z.enum([...publicationStates, 'wanted', 'waiting', 'skipped', 'held']),
  step: z.string().nullable(),
  reason: z.string().nullable(),
});

const listingSchema = z.object({
  id: z.int(),
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  employer: z.string().nullable(),
  place: z.string().nullable(),
  state: z.enum(['live', 'gone', 'withdrawn']),
  closes_at: instantOrNull,
});

const publicationSchema = z.object({
  target: z.string(),
  source: z.string(),
  external_source_id: z.string(),
  job_id: z.string(),
  state: z.enum(publicationStates),
  live: z.boolean(),
  sent_at: instantOrNull,
  answer: z.string().nullable(),
  reason: z.string().nullable(),
  next_at: instantOrNull,
  /** What the next call waits for beside its time: budget, pace, quiet hours, a person. */
  waits_for: z.string().nullable(),
});

export const jobRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/listings',
    permission: 'read',
    tag: 'jobs',
    summary: 'Listings by words, source, target or state, newest first',
    query: listQuery.extend({
      q: z.string().max(200).default(''),
      source: z.string().optional(),
      target: z.string().optional(),
      state: z.enum([...publicationStates, 'waiting', 'skipped']).optional(),
      stage: z.enum(funnelStages).optional().describe('How far on the way to the target.'),
    }),
    body: noBody,
    answer: pageOf(listingSchema),
    handle: async ({ deps, actor, query }) => {
      const seen = await seenBy(deps.db, actor);
      const named = namedIn(seen, query);
      if (named.kind === 'not found') return named;
      const beforeId = idIn(query.cursor);
      const rows = await findListings(deps.db, {
        words: query.q,
        sight: seen.sight,
        limit: query.limit + 1,
        ...named.ids,
        state: query.state,
        stage: query.stage,
        beforeId,
      });
      return {
        kind: 'done',
        value: cut(rows, query.limit, ({ id, source, jobId, title, company, place, state, expiresAt }) => ({
          id,
          source,
          job_id: jobId,
          title,
          employer: company,
          place,
          state,
          closes_at: iso(expiresAt),
        })),
      };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/listings/{source}/{job_id}',
    permission: 'read',
    tag: 'jobs',
    summary: 'One listing as understood, and its state at each target',
    query: noQuery,
    body: noBody,
    answer: z.object({
      source: z.string(),
      listing: z.record(z.string(), z.unknown()),
      quality: z.int().describe('0 to 100, by what it has of what is asked.'),
      lacking: z.array(reasonSchema).describe('What it lacks, largest loss first.'),
      targets: z.array(standingSchema),
      report_path: z.string().describe('Where readers of the job report it; a school may link to it.'),
    }),
    handle: async ({ deps, actor, params }) => {
      const seen = await seenBy(deps.db, actor);
      const { source = '', job_id: jobId = '' } = params;
      const found = await findJob(deps.db, seen, source, jobId);
      if (!found) return { kind: 'not found', detail: `No job ${jobId} of ${source} is known.` };
      const standings = await jobStatusesOf(deps.db, [found.stored.id], seen.sight);
      return {
        kind: 'done',
        value: {
          source,
          listing: { ...previewLine(found.stored.listing) },
          quality: found.stored.listing.quality,
          lacking: [...qualityReasons(found.stored.listing)],
          targets: standings.map((one) =>
            one.kind === 'sent'
              ? { target: one.target, state: one.state, step: null, reason: null }
              : { target: one.target, state: one.outcome, step: one.step, reason: one.reason },
          ),
          report_path: reportPath(deps.site.secret, found.stored.id),
        },
      };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/listings/{source}/{job_id}/call',
    permission: 'read',
    tag: 'jobs',
    summary: 'The next call about a listing at a target, as it would be sent now; nothing is sent',
    query: z.object({ target: z.string() }),
    body: noBody,
    answer: z.object({
      target: z.string(),
      request: z.string().nullable().describe('The HTTP message; secrets are `***`. Null: none can be made.'),
    }),
    handle: async ({ deps: { db, clock, site }, actor, params, query }) => {
      const seen = await seenBy(db, actor);
      const { source = '', job_id: jobId = '' } = params;
      const isSeen = seen.targets.some(({ name }) => name === query.target);
      if (!isSeen) return notFound('target', query.target);
      if (!(await findJob(db, seen, source, jobId)))
        return { kind: 'not found', detail: `No job ${jobId} of ${source} is known.` };
      const [made] = await nextCalls({ db, clock, timeZone: site.timeZone }, source, jobId, query.target);
      const request = made === undefined ? null : messageText(made.request);
      return { kind: 'done', value: { target: query.target, request } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/publications',
    permission: 'read',
    tag: 'jobs',
    summary: 'What was last sent to targets, and how it ended',
    query: listQuery.extend({
      source: z.string().optional(),
      target: z.string().optional(),
      state: z.enum(publicationStates).optional(),
    }),
    body: noBody,
    answer: pageOf(publicationSchema),
    handle: async ({ deps, actor, query }) => {
      const seen = await seenBy(deps.db, actor);
      const named = namedIn(seen, query);
      if (named.kind === 'not found') return named;
      const afterId = idIn(query.cursor);
      const rows = await listPublications(deps.db, {
        sight: seen.sight,
        limit: query.limit + 1,
        ...named.ids,
        state: query.state,
        afterId,
      });
      const waiting = new Set(rows.flatMap((row) => (row.dueAt === null ? [] : [row.targetId])));
      const meant = seen.targets.filter(({ id }) => waiting.has(id));
      const standing = await sendStatuses(deps.db, deps.site.timeZone, deps.clock.now(), meant);
      return {
        kind: 'done',
        value: cut(rows, query.limit, (row) => {
          const { target, source, externalSourceId, jobId, state, live, sentAt, answer, reason } = row;
          const next = nextOf(row, standing, deps.clock.now());
          return {
            target,
            source,
            external_source_id: externalSourceId,
            job_id: jobId,
            state,
            live,
            sent_at: iso(sentAt),
            answer,
            reason,
            next_at: iso(next.at ?? null),
            waits_for: next.why ?? null,
          };
        }),
      };
    },
  }),
];

/** Ids of what is named; a name that is not seen does not exist. */
function namedIn(
  { targets, sources }: Seen,
  { target, source }: { target?: string | undefined; source?: string | undefined },
) {
  const [there, here] = [
    targets.find(({ name }) => name === target),
    sources.find(({ name }) => name === source),
  ];
  if (target !== undefined && !there) return notFound('target', target);
  if (source !== undefined && !here) return notFound('source', source);
  return {
    kind: 'named',
    ids: { ...(there && { targetId: there.id }), ...(here && { sourceId: here.id }) },
  } as const;
}
