import type { Feed } from '../feeds/feeds.queries.ts';
import { isUnrouting } from '../publishing/reconcile.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { allTargets } from '../targets/targets.queries.ts';
import type { TaskContext } from './context.ts';
import { planFor } from './plan-target.ts';

/** Publications of a feed that its rules address no longer where they are, at all targets, paused ones too (R16, R24); what a person kept is not asked about again. */
export async function unroutedOf(context: TaskContext, { id }: Feed, settings: Settings) {
  const unrouted: number[] = [];
  for (const target of await allTargets(context.db)) {
    if (target.state !== 'active' && target.state !== 'paused') continue;
    const { plan } = await planFor(context, target, settings, { look: 'all', sourceId: id });
    for (const { sent } of [...plan.changes, ...plan.withheld].filter(isUnrouting))
      if (sent.kept !== 'hide') unrouted.push(sent.id);
  }
  return unrouted;
}
