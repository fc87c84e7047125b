import { present } from '../core/present.ts';
import { candidateIds, candidatesById, wholeListings } from '../publishing/candidates.queries.ts';
import { sourcesAt } from '../publishing/queries/sources.queries.ts';
import type { Listing } from '../listings/listing.ts';
import type { SourceTerms } from '../publishing/wanted.ts';
import { subjectOf } from '../screening/listing-subject.ts';
import { policyFactsOf } from '../screening/policy-facts.ts';
import { policyHits, type PolicyHit } from '../screening/policy.ts';
import { askNoMore, askSchool } from '../screening/schools/school-policies.repository.ts';
import { type SchoolTerms, schoolTerms } from '../screening/screening.queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Target } from '../targets/targets.queries.ts';
import type { TaskContext } from './context.ts';

const PAGE = 500;

/**
 * Holds listings against a school's own policy, before they are planned there: what it refuses is not sent, what it wants to see waits for
 * its staff, until it meets no rule any more. Schools without a policy cost next to nothing.
 */
export async function askSchools(
  { db, clock }: TaskContext,
  target: Target,
  settings: Settings,
  since: Date | undefined,
): Promise<void> {
  const terms = await schoolTerms(db, target.id);
  if (Object.keys(terms.rules).length === 0 && !terms.approvesForms) return askNoMore(db, target.id);
  const sources = await sourcesAt(db, settings, target);
  const now = clock.now();
  const sourceIds = [...sources.addressing.keys()];
  const asked = { targetId: target.id, now, sourceIds, closeHours: settings.get('delist.closeHours') };
  const ids = await candidateIds(db, { ...asked, ...present({ since }) });
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = await candidatesById(db, ids.slice(from, from + PAGE), sources);
    const live = page.filter(({ state }) => state !== 'ended');
    const whole = await wholeListings(
      db,
      live.map(({ listingId }) => listingId),
    );
    const unasked: number[] = [];
    for (const candidate of live) {
      const listing = whole.get(candidate.listingId)?.listing;
      if (listing === undefined) continue;
      const { kind, multiEmployer: thirdParty } = candidate.source;
      const hits = hitsAt(target, terms, { listing, kind, thirdParty });
      const asks = hits.length > 0 || (terms.approvesForms && kind === 'form');
      if (asks) await askSchool(db, { targetId: target.id, listingId: candidate.listingId, hits, at: now });
      else unasked.push(candidate.listingId);
    }
    await askNoMore(db, target.id, unasked);
  }
}

/** Which of a school's rules a job meets. */
export function hitsAt(
  { definition: { country } }: Target,
  { rules }: SchoolTerms,
  { listing, kind, thirdParty }: { listing: Listing; kind: SourceTerms['kind']; thirdParty: boolean },
): readonly PolicyHit[] {
  const facts = policyFactsOf(listing, { thirdParty, ...present({ schoolCountry: country }) });
  return policyHits(subjectOf(listing, kind), facts, rules);
}
