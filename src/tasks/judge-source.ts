import { present } from '../core/present.ts';
import type { Feed } from '../feeds/store.ts';
import { decideDuplicates } from '../listings/duplicates/decide.ts';
import { directoryFacts } from '../screening/directory-facts.ts';
import { riskFacts } from '../screening/network/risk-list.ts';
import { domainOf } from '../screening/domains.ts';
import { subjectOf } from '../screening/listing-subject.ts';
import { screenSource } from '../screening/screen-source.ts';
import type { TaskContext } from './context.ts';

/** After a run: finds copies of its new and changed listings, and screens them. What a call that died left is made up for by the next. */
export async function judgeSource(
  { db, clock, log, riskList }: TaskContext,
  { id, name, definition }: Feed,
): Promise<void> {
  const duplicates = await decideDuplicates({ db, clock }, id);
  const directory = directoryFacts(db);
  const listed = await riskList?.();
  const multiEmployer = definition.multiEmployer === true;
  // Whoever added a feed of one employer has vouched for it; an agency's or aggregator's employers are known by their posts only.
  const screened = await screenSource({ db, clock }, { id, kind: 'feed' }, async ({ listing }) => ({
    network: riskFacts(subjectOf(listing, 'feed'), listed),
    history: { ownFeedAndApplyHost: !multiEmployer && isOwn(definition.url, listing.applyUrl) },
    proof: multiEmployer ? 0 : 3,
    multiEmployer,
    ...present({ feedDomain: domainOf(definition.url) }),
    // Of an aggregator's jobs some may pretend to be of an employer that a school knows.
    knownEmployers: multiEmployer ? await directory.knownEmployers(subjectOf(listing, 'feed')) : [],
  }));
  if (duplicates.judged > 0) log.info('source judged', { feed: name, ...duplicates, ...screened });
}

/** Whether people apply where the feed itself comes from (signal 38). */
function isOwn(feedUrl: string, applyUrl: string | undefined): boolean {
  const host = domainOf(feedUrl);
  return host !== undefined && host === domainOf(applyUrl);
}
