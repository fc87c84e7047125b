import { maySeeTarget } from '../../../platform/accounts/permissions.ts';
import { type Target, targetNamed } from '../../../targets/targets.queries.ts';
import type { PageRequest } from '../page-route.ts';

/** The school that an address names; undefined if it is unknown or the person may not see it. */
export async function seenTarget({ c, deps, actor }: PageRequest): Promise<Target | undefined> {
  const name = c.req.param('name') ?? '';
  return maySeeTarget(actor.limits, name) ? targetNamed(deps.db, name) : undefined;
}

export const noTarget = 'No school has this name. It may have been removed.';
