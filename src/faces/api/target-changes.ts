import * as z from 'zod';
import { maySeeTarget } from '../../platform/accounts/permissions.ts';
import { readYaml } from '../../core/yaml.ts';
import { targetDefinitionSchema } from '../../targets/target-definition.ts';
import { targetsIn } from '../../targets/targets-file.ts';
import { allTargets } from '../../targets/targets.repository.ts';
import { jobsLeft, removeTarget } from '../../tasks/remove-target.ts';
import { redefine } from '../web/doing/targets.actions.ts';
import { writerOf } from '../web/doing/writer.actions.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { seenTarget, targetSchema, toTarget } from './seen-targets.ts';
import { notFound, unfit } from './shared.ts';

const members = Object.keys(targetDefinitionSchema.shape);

export const targetChangeRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'patch',
    path: '/targets/{name}',
    permission: 'operate',
    tag: 'targets',
    summary: 'Change members of a target’s definition; what is null goes back to its default',
    query: noQuery,
    body: z
      .looseObject({})
      .refine(
        (body) => Object.keys(body).every((key) => members.includes(key)),
        `must be of ${members.join(', ')}`,
      ),
    answer: targetSchema,
    handle: async (call) => {
      const target = await seenTarget(call);
      if (!target) return notFound('target', call.params['name'] ?? '');
      const outcome = await redefine(call.deps, call.actor, target, call.body);
      return outcome.kind === 'changed'
        ? { kind: 'done', value: toTarget(outcome.target) }
        : unfit(outcome, 'body');
    },
  }),
  apiRoute({
    method: 'delete',
    path: '/targets/{name}',
    permission: 'operate',
    tag: 'targets',
    summary: 'Remove a target; say what becomes of its jobs',
    query: z.object({ jobs: z.enum(jobsLeft).describe('They stay there, or are taken down first.') }),
    body: noBody,
    answer: z.object({
      name: z.string(),
      jobs: z.enum(jobsLeft),
      taken_down: z.int().describe('Jobs that the next publishing takes down.'),
    }),
    handle: async (call) => {
      const { deps, actor, query, params } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', params['name'] ?? '');
      if (actor.limits.sources)
        return { kind: 'forbidden', detail: `${actor.name} is limited to some sources.` };
      const count = await removeTarget(deps, target, { jobs: query.jobs, by: actor.name });
      return { kind: 'accepted', value: { name: target.name, jobs: query.jobs, taken_down: count } };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/targets/apply',
    permission: 'operate',
    tag: 'targets',
    summary:
      'Many targets at once, from profiles and targets that name one, as `targets apply` reads them; live at once',
    text: { type: 'application/yaml', read: readYaml },
    query: z.object({
      plan: z.stringbool().default(false).describe('Only say what would change.'),
    }),
    body: z.strictObject({
      profiles: z.record(z.string(), z.unknown()).optional(),
      targets: z.record(z.string(), z.unknown()),
    }),
    answer: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          outcome: z.enum(['added', 'changed', 'unchanged']),
          changed: z.array(z.string()).describe('Members of the definition that differ.'),
          notes: z.array(z.string()).describe('What the target’s WSDL came to.'),
        }),
      ),
    }),
    handle: async ({ deps, actor, body, query }) => {
      const unseen = Object.keys(body.targets).some((name) => !maySeeTarget(actor.limits, name));
      if (unseen || actor.limits.sources)
        return { kind: 'forbidden', detail: `${actor.name} is limited to other targets or sources.` };
      const read = targetsIn(body, writerOf(deps, actor), await allTargets(deps.db));
      if (read.kind !== 'targets') return unfit(read, 'body');
      if (!deps.acts?.applyTargets)
        return { kind: 'conflict', detail: 'Targets cannot be applied from here.' };
      const applied = await deps.acts.applyTargets(read.targets, { by: actor.name, plan: query.plan });
      return {
        kind: 'done',
        value: {
          items: applied.map((one) => ({ ...one, changed: [...one.changed], notes: [...one.notes] })),
        },
      };
    },
  }),
];
