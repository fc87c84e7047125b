import type { ByteStream } from '../../core/bytes.ts';
import { type Clock, DAY } from '../../core/clock.ts';
import { type Fetch, fetchLimited, type HttpLimits } from '../../core/http.ts';
import { domainOf, isFreeMail } from '../domains.ts';
import type { NetworkFacts, Subject } from '../subject.ts';

/** What look-ups work with; there is none where `QUADWIRE_NETWORK_CHECKS` is off. */
export type LookUps = {
  readonly fetch: Fetch;
  readonly allowPrivate: readonly string[];
  readonly clock: Clock;
  /** Whether mail to a domain is taken; undefined when nobody knows. Absent where the runtime has no DNS. */
  readonly takesMail?: (domain: string) => Promise<boolean | undefined>;
};

/** Each look-up ends by itself; all of them run at once. */
const limits: HttpLimits = {
  timeoutMs: 6_000,
  idleMs: 4_000,
  maxRedirects: 5,
  maxBytes: 256 * 1024,
  maxRatio: 100,
  maxDepth: 1,
};

/** What the network says about an employer: whether its domain takes mail, its site answers, and how old the domain is. */
export async function networkFactsOf(
  lookUps: LookUps,
  { email, website }: Pick<Subject, 'email' | 'website'>,
): Promise<NetworkFacts> {
  const mail = domainOf(email);
  const own = domainOf(website) ?? (mail !== undefined && !isFreeMail(mail) ? mail : undefined);
  const [hasMx, siteAnswers, domainAgeDays] = await Promise.all([
    mail === undefined ? undefined : lookUps.takesMail?.(mail),
    website === undefined ? undefined : isAlive(lookUps, website),
    own === undefined ? undefined : ageOf(lookUps, own),
  ]);
  return {
    ...(hasMx === undefined ? {} : { hasMx }),
    ...(siteAnswers === undefined ? {} : { siteAnswers }),
    ...(domainAgeDays === undefined ? {} : { domainAgeDays }),
  };
}

/** What a web address did when it was opened. */
export type Opened =
  | { readonly kind: 'opens' }
  /** It answers that there is nothing, or nobody answers. */
  | { readonly kind: 'closed'; readonly answered: string };

/** Opens a web address as somebody who applies would, with every limit. */
export async function open(lookUps: LookUps, url: string): Promise<Opened> {
  const outcome = await fetchLimited(lookUps, { url, headers: { accept: 'text/html,*/*' } }, limits);
  if (outcome.kind === 'failed') return { kind: 'closed', answered: 'nobody answered there' };
  await beginningOf(outcome.body, 1);
  // Sites that keep programs out answer 401, 403 or 429 to us, and open for people.
  return [404, 410].includes(outcome.status) || outcome.status >= 500
    ? { kind: 'closed', answered: `it answered ${outcome.status}` }
    : { kind: 'opens' };
}

async function isAlive(lookUps: LookUps, url: string): Promise<boolean> {
  const outcome = await fetchLimited(lookUps, { url, headers: { accept: 'text/html,*/*' } }, limits);
  if (outcome.kind === 'failed' || outcome.status >= 500) return false;
  const page = await beginningOf(outcome.body, MOST);
  return ![404, 410].includes(outcome.status) && !isParked(page);
}

/** Pages that stand where a site is to come, or is for sale. */
function isParked(page: string): boolean {
  const text = page
    .replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>|<[^>]*>/gi, ' ')
    .replace(/\s+/g, ' ');
  return (
    text.length < 2_000 &&
    /\bdomain (?:is |may be )?(?:for sale|parked)|\bbuy this domain\b|\bcoming soon\b|\bunder construction\b|\bparked (?:free|domain)|\bdefault web ?page\b/i.test(
      text,
    )
  );
}

const RDAP = 'https://rdap.org/domain/';

/** Days since a domain was registered, by the registries' own service (RFC 9083). */
async function ageOf(lookUps: LookUps, domain: string): Promise<number | undefined> {
  const headers = { accept: 'application/rdap+json' };
  const outcome = await fetchLimited(
    lookUps,
    { url: `${RDAP}${encodeURIComponent(domain)}`, headers },
    limits,
  );
  if (outcome.kind === 'failed' || outcome.status !== 200) return undefined;
  const [, day] =
    /"eventAction"\s*:\s*"registration"[^}]*?"eventDate"\s*:\s*"([^"]+)"|"eventDate"\s*:\s*"([^"]+)"[^}]*?"eventAction"\s*:\s*"registration"/
      .exec(await beginningOf(outcome.body, MOST))
      ?.filter((part) => part !== undefined) ?? [];
  const registered = Date.parse(day ?? '');
  return Number.isNaN(registered)
    ? undefined
    : Math.max(0, Math.floor((lookUps.clock.now().getTime() - registered) / DAY));
}

const MOST = 64 * 1024;

/** A body's first characters; the rest is not read. */
async function beginningOf({ bytes }: ByteStream, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= most) break;
  }
  return text.slice(0, most);
}
