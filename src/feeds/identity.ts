import { sha256 } from '../core/fingerprint.ts';
import { foldWords } from '../core/text.ts';
import type { RawListing, RawPlace } from '../listings/raw-listing.ts';
import type { IdentityBasis } from './reading.ts';

/** What tells a job apart inside its feed (rule D1): its id, else its canonical address, else a hash of title, place and company. */
export function identityOf(raw: RawListing, basis: IdentityBasis): string {
  if ((basis === 'id' || basis === 'id-or-keys') && raw.identifier !== undefined) return raw.identifier;
  const url = basis === 'id' || basis === 'url' ? canonicalUrl(raw.applyUrl ?? raw.url ?? '') : undefined;
  return url ?? keysOf(raw);
}

/** An address without what only tells where the reader came from; undefined when it is none. */
export function canonicalUrl(address: string): string | undefined {
  if (!URL.canParse(address.trim())) return undefined;
  const url = new URL(address.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const kept = [...url.searchParams].filter(([name]) => !isTracking(name));
  const query = new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
  const path = url.pathname.replace(/;jsessionid=[^/]*/i, '').replace(/\/+$/, '');
  const hash = /^#!?\//.test(url.hash) || /(?:gh_jid|jobid|reqid)/i.test(url.hash) ? url.hash : '';
  return `${url.protocol}//${url.host}${path}${query === '' ? '' : `?${query}`}${hash}`;
}

/**
 * The same for the same text, whatever the place: a number made of the title, the lengths of everything that describes the job, and
 * up to 256 of the characters of each.
 */
export function textKey(raw: RawListing): number {
  let key = 0x811c9dc5;
  let length = 0;
  for (const part of [raw.title, raw.description, ...(raw.sections ?? []).map(({ body }) => body)]) {
    if (part === undefined) continue;
    length += part.length;
    const step = Math.max(1, Math.floor(part.length / 256));
    for (let at = 0; at < part.length; at += step) key = Math.imul(key ^ part.charCodeAt(at), 0x01000193);
  }
  return (key >>> 0) * 2 ** 20 + (length % 2 ** 20);
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

function keysOf(raw: RawListing): string {
  const places = (raw.jobLocation ?? []).map(placeKey).toSorted();
  return sha256([foldWords(raw.title ?? ''), foldWords(raw.company?.name ?? ''), ...places].join('|')).slice(
    0,
    32,
  );
}

function placeKey({ text, street, city, region, postalCode, country }: RawPlace): string {
  return [text, street, city, region, postalCode, country].map((part) => foldWords(part ?? '')).join('|');
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.startsWith('utm_') || tracking.has(lower);
}

/** Query parameters that name a campaign, a referrer or a visit, never a job. */
const tracking = new Set(
  'gh_src ref referrer fbclid gclid msclkid mc_cid mc_eid lever-source lever-origin trk trackingid _ga jsessionid phpsessid sessionid session_id aspsessionid cfid cftoken'.split(
    ' ',
  ),
);
