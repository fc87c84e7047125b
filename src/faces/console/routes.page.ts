import type { Hono } from 'hono';
import { type Actor, isUnlimited } from '../../platform/accounts/permissions.ts';
import { countUnresolved } from '../../picklists/picklists.queries.ts';
import { holdsIn } from '../../publishing/holds/holds.queries.ts';
import type { WebDeps, WebEnv } from '../web/env.ts';
import type { Frame } from '../web/html/html-layout.ts';
import type { Numbers } from '../web/web-numbers.ts';
import { maySeeHold, seenBy } from '../../operations/registry/access.ts';
import { reviewsWaiting } from '../../operations/reports/reviews-waiting.ts';
import { operations } from '../../operations/registry/operation-registry.ts';
import { formRoutes } from './operation-form.ts';
import { mountPages, type PageRoute } from './page-route.ts';
import { accountRoutes } from './routes/accounts.page-routes.ts';
import { batchRoutes } from './routes/batches.page-routes.ts';
import { directoryPageRoutes } from './routes/directory.page-routes.ts';
import { feedRoutes } from './routes/feeds.page-routes.ts';
import { holdRoutes } from './routes/holds.page-routes.ts';
import { holdsTogetherRoutes } from './routes/holds-together.page-routes.ts';
import { jobRoutes } from './routes/jobs.page-routes.ts';
import { labelRoutes } from './routes/labels.page-routes.ts';
import { overviewRoutes } from './routes/overview.page-routes.ts';
import { recordRoutes } from './routes/records.page-routes.ts';
import { employerRoutes } from './routes/employers.page-routes.ts';
import { publicationRoutes } from './routes/publications.page-routes.ts';
import { policyRoutes } from './routes/policy.page-routes.ts';
import { reviewRoutes } from './routes/reviews.page-routes.ts';
import { searchRoutes } from './routes/search.page-routes.ts';
import { settingRoutes } from './routes/settings.page-routes.ts';
import { targetRoutes } from './routes/targets.page-routes.ts';
import { usageRoutes } from './routes/usage.page-routes.ts';

const ownRoutes: readonly PageRoute[] = [
  ...overviewRoutes,
  ...jobRoutes,
  ...publicationRoutes,
  ...feedRoutes,
  ...policyRoutes,
  ...directoryPageRoutes,
  ...employerRoutes,
  ...targetRoutes,
  ...holdsTogetherRoutes,
  ...holdRoutes,
  ...batchRoutes,
  ...labelRoutes,
  ...reviewRoutes,
  ...recordRoutes,
  ...searchRoutes,
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
  const labels = (await countUnresolved(db, sight)).blocking;
  const reviews = [...(await reviewsWaiting(db, actor)).values()].reduce((sum, one) => sum + one, 0);
  return { holds: open.length, labels, reviews };
}
