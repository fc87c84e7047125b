import type { Actor, Limits } from '../../platform/accounts/permissions.ts';
import { maySeeSource, maySeeTarget } from '../../platform/accounts/permissions.ts';
import type { Db } from '../../db/db.ts';
import { allSources } from '../../feeds/feed-pages.repository.ts';
import type { Hold } from '../../publishing/holds/holds-store.ts';
import type { Access } from '../../publishing/queries/publishing-pages.repository.ts';
import { allTargets, type Target } from '../../targets/targets.repository.ts';

/** What of the whole somebody sees. */
export type Seen = {
  readonly sight: Access;
  readonly targets: readonly Target[];
  /** Sources whose own pages (feeds, runs) are seen. */
  readonly sources: readonly { readonly id: number; readonly name: string }[];
};

/**
 * What an actor's limits leave. Who is limited to targets sees their jobs from every source, but no feed's own page, unless the
 * sources are named too.
 */
export async function seenBy(db: Db, { limits }: Actor): Promise<Seen> {
  const targets = (await allTargets(db)).filter(({ name }) => maySeeTarget(limits, name));
  const sources = (await allSources(db)).filter(({ name }) => maySeeFeed(limits, name));
  return {
    targets,
    sources,
    sight: {
      ...(limits.targets && { targetIds: targets.map(({ id }) => id) }),
      ...(limits.sources && { sourceIds: sources.map(({ id }) => id) }),
    },
  };
}

/** Whether a feed's own pages are seen. */
export function maySeeFeed(limits: Limits, name: string): boolean {
  return limits.sources === undefined ? limits.targets === undefined : maySeeSource(limits, name);
}

/** A hold names jobs of its feed and its target: both must be seen. */
export function maySeeHold(limits: Limits, { feed, target }: Pick<Hold, 'feed' | 'target'>): boolean {
  if (limits.targets && (target === null || !maySeeTarget(limits, target))) return false;
  return !limits.sources || (feed !== null && maySeeSource(limits, feed));
}
