import { present } from '../core/present.ts';
import * as z from 'zod';
import { type Limits, maySeeTarget } from '../platform/accounts/permissions.ts';
import { reachPaused, type TakeDown, takeDownsOf } from '../publishing/holds/take-downs.repository.ts';
import { conflict, mutation, query, done } from './registry/operation.ts';
import { columns, listText, minute } from './registry/operation-text.ts';
import { rowAs } from './registry/row-as.ts';
import { listInput, pageOf, pageOfRows, numberOf } from './registry/paging.ts';

const jobs = z.int();
const atTargetOutput = z.object({
  target: z.string(),
  state: z.enum(['active', 'paused', 'leaving', 'removed']),
  trouble: z.string().nullable(),
  last_answer_at: z.iso.datetime().nullable(),
  jobs,
  down: jobs,
  under_way: jobs,
  still_up: jobs.describe('Nothing is queued: the target is paused, or waits for its next plan.'),
  parked: jobs.describe('The removal waits for a person.'),
  released: jobs.describe('Wanted there again, or left up.'),
});
const takeDownOutput = z.object({
  id: z.int(),
  kind: z.enum(['employer', 'job', 'feed', 'target', 'rule']),
  name: z.string(),
  subjects: z.array(z.string()).describe('What it is about, as the audit log names it.'),
  reason: z.string().nullable(),
  by: z.string(),
  at: z.iso.datetime(),
  at_paused: z.boolean().describe('Its jobs are taken down at paused targets too.'),
  open: z.boolean(),
  jobs,
  down: jobs,
  remaining: jobs.describe('Jobs that may still be at a target.'),
  targets: z.array(atTargetOutput),
});

export const listTakeDowns = query({
  name: 'take-down.list',
  permission: 'read',
  summary: 'List acts that take jobs down, with their progress at each target, newest first',
  input: z.object({
    ...listInput,
    open: z.boolean().default(false).describe('Only those with jobs that may still be at a target'),
  }),
  output: pageOf(takeDownOutput),
  http: 'GET /take-downs',
  cli: 'take-downs',
  subject: async () => ({}),
  run: async ({ db, actor: { limits }, input: { limit, cursor, open } }) => {
    const rows = await takeDownsOf(db, { open, limit: limit + 1, ...present({ beforeId: cursor }) });
    const sees = (act: TakeDown) => maySeeTakeDown(limits, act);
    return done(pageOfRows(rows, limit, (act: TakeDown) => takeDownToJson(act, limits), sees));
  },
  text: ({ items }) =>
    listText(
      items,
      'Nothing was taken down by a person.',
      ['Number', 'When (UTC)', 'What', 'By', 'Jobs', 'Down', 'Still there'],
      ({ id, at, kind, name, by, jobs: all, down, targets, remaining }) => [
        String(id),
        minute(new Date(at)),
        `${kind} ${name}`,
        by,
        String(all),
        String(down),
        remaining === 0
          ? '0'
          : `${remaining}: ${targets
              .filter((one) => one.under_way + one.still_up + one.parked > 0)
              .map((one) => one.target)
              .join(', ')}`,
      ],
    ),
});

export const showTakeDown = query({
  name: 'take-down.show',
  permission: 'read',
  summary: 'Show how far a take-down is at each target',
  input: z.object({ id: numberOf('a take-down', 'take-downs') }),
  output: takeDownOutput,
  http: 'GET /take-downs/{id}',
  cli: 'take-down ID',
  subject: async ({ db, actor: { limits }, input: { id } }) => {
    const [act] = await takeDownsOf(db, { id: Number(id) });
    return act !== undefined && maySeeTakeDown(limits, act) ? act : undefined;
  },
  notFound: ({ id }) => `There is no take-down ${id}. \`take-downs\` shows all.`,
  run: async ({ actor: { limits }, subject }) => done(takeDownToJson(subject, limits)),
  text: ({ targets }) =>
    columns(
      ['Target', 'State', 'Jobs', 'Down', 'Under way', 'Still up', 'For a person'],
      targets.map(({ target, state, jobs: all, down, under_way, still_up, parked }) => [
        target,
        state,
        ...[all, down, under_way, still_up, parked].map(String),
      ]),
    ),
});

export const takeDownAtPaused = mutation({
  name: 'take-down.at-paused',
  permission: 'operate',
  aboutAll: true,
  summary: 'Take the jobs of a take-down down at paused targets too; nothing else is sent there',
  input: showTakeDown.input,
  output: takeDownOutput,
  http: 'POST /take-downs/{id}/at-paused',
  cli: 'take-down at-paused ID',
  subject: async ({ db, input: { id } }) => (await takeDownsOf(db, { id: Number(id) }))[0],
  notFound: ({ id }) => `There is no take-down ${id}. \`take-downs\` shows all.`,
  run: async ({ db, actor: { limits }, subject }) => {
    if (subject.kind !== 'employer' && subject.kind !== 'job')
      return conflict('Only blocks of employers and decisions about jobs reach paused targets.');
    if (subject.remaining === 0) return conflict(`Nothing of take-down ${subject.id} is still up.`);
    await reachPaused(db, subject.id);
    return done(takeDownToJson({ ...subject, atPaused: true }, limits));
  },
  audit: ({ subject: { id, name } }) => ({ subject: `take-down:${id}`, detail: { name } }),
  text: ({ name, remaining }) => `${remaining} jobs of ${name} are taken down at paused targets too.`,
});

/** An act may mix sources: an actor that is limited to some of them does not see it. */
function maySeeTakeDown(limits: Limits, { schools }: TakeDown): boolean {
  return limits.sources === undefined && schools.some(({ target }) => maySeeTarget(limits, target));
}

function takeDownToJson(act: TakeDown, limits: Limits) {
  const seen = act.schools.filter(({ target }) => maySeeTarget(limits, target));
  const targets = seen.map(rowAs(atTargetOutput));
  return rowAs(takeDownOutput)({ ...act, open: act.remaining > 0, targets });
}
