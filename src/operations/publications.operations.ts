import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import { resend } from '../publishing/intents.repository.ts';
import { seenBy } from './registry/access.ts';
import { sendTasks } from './registry/compare.ts';
import { mutation } from './registry/operation.ts';

export const resendPublications = mutation({
  name: 'publication.resend',
  permission: 'operate',
  once: true,
  summary: 'Send again exactly what was sent to a target, of a source, or of one job of it',
  input: z
    .object({
      target: z.string().optional(),
      source: z.string().optional(),
      job_id: z.string().optional(),
    })
    .refine(
      ({ target, source }) => target !== undefined || source !== undefined,
      'names a target or a source',
    )
    .refine(({ source, job_id: job }) => job === undefined || source !== undefined, 'a job needs its source'),
  output: z.object({ calls: z.int() }),
  http: 'POST /publications/again',
  subject: async ({ db, actor, input }) => {
    const { targets, sources } = await seenBy(db, actor);
    const target = targets.find(({ name }) => name === input.target);
    const source = sources.find(({ name }) => name === input.source);
    const isUnknown = (input.target && !target) || (input.source && !source);
    const called = target ? [target] : targets;
    return isUnknown ? undefined : { targetId: target?.id, sourceId: source?.id, called };
  },
  notFound: ({ target, source }) =>
    `There is no ${[target && `target ${target}`, source && `source ${source}`].filter(Boolean).join(' or no ')}.`,
  run: async ({ db, clock, actor, input, subject }) => {
    const { limits, name } = actor;
    const { targetId, sourceId } = subject;
    if ((limits.targets && targetId === undefined) || (limits.sources && sourceId === undefined))
      return { kind: 'forbidden', detail: `${name} is limited: name the target and the source.` };
    const calls = await resend(db, { targetId, sourceId, jobId: input.job_id }, clock.now());
    const count = [...calls.values()].reduce((sum, n) => sum + n, 0);
    return { kind: 'accepted', value: { calls: count } };
  },
  audit: ({ input, value: { calls } }) => {
    const about = Object.entries(input).map(([key, value]) => `${key} ${value}`);
    return calls === 0 ? [] : { subject: [plural(calls, 'call'), ...about].join(', ') };
  },
  tasks: ({ subject: { called } }) => sendTasks(called),
});
