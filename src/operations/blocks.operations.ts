import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import type { Db } from '../db/db.ts';
import { blockEmployer, liftBlock } from '../screening/employers/employers.repository.ts';
import {
  blockReach,
  type BlockedEmployer,
  type EmployerMarks,
  activeBlocks,
  markOfBlock,
  closeNames,
  employersOf,
  jobsOfEmployer,
} from '../screening/employers/employers.queries.ts';
import { domainOf, isFreeMail } from '../screening/domains.ts';
import { settleBlocks } from '../publishing/holds/settle-clearances.ts';
import { recordTakeDown, takeBack, hideJobs } from '../publishing/holds/take-downs.repository.ts';
import { mayHave } from '../publishing/job-state.ts';
import { placesOf } from '../publishing/queries/job-states.queries.ts';
import { activeTargets, allTargets } from '../targets/targets.queries.ts';
import { compareTargets, reconcileTasks } from './registry/compare.ts';
import { mutation, query, done } from './registry/operation.ts';
import { listInput, pageOf, numberOf } from './registry/paging.ts';
import { columns, listText, minute } from './registry/operation-text.ts';
import { present } from '../core/present.ts';

const marksInput = {
  company: z.string().trim().min(2).max(150).optional().describe('Its name, as its jobs name it'),
  domain: z
    .string()
    .trim()
    .max(253)
    .refine((domain) => domainOf(domain) !== undefined, 'must be a domain, like example.com')
    .refine((domain) => !isFreeMail(domainOf(domain) ?? ''), {
      error: ({ input }) =>
        `must be the employer’s own: anyone can have an address at ${String(input)}. Enter the whole e-mail address or the name`,
    })
    .optional()
    .describe('Its own domain, like example.com'),
  mail: z.email().optional().describe('Its e-mail address'),
};

const blockOutput = z.object({
  id: z.int(),
  kind: z.enum(['company', 'domain', 'mail']),
  value: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});

export const listBlocks = query({
  name: 'block.list',
  permission: 'read',
  aboutAll: true,
  summary: 'List blocked employers, newest first',
  input: z.object({}),
  output: z.object({ items: z.array(blockOutput) }),
  http: 'GET /blocks',
  cli: 'blocks',
  subject: async ({ db }) => activeBlocks(db),
  run: async ({ subject }) => done({ items: subject.map(blockToJson) }),
  text: ({ items }) =>
    listText(
      items,
      'No employer is blocked.',
      ['Block', 'Employer', 'By its', 'Why', 'By', 'Since (UTC)'],
      (one) => [one.id, one.value, one.kind, one.reason, one.by, minute(new Date(one.at))],
    ),
});

const hasMark = ({ company, domain, mail }: EmployerMarks) =>
  [company, domain, mail].some((mark) => mark !== undefined);
const noMark = { path: ['company'], error: 'a company, a domain or a mail was expected' };

export const showBlockEffect = query({
  name: 'block.effect',
  permission: 'review',
  aboutAll: true,
  summary: 'Show what blocking an employer would take down, before it is blocked',
  input: z.object(marksInput).refine(hasMark, noMark),
  output: z.object({
    name: z.string(),
    live: z.int().describe('Jobs at targets that would be taken down.'),
    targets: z.array(
      z.object({
        target: z.string(),
        state: z.enum(['active', 'paused', 'leaving', 'removed']),
        trouble: z.string().nullable(),
        live: z.int(),
        waiting: z.int(),
      }),
    ),
    jobs: z.array(
      z.object({
        source: z.string(),
        job_id: z.string(),
        title: z.string(),
        targets: z.int(),
        by: z.array(blockOutput.shape.kind).describe('What its employer was found by.'),
      }),
    ),
    close: z
      .array(z.object({ name: z.string(), jobs: z.int() }))
      .describe('Employers with nearly the same name, which the block leaves alone.'),
  }),
  http: 'GET /blocks/effect',
  cli: 'blocks effect',
  subject: async ({ db }) => allTargets(db),
  run: async ({ db, clock, subject: schools, input }) => {
    const marks = present(input);
    const jobs = await jobsOfEmployer(db, marks);
    const ids = jobs.map(({ id }) => id);
    const places = await placesOf(db, ids, {});
    const at = (name: string) => places.filter(({ target, state }) => target === name && state !== 'down');
    return done({
      name: employerIn(marks),
      live: places.filter(mayHave).length,
      targets: schools.map(({ name, state, openUntil, lastTrouble }) => ({
        target: name,
        state,
        trouble: openUntil !== null && openUntil > clock.now() ? (lastTrouble ?? 'it did not answer') : null,
        live: at(name).filter(mayHave).length,
        waiting: at(name).filter((place) => !mayHave(place) && place.state !== 'left_out').length,
      })),
      jobs: jobs.map(({ id, source, jobId, title, by }) => ({
        source,
        job_id: jobId,
        title,
        targets: places.filter((place) => mayHave(place) && place.listingId === id).length,
        by,
      })),
      close: [...(await closeNames(db, marks))],
    });
  },
  text: ({ name, live, targets, jobs, close }) =>
    [
      `Blocking ${name} takes down ${plural(live, 'job')}; ${plural(jobs.length, 'job')} found.`,
      columns(
        ['Target', 'State', 'Live', 'Waiting'],
        targets.map((one) => [
          one.target,
          one.trouble === null ? one.state : 'not answering',
          one.live,
          one.waiting,
        ]),
      ),
      ...close.map((one) => `Not matched, but close: ${one.name}, ${plural(one.jobs, 'job')}`),
    ].join('\n'),
});

export const listEmployers = query({
  name: 'employer.list',
  permission: 'read',
  aboutAll: true,
  summary: 'List employers of jobs, most jobs first',
  input: z.object({ ...listInput, q: z.string().max(150).default('').describe('A part of the name') }),
  output: pageOf(
    z.object({
      name: z.string(),
      jobs: z.int(),
      live: z.int().describe('Jobs at targets.'),
      blocked: z.boolean(),
    }),
  ),
  http: 'GET /employers',
  cli: 'blocks employers',
  subject: async ({ db }) => activeBlocks(db),
  run: async ({ db, subject: blocks, input: { q, cursor: offset = 0, limit } }) => {
    const found = await employersOf(db, { words: q.trim(), limit: limit + 1, offset });
    const blocked = new Set(blocks.map(markOfBlock));
    const items = found
      .slice(0, limit)
      .map(({ company, ...line }) => ({ ...line, blocked: blocked.has(`company ${company}`) }));
    return done({ items, next: found.length > limit ? String(offset + limit) : null });
  },
  text: ({ items }) =>
    columns(
      ['Employer', 'Jobs', 'Live', 'Blocked'],
      items.map(({ name, jobs, live, blocked }) => [name, jobs, live, blocked ? 'yes' : '']),
    ),
});

export const addBlock = mutation({
  name: 'block.add',
  permission: 'review',
  aboutAll: true,
  summary: 'Block an employer: remove its jobs from every school and send no more',
  input: z
    .object({
      ...marksInput,
      reason: z
        .string('must say why; it is recorded')
        .trim()
        .min(1, 'must say why; it is recorded')
        .max(2_000),
      paused: z
        .boolean()
        .default(false)
        .describe('Take its jobs down at paused targets too; nothing else is sent there.'),
    })
    .refine(hasMark, noMark),
  output: z.object({
    items: z.array(blockOutput).describe('The blocks of what was given, also those that were there.'),
    added: z.array(z.int()).describe('Numbers of the blocks that are new.'),
    take_down: z
      .int()
      .nullable()
      .describe(
        'Number of the take-down, whose progress `take-downs` shows; null where no school has a job.',
      ),
  }),
  http: 'POST /blocks',
  cli: 'block',
  subject: async ({ db }) => activeTargets(db),
  effect: async ({ db, input: { company, domain, mail } }) =>
    blockEffect(db, present({ company, domain, mail })),
  run: async ({ db, clock, actor, subject: targets, input: { company, domain, mail, reason, paused } }) => {
    const marks = present({ company, domain, mail });
    const blocking = { reason, by: actor.name, at: clock.now() };
    const { added, known, takeDown } = await blockAndTakeDown(db, marks, blocking, paused);
    await compareTargets(db, targets);
    const items = [...added, ...known].map(blockToJson);
    return done({ items, added: added.map(({ id }) => id), take_down: takeDown ?? null });
  },
  audit: ({ value: { items, added } }) =>
    items
      .filter(({ id }) => added.includes(id))
      .map(({ id, kind, value, reason }) => ({
        subject: `block:${id}`,
        detail: { kind, value, reason },
        undo: { name: 'block.lift', input: { id: String(id) } },
      })),
  startsAtOnce: true,
  tasks: ({ subject }) => reconcileTasks(subject),
  text: ({ items }) => items.map(({ id, kind, value }) => `Block ${id}: ${kind} ${value}`).join('\n'),
});

export const liftEmployerBlock = mutation({
  name: 'block.lift',
  permission: 'review',
  aboutAll: true,
  summary: 'Lift a block: the employer’s jobs may be published again',
  input: z.object({ id: numberOf('a block', 'blocks') }),
  output: z.object({
    id: z.int(),
    lifted: z.literal(true),
    kind: blockOutput.shape.kind,
    value: z.string(),
    targets: z.array(z.int()).describe('Numbers of the targets that are compared.'),
  }),
  http: 'DELETE /blocks/{id}',
  cli: 'unblock ID',
  subject: async ({ db, input: { id } }) => (await activeBlocks(db)).find((block) => String(block.id) === id),
  notFound: ({ id }) => `There is no block ${id}, or it is already lifted. \`blocks\` shows all.`,
  run: async ({ db, clock, actor, subject: { id, kind, value } }) => {
    await liftBlock(db, id, actor.name, clock.now());
    await takeBack(db, `block:${id}`, clock.now());
    const targets = await activeTargets(db);
    await compareTargets(db, targets);
    const numbers = targets.map((one) => one.id);
    return done({ id, lifted: true as const, kind, value, targets: numbers });
  },
  audit: ({ subject: { id, kind, value, reason } }) => ({
    subject: `block:${id}`,
    detail: { kind, value },
    undo: { name: 'block.add', input: { [kind]: value, reason } },
  }),
  tasks: ({ value: { targets } }) => reconcileTasks(targets.map((id) => ({ id }))),
  text: ({ id }) => `Block ${id} is lifted.`,
});

function blockToJson({ id, kind, value, reason, blockedBy, blockedAt }: BlockedEmployer) {
  return { id, kind, value, reason, by: blockedBy, at: blockedAt.toISOString() };
}

/** Blocks an employer, takes back what is queued about it, and records which jobs are taken down; `atPaused`: at paused targets too. */
export async function blockAndTakeDown(
  db: Db,
  marks: EmployerMarks,
  { reason, by, at }: { readonly reason: string; readonly by: string; readonly at: Date },
  atPaused = false,
): Promise<Awaited<ReturnType<typeof blockEmployer>> & { readonly takeDown?: number | undefined }> {
  const reach = await blockReach(db, marks);
  const blocked = await blockEmployer(db, { ...marks, reason, by, at });
  if (blocked.added.length === 0) return blocked;
  await settleBlocks(db, at);
  const subjects = blocked.added.map(({ id }) => `block:${id}`);
  const takeDown = await recordTakeDown(
    db,
    { kind: 'employer', subjects, name: employerIn(marks), reason, by, at, atPaused },
    { publications: reach.flatMap(({ publications }) => publications) },
  );
  if (takeDown !== undefined) await hideJobs(db, takeDown, at);
  return { ...blocked, takeDown };
}

const employerIn = ({ company, domain, mail }: EmployerMarks): string => company ?? domain ?? mail ?? '';

/** What a block would take down: undefined where no school shows a job of the employer. */
export async function blockEffect(db: Db, marks: EmployerMarks) {
  const reach = await blockReach(db, marks);
  const jobs = reach.reduce((sum, { publications }) => sum + publications.length, 0);
  if (jobs === 0) return undefined;
  const name = employerIn(marks);
  const places = reach.map(({ target, publications }) => `${target} ${publications.length}`).join(', ');
  return {
    name,
    count: jobs,
    sentence: `Blocking ${name} takes down ${plural(jobs, 'job')} at ${plural(reach.length, 'school')}: ${places}.`,
  };
}
