import { getDomain } from 'tldts';
import { present } from './listing-absent.ts';
import { plainLine } from './html.ts';
import { isSharedSite } from '../shared-sites.ts';

/** An employer's name as its readers know it: markup, quotes around it and a trailing job-board note gone, nothing else. */
export function employerName(source: string | undefined): string | undefined {
  const line = source === undefined ? undefined : present(plainLine(source));
  if (line === undefined) return undefined;
  const name = unquoted(line)
    .replace(
      /\s*[-–|:]\s*(?:careers?|jobs?|job openings?|current openings|career (?:page|site)|stellenangebote|offres d['’]emploi)$/i,
      '',
    )
    .replace(/\s+,/g, ',')
    .trim();
  if (
    name === '' ||
    /^(?:confidential|company confidential|anonymous|vertraulich|confidentiel|private advertiser|(?:your |the )?company name|nom (?:de (?:l['’]entreprise|la soci[eé]t[eé])|de compagnie|compagnie|entreprise)|firmenname|n ?\/ ?a)$/i.test(
      name,
    )
  )
    return undefined;
  return /^\S*\.?\w{2,}$/.test(name) && /^https?:/i.test(name) ? undefined : name;
}

/** `DT 92 (755A000018)`: a public body's number of an office, which nobody knows by it. */
export function isUnitCode(name: string): boolean {
  return (
    /^[\p{Lu}\d](?:[\p{Lu}\d ./-]*)(?:\s*\([\p{Lu}\d -]{4,}\))$/u.test(name) &&
    (name.match(/\d/g) ?? []).length >= 4
  );
}

/**
 * The employer that an applicant system has in its address: `jobs.lever.co/jumpcloud`. As the text writes it (`JumpCloud`), else with a
 * capital letter, which is then said to be read off the address.
 */
export function employerInAddress(
  addresses: readonly (string | undefined)[],
  text: string,
): { readonly name: string; readonly from: string } | undefined {
  for (const address of addresses) {
    const slug = slugIn(address);
    if (slug === undefined) continue;
    const words = slug.split(/[-_.]+/).filter((word) => word !== '');
    const letters = words.join('').replace(/(?<=.)/gu, "[ .&'’-]{0,3}");
    const written = new RegExp(`(?<![\\p{L}\\d])${letters}(?![\\p{L}\\d])`, 'iu').exec(
      text.slice(0, 20_000),
    )?.[0];
    const named = written?.replace(/[ .&'’-]+$/, '');
    if (named !== undefined && /\p{Lu}/u.test(named))
      return { name: named, from: 'the address, as the text writes it' };
    const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
    return { name, from: SLUG };
  }
  return undefined;
}

/** Provenance of a name that only the address gives. */
export const SLUG = 'employer_from_slug: the address alone names it';

/** The part of an applicant system's address that its customer chose: in the path, or before the system's own domain. */
function slugIn(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  if (url === null) return undefined;
  const path = inPath.test(url.hostname) ? url.pathname.split('/')[1] : undefined;
  const slug = path ?? beforeDomain.exec(url.hostname)?.[1];
  return slug === undefined || !/^[a-z][a-z0-9._-]{2,40}$/i.test(slug) || general.test(slug)
    ? undefined
    : slug.toLowerCase();
}

const inPath =
  /^(?:(?:job-)?boards(?:\.eu)?\.greenhouse\.io|jobs(?:\.eu)?\.lever\.co|jobs\.ashbyhq\.com|apply\.workable\.com|(?:jobs|careers)\.smartrecruiters\.com|ats\.rippling\.com|(?:www\.)?comeet\.com)$/;
const beforeDomain =
  /^([\w-]+)\.(?:bamboohr\.com|recruitee\.com|breezy\.hr|jobs\.personio\.(?:de|com)|teamtailor\.com|pinpointhq\.com|workable\.com|applytojob\.com|zohorecruit\.com|freshteam\.com|softgarden\.io)$/;
const general = /^(?:www|jobs?|careers?|apply|embed|api|app|boards?|hire|companies|en|search)$/i;

/** Without the quotes that stand on both sides. */
function unquoted(line: string): string {
  const isQuoted = /^["“”'‘«]/.test(line) && /["“”'’»]$/.test(line);
  // Each run of quotes is tried from its beginning only.
  return isQuoted ? line.replace(/^["“”'‘«]+|(?<!["“”'’»])["“”'’»]+$/g, '') : line;
}

/** The employer's site, as an address; not the page of a job board or applicant system. */
export function websiteOf(url: string | undefined): string | undefined {
  const line = present(url);
  if (line === undefined) return undefined;
  const address = URL.parse(/^https?:/i.test(line) ? line : `https://${line}`);
  if (address === null || !/^https?:$/.test(address.protocol)) return undefined;
  const domain = getDomain(address.hostname);
  return domain === null || isSharedSite(domain) ? undefined : address.href.replace(/\/$/, '');
}
