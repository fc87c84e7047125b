import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import {
  type CopyOfJob,
  copyRows,
  decidedPairs,
  mergeByHand,
  openFlags,
  splitOff,
} from '../listings/duplicates/copies/copies.repository.ts';
import { listingNamed } from '../publishing/queries/publications.queries.ts';
import { touchListings } from '../listings/listing-writes.repository.ts';
import { forgetCopies } from '../publishing/decisions.repository.ts';
import { activeTargets } from '../targets/targets.queries.ts';
import { seenBy } from './registry/access.ts';
import { reconcileTasks } from './registry/compare.ts';
import { type Answer, type Caller, conflict, mutation, query, done } from './registry/operation.ts';
import { columns } from './registry/operation-text.ts';
import { rowAs } from './registry/row-as.ts';
import { listInput, pageOf, pageOfRows } from './registry/paging.ts';

const copyOutput = z.object({
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  employer: z.string().nullable(),
  state: z.enum(['listed', 'unread', 'missing', 'kept', 'ended']),
  targets: z.array(z.string()).describe('Where it is live.'),
});
const pairOutput = z.object({
  kind: z.enum(['merge', 'repost', 'flag', 'split']),
  source: z.string(),
  job_id: z.string(),
  title: z.string(),
  rule: z.string().describe('The rule of docs/rules.md that decided.'),
  score: z.number().describe('0 to 1.'),
  evidence: z.string(),
  decided_by: z.string(),
  decided_at: z.iso.datetime(),
  ended_by: z.string().nullable(),
});
const copiesOutput = z.object({
  copies: z.array(copyOutput).describe('The other jobs of the same opening.'),
  decisions: z.array(pairOutput).describe('All that was decided about the job and another, newest first.'),
});

const input = { source: z.string(), job_id: z.string() };
type Named = { readonly source: string; readonly job_id: string };

/** Who is limited to some schools decides nothing that is the same at all of them. */
async function seenJob({ db, actor, input: { source, job_id: jobId } }: Caller & { readonly input: Named }) {
  const { sources } = await seenBy(db, actor);
  const found = sources.find(({ name }) => name === source);
  return found && (await listingNamed(db, found.id, jobId));
}
const noJob = ({ source, job_id: jobId }: Named) => `There is no job ${source} / ${jobId}.`;

export async function copiesWithJson(db: Db, listingId: number) {
  const [copies, decisions] = [await copyRows(db, listingId), await decidedPairs(db, listingId)];
  return { copies: copies.map(copyToJson), decisions: decisions.map(rowAs(pairOutput)) };
}

const copyToJson = (copy: CopyOfJob) => rowAs(copyOutput)({ ...copy, employer: copy.company });

const text = ({ copies, decisions }: Answer<typeof copiesOutput>) =>
  [
    copies.length === 0 ? 'No copies.' : `${plural(copies.length, 'copy', 'copies')} of this opening.`,
    ...(copies.length === 0
      ? []
      : [
          '',
          columns(
            ['Source', 'Job', 'Title', 'State', 'Live at'],
            copies.map((copy) => [copy.source, copy.job_id, copy.title, copy.state, copy.targets.join(', ')]),
          ),
        ]),
    ...(decisions.length === 0
      ? []
      : [
          '',
          columns(
            ['Decision', 'Source', 'Job', 'Rule', 'Score', 'By', ''],
            decisions.map((one) => [
              one.kind,
              one.source,
              one.job_id,
              one.rule,
              one.score.toFixed(2),
              one.decided_by,
              one.ended_by === null ? '' : 'ended',
            ]),
          ),
        ]),
  ].join('\n');

export const showCopies = query({
  name: 'copy.list',
  permission: 'read',
  summary: 'Copies of one opening over all sources, and why',
  input: z.object(input),
  output: copiesOutput,
  http: 'GET /jobs/{source}/{job_id}/copies',
  cli: 'copies SOURCE JOB_ID',
  subject: seenJob,
  notFound: noJob,
  run: async ({ db, subject: { id } }) => done(await copiesWithJson(db, id)),
  text,
});

export const listFlagged = query({
  name: 'copy.flagged',
  permission: 'read',
  summary: 'List pairs of jobs that may be one opening and that nobody decided about, newest first',
  input: z.object(listInput),
  output: pageOf(
    z.object({ id: z.int(), job: copyOutput, other: copyOutput, rule: z.string(), evidence: z.string() }),
  ),
  http: 'GET /copies/flagged',
  cli: 'copies flagged',
  subject: async ({ db, actor }) => seenBy(db, actor),
  run: async ({ db, input: { limit, cursor }, subject: { sources } }) => {
    const names = new Set(sources.map(({ name }) => name));
    const rows = await openFlags(db, present({ limit: limit + 1, beforeId: cursor }));
    const sees = ({ job, other }: (typeof rows)[number]) => names.has(job.source) && names.has(other.source);
    const toJson = ({ job, other, ...row }: (typeof rows)[number]) => ({
      ...row,
      job: copyToJson(job),
      other: copyToJson(other),
    });
    return done(pageOfRows(rows, limit, toJson, sees));
  },
  text: ({ items }) =>
    items.length === 0
      ? 'No two jobs wait for your decision.'
      : `${columns(
          ['Job', 'Other', 'Title', 'Why'],
          items.map(({ job, other, evidence }) => [
            `${job.source}/${job.job_id}`,
            `${other.source}/${other.job_id}`,
            job.title,
            evidence,
          ]),
        )}\n\nDecide: quadwire copies SOURCE JOB_ID --same-as SOURCE/JOB_ID, or --split`,
});

/** What both decisions have in common. */
const decision = {
  permission: 'operate',
  output: copiesOutput,
  cli: 'copies SOURCE JOB_ID',
  notFound: noJob,
  text,
} as const;

async function decided(call: Caller & { readonly input: Named }) {
  const listing = await seenJob(call);
  return listing && { listing, schools: await activeTargets(call.db) };
}

export const splitCopy = mutation({
  name: 'copy.split',
  ...decision,
  summary:
    'Say that a job is no copy of any other: it is published by itself, and the rules never join it again',
  input: z.object(input),
  http: 'POST /jobs/{source}/{job_id}/split',
  subject: decided,
  run: async ({ db, clock, actor, input: names, subject: { listing } }) => {
    const at = clock.now();
    const parted = await splitOff(db, listing.id, { by: actor.name, at });
    if (parted.length === 0) return conflict(`${names.source} / ${names.job_id} is no copy of another job.`);
    await touchListings(db, [listing.id, ...parted], at);
    await forgetCopies(db, [listing.id, ...parted]);
    return done(await copiesWithJson(db, listing.id));
  },
  audit: ({ input: { source, job_id: jobId } }) => ({ subject: `job:${source}/${jobId}` }),
  tasks: ({ subject: { schools } }) => reconcileTasks(schools),
});

export const mergeCopies = mutation({
  name: 'copy.merge',
  ...decision,
  summary: 'Say that two jobs are one opening: one of them is published',
  input: z.object({
    ...input,
    same_as: z.string().regex(/^[^/]+\/.+/, 'must be the other job as SOURCE/JOB_ID'),
  }),
  http: 'POST /jobs/{source}/{job_id}/merge',
  subject: decided,
  run: async (call) => {
    const { db, clock, actor, input: names, subject } = call;
    const [source = '', ...rest] = names.same_as.split('/');
    const other = await seenJob({ ...call, input: { source, job_id: rest.join('/') } });
    if (other === undefined)
      return {
        kind: 'invalid',
        errors: [{ field: 'same_as', message: `There is no job ${names.same_as}.`, isUnknown: true }],
      };
    if (other.id === subject.listing.id)
      return { kind: 'invalid', errors: [{ field: 'same_as', message: 'must be another job' }] };
    const at = clock.now();
    const joined = await mergeByHand(db, subject.listing.id, other.id, { by: actor.name, at });
    if (joined.length === 0)
      return conflict('One of the two was not compared with other jobs yet. Try again in a minute.');
    await touchListings(db, joined, at);
    return done(await copiesWithJson(db, subject.listing.id));
  },
  audit: ({ input: { source, job_id: jobId, same_as: other } }) => ({
    subject: `job:${source}/${jobId}`,
    detail: { other },
  }),
  tasks: ({ subject: { schools } }) => reconcileTasks(schools),
});
