import type { ByteStream } from '../../core/bytes.ts';
import { type Clock, DAY } from '../../core/clock.ts';
import { type Fetch, fetchLimited, type HttpLimits } from '../../core/net/http.ts';
import { present } from '../../core/present.ts';
import { domainOf, isFreeMail } from '../domains.ts';
import type { NetworkFacts, Subject } from '../subject.ts';

/** What look-ups work with; absent where `QUADWIRE_NETWORK_CHECKS` is off. */
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
  const [hasMx, siteAnswers, registration] = await Promise.all([
    mail === undefined ? undefined : lookUps.takesMail?.(mail),
    website === undefined ? undefined : isAlive(lookUps, website),
    own === undefined ? undefined : registrationOf(lookUps, own),
  ]);
  const domainAgeDays =
    registration instanceof Date ? ageInDays(registration, lookUps.clock.now()) : undefined;
  return present({ hasMx, siteAnswers, domainAgeDays });
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
    .replace(/<(?:script|style)[\s\S]*?(?:<\/(?:script|style)>|$)|<[^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ');
  return (
    text.length < 2_000 &&
    /\bdomain (?:is |may be )?(?:for sale|parked)|\bbuy this domain\b|\bcoming soon\b|\bunder construction\b|\bparked (?:free|domain)|\bdefault web ?page\b/i.test(
      text,
    )
  );
}

const RDAP = 'https://rdap.org/domain/';

/** When a domain was registered, by the registries' own service (RFC 9083); `unknown` when it says nothing of that. */
type Registration = Date | 'unknown' | 'not-asked';

async function registrationOf(lookUps: LookUps, domain: string): Promise<Registration> {
  const headers = { accept: 'application/rdap+json' };
  const outcome = await fetchLimited(
    lookUps,
    { url: `${RDAP}${encodeURIComponent(domain)}`, headers },
    limits,
  );
  if (outcome.kind === 'failed') return 'not-asked';
  // 400, 404: a domain or an ending that the service does not know. The rest (limits, faults) is no answer.
  if (outcome.status !== 200) return [400, 404].includes(outcome.status) ? 'unknown' : 'not-asked';
  const [, day] =
    /"eventAction"\s*:\s*"registration"[^}]*?"eventDate"\s*:\s*"([^"]+)"|"eventDate"\s*:\s*"([^"]+)"[^}]*?"eventAction"\s*:\s*"registration"/
      .exec(await beginningOf(outcome.body, MOST))
      ?.filter((part) => part !== undefined) ?? [];
  const registered = new Date(day ?? '');
  return Number.isNaN(registered.getTime()) ? 'unknown' : registered;
}

/** Whole days since a domain was registered. */
export function ageInDays(registered: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - registered.getTime()) / DAY));
}

/** What the network says of a domain, anyone who names it; what nobody knows is absent. */
export type DomainFacts = {
  readonly registeredAt?: Date;
  readonly hasMx?: boolean;
  readonly siteAnswers?: boolean;
};

/**
 * Looks a domain up; undefined when the registries could not be asked. They are asked first: where no answer comes
 * from them, our own network may be down, and no site is called dead for that.
 */
export async function lookUpDomain(lookUps: LookUps, domain: string): Promise<DomainFacts | undefined> {
  const registration = await registrationOf(lookUps, domain);
  if (registration === 'not-asked') return undefined;
  const [hasMx, siteAnswers] = await Promise.all([
    lookUps.takesMail?.(domain),
    answersSomewhere(lookUps, [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`]),
  ]);
  return present({
    registeredAt: registration === 'unknown' ? undefined : registration,
    hasMx,
    siteAnswers,
  });
}

async function answersSomewhere(lookUps: LookUps, urls: readonly string[]): Promise<boolean> {
  for (const url of urls) if (await isAlive(lookUps, url)) return true;
  return false;
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
