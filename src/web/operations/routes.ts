import type { Hono } from 'hono';
import { type Actor, isUnlimited } from '../../accounts/permissions.ts';
import type { Db } from '../../db/db.ts';
import { countUnresolved } from '../../picklists/pages-store.ts';
import { holdsIn } from '../../publishing/holds-store.ts';
import { openReviews } from '../../screening/pages-store.ts';
import { countsAtSchools } from '../../screening/schools/pages-store.ts';
import type { WebDeps, WebEnv } from '../env.ts';
import type { Frame } from '../html/layout.ts';
import type { Numbers } from '../numbers.ts';
import { maySeeHold, seenBy } from '../../operations/access.ts';
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
import { schoolReviewRoutes } from './routes/school-reviews.ts';
import { settingRoutes } from './routes/settings.ts';
import { targetRoutes } from './routes/targets.ts';
import { usageRoutes } from './routes/usage.ts';

const ownRoutes: readonly PageRoute[] = [
  ...overviewRoutes,
  ...jobRoutes,
  ...publicationRoutes,
  ...feedRoutes,
  ...schoolReviewRoutes,
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
  return { holds: open.length, labels, reviews: await reviewsFor(db, actor) };
}

/** Whoever is limited to schools reviews for them alone. */
async function reviewsFor(db: Db, actor: Actor): Promise<number> {
  if (isUnlimited(actor.limits)) return openReviews(db);
  if (!actor.limits.targets) return 0;
  const { targets } = await seenBy(db, actor);
  const counts = await countsAtSchools(
    db,
    targets.map(({ id }) => id),
  );
  return [...counts.values()].reduce((sum, jobs) => sum + jobs, 0);
}
