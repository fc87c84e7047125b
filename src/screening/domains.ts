import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { companyKey } from '../listings/duplicates/company-key.ts';
import { distance } from '../core/nearest.ts';
import { fold } from '../core/text.ts';
import type { KnownEmployer } from './subject.ts';

/** Registrable domain of a mail address, a host or an address; undefined for none. */
export function domainOf(address: string | undefined): string | undefined {
  if (address === undefined || address.trim() === '') return undefined;
  const host =
    address.includes('@') && !address.includes('://') ? address.slice(address.lastIndexOf('@') + 1) : address;
  return getDomain(host.trim().toLowerCase()) ?? undefined;
}

/** The name within a domain: `acme` of `jobs.acme.co.uk`. */
export function nameOf(domain: string): string {
  return getDomainWithoutSuffix(domain) ?? domain.split('.')[0] ?? domain;
}

/** Mail that everybody can open, whatever the country of the address. */
export function isFreeMail(domain: string): boolean {
  return freeProviders.has(nameOf(domain));
}

const freeProviders = new Set(
  (
    'gmail googlemail yahoo ymail rocketmail outlook hotmail live msn aol aim icloud me mac proton protonmail pm tutanota tuta tutamail ' +
    'gmx mail inbox zoho zohomail fastmail hushmail yandex qq 163 126 sina rediffmail web freenet t-online orange laposte free sfr wanadoo ' +
    'libero virgilio tiscali uol bol terra naver daum hanmail consultant email usa europe post engineer workmail techie accountant ' +
    'contractor financier comcast verizon att sbcglobal bellsouth cox charter mailbox posteo disroot riseup autistici seznam wp onet interia abv ukr bk list'
  ).split(' '),
);

/** The known employer that this one says it is, by name. */
export function claimedEmployer(
  employer: string,
  text: string,
  known: readonly KnownEmployer[],
): KnownEmployer | undefined {
  if (known.length === 0) return undefined;
  const name = ` ${companyKey(employer)} `;
  const said = fold(text);
  return known.find((one) => {
    const key = companyKey(one.name);
    return (
      name.startsWith(` ${key} `) ||
      new RegExp(
        `\\b(?:on behalf of|here at|join|(?:professor|department|office|lab|team)\\b[^.!?]{0,40} (?:at|of)) ${escape(fold(one.name))}\\b`,
      ).test(said)
    );
  });
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Why a domain looks like that of a known employer without being it; undefined when it does not. */
export function looksLike(domain: string, known: KnownEmployer, claimed: boolean): string | undefined {
  if (domain === known.domain) return undefined;
  const [mine, theirs] = [nameOf(domain), nameOf(known.domain)];
  if (mine === theirs) return `${domain} is ${known.domain} under another ending`;
  if (domain.startsWith('xn--') || domain.includes('.xn--')) return `${domain} is written with other letters`;
  if (theirs.length >= 6 && distance(mine, theirs) <= (theirs.length >= 9 ? 2 : 1))
    return `${domain} is nearly ${known.domain}`;
  const extra = mine
    .split(theirs)
    .join(' ')
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  if (!mine.includes(theirs) || theirs.length < 4) return undefined;
  if (claimed || (mine.startsWith(theirs) && extra.every((word) => additions.has(word)))) {
    return `${domain} is ${known.domain} with "${extra.join(' ')}" added`;
  }
  return undefined;
}

const additions = new Set(
  (
    'career careers job jobs hr hiring recruit recruiting recruitment talent team staff staffing apply application onboarding payroll ' +
    'u uni univ university edu college campus student students alumni office portal login online support inc usa us llc group corp careerportal'
  ).split(' '),
);
