import { type Context, Hono } from 'hono';
import { fingerprint } from '../../core/fingerprint.ts';
import { readBody } from '../instance-body.ts';
import { answerInstead, type Ending, endingInstead, spoil } from '../faults/fault-effects.ts';
import type { FaultRule } from '../faults/fault-rules.ts';
import { strikesBefore } from '../faults/faults.ts';
import { hangUp } from '../faults/hang-up.ts';
import type { Instance } from '../reference-instance.ts';
import type { Batches } from './batches/batches.service.ts';
import { mostBytes } from './json-body.ts';
import type { Limiter } from './limits.service.ts';
import { failed, type Reply } from './replies.ts';
import { collectionsOf, findRoute, type Found, routesOf } from './routes.service.ts';

export const basePath = '/api/public';
export const jsonType = 'application/json;charset=UTF-8';

/** The REST API below its base address: who calls, how often, which route, its answer. */
export function restApi(instance: Instance, limiter: Limiter, batches: Batches): Hono {
  const routes = routesOf(collectionsOf(instance.profile));
  const api = new Hono();

  const answer = async (c: Context): Promise<Response> => {
    const { url, method } = c.req;
    const { pathname, searchParams } = new URL(url);
    const path = pathname.slice(basePath.length);
    const token = tokenOf(c.req.header('authorization'));
    if (token === undefined || !instance.tokens.has(token))
      return answered(c, unknownCaller, limiter.stranger());
    const admission = limiter.admit(token);
    const found = findRoute(routes, method, path);
    if (admission.retryAfter !== undefined) {
      await note(instance, method, path, found, 429);
      return answered(c, tooMany(admission.retryAfter), admission.headers);
    }
    const rules = instance.faults.strike(fitting(found, method, path));
    for (const { waitMs } of rules) if (waitMs > 0) await instance.wait(waitMs);
    const instead = rules.find((rule) => strikesBefore(rule) && rule.effect !== 'latency');
    if (instead !== undefined) {
      await note(instance, method, path, found, `not carried out (fault rule ${instead.text})`);
      return ended(c, endingOf(instead, url), admission.headers);
    }
    const call = { instance, batches, token, request: c.req.raw, parameters: searchParams };
    const reply = await replyOf(found, call);
    await note(instance, method, path, found, reply.status);
    const response = answered(c, reply, admission.headers);
    const after = rules.filter((rule) => !strikesBefore(rule));
    return after.length === 0 ? response : ended(c, await spoil(response, after), admission.headers);
  };

  api.all('*', async (c) => {
    const response = await answer(c);
    // An unexpected body is read to its end: its sender would otherwise lose the connection, or the answer.
    if (!c.req.raw.bodyUsed) await readBody(c.req.raw, mostBytes);
    return response;
  });
  return api;
}

async function replyOf(
  found: Found,
  call: Omit<Parameters<Extract<Found, { kind: 'route' }>['route']['answer']>[0], 'param'>,
): Promise<Reply> {
  if (found.kind === 'unknown') return failed(404, 'There is no such route.');
  if (found.kind === 'other method')
    return failed(405, 'This route does not have this method.', { allow: found.allow.join(', ') });
  await call.instance.seeding.done();
  return found.route.answer({ ...call, param: (name) => found.params[name] ?? '' });
}

function tokenOf(header: string | undefined): string | undefined {
  return /^Token\s+(\S+)\s*$/i.exec(header ?? '')?.[1];
}

const unknownCaller = failed(
  401,
  'Every request needs the header Authorization: Token <API_TOKEN> with a valid token.',
  { 'www-authenticate': 'Token' },
);

function tooMany(retryAfter: number): Reply {
  return failed(429, 'Rate Limit Exceeded', { 'retry-after': String(retryAfter) });
}

function answered(c: Context, reply: Reply, limits: Readonly<Record<string, string>>): Response {
  const headers = { 'content-type': jsonType, ...limits, ...reply.headers };
  const body = c.req.method === 'HEAD' ? null : JSON.stringify(reply.body);
  return new Response(body, { status: reply.status, headers });
}

/**
 * A rule `rest:<route>` fits by collection (`rest:employers`), by path or route (`rest:/v1/employers/{id}`), as the log of calls writes it
 * (`rest:GET /v1/employers`), or all (`rest:*`).
 */
function fitting(found: Found, method: string, path: string): (operation: string) => boolean {
  const route = found.kind === 'route' ? found.route.path : path;
  const names = new Set([path, route, '*', '', path.split('/')[2]]);
  return (operation) => {
    const [, asked = method, name] = /^rest:(?:([A-Z]+) )?(.*)$/.exec(operation) ?? [];
    return name !== undefined && asked === method && names.has(wholeRoute(name));
  };
}

/** A route that is written without what all of them begin with. */
function wholeRoute(name: string): string {
  return name.includes('/') ? `/v1/${name.replace(/^\/?(v1\/)?/, '')}` : name;
}

function endingOf(rule: FaultRule, url: string): Ending {
  if (rule.effect === 'http' || rule.effect === 'rate-limit' || rule.effect === 'fault') {
    const status = rule.effect === 'http' ? Number(rule.value) : rule.effect === 'fault' ? 500 : 429;
    const wait: Readonly<Record<string, string>> =
      rule.effect === 'rate-limit' ? { 'retry-after': rule.value ?? '1' } : {};
    const message = status === 429 ? 'Rate Limit Exceeded' : 'Trouble on demand';
    return answerInstead(JSON.stringify({ errors: { message } }), status, jsonType, wait);
  }
  return endingInstead(rule, url) ?? { kind: 'hang up' };
}

function ended(c: Context, ending: Ending, limits: Readonly<Record<string, string>>): Response {
  if (ending.kind === 'hang up') return hangUp(c);
  for (const [name, value] of Object.entries(limits)) ending.response.headers.set(name, value);
  return ending.response;
}

async function note(
  { calls, clock }: Instance,
  method: string,
  path: string,
  found: Found,
  outcome: number | string,
): Promise<void> {
  const route = found.kind === 'route' ? found.route.path : path.slice(0, 200);
  await calls.note({
    at: clock.now(),
    operation: `rest:${method} ${route}`,
    hash: fingerprint({ method, path }),
    outcome: String(outcome),
  });
}
