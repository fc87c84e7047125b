import { getDomain } from 'tldts';
import type { Listing } from '../listing.ts';
import { isSharedSite } from '../shared-sites.ts';

/**
 * What names the employer better than its name (rule D2): the registrable domain of its own site. A feed of many employers gives
 * none: the site it names is often its own.
 */
export function aliasesOf({ employer }: Listing, multiEmployer: boolean): string[] {
  const domain = multiEmployer ? null : getDomain(employer.website ?? '');
  return domain === null || isSharedSite(domain) ? [] : [`domain:${domain}`];
}
