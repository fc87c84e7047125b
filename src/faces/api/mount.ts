import { Hono } from 'hono';
import { carriedOutOnce } from '../../platform/accounts/replays.ts';
import { type Actor, mayDo } from '../../platform/accounts/permissions.ts';
import { fingerprint, sha256 } from '../../core/fingerprint.ts';
import { nearest } from '../../core/nearest.ts';
import { listInput } from '../../operations/registry/paging.ts';
import type { WebContext, WebDeps, WebEnv } from '../web/env.ts';
import { refuse } from '../web/errors.ts';
import { textAnswer } from '../web/short-answer.ts';
import { type ApiCall, type ApiOutcome, type ApiRoute, noBody } from './route.ts';

/** Serves the routes of the API: who may, what is given, what comes back. */
export function mountApi(deps: WebDeps, routes: readonly ApiRoute[]): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const route of routes) {
    // Of an act like `/plans/{id}/send` the thing itself is compared.
    const shown = [route.path, route.path.replace(/\/[a-z-]+$/, '')]
      .flatMap((at) => routes.find(({ method, path }) => method === 'get' && path === at) ?? [])
      .at(0);
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const actor = c.get('actor');
      if (!actor) {
        c.header('www-authenticate', 'Bearer');
        return refuse(c, 401, 'Authorization: Bearer TOKEN was expected.');
      }
      if (!mayDo(actor, route.permission))
        return refuse(c, 403, `${actor.name} lacks the permission \`${route.permission}\`.`);
      const stray = route.method === 'get' ? strayParameter(c.req.query(), route) : undefined;
      if (stray !== undefined) return refuse(c, 400, stray);
      const body = await bodyOf(c, route);
      if (body.kind === 'unreadable') return refuse(c, 400, body.detail);
      const call = {
        deps,
        actor,
        params: c.req.param(),
        query: c.req.query(),
        body: body.value,
      };
      const mismatch = await changedSince(c, call, shown);
      if (mismatch !== undefined) return refuse(c, 412, mismatch);
      const run = async () => answer(c, await route.run(call));
      return route.method === 'post' && !route.secret ? onceOnly(c, deps, actor, body.value, run) : run();
    });
  }
  app.all('*', (c) => otherMethod(c, methodsAt(routes, c.req.path.slice(BASE.length))));
  return app;
}

/**
 * A parameter that is not of this address: a misspelt filter, left out, would give everything. A request for a page of what is always
 * given whole gets all of it.
 */
function strayParameter(query: Readonly<Record<string, string>>, route: ApiRoute): string | undefined {
  const known = Object.keys(route.query.shape);
  const stray = Object.keys(query).find((key) => !known.includes(key) && !(key in listInput));
  if (stray === undefined) return undefined;
  if (known.length === 0) return `No query parameter was expected here, not “${stray}”.`;
  const meant = nearest(stray, known);
  const hint = meant === undefined ? '' : ` Was “${meant}” meant?`;
  return `The query parameter “${stray}” is not known here. Expected: ${known.join(', ')}.${hint}`;
}

const BASE = '/api/v1';

/** The methods of an address, in capitals; empty for an unknown address. */
function methodsAt(routes: readonly ApiRoute[], path: string): string[] {
  const parts = path.split('/');
  const fits = (route: ApiRoute) => {
    const own = route.path.split('/');
    return own.length === parts.length && own.every((part, at) => part.startsWith('{') || part === parts[at]);
  };
  const methods = new Set(routes.filter(fits).map(({ method }) => method.toUpperCase()));
  if (methods.size === 0) return [];
  return [...new Set([...(methods.has('GET') ? ['GET', 'HEAD'] : []), 'OPTIONS', ...methods])];
}

/** An address of ours that was asked for something else than it offers (RFC 9110, 15.5.6). */
function otherMethod(c: WebContext, allowed: readonly string[]): Response | Promise<Response> {
  if (allowed.length === 0) return refuse(c, 404, 'The address may be old, or mistyped.');
  c.header('allow', allowed.join(', '));
  if (c.req.method === 'OPTIONS') return c.body(null, 204);
  return refuse(c, 405, `${allowed.join(', ')} was expected here, not ${c.req.method}.`);
}

/** Says so when what stands at the address is not what `If-Match` names (RFC 9110, 13.1.1). */
async function changedSince(c: WebContext, call: ApiCall<unknown, unknown>, shown: ApiRoute | undefined) {
  const named = c.req.header('if-match');
  if (named === undefined || c.req.method === 'GET' || c.req.method === 'HEAD') return undefined;
  if (shown === undefined) return 'Nothing that could be compared with If-Match can be read at this address.';
  const now = await shown.run({ ...call, query: {}, body: undefined });
  if (now.kind === 'done' && isKnown(etagOf(JSON.stringify(now.value)), named)) return undefined;
  return 'The current version is not the one in If-Match. Read it again.';
}

type Body = { kind: 'read'; value: unknown } | { kind: 'unreadable'; detail: string };

async function bodyOf(c: WebContext, { body, text: other }: ApiRoute): Promise<Body> {
  if (body === noBody) return { kind: 'read', value: undefined };
  const text = await c.req.text();
  if (text === '') return { kind: 'read', value: {} };
  const type = c.req.header('content-type') ?? '';
  if (other && type.split(';')[0]?.trim().toLowerCase() === other.type) {
    const read = other.read(text);
    return read.kind === 'value'
      ? { kind: 'read', value: read.value }
      : { kind: 'unreadable', detail: `The body cannot be read: ${read.mistake}` };
  }
  if (!/\bjson\b/i.test(type)) {
    const expected = ['application/json', ...(other ? [other.type] : [])].join(' or ');
    return { kind: 'unreadable', detail: `Content-Type: ${expected} was expected.` };
  }
  try {
    let storable = true;
    const value: unknown = JSON.parse(text, (key: string, part: unknown) => {
      storable &&= !key.includes('\0') && !(typeof part === 'string' && part.includes('\0'));
      return part;
    });
    return storable
      ? { kind: 'read', value }
      : { kind: 'unreadable', detail: 'The body has the character 0 (\\u0000), which no text may have.' };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { kind: 'unreadable', detail: `The body is not JSON: ${error.message}` };
    // So the platform says that it goes too deep.
    if (error instanceof RangeError)
      return { kind: 'unreadable', detail: 'The body has too many lists in each other.' };
    throw error;
  }
}

function answer(c: WebContext, outcome: ApiOutcome<unknown>): Response | Promise<Response> {
  switch (outcome.kind) {
    case 'done':
      return json(c, outcome.value, 200);
    case 'accepted':
      return json(c, outcome.value, 202);
    case 'created':
      return json(c, outcome.value, 201, { location: outcome.location });
    case 'not found':
      return refuse(c, 404, outcome.detail);
    case 'conflict':
      return refuse(c, 409, outcome.detail);
    case 'forbidden':
      return refuse(c, 403, outcome.detail);
    case 'confirmation required':
      return refuse(c, 409, `${outcome.effect.sentence} Repeat the request with confirm and count.`, {
        type: 'urn:quadwire:confirmation-required',
        effect: outcome.effect,
      });
    case 'invalid':
      return refuse(c, 422, 'See errors for what was expected, and where.', { errors: outcome.errors });
  }
}

function json(c: WebContext, value: unknown, status: 200 | 201 | 202, more = {}) {
  const text = JSON.stringify(value);
  const type = 'application/json';
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return textAnswer(c, text, { type, status, more });
  // Made here from the text: made behind the answer it would read its stream again, and cost more than the rest.
  const etag = etagOf(text);
  return isKnown(etag, c.req.header('if-none-match'))
    ? c.body(null, 304, { etag })
    : textAnswer(c, text, { type, status, more: { etag } });
}

function etagOf(text: string): string {
  return `"${sha256(text).slice(0, 32)}"`;
}

/** Whether the asker has the text with this tag. A tag that says "much the same" (`W/`) is ours too: packing adds it. */
function isKnown(etag: string, asked: string | undefined): boolean {
  return asked === '*' || (asked?.match(/"[^"]*"/g)?.includes(etag) ?? false);
}

/** A POST with an Idempotency-Key is carried out once; the same request again gets the same answer, for a day. */
async function onceOnly(
  c: WebContext,
  { db, clock }: WebDeps,
  actor: Actor,
  body: unknown,
  run: () => Promise<Response>,
): Promise<Response> {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return run();
  if (key === '' || key.length > 200) return refuse(c, 400, 'An Idempotency-Key has 1 to 200 characters.');
  const replay = { actor: actor.id, key, request: fingerprint({ url: c.req.url, body }) };
  const outcome = await carriedOutOnce(db, replay, clock.now(), run);
  switch (outcome.kind) {
    case 'another request':
      return refuse(c, 422, 'This Idempotency-Key was used for another request.');
    case 'under way':
      return refuse(c, 409, 'The first request with this Idempotency-Key is still under way.');
    case 'answered':
      return new Response(outcome.body, {
        status: outcome.status,
        headers: {
          'content-type': 'application/json',
          'idempotency-replayed': 'true',
          ...(outcome.location !== null && { location: outcome.location }),
        },
      });
    case 'carried out':
      return outcome.response;
  }
}
