import * as z from 'zod';
import { previewLine } from '../listings/listing-preview.ts';
import { qualityReasons } from '../listings/quality.ts';
import { funnelStages } from '../publishing/queries/funnel.queries.ts';
import { findListings, listPublications } from '../publishing/queries/publications.queries.ts';
import { reportPath } from '../screening/reports/link.ts';
import { messageText } from '../soap/exact-call.ts';
import { noTarget, type Seen, seenBy } from './registry/access.ts';
import { type Caller, query, done } from './registry/operation.ts';
import { rowAs } from './registry/row-as.ts';
import { listInput, pageOf, pageOfRows } from './registry/paging.ts';
import { nextCalls } from './reports/explain.ts';
import { findJob } from './reports/find-job.ts';
import { nextOf, sendStatuses } from './reports/send-status.ts';

const publicationStates = [
  'sending',
  'published',
  'refused',
  'troubled',
  'unanswered',
  'delisting',
  'delisted',
] as const;
const instant = z.iso.datetime().nullable();

const named = { source: z.string().optional(), target: z.string().optional() };
type Named = { readonly source?: string | undefined; readonly target?: string | undefined };

/** What the actor sees, with the ids of what is named; undefined where that is not seen. */
async function seenNamed({ db, actor, input }: Caller & { readonly input: Named }) {
  const seen = await seenBy(db, actor);
  const target = seen.targets.find((one) => one.name === input.target);
  const source = seen.sources.find((one) => one.name === input.source);
  if ((input.target !== undefined && !target) || (input.source !== undefined && !source)) return undefined;
  return { seen, ids: { targetId: target?.id, sourceId: source?.id } };
}

const noneNamed = ({ source, target }: Named, call: Caller) =>
  source === undefined
    ? noTarget(target, call)
    : `There is no source ${source}${target === undefined ? '' : `, or no target ${target}`}.`;

const listingOutput = z.object({
  id: z.int(),
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  employer: z.string().nullable(),
  place: z.string().nullable(),
  state: z.enum(['live', 'gone', 'withdrawn']),
  closes_at: instant,
});

export const listListings = query({
  name: 'listing.list',
  permission: 'read',
  summary: 'Listings by words, source, target or state, newest first',
  input: z.object({
    ...listInput,
    ...named,
    q: z.string().max(200).default(''),
    state: z.enum([...publicationStates, 'waiting', 'skipped']).optional(),
    stage: z.enum(funnelStages).optional().describe('How far on the way to the target.'),
  }),
  output: pageOf(listingOutput),
  http: 'GET /listings',
  subject: seenNamed,
  notFound: noneNamed,
  run: async ({ db, subject: { seen, ids }, input: { q, limit, cursor, state, stage } }) => {
    const asked = { words: q, sight: seen.sight, ...ids, state, stage, beforeId: cursor };
    const rows = await findListings(db, { ...asked, limit: limit + 1 });
    return done(
      pageOfRows(rows, limit, (row) =>
        rowAs(listingOutput)({ ...row, employer: row.company, closesAt: row.expiresAt }),
      ),
    );
  },
});

const aJob = { source: z.string(), job_id: z.string() };
type JobNamed = { readonly source: string; readonly job_id: string };
const noJob = ({ source, job_id: id }: JobNamed) => `No job ${id} of ${source} is known.`;

async function seenJob({ db, actor, input }: Caller & { readonly input: JobNamed }) {
  const seen: Seen = await seenBy(db, actor);
  const found = await findJob(db, seen, input.source, input.job_id);
  return found && { seen, found };
}

export const showListing = query({
  name: 'listing.show',
  permission: 'read',
  summary: 'One listing as understood, and its state at each target',
  input: z.object(aJob),
  output: z.object({
    source: z.string(),
    listing: z.record(z.string(), z.unknown()),
    quality: z.int().describe('0 to 100, by what it has of what is asked.'),
    lacking: z
      .array(z.object({ what: z.string(), fix: z.string(), points: z.int() }))
      .describe('What it lacks, largest loss first.'),
    targets: z.array(
      z.object({
        target: z.string(),
        state: z.enum([...publicationStates, 'wanted', 'waiting', 'skipped', 'held']),
        step: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    report_path: z.string().describe('Where readers of the job report it; a school may link to it.'),
  }),
  http: 'GET /listings/{source}/{job_id}',
  subject: seenJob,
  notFound: noJob,
  run: async ({ site, input: { source }, subject: { found } }) => {
    const { stored, standings } = found;
    const targets = standings.map((one) =>
      one.kind === 'sent'
        ? { target: one.target, state: one.state, step: null, reason: null }
        : { target: one.target, state: one.outcome, step: one.step, reason: one.reason },
    );
    return done({
      source,
      listing: { ...previewLine(stored.listing) },
      quality: stored.listing.quality,
      lacking: [...qualityReasons(stored.listing)],
      targets,
      report_path: reportPath(site.secret, stored.id),
    });
  },
});

export const showNextCall = query({
  name: 'listing.call',
  permission: 'read',
  summary: 'The next call about a listing at a target, as it would be sent now; nothing is sent',
  input: z.object({ ...aJob, target: z.string() }),
  output: z.object({
    target: z.string(),
    request: z.string().nullable().describe('The HTTP message; secrets are `***`. Null: none can be made.'),
    reason: z.string().nullable().describe('Why the call cannot be written.'),
  }),
  http: 'GET /listings/{source}/{job_id}/call',
  subject: async (call) => {
    const job = await seenJob(call);
    return job?.seen.targets.some(({ name }) => name === call.input.target) ? job : undefined;
  },
  notFound: (input) => `${noJob(input).slice(0, -1)}, or no target ${input.target}.`,
  run: async ({ db, clock, site: { timeZone }, input: { source, job_id, target } }) => {
    const [made] = await nextCalls({ db, clock, timeZone }, source, job_id, target);
    const { request, reason = null } = made ?? {};
    return done({ target, request: request ? messageText(request) : null, reason });
  },
});

const publicationOutput = z.object({
  target: z.string(),
  source: z.string(),
  external_source_id: z.string(),
  job_id: z.string(),
  state: z.enum(publicationStates),
  live: z.boolean(),
  sent_at: instant,
  answer: z.string().nullable(),
  reason: z.string().nullable(),
  next_at: instant,
  waits_for: z
    .string()
    .nullable()
    .describe('What the next call waits for beside its time: budget, pace, quiet hours, a person.'),
});

export const listPublished = query({
  name: 'publication.list',
  permission: 'read',
  summary: 'What was last sent to targets, and how it ended',
  input: z.object({ ...listInput, ...named, state: z.enum(publicationStates).optional() }),
  output: pageOf(publicationOutput),
  http: 'GET /publications',
  subject: seenNamed,
  notFound: noneNamed,
  run: async ({ db, clock, site, subject: { seen, ids }, input: { limit, cursor, state } }) => {
    const asked = { sight: seen.sight, ...ids, state, afterId: cursor };
    const rows = await listPublications(db, { ...asked, limit: limit + 1 });
    const waiting = new Set(rows.flatMap((row) => (row.dueAt === null ? [] : [row.targetId])));
    const meant = seen.targets.filter(({ id }) => waiting.has(id));
    const now = clock.now();
    const standing = await sendStatuses(db, site.timeZone, now, meant);
    return done(
      pageOfRows(rows, limit, (row) => {
        const next = nextOf(row, standing, now);
        return rowAs(publicationOutput)({ ...row, nextAt: next.at, waitsFor: next.why });
      }),
    );
  },
});
