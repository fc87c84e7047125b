import { maySeeTarget } from '../../platform/accounts/permissions.ts';
import { allTargets, type Target } from '../../targets/targets.repository.ts';
import type { ApiCall } from './route.ts';

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
