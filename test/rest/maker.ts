import type { Fetch } from '../../src/core/net/http.ts';
import { type ClientOptions, createClient } from '../../src/rest/rest-client.ts';
import type { CustomMap } from '../../src/rest/custom-fields.record.ts';
import { memoryLimiter } from '../../src/rest/rest-limiter.ts';
import type { anInstance } from '../instance/maker.ts';
import { manualClock } from '../setup/clock.ts';

export const baseUrl = 'https://school.test/api/public';

/** A request as a service of a test sees it. */
export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

/** A client of a service that answers as it is told, with all requests it saw; time passes only by waiting. */
export function aClient(
  answer: (request: Seen, call: number) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const clock = manualClock('2026-11-20T12:00:00Z');
  const seen: Seen[] = [];
  const waits: number[] = [];
  const fetch: Fetch = async (url, init) => {
    const { pathname, searchParams } = new URL(url);
    const request = {
      method: init.method,
      path: pathname.slice('/api/public'.length),
      query: searchParams,
      body: init.body === undefined ? undefined : JSON.parse(init.body),
      headers: init.headers,
    };
    seen.push(request);
    return answer(request, seen.length);
  };
  const wait = async (ms: number) => {
    waits.push(ms);
    clock.advance(ms);
  };
  const client = createClient({
    baseUrl,
    token: 'secret-token',
    fetch,
    clock,
    wait,
    random: () => 0.5,
    ...options,
  });
  return { client, clock, seen, waits, wait, fetch };
}

/** A client of an instance, with the calls it made; `after` may break a call that was carried out. */
export function clientOf<M extends CustomMap>(
  { app, clock }: Pick<Awaited<ReturnType<typeof anInstance>>, 'app' | 'clock'>,
  {
    after = () => {},
    ...options
  }: Partial<ClientOptions> & {
    readonly after?: ((method: string, url: string) => void) | undefined;
  } = {},
) {
  const calls: string[] = [];
  const fetch: Fetch = async (url, init) => {
    const { pathname, search } = new URL(url);
    calls.push(`${init.method} ${pathname.slice('/api/public/v1'.length)}${search}`);
    const answer = await app.request(url, {
      method: init.method,
      headers: init.headers,
      ...(init.body === undefined ? {} : { body: init.body }),
    });
    after(init.method, url);
    return answer;
  };
  const wait = async (ms: number) => {
    // Work of the instance takes real time: however slow the machine, no long pause ends before it.
    clock.advance(Math.min(ms, 1_000));
    await new Promise((done) => setTimeout(done, 20));
  };
  const client = createClient<M>({
    baseUrl,
    token: 'demo-token',
    fetch,
    clock,
    wait,
    limiter: memoryLimiter(clock, wait),
    ...options,
  });
  return { client, calls };
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
  });
}

/** A page of a list whose records are these. */
export function listPage(
  records: readonly unknown[],
  { query }: Pick<Seen, 'query'>,
  total = records.length,
) {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 20)];
  return json({
    page,
    perPage,
    total,
    className: 'employer',
    models: records.slice((page - 1) * perPage, page * perPage),
  });
}

export function employers(count: number, from = 1) {
  return Array.from({ length: count }, (_, index) => ({
    id: `e${from + index}`,
    name: `Employer ${from + index}`,
  }));
}

/** How a connection breaks after the request was sent. */
export function broken(code = 'ECONNRESET'): never {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
}
