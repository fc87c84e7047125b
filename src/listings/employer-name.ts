import { getDomain } from 'tldts';
import { present } from './listing-absent.ts';
import { plainLine } from './html.ts';
import { isSharedSite } from './shared-sites.ts';

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
