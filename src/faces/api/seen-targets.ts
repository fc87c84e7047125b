import * as z from 'zod';
import { maySeeTarget } from '../../platform/accounts/permissions.ts';
import { disclosedBy } from '../../targets/target-definition.ts';
import { allTargets, type Target } from '../../targets/targets.repository.ts';
import type { ApiCall } from './route.ts';
import { instantOrNull, iso, secretsSchema } from './shared.ts';

/** A target as every route answers it. */
export const targetSchema = z.object({
  name: z.string(),
  state: z.enum(['active', 'paused', 'leaving', 'removed']),
  soap_url: z.string(),
  namespace: z.string(),
  rest_url: z.string().nullable(),
  source_id: z.string().nullable(),
  built_in: z.boolean(),
  last_answer_at: instantOrNull,
  compared_at: instantOrNull,
  secrets: secretsSchema,
});

export async function seenTargets({
  deps,
  actor,
}: Pick<ApiCall<unknown, unknown>, 'deps' | 'actor'>): Promise<readonly Target[]> {
  return (await allTargets(deps.db)).filter(({ name }) => maySeeTarget(actor.limits, name));
}

export async function seenTarget(
  call: Pick<ApiCall<unknown, unknown>, 'deps' | 'actor' | 'params'>,
): Promise<Target | undefined> {
  return (await seenTargets(call)).find(({ name }) => name === call.params['name']);
}

export function toTarget({
  name,
  state,
  definition,
  builtIn,
  lastAnswerAt,
  reconciledAt,
}: Target): z.input<typeof targetSchema> {
  return {
    name,
    state,
    soap_url: definition.soap.url,
    namespace: definition.soap.namespace,
    rest_url: definition.rest?.url ?? null,
    source_id: definition.sourceId ?? null,
    built_in: builtIn,
    last_answer_at: iso(lastAnswerAt),
    compared_at: iso(reconciledAt),
    secrets: { ...disclosedBy(definition).secrets },
  };
}
