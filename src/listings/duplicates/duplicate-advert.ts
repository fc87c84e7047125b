import type { Listing } from '../listing.ts';
import { canonicalUrl, namesOnePosting } from './canonical-url.ts';
import { companyKey } from './company-key.ts';
import { usualNames } from './duplicate-aliases.ts';
import { placeKeys, type PlaceKey } from './place-keys.ts';
import { scramble, shinglesOf } from './shingles.ts';
import { signatureOf, type Signature } from './signature.ts';
import { titleKey } from './title-key.ts';

/** A listing as the rules of duplicates see it: keys and prints, no text. */
export type Advert = {
  readonly listingId: string;
  readonly feedId: string;
  readonly jobId: string;
  readonly kind: SourceKind;
  /** The feed carries jobs of many employers (aggregator, agency): a company's name is no identity there (D6). */
  readonly multiEmployer: boolean;
  readonly company: string;
  /** What names a company better than its name (D2): `domain:acme.com`, `tax:…`, `imported:…`. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly places: readonly PlaceKey[];
  /** Canonical addresses of the posting and of its application, where they name one posting. */
  readonly urls: readonly string[];
  readonly shingles: Uint32Array;
  readonly signature: Signature;
  /** Characters of the text. */
  readonly length: number;
  /** The text is an extract: it ends in an ellipsis, or has under 400 characters (D9). */
  readonly teaser: boolean;
  /** Milliseconds since 1970; unknown when the source gives none. */
  readonly postedAt?: number;
  /** When we first saw the listing; a source may date it earlier. */
  readonly seenAt?: number;
  /** When the listing ended; absent while it is alive. */
  readonly closedAt?: number;
};

/** Where a copy comes from, in the order in which copies are preferred (D9). */
export const sourceKinds = ['form', 'ats', 'site', 'partner', 'aggregator'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What the rules need to know about a listing besides itself. */
export type Origin = Pick<Advert, 'listingId' | 'feedId' | 'kind' | 'multiEmployer' | 'aliases'> & {
  readonly closedAt?: Date;
  /** When the listing was first seen: stands for the posting date where the source gives none. */
  readonly seenAt?: Date;
};

/** The advert of a listing. Costs about 0.1 ms: call it in steps (D11). */
export function advertOf(listing: Listing, origin: Origin): Advert {
  const urls = [listing.applyUrl, listing.sourceUrl].flatMap((address) => {
    const url = canonicalUrl(address ?? '');
    return url !== undefined && namesOnePosting(url) ? [url] : [];
  });
  const text = listing.descriptionText;
  const company = companyKey(listing.employer.empname ?? '');
  const shingles = shinglesOf(text);
  const stated = Date.parse(listing.postedAt ?? '');
  const postedAt = Number.isNaN(stated) ? origin.seenAt?.getTime() : stated;
  return {
    listingId: origin.listingId,
    feedId: origin.feedId,
    jobId: listing.jobId,
    kind: origin.kind,
    multiEmployer: origin.multiEmployer,
    company,
    aliases: [...origin.aliases, ...usualNames(company, listing.places)],
    title: titleKey(listing.job.job_title ?? '', listing.places, company),
    places: placeKeys(listing.places, listing.workplace),
    urls: [...new Set(urls)],
    shingles,
    signature: signatureOf(shingles),
    length: text.length,
    teaser: text.length < TEASER_LENGTH || /(…|\.\.\.)\s*$/.test(text),
    postedAt,
    seenAt: origin.seenAt?.getTime(),
    closedAt: origin.closedAt?.getTime(),
  };
}

const TEASER_LENGTH = 400;

/** The keys under which copies of an advert are found: exact ones (address; company, title and town) and open ones (title and town). */
export function lookupKeys(advert: Advert): { readonly exact: number[]; readonly open: number[] } {
  const towns = [...new Set(advert.places.map((place) => (place.city === '' ? place.country : place.city)))];
  const names = advert.company === '' ? advert.aliases : [advert.company, ...advert.aliases];
  const [title] = advert.title.split('\n');
  const exact = towns.flatMap((town) => names.map((name) => hashOf(`${name}\n${title}\n${town}`)));
  exact.push(...advert.urls.map((url) => hashOf(`url\n${url}`)));
  return { exact, open: towns.map((town) => hashOf(`${title}\n${town}`)) };
}

/** 32 bits, signed as Postgres stores them. Two texts may meet: anyone who finds an advert by key judges it after. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash, 31) + text.charCodeAt(at);
  return scramble(hash | 0) | 0;
}
