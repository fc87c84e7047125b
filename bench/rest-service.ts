import type { Fetch } from '../src/core/net/http.ts';
import { createLimiter, defaultLimits } from '../src/instance/rest/limits.service.ts';
import type { SimulatedTime } from './simulated-time.ts';

const ROUND_TRIP_MS = 150;
const MS_PER_RECORD = 4;

/** A REST service in simulated time, with the reference instance's own limits and answers of the documented form. */
export function simulatedService({ clock, wait }: SimulatedTime, employers: number) {
  const limiter = createLimiter(defaultLimits, clock);
  const calls = { lists: 0, batches: 0, polls: 0, other: 0, tooMany: 0 };
  const batches = new Map<string, { readonly count: number; readonly readyAt: number }>();

  const answer = (path: string, query: URLSearchParams, method: string, body: unknown): unknown => {
    const now = clock.now().getTime();
    const id = path.split('/')[3] ?? '';
    const batch = batches.get(id);
    if (batch !== undefined) {
      calls.polls += 1;
      const done = now >= batch.readyAt;
      const responses = done ? Array.from({ length: batch.count }, (_, index) => ({ id: `e${index}` })) : [];
      return {
        id,
        status: done ? 'completed' : 'processing',
        total: batch.count,
        className: 'employer',
        responses,
      };
    }
    if (query.get('batch') === '1' && Array.isArray(body)) {
      calls.batches += 1;
      const name = `b${batches.size + 1}`;
      batches.set(name, { count: body.length, readyAt: now + body.length * MS_PER_RECORD });
      return {
        id: name,
        status: 'pending',
        total: body.length,
        className: 'employer',
        results_url: `/v1/batch/${name}`,
      };
    }
    if (method !== 'GET' || id !== '') {
      calls.other += 1;
      return { id: 'e1', name: 'Employer 1' };
    }
    calls.lists += 1;
    const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))];
    const count = Math.max(0, Math.min(perPage, employers - (page - 1) * perPage));
    const models = Array.from({ length: count }, (_, index) => ({ id: `e${(page - 1) * perPage + index}` }));
    return { page, perPage, total: employers, className: 'employer', models };
  };

  const fetch: Fetch = async (url, { method, body }) => {
    await wait(ROUND_TRIP_MS / 2);
    const { pathname, searchParams } = new URL(url);
    const { retryAfter, headers } = limiter.admit('token');
    if (retryAfter !== undefined) calls.tooMany += 1;
    const path = pathname.slice('/api/public'.length);
    const value =
      retryAfter === undefined
        ? answer(path, searchParams, method, body === undefined ? undefined : JSON.parse(body))
        : { errors: { message: 'Rate Limit Exceeded' } };
    await wait(ROUND_TRIP_MS / 2);
    const wanted = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return new Response(JSON.stringify(value), {
      status: retryAfter === undefined ? 200 : 429,
      headers: { 'content-type': 'application/json;charset=UTF-8', ...headers, ...wanted },
    });
  };
  return { fetch, calls };
}

export const serviceTimes = { roundTripMs: ROUND_TRIP_MS, msPerRecord: MS_PER_RECORD };
