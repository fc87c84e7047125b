import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { insistOnClaim } from '../feeds/feeds.repository.ts';
import type { Feed } from '../feeds/feeds.queries.ts';
import { type Ending, endingListings, endListings, liveCount } from '../listings/listings.repository.ts';
import type { MissLimits } from '../listings/listing-state.ts';
import { employerCounts, endedSince, samplesOf } from '../listings/listings.queries.ts';
import { judgeRemovals, type RemovalFacts } from '../publishing/guard-run.ts';
import { nextHolds } from '../publishing/holds/holds.ts';
import { recordHolds } from '../publishing/holds/holds.repository.ts';
import { pastHolds } from '../publishing/holds/holds.queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { checkPages } from './check-pages.ts';
import type { RunServices } from './run-services.ts';

/** What was counted last: the format that it was read as, and what its document is known by. */
export type LastDocument = { readonly adapter: string; readonly print: string };

/**
 * Ends the listings of a feed that are missing past both limits, or whose closing date jumped into the past as long ago, after their own pages were
 * asked (R9) and within the shares of R5; else a hold keeps exactly these.
 */
export async function removeEnded(
  services: RunServices,
  feed: Feed,
  settings: Settings,
  { adapter, print }: LastDocument,
): Promise<void> {
  const { db, clock, worker } = services;
  const now = clock.now();
  const limits = limitsOf(feed, settings, adapter);
  const ending = await checkPages(services, feed, settings, await endingListings(db, feed.id, limits, now));
  const past = (await pastHolds(db, { sourceId: feed.id })).filter(({ kind }) => kind === 'share');
  if (ending.length === 0 && past.length === 0) return;
  const open = past.find(({ state }) => state === 'open' || state === 'muted');
  const facts = await factsOf(db, feed, ending, { now, counted: open?.counted ?? 0 });
  const reason = ending.length === 0 ? undefined : judgeRemovals(facts, settings);
  const steps = nextHolds(reason === undefined ? [] : [reason], past, print, now);
  const waits = steps.some(({ kind }) => kind === 'open' || kind === 'stays');
  const ids = ending.map(({ id }) => id);
  const sample = reason === undefined ? [] : await samplesOf(db, feed.name, ids);
  await db.transaction(async (tx) => {
    await insistOnClaim(tx, feed, worker);
    if (!waits) await endListings(tx, ids, now);
    await recordHolds(tx, { sourceId: feed.id }, steps, {
      fingerprint: print,
      sample,
      subjects: ids,
      window: { counted: facts.endedLately },
      now,
    });
  });
}

/** The limits of rule R3. A window of the latest jobs ends none by absence; pages and RSS lists are weaker evidence than full feeds. */
function limitsOf(
  { name, definition }: Feed,
  settings: Settings,
  adapter: string,
): Partial<MissLimits> & Pick<MissLimits, 'hours'> {
  const place = { feed: name };
  const isLoose =
    /^(html|rss|atom|sitemap)/.test(adapter) && settings.origin('delist.missRuns', place) === 'default';
  return {
    ...(definition.window !== true && {
      runs: settings.get(isLoose ? 'delist.missRunsPages' : 'delist.missRuns', place),
    }),
    hours: settings.get(isLoose ? 'delist.missHoursPages' : 'delist.missHours', place),
  };
}

/** `counted`: while a hold is open its 24 hours do not move on. */
async function factsOf(
  db: Db,
  feed: Feed,
  ending: readonly Ending[],
  { now, counted }: { readonly now: Date; readonly counted: number },
): Promise<RemovalFacts> {
  const since = new Date(now.getTime() - DAY);
  const byEmployer = Map.groupBy(ending, ({ employer }) => employer);
  const counts = await employerCounts(db, feed.id, [...byEmployer.keys()], since);
  return {
    source: feed.name,
    live: await liveCount(db, feed.id),
    endedLately: Math.max(counted, await endedSince(db, feed.id, since)),
    ending: [...byEmployer].map(([employer, group]) => {
      const { live = 0, ended = 0 } = counts.get(employer) ?? {};
      return {
        employer: employer === '' ? 'no named employer' : employer,
        live: live + ended,
        ending: group.length,
        endedLately: ended,
      };
    }),
  };
}
