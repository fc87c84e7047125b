import type { Hono } from 'hono';
import { type Actor, isUnlimited } from '../../accounts/permissions.ts';
import { countUnresolved } from '../../picklists/pages-store.ts';
import { holdsIn } from '../../publishing/holds-store.ts';
import type { WebDeps, WebEnv } from '../env.ts';
import type { Frame } from '../html/layout.ts';
import type { Numbers } from '../numbers.ts';
import { maySeeHold, seenBy } from '../../operations/access.ts';
import { reviewsWaiting } from '../../operations/reviews.operations.ts';
import { operations } from '../../operations/registry.ts';
import { formRoutes } from './operation-form.ts';
import { mountPages, type PageRoute } from './page-route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { batchRoutes } from './routes/batches.ts';
import { directoryPageRoutes } from './routes/directory.ts';
import { feedRoutes } from './routes/feeds.ts';
import { holdRoutes } from './routes/holds.ts';
import { jobRoutes } from './routes/jobs.ts';
import { labelRoutes } from './routes/labels.ts';
import { overviewRoutes } from './routes/overview.ts';
import { recordRoutes } from './routes/records.ts';
import { blockRoutes } from './routes/blocks.ts';
import { publicationRoutes } from './routes/publications.ts';
import { policyRoutes } from './routes/policy.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { settingRoutes } from './routes/settings.ts';
import { targetRoutes } from './routes/targets.ts';
import { usageRoutes } from './routes/usage.ts';

const ownRoutes: readonly PageRoute[] = [
  ...overviewRoutes,
  ...jobRoutes,
  ...publicationRoutes,
  ...feedRoutes,
  ...policyRoutes,
  ...directoryPageRoutes,
  ...blockRoutes,
  ...targetRoutes,
  ...holdRoutes,
  ...batchRoutes,
  ...labelRoutes,
  ...reviewRoutes,
  ...recordRoutes,
  ...settingRoutes,
  ...usageRoutes,
  ...accountRoutes,
];

/** Every page and form of operations: forms that no page handles itself are those of the registered operations. */
export const pageRoutes: readonly PageRoute[] = [...ownRoutes, ...formRoutes(operations, ownRoutes)];

export function operationsRoutes(deps: WebDeps, numbers: Numbers): Hono<WebEnv> {
  return mountPages(deps, numbers, pageRoutes, (actor) => waitingFor(deps, actor));
}

async function waitingFor({ db }: WebDeps, actor: Actor): Promise<Frame['waiting']> {
  const { sight } = isUnlimited(actor.limits) ? { sight: {} } : await seenBy(db, actor);
  const open = (await holdsIn(db, ['open'])).filter((hold) => maySeeHold(actor.limits, hold));
  const { labels } = await countUnresolved(db, sight);
  return { holds: open.length, labels, reviews: sumOf((await reviewsWaiting(db, actor)).values()) };
}

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, one) => sum + one, 0);
}
