import { getDomain } from 'tldts';
import { foldText } from '../../core/text.ts';
import type { Listing, Place } from '../listing.ts';
import { cellsOf } from '../listing-tables.ts';
import { subdivisionName } from '../places/subdivisions.ts';
import { isSharedSite } from '../shared-sites.ts';

/**
 * What names the employer better than its name (rule D2): the registrable domain of its own site. A feed of many employers gives
 * none: the site it names is often its own.
 */
export function aliasesOf({ employer }: Listing, multiEmployer: boolean): string[] {
  const domain = multiEmployer ? null : getDomain(employer.website ?? '');
  return domain === null || isSharedSite(domain) ? [] : [`domain:${domain}`];
}

/** The name that people use for a company that has several: `PwC`, `City of Boulder, Colorado`, `Mercy Health System`. */
export function usualNames(company: string, places: readonly Place[]): string[] {
  const [, authority, state, health] = several.exec(company) ?? [];
  const isHere = places.some(({ subdivision = '' }) =>
    [subdivision.slice(3).toLowerCase(), foldText(subdivisionName(subdivision) ?? '')].includes(state ?? ''),
  );
  const usual = shortNames.get(company) ?? health ?? (state === undefined || isHere ? authority : undefined);
  return usual === undefined ? [] : [`name:${usual}`];
}

const several =
  /^((?:city|town|village|county|township) of \S.*?|\S.* county)(?: (\p{L}+(?: \p{L}+){0,2}))?$|^(\S.* health)(?: systems?)?$/u;
const shortNames = new Map(cellsOf('companyNames').map(([name = '', short = '']) => [name, short]));
