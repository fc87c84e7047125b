import robotsModule from 'robots-parser';
import { jsonIn } from '../core/json.ts';

/** The package's types speak of an ES module with a default; what it is is the function itself. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

/** What an origin says about machines, as it was last asked. Kept with the feeds, so that workers share it. */
export type RobotsState = {
  /** ISO 8601. */
  readonly askedAt: string;
  readonly robots: RobotsAnswer;
  /** `/.well-known/tdmrep.json`: reservations of text and data mining. */
  readonly tdm: RobotsAnswer;
};

export type RobotsAnswer =
  | { readonly kind: 'text'; readonly text: string }
  /** No robots.txt, which allows everything. */
  | { readonly kind: 'none' }
  /**
   * The host did not answer, or with an error of its own: nothing is allowed until it does (RFC 9309, 2.3.1.4).
   * `why`: the status, or what failed of the connection, never with the address; states stored by earlier versions lack it.
   */
  | { readonly kind: 'unreachable'; readonly why?: string };

export type RobotsVerdict =
  /** `crawlDelayMs`: how long the origin wants between two requests. */
  | { readonly kind: 'allowed'; readonly crawlDelayMs?: number }
  | { readonly kind: 'optedOut'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Whether the origin has to be asked again: after a day, or an hour when it did not answer. */
export function isStale(state: RobotsState | undefined, now: Date): boolean {
  if (state === undefined) return true;
  const age = now.getTime() - Date.parse(state.askedAt);
  return age < 0 || age >= (state.robots.kind === 'unreachable' ? HOUR_MS : DAY_MS);
}

/** Whether an address may be read, by what its origin says. */
export function robotsVerdict(state: RobotsState, address: string, userAgent: string): RobotsVerdict {
  const url = new URL(address);
  if (state.robots.kind === 'unreachable') {
    const { why } = state.robots;
    const because = why === undefined ? '' : `: ${why}`;
    return { kind: 'later', reason: `robots.txt of ${url.host} could not be read${because}` };
  }
  let crawlDelayMs = 0;
  if (state.robots.kind === 'text') {
    const rules = robotsParser(`${url.origin}/robots.txt`, state.robots.text);
    crawlDelayMs = Math.min((rules.getCrawlDelay(productOf(userAgent)) ?? 0) * 1_000, LONGEST_CRAWL_DELAY_MS);
    if (rules.isAllowed(address, productOf(userAgent)) === false)
      return { kind: 'optedOut', reason: `robots.txt of ${url.host} does not allow this address` };
  }
  if (state.tdm.kind === 'text' && isReserved(state.tdm.text, url.pathname))
    return { kind: 'optedOut', reason: `${url.host} reserves its text and data mining rights` };
  return crawlDelayMs > 0 ? { kind: 'allowed', crawlDelayMs } : { kind: 'allowed' };
}

/** Longer ones would leave a run no time to end. */
const LONGEST_CRAWL_DELAY_MS = 60_000;

/** The `tdm-reservation` header of an answer (TDM Reservation Protocol). */
export function isReservedByHeader(header: string | null): boolean {
  return header?.trim() === '1';
}

/** `<meta name="tdm-reservation" content="1">` in a page. */
export function isReservedByPage(html: string): boolean {
  for (const [tag] of html.matchAll(/<meta\s[^<>]*\btdm-reservation\b[^<>]*>/gi))
    if (/\bname\s*=\s*["']?tdm-reservation\b/i.test(tag) && /\bcontent\s*=\s*["']?\s*1\s*["'\s/>]/i.test(tag))
      return true;
  return false;
}

/** What robots.txt calls us: `Quadwire` of `Quadwire/1.0 (+https://…)`. */
function productOf(userAgent: string): string {
  return userAgent.replace(/[/\s].*$/s, '');
}

/** The first rule whose location fits decides; `*` stands for anything, `$` for the end. */
function isReserved(text: string, path: string): boolean {
  const rules = jsonIn(text);
  if (!Array.isArray(rules)) return false;
  for (const rule of rules) {
    if (
      typeof rule !== 'object' ||
      rule === null ||
      !('location' in rule) ||
      typeof rule.location !== 'string'
    )
      continue;
    if (fits(rule.location, path)) return 'tdm-reservation' in rule && Number(rule['tdm-reservation']) === 1;
  }
  return false;
}

function fits(location: string, path: string): boolean {
  const pieces = location.replace(/\$$/, '').split('*');
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const found = path.indexOf(piece, at);
    if (found < 0 || (index === 0 && found !== 0)) return false;
    at = found + piece.length;
  }
  return !location.endsWith('$') || at === path.length;
}
