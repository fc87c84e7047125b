import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import { settle } from '../publishing/queries/looks.repository.ts';
import { listPublications } from '../publishing/queries/publications.queries.ts';
import { lookText } from '../publishing/state-texts.ts';
import { noTarget, seenBy } from './registry/access.ts';
import { sendTasks } from './registry/compare.ts';
import { conflict, mutation, query, done } from './registry/operation.ts';
import { listText, minute } from './registry/operation-text.ts';
import { rowAs } from './registry/row-as.ts';
import { listInput, pageOf, pageOfRows, numberOf } from './registry/paging.ts';

const findings = ['there', 'gone', 'usual'] as const;

const lookOutput = z.object({
  id: z.int(),
  target: z.string(),
  source: z.string(),
  external_source_id: z.string(),
  job_id: z.string(),
  title: z.string(),
  why: z.enum(['unusual', 'unanswered', 'denied', 'refused']),
  answer: z.string().nullable(),
  sent_at: z.iso.datetime().nullable(),
});

export const listLooks = query({
  name: 'look.list',
  permission: 'read',
  summary: 'List jobs that a person has to look for at the target, because its answer does not tell',
  input: z.object({ ...listInput, target: z.string().optional().describe('Name of the target') }),
  output: pageOf(lookOutput),
  http: 'GET /looks',
  cli: 'looks',
  subject: async ({ db, actor, input: { target } }) => {
    const { sight, targets } = await seenBy(db, actor);
    const targetId = targets.find(({ name }) => name === target)?.id;
    return target !== undefined && targetId === undefined ? undefined : { sight, targetId };
  },
  notFound: ({ target }, call) => noTarget(target, call),
  run: async ({ db, subject, input: { limit, cursor } }) => {
    const rows = await listPublications(db, { ...subject, state: 'look', afterId: cursor, limit: limit + 1 });
    return done(
      pageOfRows(rows, limit, (row) =>
        rowAs(lookOutput)({ ...row, title: row.title ?? row.jobId, why: row.parked ?? 'unusual' }),
      ),
    );
  },
  text: ({ items }) =>
    listText(
      items,
      'Nobody has to look at a school.',
      ['Number', 'School', 'Job', 'Title', 'Why', 'Answer', 'Sent (UTC)'],
      (one) => [
        one.id,
        one.target,
        `${one.external_source_id}/${one.job_id}`,
        one.title,
        lookText(one.why),
        one.answer ?? '',
        one.sent_at === null ? '' : minute(new Date(one.sent_at)),
      ],
    ),
});

export const settleLook = mutation({
  name: 'look.settle',
  permission: 'operate',
  summary: 'Say whether a target shows a job, or that such answers of the target are usual',
  input: z.object({
    id: numberOf('a job to look at', 'looks'),
    finding: z
      .enum(findings)
      .describe(
        'There, gone, or usual: its answer means that it was taken, for all jobs with such an answer.',
      ),
  }),
  output: z.object({
    id: z.int(),
    target: z.string(),
    finding: z.enum(findings),
    settled: z.int().describe('Jobs that nobody has to look at any more.'),
  }),
  http: 'POST /looks/{id}',
  cli: 'look ID FINDING',
  subject: async ({ db, actor, input: { id } }) => {
    const { sight } = await seenBy(db, actor);
    const afterId = Number(id) - 1;
    const [look] = await listPublications(db, { sight, state: 'look', afterId, limit: 1 });
    return look?.id === Number(id) ? look : undefined;
  },
  notFound: ({ id }) => `There is no job ${id} to look at. \`looks\` shows all.`,
  run: async ({ db, clock, subject, input: { finding } }) => {
    const { id, target } = subject;
    if (finding === 'usual' && subject.parked !== 'unusual')
      return conflict(`${target} gave no answer to job ${id} that could be usual.`);
    const settled = await settle(db, subject, finding, clock.now());
    return done({ id, target, finding, settled });
  },
  audit: ({ subject: { target, externalSourceId, jobId, answer }, value: { finding, settled } }) => ({
    subject: `target:${target}`,
    detail: { job: `${externalSourceId}/${jobId}`, finding, settled, answer },
  }),
  tasks: ({ subject: { targetId } }) => sendTasks([{ id: targetId }]),
  text: ({ target, finding, settled }) =>
    finding === 'usual'
      ? `Such answers of ${target} are usual from now on: ${plural(settled, 'job')} settled.`
      : `${target} ${finding === 'there' ? 'shows' : 'does not show'} the job. What is wanted there goes on.`,
});
