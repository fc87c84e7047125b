import * as z from 'zod';
import { changeTarget, type Target } from '../targets/targets.repository.ts';
import { seenBy } from './registry/access.ts';
import { compareTargets, reconcileTasks } from './compare.ts';
import { type Caller, operation } from './registry/operation.ts';

const named = z.object({ name: z.string().describe('Name of the target') });

async function seenTarget({ db, actor, input }: Caller & { readonly input: z.output<typeof named> }) {
  return (await seenBy(db, actor)).targets.find(({ name }) => name === input.name);
}

const noTarget = ({ name }: { readonly name: string }) =>
  `There is no target ${name}. \`target list\` shows all.`;

/** By hand a target starts again with a closed circuit. */
const change = { openUntil: null, failures: 0 } as const;
type Changed = { readonly subject: Target };

export const pauseTarget = operation({
  name: 'target.pause',
  kind: 'mutation',
  permission: 'operate',
  idempotency: 'repeatable',
  summary: 'Make no call to a target; what is there stays',
  input: named,
  output: z.object({ name: z.string(), done: z.literal('pause'), state: z.literal('paused') }),
  http: 'POST /targets/{name}/pause',
  cli: 'target pause NAME',
  subject: seenTarget,
  notFound: noTarget,
  run: async ({ db, subject: { id, name } }) => {
    await changeTarget(db, id, { state: 'paused', ...change });
    return { kind: 'done', value: { name, done: 'pause' as const, state: 'paused' as const } };
  },
  audit: ({ subject: { name } }: Changed) => ({
    subject: `target:${name}`,
    undo: { name: 'target.resume', input: { name } },
  }),
  text: ({ name }) => `Target ${name} is paused.`,
});

export const resumeTarget = operation({
  name: 'target.resume',
  kind: 'mutation',
  permission: 'operate',
  idempotency: 'repeatable',
  summary: 'Work on a paused target again; all of its jobs are compared',
  input: named,
  output: z.object({ name: z.string(), done: z.literal('resume'), state: z.literal('active') }),
  http: 'POST /targets/{name}/resume',
  cli: 'target resume NAME',
  subject: seenTarget,
  notFound: noTarget,
  run: async ({ db, subject: { id, name } }) => {
    await changeTarget(db, id, { state: 'active', ...change });
    // What was decided meanwhile touched no listing.
    await compareTargets(db, [{ id }]);
    return { kind: 'done', value: { name, done: 'resume' as const, state: 'active' as const } };
  },
  audit: ({ subject: { name } }: Changed) => ({
    subject: `target:${name}`,
    undo: { name: 'target.pause', input: { name } },
  }),
  tasks: ({ subject }: Changed) => reconcileTasks([subject]),
  text: ({ name }) => `Target ${name} is active.`,
});
