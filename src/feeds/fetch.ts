import { present } from '../core/present.ts';
import { isNetworkAddress } from '../core/net/addresses.ts';
import { type ByteStream, collect } from '../core/bytes.ts';
import type { Clock } from '../core/clock.ts';
import { fetchLimited, type Fetch, type HttpHeaders, type HttpLimits } from '../core/net/http.ts';
import type { PageRequest } from './adapter.ts';
import { freshForMs, retryAfterMs } from './feed-freshness.ts';
import { isReservedByHeader, isStale, robotsVerdict, type RobotsState, type RobotsAnswer } from './robots.ts';

export type FetchDependencies = {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Says who we are: `Quadwire/1.0 (+https://…)`. */
  readonly userAgent: string;
  /** `host[:port]` of private addresses that may be used. */
  readonly allowPrivate: readonly string[];
  readonly robots: RobotsMemory;
  /** Opens `file:` addresses; absent where there are no files (Workers). */
  readonly openFile?: (address: string, validators: Validators) => Promise<FetchOutcome>;
};

/** What origins said about machines, remembered between runs. */
export type RobotsMemory = {
  readonly recall: (origin: string) => Promise<RobotsState | undefined>;
  readonly remember: (origin: string, state: RobotsState) => Promise<void>;
};

/** What the last answer gave to ask again with. */
export type Validators = { readonly etag?: string; readonly lastModified?: string };

export type FeedRequest = PageRequest & { readonly validators?: Validators };

export type FetchOutcome =
  | {
      readonly kind: 'modified';
      readonly source: ByteStream;
      /** Where it came from, after redirects. */
      readonly url: string;
      readonly contentType?: string;
      readonly validators: Validators;
      /** How long the source says that nothing new is to be had. */
      readonly freshForMs: number;
      /** How long its origin wants between two requests. */
      readonly crawlDelayMs?: number;
    }
  | { readonly kind: 'notModified'; readonly freshForMs: number }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly status?: number;
      /** Not before this the source wants to be asked again. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'optedOut'; readonly reason: string };

export const fetchLimits: HttpLimits = {
  timeoutMs: 30 * 60_000,
  idleMs: 120_000,
  maxRedirects: 5,
  maxBytes: 2_000_000_000,
  maxRatio: 250,
  maxDepth: 2,
};

/** Asks for a feed's document, politely: conditional, as who we are, and only where machines are welcome. */
export async function fetchFeed(
  dependencies: FetchDependencies,
  request: FeedRequest,
  limits: HttpLimits = fetchLimits,
): Promise<FetchOutcome> {
  const { validators = {} } = request;
  if (!isNetworkAddress(request.url)) return openLocal(dependencies, request.url, validators);
  const welcome = await askRobots(dependencies, request.url, limits);
  if (welcome.kind === 'optedOut') return welcome;
  if (welcome.kind === 'later') return { kind: 'failed', reason: welcome.reason };

  const outcome = await fetchLimited(
    dependencies,
    {
      url: request.url,
      headers: { ...headersOf(dependencies, validators), ...request.headers },
      method: request.method,
      body: request.body,
    },
    limits,
  );
  if (outcome.kind === 'failed') return { kind: 'failed', reason: outcome.reason };
  const { status, headers } = outcome;
  const now = dependencies.clock.now();
  if (status === 304) {
    await discard(outcome.body);
    return isConditional(validators)
      ? { kind: 'notModified', freshForMs: freshForMs(headers, now) }
      : { kind: 'failed', status, reason: 'HTTP 304 to a request without conditions' };
  }
  if (status !== 200) {
    await discard(outcome.body);
    const wait = retryAfterMs(headers.get('retry-after'), now);
    return { kind: 'failed', status, reason: `HTTP ${status}`, retryAfterMs: wait };
  }
  if (isReservedByHeader(headers.get('tdm-reservation'))) {
    await discard(outcome.body);
    return { kind: 'optedOut', reason: 'the answer reserves text and data mining rights' };
  }
  return {
    kind: 'modified',
    source: outcome.body,
    url: outcome.url,
    contentType: headers.get('content-type') ?? undefined,
    validators: validatorsOf(headers),
    freshForMs: freshForMs(headers, now),
    crawlDelayMs: welcome.crawlDelayMs,
  };
}

/** A file of this machine, where files may be read. */
async function openLocal(
  { openFile }: FetchDependencies,
  address: string,
  validators: Validators,
): Promise<FetchOutcome> {
  if (openFile === undefined)
    return { kind: 'failed', reason: 'only http and https addresses are fetched here' };
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase() ?? 'file';
  if (scheme === 'file') return openFile(address, validators);
  const reason = scheme.startsWith('http')
    ? 'a whole address was expected, like https://acme.example/jobs.xml'
    : `only http and https addresses and files are read, not ${scheme}:`;
  return { kind: 'failed', reason };
}

/** What the origin says about machines: from memory, else asked for now. */
async function askRobots(
  dependencies: FetchDependencies,
  address: string,
  limits: HttpLimits,
): Promise<ReturnType<typeof robotsVerdict>> {
  if (!URL.canParse(address)) return { kind: 'allowed' };
  const { origin } = new URL(address);
  const { robots, clock, userAgent } = dependencies;
  const remembered = await robots.recall(origin);
  if (remembered !== undefined && !isStale(remembered, clock.now()))
    return robotsVerdict(remembered, address, userAgent);
  const asked: RobotsState = {
    askedAt: clock.now().toISOString(),
    robots: await said(dependencies, `${origin}/robots.txt`, limits),
    tdm: await said(dependencies, `${origin}/.well-known/tdmrep.json`, limits),
  };
  await robots.remember(origin, asked);
  return robotsVerdict(asked, address, userAgent);
}

const ROBOTS_BYTES = 512_000;

async function said(dependencies: FetchDependencies, url: string, limits: HttpLimits): Promise<RobotsAnswer> {
  const short = { ...limits, timeoutMs: Math.min(limits.timeoutMs, 30_000), maxBytes: ROBOTS_BYTES };
  const outcome = await fetchLimited(
    dependencies,
    { url, headers: { 'user-agent': dependencies.userAgent } },
    short,
  );
  // An address that is refused is refused by the feed's own request, with the better reason.
  if (outcome.kind === 'failed')
    return outcome.why === 'address' ? { kind: 'none' } : { kind: 'unreachable', why: outcome.reason };
  if (outcome.status >= 500 || outcome.status === 429) {
    await discard(outcome.body);
    return { kind: 'unreachable', why: `HTTP ${outcome.status}` };
  }
  const bytes = outcome.status === 200 ? await collect(outcome.body, ROBOTS_BYTES) : undefined;
  if (bytes === undefined) {
    await discard(outcome.body);
    return { kind: 'none' };
  }
  return { kind: 'text', text: new TextDecoder().decode(bytes) };
}

function headersOf({ userAgent }: FetchDependencies, validators: Validators): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept:
      'application/xml, application/rss+xml, application/atom+xml, application/json, text/csv, text/html;q=0.8, */*;q=0.5',
    ...present({ 'if-none-match': validators.etag, 'if-modified-since': validators.lastModified }),
  };
}

function validatorsOf(headers: HttpHeaders): Validators {
  return present({
    etag: headers.get('etag') ?? undefined,
    lastModified: headers.get('last-modified') ?? undefined,
  });
}

function isConditional({ etag, lastModified }: Validators): boolean {
  return etag !== undefined || lastModified !== undefined;
}

/** Lets go of a body that is not read, and of its connection. */
async function discard(body: ByteStream): Promise<void> {
  for await (const _ of body.bytes) break;
}
