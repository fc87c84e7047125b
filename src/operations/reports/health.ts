import { allFeeds, feedsWithoutSchool, lastRuns } from '../../feeds/feeds.queries.ts';
import { countUnresolved } from '../../picklists/picklists.queries.ts';
import { deadTasks } from '../../platform/queue/tasks.repository.ts';
import { liveListings } from '../../publishing/queries/publications.queries.ts';
import { countsOfTargets } from '../../publishing/queries/daily-counts.queries.ts';
import { holdsIn } from '../../publishing/holds/holds.queries.ts';
import {
  liveOf,
  numberOf,
  type PlaceCount,
  statesOf,
  toSend,
  waitsForYou,
} from '../../publishing/queries/place-counts.ts';
import { placeCounts } from '../../publishing/queries/job-states.queries.ts';
import { countReviews } from '../../screening/review-queue.queries.ts';
import { missingSecrets } from '../../targets/target-secrets.ts';
import { allTargets } from '../../targets/targets.queries.ts';
import { attentionFor, attentionToJson } from '../attention.operations.ts';
import type { Caller } from '../registry/operation.ts';
import { feedTexts, schoolTexts } from './feed-and-school-texts.ts';

/** How everything stands, with what needs a person. */
export async function healthOf(caller: Caller) {
  const { db, clock, isSecretSet = () => true } = caller;
  const feeds = await allFeeds(db);
  const runs = await lastRuns(db, feeds);
  const jobs = await liveListings(
    db,
    feeds.map(({ id }) => id),
  );
  const reviews = await countReviews(db, { state: 'waiting', general: true });
  const targets = await allTargets(db);
  const atSchools = targets.map(({ id, name }) => [name, reviews.get(id) ?? 0] as const);
  const places = await placeCounts(db);
  const lost = await feedsWithoutSchool(db);
  const byState = await countsOfTargets(db);
  const schoolWords = await schoolTexts(db, targets, places, clock.now());
  const feedWords = await feedTexts(db, feeds, places);
  return {
    attention: (await attentionFor(caller, places)).map(attentionToJson),
    targets: targets.map((target) => {
      const here = places.filter(({ targetId }) => targetId === target.id);
      return {
        name: target.name,
        state: target.state,
        state_text: schoolWords.get(target.id)?.word ?? '',
        ...numbersOf(here),
        by_state: { ...byState.get(target.id) },
        missing_secrets: [...missingSecrets(target, (name) => (isSecretSet(name) ? '' : undefined))],
      };
    }),
    feeds: feeds.map(({ id, name, state, nextAt }) => {
      const run = runs.get(id);
      return {
        name,
        state,
        state_text: feedWords.get(id)?.word ?? '',
        run: run?.state ?? null,
        reason: run?.reason ?? lost.get(name) ?? null,
        listings: run?.listings ?? 0,
        jobs: jobs.get(id) ?? 0,
        next_at: nextAt.toISOString(),
      };
    }),
    holds: (await holdsIn(db, ['open'])).length,
    reviews: {
      general: reviews.get(null) ?? 0,
      at_targets: Object.fromEntries(atSchools.filter(([, jobs]) => jobs > 0)),
    },
    unresolved: (await countUnresolved(db, {})).labels,
    waiting: numberOf(places, ...waiting),
    given_up: (await deadTasks(db)).map(({ name: task, key, failures, error, deadAt }) => ({
      task,
      key,
      failures,
      error,
      since: deadAt?.toISOString() ?? null,
    })),
  };
}

/** What is neither sent nor settled. */
const waiting = [...toSend, ...waitsForYou, 'unclear'] as const;

function numbersOf(here: readonly PlaceCount[]) {
  return {
    live: liveOf(here),
    due: numberOf(here, ...toSend, 'unclear'),
    attention: numberOf(here, ...waitsForYou),
    places: statesOf(here),
  };
}

/** Labels without an entry, and jobs that are neither sent nor settled, over all schools. */
export async function waitingCounts({ db }: Pick<Caller, 'db'>) {
  return {
    unresolved: (await countUnresolved(db, {})).labels,
    waiting: numberOf(await placeCounts(db), ...waiting),
  };
}
