import { present } from '../core/present.ts';
import { claimFeed, giveFeedBack } from '../feeds/feeds.repository.ts';
import { type Feed, feedById } from '../feeds/feeds.queries.ts';
import { clearMarks, feedsInQueue, screeningQueueMarks } from '../listings/screening-queue.repository.ts';
import { decideDuplicates } from '../listings/duplicates/duplicate-decide.ts';
import { companyKey } from '../listings/duplicates/company-key.ts';
import { mainEmployers } from '../listings/duplicates/duplicates.repository.ts';
import { directoryFacts } from '../screening/directory-facts.ts';
import { riskFacts } from '../screening/network/risk-list.ts';
import { domainOf } from '../screening/domains.ts';
import { subjectOf } from '../screening/listing-subject.ts';
import { type Screened, screenSource } from '../screening/screen-source.ts';
import type { TaskContext } from './context.ts';
import { FEED_LEASE_MS, keepHolding } from './reach.ts';
import { settleClearances } from '../publishing/holds/settle-clearances.ts';

/** After a run: finds copies of the listings that it wrote, and screens them. What a call that died left is made up for by the next. */
export async function judgeSource(context: TaskContext, feed: Feed, written: readonly number[]) {
  const { db, clock, log } = context;
  const marks = await screeningQueueMarks(db, feed.id);
  if (marks === 0) return;
  // One mark is this run's own, where it wrote anything; any other says that more waits, and it is searched for.
  const only = marks === 1 && written.length > 0 ? written.toSorted((a, b) => a - b) : undefined;
  const duplicates = await decideDuplicates({ db, clock }, feed.id, only);
  const screened = await screenFeed(context, feed, only);
  await clearMarks(db, feed.id, marks);
  if (duplicates.judged > 0) log.info('source judged', { feed: feed.name, ...duplicates, ...screened });
}

/**
 * Judges what waits in feeds that nobody reads just now. A worker does so with the next reading; without one, what a person let count
 * would wait until a worker runs.
 */
export async function judgeWaiting(context: TaskContext): Promise<void> {
  const { db, clock, worker: by, reach } = context;
  for (const id of await feedsInQueue(db)) {
    const [now, feed] = [clock.now(), await feedById(db, id)];
    const until = new Date(now.getTime() + FEED_LEASE_MS);
    if (feed === undefined || !(await claimFeed(db, id, { by, now, until, limited: reach !== undefined })))
      continue;
    const letGo = keepHolding(context, id, () => {});
    try {
      await judgeSource(context, feed, []);
    } finally {
      letGo();
      await giveFeedBack(db, id, by);
    }
  }
}

/** Screens a feed's listings that wait for it, or of those these alone, and clears what may be shown. */
export async function screenFeed(
  { db, clock, riskList, lookUps }: TaskContext,
  { id, definition }: Feed,
  only?: readonly number[],
): Promise<Screened> {
  const directory = directoryFacts(db);
  const listed = await riskList?.();
  const isOfMany = definition.multiEmployer === true;
  const vouched = isOfMany ? new Set<string>() : await mainEmployers(db, id);
  if (!isOfMany && definition.employer !== undefined) vouched.add(companyKey(definition.employer));
  const asksDomains = isOfMany && lookUps !== undefined;
  const source = { id, kind: 'feed', asksDomains, ...present({ only }) } as const;
  const screened = await screenSource({ db, clock }, source, async ({ listing }) => {
    // Anyone who added a feed of one employer has vouched for it; an agency's or aggregator's employers are known by their posts only.
    const isVouched = vouched.has(companyKey(listing.employer.empname ?? ''));
    return {
      network: riskFacts(subjectOf(listing, 'feed'), listed),
      history: { ownFeedAndApplyHost: isVouched && isOwn(definition.url, listing.applyUrl) },
      proof: isVouched ? 3 : 0,
      multiEmployer: !isVouched,
      ...present({ feedDomain: domainOf(definition.url) }),
      // Of an aggregator's jobs some may pretend to be of an employer that a school knows.
      knownEmployers: isVouched ? [] : await directory.knownEmployers(subjectOf(listing, 'feed')),
    };
  });
  const judged = only === undefined ? { sourceId: id } : { ids: only };
  await db.transaction((tx) => settleClearances(tx, judged, clock.now()));
  return screened;
}

/** Whether people apply where the feed itself comes from (signal 38). */
function isOwn(feedUrl: string, applyUrl: string | undefined): boolean {
  const host = domainOf(feedUrl);
  return host !== undefined && host === domainOf(applyUrl);
}
