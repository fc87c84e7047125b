import { type Limits, maySeeTarget } from '../../accounts/permissions.ts';
import type { Batch } from '../../publishing/batches-store.ts';
import { type RestoreOutcome, restoreRemovals } from '../../tasks/restore-batch.ts';
import type { By, Doing } from '../env.ts';
import { compareSoon } from './targets.ts';
import { whole } from './whole.ts';

/** A batch may mix sources: who is limited to some of them does not see it. */
export function maySeeBatch(limits: Limits, { target }: Pick<Batch, 'target'>): boolean {
  return maySeeTarget(limits, target) && limits.sources === undefined;
}

/** Undoes removals that went out together; the same for the page and the API (rule R12). */
export async function restore(deps: Doing, actor: By, batch: Batch): Promise<RestoreOutcome> {
  return whole(deps, async (acting) => {
    const outcome = await restoreRemovals(acting, batch.id, actor.name);
    if (outcome.kind === 'restored') await compareSoon(acting, { id: batch.targetId });
    return outcome;
  });
}
