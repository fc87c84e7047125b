import type { Feed } from '../feeds/feeds.repository.ts';
import { isUnrouting } from '../publishing/reconcile.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { activeTargets } from '../targets/targets.repository.ts';
import type { TaskContext } from './context.ts';
import { planFor } from './plan-target.ts';

/** How many jobs of a feed its rules address no longer where they are, over all targets (rule R16). */
export async function unroutedOf(context: TaskContext, { id }: Feed, settings: Settings): Promise<number> {
  let unrouted = 0;
  for (const target of await activeTargets(context.db)) {
    const { plan } = await planFor(context, target, settings, { look: 'all', sourceId: id });
    unrouted += [...plan.changes, ...plan.withheld].filter(isUnrouting).length;
  }
  return unrouted;
}
