import type { Db } from '../db/db.ts';
import { allFeeds, lastRuns } from '../feeds/feeds.repository.ts';
import { holdsIn } from '../publishing/holds-store.ts';
import { targetHealth, waitingCounts } from '../publishing/status-store.ts';
import { countReviews } from '../screening/review-queue.repository.ts';
import { deadTasks } from '../platform/queue/tasks-store.ts';
import { allTargets, type Target } from '../targets/targets.repository.ts';

/** How everything stands, with what needs a person; `missing` tells the secrets that a target names and this process lacks. */
export async function healthOf(db: Db, missing: (target: Target) => readonly string[]) {
  const feeds = await allFeeds(db);
  const runs = await lastRuns(
    db,
    feeds.map(({ id }) => id),
  );
  const reviews = await countReviews(db, { state: 'waiting', general: true });
  const targets = await allTargets(db);
  const secrets = new Map(targets.map((target) => [target.name, missing(target)]));
  const atSchools = targets.map(({ id, name }) => [name, reviews.get(id) ?? 0] as const);
  return {
    targets: (await targetHealth(db)).map(({ byState, ...counts }) => ({
      ...counts,
      by_state: { ...byState },
      missing_secrets: [...(secrets.get(counts.name) ?? [])],
    })),
    feeds: feeds.map(({ id, name, state, nextAt }) => {
      const run = runs.get(id);
      return {
        name,
        state,
        run: run?.state ?? null,
        reason: run?.reason ?? null,
        listings: run?.listings ?? 0,
        next_at: nextAt.toISOString(),
      };
    }),
    holds: (await holdsIn(db, ['open'])).length,
    reviews: {
      general: reviews.get(null) ?? 0,
      at_targets: Object.fromEntries(atSchools.filter(([, jobs]) => jobs > 0)),
    },
    ...(await waitingCounts(db)),
    given_up: (await deadTasks(db)).map(({ name: task, key, failures, error, deadAt }) => ({
      task,
      key,
      failures,
      error,
      since: deadAt?.toISOString() ?? null,
    })),
  };
}
