import { backoff } from '../core/backoff.ts';
import { collect } from '../core/bytes.ts';
import { type Clock, SECOND } from '../core/clock.ts';
import { type Fetch, fetchLimited, type HttpLimits } from '../core/http.ts';
import { jsonIn } from '../core/json.ts';
import type { Priority } from './bucket.ts';
import { failureOf } from './failures.ts';
import type { Limiter } from './limiter.ts';
import type { Failure, Outcome } from './outcomes.ts';
import { rateNews } from './rate-headers.ts';
import { isOffered, type Route } from './routes.ts';

/** What every call of a client is made with. */
export type Sending = {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: Fetch;
  readonly allowPrivate: readonly string[];
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly priority: Priority;
  readonly wait: (ms: number) => Promise<void>;
  readonly random: () => number;
  readonly timeoutMs: number;
  /** Routes for students are called only where this is set. */
  readonly allowStudents: boolean;
  /** Links of records are followed only where this is set. */
  readonly followLinks: boolean;
};

export type Request = {
  readonly route: Route;
  readonly query?: Query;
  readonly body?: unknown;
  /** May be sent again although it may have been carried out; by default GET and PUT may. */
  readonly repeatable?: boolean;
};
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Sends a request within the limits, repeats what may be repeated, and gives the JSON of the answer. */
export async function send(sending: Sending, request: Request): Promise<Outcome<unknown>> {
  const { route } = request;
  if (route.link === true && !sending.followLinks)
    return { kind: 'forbidden', reason: 'links are not followed unless followLinks is set' };
  if (route.link !== true && !isOffered(route))
    throw new Error(`${route.method} ${route.path} is not a route of the REST specification`);
  if (route.collection === 'students' && !sending.allowStudents)
    return { kind: 'forbidden', reason: 'routes for students are off unless allowStudents is set' };
  for (let attempt = 1; ; attempt += 1) {
    const taken = await sending.limiter.take(sending.priority);
    if (taken.kind === 'spent')
      return { kind: 'rateLimited', reason: 'the calls of the day are used up', until: taken.until };
    const { outcome, passing } = await sendOnce(sending, request);
    if (outcome.kind === 'answered' || !passing || attempt === MOST_ATTEMPTS || !mayRepeat(request, outcome))
      return outcome;
    // A 429 needs no pause of its own: the limiter holds every call until the service lets them in.
    if (outcome.kind !== 'rateLimited')
      await sending.wait(backoff(attempt, SECOND / 2, 30 * SECOND, sending.random));
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

/** `passing`: the failure may be gone the next time (connection errors, 409, 429, 502, 503, 504). */
type Sent = { readonly outcome: Outcome<unknown>; readonly passing: boolean };

async function sendOnce(sending: Sending, { route, query, body }: Request): Promise<Sent> {
  const { limiter, clock, token } = sending;
  const answer = await fetchLimited(
    sending,
    {
      url: addressOf(sending.baseUrl, route, query),
      method: route.method,
      headers: {
        authorization: `Token ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    { ...limits, timeoutMs: sending.timeoutMs },
  );
  const where = `${route.method} ${shapeOf(route)}`;
  if (answer.kind === 'failed')
    return {
      outcome: {
        kind: 'unavailable',
        reason: `${where}: ${answer.reason}`,
        carriedOut: answer.unsent === true || answer.why === 'address' ? 'no' : 'perhaps',
      },
      passing: answer.why === 'network' || answer.why === 'timeout',
    };
  const now = clock.now();
  const news = rateNews(answer.status, answer.headers, now);
  await limiter.hear(news);
  const bytes = await collect(answer.body, limits.maxBytes);
  const problem = answer.body.problem() ?? (bytes === undefined ? 'the answer is too long' : undefined);
  const value = problem === undefined ? jsonIn(new TextDecoder().decode(bytes)) : undefined;
  if (answer.status < 200 || answer.status > 299) {
    const bad = { where, status: answer.status, body: value, until: news.holdUntil ?? now };
    return { outcome: failureOf(bad), passing: [409, 429, 502, 503, 504].includes(answer.status) };
  }
  if (problem !== undefined) {
    const reason = `${where}: ${problem}`;
    return { outcome: { kind: 'unavailable', reason, carriedOut: 'perhaps' }, passing: true };
  }
  const outcome: Outcome<unknown> =
    value === undefined
      ? { kind: 'unreadable', reason: `${where}: the answer is not JSON` }
      : { kind: 'answered', value };
  return { outcome, passing: false };
}

function mayRepeat({ route, repeatable }: Request, failure: Failure): boolean {
  const harmless = repeatable ?? (route.method === 'GET' || route.method === 'PUT');
  if (failure.kind === 'rateLimited') return true;
  return failure.kind === 'unavailable' && (failure.carriedOut === 'no' || harmless);
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
