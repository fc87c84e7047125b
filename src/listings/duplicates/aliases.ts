import { getDomain } from 'tldts';
import type { Listing } from '../listing.ts';

/**
 * What names the employer better than its name (rule D2): the registrable domain of its own site. A feed of many employers gives
 * none: the site it names is often its own.
 */
export function aliasesOf({ employer }: Listing, multiEmployer: boolean): string[] {
  const domain = multiEmployer ? null : getDomain(employer.website ?? '');
  return domain === null || hosts.has(domain) ? [] : [`domain:${domain}`];
}

/** Sites that host the pages of many employers. */
const hosts = new Set(
  (
    'greenhouse.io lever.co ashbyhq.com workable.com smartrecruiters.com recruitee.com breezy.hr personio.de personio.com teamtailor.com ' +
    'pinpointhq.com rippling.com bamboohr.com jobvite.com applytojob.com icims.com myworkdayjobs.com taleo.net oraclecloud.com eightfold.ai ' +
    'governmentjobs.com schooljobs.com peopleadmin.com pageuppeople.com usajobs.gov linkedin.com facebook.com instagram.com google.com'
  ).split(' '),
);
