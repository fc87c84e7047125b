import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import type { Db } from '../db/db.ts';
import {
  type BlockedEmployer,
  blockEmployer,
  blockReach,
  liftBlock,
  activeBlocks,
} from '../screening/employers/employer-blocks.repository.ts';
import { settleBlocks } from '../publishing/settle-clearances.ts';
import { activeTargets } from '../targets/targets.repository.ts';
import { compareTargets, reconcileTasks } from './compare.ts';
import { operation } from './operation.ts';
import { columns, minute } from './operation-text.ts';
import { present } from '../core/present.ts';

const blockOutput = z.object({
  id: z.int(),
  kind: z.enum(['company', 'domain', 'mail']),
  value: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});

export const listBlocks = operation({
  name: 'block.list',
  kind: 'query',
  permission: 'read',
  aboutAll: true,
  idempotency: 'safe',
  summary: 'List blocked employers, newest first',
  input: z.object({}),
  output: z.object({ items: z.array(blockOutput) }),
  http: 'GET /blocks',
  cli: 'blocks',
  subject: async ({ db }) => activeBlocks(db),
  run: async ({ subject }) => ({ kind: 'done', value: { items: subject.map(blockToJson) } }),
  text: ({ items }) =>
    items.length === 0
      ? 'No employer is blocked.'
      : columns(
          ['Block', 'Employer', 'By its', 'Why', 'By', 'Since (UTC)'],
          items.map(({ id, value, kind, reason, by, at }) => [
            String(id),
            value,
            kind,
            reason,
            by,
            minute(new Date(at)),
          ]),
        ),
});

export const addBlock = operation({
  name: 'block.add',
  kind: 'mutation',
  permission: 'review',
  aboutAll: true,
  idempotency: 'repeatable',
  summary: 'Block an employer: remove its jobs from every school and send no more',
  input: z
    .object({
      company: z.string().trim().min(2).max(150).optional().describe('Its name, as its jobs name it'),
      domain: z.string().trim().min(3).max(253).optional().describe('Its own domain, like example.com'),
      mail: z.email().optional().describe('Its e-mail address'),
      reason: z
        .string('must say why; it is recorded')
        .trim()
        .min(1, 'must say why; it is recorded')
        .max(2_000),
    })
    .refine(({ company, domain, mail }) => [company, domain, mail].some((mark) => mark !== undefined), {
      path: ['company'],
      error: 'a company, a domain or a mail was expected',
    }),
  output: z.object({ items: z.array(blockOutput) }),
  http: 'POST /blocks',
  cli: 'block',
  subject: async ({ db }) => activeTargets(db),
  effect: async ({ db, input: { company, domain, mail } }) =>
    blockEffect(db, present({ company, domain, mail })),
  run: async ({ db, clock, actor, subject: targets, input: { company, domain, mail, reason } }) => {
    const marks = present({ company, domain, mail });
    const blocks = await blockEmployer(db, { ...marks, reason, by: actor.name, at: clock.now() });
    if (blocks.length === 0)
      return {
        kind: 'invalid',
        errors: [{ field: 'domain', message: 'must be an employer’s own, not a mail provider’s' }],
      };
    await settleBlocks(db, clock.now());
    await compareTargets(db, targets);
    return { kind: 'done', value: { items: blocks.map(blockToJson) } };
  },
  audit: ({ value: { items } }) =>
    items.map(({ id, kind, value, reason }) => ({ subject: `block:${id}`, detail: { kind, value, reason } })),
  tasks: ({ subject }) => reconcileTasks(subject),
  text: ({ items }) => items.map(({ id, kind, value }) => `Block ${id}: ${kind} ${value}`).join('\n'),
});

export const liftEmployerBlock = operation({
  name: 'block.lift',
  kind: 'mutation',
  permission: 'review',
  aboutAll: true,
  idempotency: 'repeatable',
  summary: 'Lift a block: the employer’s jobs may be published again',
  input: z.object({
    id: z.string().regex(/^\d{1,15}$/, 'must be the number of a block; `blocks` shows them'),
  }),
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
    const targets = await activeTargets(db);
    await compareTargets(db, targets);
    return {
      kind: 'done',
      value: { id, lifted: true as const, kind, value, targets: targets.map((one) => one.id) },
    };
  },
  audit: ({ subject: { id, kind, value } }) => ({ subject: `block:${id}`, detail: { kind, value } }),
  tasks: ({ value: { targets } }) => reconcileTasks(targets.map((id) => ({ id }))),
  text: ({ id }) => `Block ${id} is lifted.`,
});

function blockToJson({ id, kind, value, reason, blockedBy, blockedAt }: BlockedEmployer) {
  return { id, kind, value, reason, by: blockedBy, at: blockedAt.toISOString() };
}

/** What a block would take down: undefined where no school shows a job of the employer. */
export async function blockEffect(db: Db, marks: Parameters<typeof blockReach>[1]) {
  const reach = await blockReach(db, marks);
  const jobs = reach.reduce((sum, at) => sum + at.jobs, 0);
  if (jobs === 0) return undefined;
  const name = marks.company ?? marks.domain ?? marks.mail ?? '';
  const places = reach.map(({ target, jobs: some }) => `${target} ${some}`).join(', ');
  return {
    name,
    count: jobs,
    sentence: `Blocking ${name} takes down ${plural(jobs, 'job')} at ${plural(reach.length, 'school')}: ${places}.`,
  };
}
