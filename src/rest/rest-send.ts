import { backoff } from '../core/backoff.ts';
import { checkOptions, type Kinds } from '../core/check-options.ts';
import { collect } from '../core/bytes.ts';
import { type Clock, SECOND } from '../core/clock.ts';
import {
  type Fetch,
  fetchLimited,
  type HttpHeaders,
  type HttpLimits,
  type HttpRequest,
} from '../core/net/http.ts';
import { jsonIn } from '../core/json.ts';
import { present } from '../core/present.ts';
import type { Priority, RateNews } from './bucket.ts';
import { failureOf, messageIn } from './failures.ts';
import type { Limiter } from './rest-limiter.ts';
import type { Failure } from './outcomes.ts';
import { rateNews } from './rate-headers.ts';
import { type Collection, isOffered, type Route } from './rest-routes.ts';

/** What every call of a client is made with. */
export type Sending = {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: Fetch;
  readonly allowPrivate: readonly string[];
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly priority: Priority;
  readonly wait: Wait;
  readonly random: () => number;
  readonly timeoutMs: number;
  /** Routes for students are called only where this is set. */
  readonly allowStudents: boolean;
  /** Links of records are followed only where this is set. */
  readonly followLinks: boolean;
  readonly hooks: Hooks;
  /** Names of custom fields that the service has described so far. */
  readonly customNames: Map<Collection, ReadonlySet<string>>;
  /** Ends the call: no request follows, and one under way is cut off. */
  readonly signal?: AbortSignal;
};

/** Waits for some milliseconds, or until the signal. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** What a caller may say of one call. */
export type CallOptions = {
  /** Ends the call, which then answers `unavailable`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, its waits and repeats included; of a list, for each page. */
  readonly timeout?: number | undefined;
};

/** What each of them may be. */
export const callKinds: Kinds<CallOptions> = { signal: 'an object', timeout: 'a number' };

/** What a client tells its caller of each request. What a hook throws rejects the call. */
export type Hooks = {
  readonly onRequest?: (request: RequestEvent) => void;
  readonly onResponse?: (request: RequestEvent, response: ResponseEvent) => void;
  readonly onRetry?: (request: RequestEvent, retry: RetryEvent) => void;
};
export type RequestEvent = {
  /** Sent as `X-Request-Id`. */
  readonly requestId: string;
  readonly method: Route['method'];
  /** The route without ids: `/v1/employers/{id}`. */
  readonly route: string;
  /** The whole address; ids and keywords in it may be a person's. */
  readonly url: string;
  /** 1 for the first request of a call, at most 5. */
  readonly attempt: number;
};
export type ResponseEvent = {
  /** Absent where no answer came. */
  readonly status?: number | undefined;
  readonly ms: number;
  /** What the answer's headers said of the token's limits. */
  readonly limits?: RateNews;
  /** Absent where the answer is what the caller gets. */
  readonly failure?: Failure;
};
export type RetryEvent = {
  readonly failure: Failure;
  /** Milliseconds until the next request; 0 where the limits decide. */
  readonly waitMs: number;
};

export type Request = {
  readonly route: Route;
  readonly query?: Query;
  readonly body?: unknown;
  /** May be sent again although it may have been carried out; by default GET and PUT may. */
  readonly repeatable?: boolean;
};
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The JSON of an answer, with what its failure would say if it cannot be read. */
export type Received =
  | { readonly kind: 'answered'; readonly value: unknown; readonly about: About }
  | Failure;
/** What is known of an answer besides its body. */
export type About = Pick<Failure, 'status' | 'requestId'>;

/** A client's sending for one call. */
export function withOptions(
  sending: Sending,
  options: CallOptions = {},
  kinds: Kinds<CallOptions> = callKinds,
): Sending {
  const { signal, timeout } = checkOptions('a call', options, kinds);
  const signals = [sending.signal, signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)];
  const given = signals.filter((one) => one !== undefined);
  return given.length === 0 ? sending : { ...sending, signal: AbortSignal.any(given) };
}

/** Sends a request within the limits, repeats what may be repeated, and gives the JSON of the answer. */
export async function send(sending: Sending, request: Request): Promise<Received> {
  const refusal = refusalOf(sending, request.route);
  if (refusal !== undefined) return refusal;
  const { limiter, signal, hooks } = sending;
  let last: Failure | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const taken = await limiter.take(sending.priority, signal);
    if (taken.kind === 'ended')
      return last ?? { kind: 'unavailable', reason: endedBy(signal), carriedOut: 'no' };
    if (taken.kind === 'spent')
      return { kind: 'rateLimited', reason: 'the calls of the day are used up', until: taken.until };
    const event = eventOf(sending, request, attempt);
    const { outcome, passing } = await sendOnce(sending, request, event);
    if (outcome.kind === 'answered' || !passing || attempt === MOST_ATTEMPTS || !mayRepeat(request, outcome))
      return outcome;
    last = outcome;
    // A 429 needs no pause of its own: the limiter holds every call until the service lets them in.
    const waitMs =
      outcome.kind === 'rateLimited' ? 0 : backoff(attempt, SECOND / 2, 30 * SECOND, sending.random);
    hooks.onRetry?.(event, { failure: outcome, waitMs });
    if (waitMs > 0) await sending.wait(waitMs, signal);
  }
}

const MOST_ATTEMPTS = 5;
const limits: Omit<HttpLimits, 'timeoutMs'> = {
  idleMs: 30 * SECOND,
  maxRedirects: 0,
  maxBytes: 100 * 2 ** 20,
  maxRatio: 1_000,
  maxDepth: 1,
};

/** Why a route is not called at all. */
function refusalOf({ followLinks, allowStudents }: Sending, route: Route): Failure | undefined {
  if (route.link === true && !followLinks)
    return { kind: 'forbidden', reason: 'links are not followed unless followLinks is set' };
  if (route.link !== true && !isOffered(route))
    throw new Error(`${route.method} ${route.path} is not a route of the REST specification`);
  if (route.collection === 'students' && !allowStudents)
    return { kind: 'forbidden', reason: 'routes for students are off unless allowStudents is set' };
  return undefined;
}

/** `passing`: the failure may be gone the next time (connection errors, 409, 429, 502, 503, 504). */
type Sent = {
  readonly outcome: Received;
  readonly passing: boolean;
  readonly status?: number;
  readonly limits?: RateNews;
};

/** Sends a request once, and tells the hooks. */
async function sendOnce(sending: Sending, request: Request, event: RequestEvent): Promise<Sent> {
  const { hooks, clock } = sending;
  const began = clock.now().getTime();
  hooks.onRequest?.(event);
  const sent = await exchange(sending, request, event);
  hooks.onResponse?.(event, {
    status: sent.status,
    ms: clock.now().getTime() - began,
    ...present({
      limits: sent.limits,
      failure: sent.outcome.kind === 'answered' ? undefined : sent.outcome,
    }),
  });
  return sent;
}

/** Sends a request, and reads what comes. */
async function exchange(sending: Sending, request: Request, event: RequestEvent): Promise<Sent> {
  const { limiter, clock, signal } = sending;
  const { method, route, requestId } = event;
  const where = `${method} ${route}`;
  const answer = await fetchLimited(sending, httpRequest(sending, request, event), {
    ...limits,
    timeoutMs: sending.timeoutMs,
  });
  const broken = (problem: string) => `${where}: ${signal?.aborted === true ? endedBy(signal) : problem}`;
  if (answer.kind === 'failed') {
    const carriedOut = answer.unsent === true || answer.why === 'address' ? 'no' : 'perhaps';
    const passing = answer.why === 'network' || answer.why === 'timeout';
    return {
      outcome: { kind: 'unavailable', reason: broken(answer.reason), carriedOut, requestId },
      passing,
    };
  }
  const { status, headers } = answer;
  const about: About = { status, requestId: requestIdIn(headers) ?? requestId };
  const now = clock.now();
  const news = rateNews(status, headers, now);
  await limiter.hear(news);
  const bytes = await collect(answer.body, limits.maxBytes);
  const problem = answer.body.problem() ?? (bytes === undefined ? 'the answer is too long' : undefined);
  const text = problem === undefined ? textOf(bytes, headers) : '';
  const value = jsonIn(text);
  const sent = { status, limits: news };
  if (status < 200 || status > 299) {
    const failure = failureOf({ where, status, body: value, until: news.holdUntil ?? now });
    const outcome = { ...failure, ...about, message: messageIn(value, text) };
    return { ...sent, outcome, passing: [409, 429, 502, 503, 504].includes(status) };
  }
  if (problem !== undefined) {
    const outcome = {
      kind: 'unavailable',
      reason: broken(problem),
      carriedOut: 'perhaps',
      ...about,
    } as const;
    return { ...sent, outcome, passing: true };
  }
  if (value === undefined) {
    const outcome = { kind: 'unreadable', reason: `${where}: the answer is not JSON`, ...about } as const;
    return { ...sent, outcome, passing: false };
  }
  return { ...sent, outcome: { kind: 'answered', value, about }, passing: false };
}

function httpRequest({ token, signal }: Sending, { body }: Request, event: RequestEvent): HttpRequest {
  return {
    url: event.url,
    method: event.method,
    headers: {
      authorization: `Token ${token}`,
      accept: 'application/json',
      'x-request-id': event.requestId,
      ...(body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
    },
    signal,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function mayRepeat({ route, repeatable }: Request, failure: Failure): boolean {
  const harmless = repeatable ?? (route.method === 'GET' || route.method === 'PUT');
  if (failure.kind === 'rateLimited') return true;
  return failure.kind === 'unavailable' && (failure.carriedOut === 'no' || harmless);
}

function eventOf({ baseUrl }: Sending, { route, query }: Request, attempt: number): RequestEvent {
  return {
    requestId: crypto.randomUUID(),
    method: route.method,
    route: shapeOf(route),
    url: addressOf(baseUrl, route, query),
    attempt,
  };
}

/** A body as text, in the charset that its headers name; UTF-8 where they name none, or one that nobody knows. */
function textOf(bytes: Uint8Array | undefined, headers: HttpHeaders): string {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    throw error;
  }
}

/** The service's own id of a request, under the usual names. */
function requestIdIn(headers: HttpHeaders): string | undefined {
  const names = ['x-request-id', 'request-id', 'x-correlation-id'];
  return names.map((name) => headers.get(name)).find((id) => id !== null && id !== '') ?? undefined;
}

/** Why a signal ended a call. */
export function endedBy(signal: AbortSignal | undefined): string {
  const isTimeout = signal?.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return isTimeout ? 'the time of the call is over' : 'the caller ended the call';
}

function addressOf(baseUrl: string, { path }: Route, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const one of value) parameters.append(`${name}[]`, one);
    else parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return `${baseUrl.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}

/** A route as messages may show it: ids may be a person's. */
function shapeOf({ path }: Route): string {
  const [, version, first, ...rest] = path.split('/');
  const shown =
    first === 'picklists' || first === 'fields'
      ? rest
      : rest.map((part) => (fixed.has(part) ? part : '{id}'));
  return ['', version, first, ...shown].join('/');
}
const fixed = new Set(['schoolStudentId', 'applications', 'rights']);
