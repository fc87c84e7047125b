import * as z from 'zod';
import { maySeeTarget } from '../../platform/accounts/permissions.ts';
import { readYaml } from '../../core/yaml.ts';
import { targetsIn } from '../../targets/targets-file.ts';
import { allTargets } from '../../targets/targets.repository.ts';
import { unfit, writerOf } from '../../operations/registry/access.ts';
import { servicesOf } from '../web/web-services.ts';
import { answerOf } from './operation-route.ts';
import { type ApiRoute, apiRoute } from './route.ts';

export const targetChangeRoutes: readonly ApiRoute[] = [
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
      const read = targetsIn(body, writerOf(servicesOf(deps), actor), await allTargets(deps.db));
      if (read.kind !== 'targets') return answerOf(unfit(read), () => 'body');
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
