import { sha256 } from '../../core/fingerprint.ts';
import { foldText } from '../../core/text.ts';
import { canonicalUrl } from '../../listings/duplicates/canonical-url.ts';
import type { RawListing, RawPlace } from '../../listings/raw-listing.ts';
import type { IdentityBasis } from './feed-reading.ts';

/** What tells a job apart inside its feed (rule D1): its id, else its canonical address, else a hash of title, place, company and requisition. */
export function identityOf(raw: RawListing, basis: IdentityBasis): string {
  if ((basis === 'id' || basis === 'id-or-keys') && raw.identifier !== undefined) return raw.identifier;
  if (basis === 'keys' || basis === 'id-or-keys') return keysOf(raw);
  return canonicalUrl(raw.applyUrl ?? '') ?? canonicalUrl(raw.url ?? '') ?? keysOf(raw);
}

/** Whether two rows say the same of a job, its places apart. */
export function sameText(one: RawListing, other: RawListing): boolean {
  const [parts, others] = [textsOf(one), textsOf(other)];
  return parts.length === others.length && parts.every((part, index) => part === others[index]);
}

/** Everything that describes the job. */
export function textsOf({ title = '', description = '', sections }: RawListing): readonly string[] {
  const texts = [title, description];
  if (sections !== undefined) for (const { body } of sections) texts.push(body);
  return texts;
}

/** The places of both, each once. */
export function unitedPlaces(first: readonly RawPlace[], more: readonly RawPlace[]): RawPlace[] {
  const seen = new Set<string>();
  return [...first, ...more].filter((place) => {
    const key = placeKey(place);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function keysOf({ requisition, title = '', company, jobLocation = [] }: RawListing): string {
  const keys = [foldText(title), foldText(company?.name ?? ''), ...jobLocation.map(placeKey).toSorted()];
  return sha256([...keys, ...(requisition === undefined ? [] : [requisition])].join('|')).slice(0, 32);
}

function placeKey({ text, street, city, region, postalCode, country }: RawPlace): string {
  return [text, street, city, region, postalCode, country].map((part) => foldText(part ?? '')).join('|');
}
