import { MINUTE } from '../core/clock.ts';
import { feedById } from '../feeds/feeds.queries.ts';
import {
  type DueDomain,
  dueDomains,
  forgetDomain,
  keepFacts,
  listingsNaming,
  lookedUpInADay,
  type Naming,
  retryLater,
} from '../screening/network/domains.repository.ts';
import { ageInDays, type DomainFacts, type LookUps, lookUpDomain } from '../screening/network/look-ups.ts';
import { YOUNG_DAYS } from '../screening/signals/history.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import type { TaskContext } from './context.ts';
import { screenFeed } from './judge-source.ts';

/** One slice of the domains that are due, one after the other; the feeds whose listings were screened again for it. */
export async function lookUpDomains(context: TaskContext): Promise<readonly number[]> {
  const { db, clock, lookUps, stopping } = context;
  if (lookUps === undefined) return [];
  const perDay = (await loadSettings(db)).get('screening.lookUpsPerDay');
  const began = clock.now();
  const left = perDay - (await lookedUpInADay(db, began));
  const again = new Map<number, number[]>();
  for (const due of left > 0 ? await dueDomains(db, began, Math.min(left, IN_A_SLICE)) : []) {
    if (stopping() || clock.now().getTime() - began.getTime() > LONGEST_MS) break;
    for (const { listingId, sourceId } of await lookUpOne(context, lookUps, due))
      again.set(sourceId, [...(again.get(sourceId) ?? []), listingId]);
  }
  for (const [feedId, only] of again) {
    const feed = await feedById(db, feedId);
    if (feed !== undefined) await screenFeed(context, feed, only);
  }
  return [...again.keys()];
}

/** A runtime that counts requests allows this many: each domain takes up to four, and their redirects. */
const IN_A_SLICE = 10;
const LONGEST_MS = 4 * MINUTE;

/** The listings that are to be screened again, because what is known of the domain speaks against it, or did. */
async function lookUpOne(
  { db, clock }: TaskContext,
  lookUps: LookUps,
  { domain, facts: before }: DueDomain,
): Promise<readonly Naming[]> {
  const naming = await listingsNaming(db, domain);
  if (naming.length === 0) {
    await forgetDomain(db, domain);
    return [];
  }
  const found = await lookUpDomain(lookUps, domain);
  const now = clock.now();
  if (found === undefined) {
    await retryLater(db, domain, now);
    return [];
  }
  const concerned = speaksAgainst(found, now) || speaksAgainst(before, now) ? naming : [];
  await keepFacts(db, domain, { found, screenAgain: concerned.map(({ listingId }) => listingId), now });
  return concerned;
}

/** Whether signal 6 or 7 may hear something in it. */
function speaksAgainst({ registeredAt, hasMx, siteAnswers }: DomainFacts, now: Date): boolean {
  const isYoung = registeredAt !== undefined && ageInDays(registeredAt, now) < YOUNG_DAYS;
  return isYoung || hasMx === false || siteAnswers === false;
}
