import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { personOf, programOf } from './platform/accounts/accounts.ts';
import { type Auth, createAuth } from './platform/accounts/auth.ts';
import { createCampus } from './platform/accounts/campus.ts';
import { isUnlimited, mayDo } from './platform/accounts/permissions.ts';
import { apiDocs } from './faces/api/docs.ts';
import { apiRoutes } from './faces/api/routes.routes.ts';
import { carriesBearer, guardPosts } from './faces/web/csrf.ts';
import type { WebContext, WebDeps, WebEnv } from './faces/web/env.ts';
import type { OpenPages } from './faces/web/open-pages.ts';
import { knownRouter } from './faces/web/known-router.ts';
import { failed, refuse, requestNumber } from './faces/web/errors.ts';
import { addHeaders, pageHeaders } from './faces/web/headers.ts';
import { metricsText } from './faces/web/metrics.ts';
import { createNumbers } from './faces/web/web-numbers.ts';
import { operationsRoutes } from './faces/console/routes.page.ts';
import { reportRoutes } from './faces/console/routes/report.page-routes.ts';
import { isFinished, textAnswer, worthPacking } from './faces/web/short-answer.ts';
import { signInRoutes } from './faces/web/sign-in.ts';
import { serveStatic } from './faces/web/static-files.ts';

const MEGABYTE = 1024 * 1024;
const plain = 'text/plain; charset=utf-8';

/** The whole web: pages, sign-in, API. Everything is closed without sign-in, but for what is named here. */
export function createWeb(deps: WebDeps, openPages: readonly OpenPages[] = []): Hono<WebEnv> {
  const { site, log, files } = deps;
  const auth = createAuth({
    db: deps.db,
    secret: site.secret,
    baseUrl: site.publicUrl ?? 'http://localhost',
  });
  const { campus: signOn, publicUrl } = site;
  const campus =
    signOn === undefined || publicUrl === undefined
      ? undefined
      : createCampus({ db: deps.db, secret: site.secret, baseUrl: publicUrl, campus: signOn });
  const numbers = createNumbers(deps);
  const app = new Hono<WebEnv>({ router: knownRouter() });
  app.onError((error, c) => {
    if (hasLeft(error, c)) return refuse(c, 400, 'The request broke off before its end.');
    log.error('request failed', { request: c.get('requestId'), method: c.req.method, error });
    return openPages.flatMap((pages) => pages.failed?.(c) ?? [])[0] ?? failed(c);
  });
  app.notFound((c) => refuse(c, 404, 'The address may be old, or mistyped.'));

  app.use(framed(deps));

  healthRoutes(app, deps);
  app.get('/static/*', (c) => serveStatic(c, files));

  app.use(limitBody(MEGABYTE, (c) => refuse(c, 413, 'At most 1 MB is read.')));
  for (const { path, maxSize } of openPages.flatMap(({ limits = [] }) => limits)) {
    const onError = (c: WebContext) => refuse(c, 413, `At most ${maxSize / 1024} kB is read.`);
    app.use(path, limitBody(maxSize, onError));
  }
  app.use(withActor(deps, auth));
  app.use(
    guardPosts(
      site,
      openPages.flatMap(({ again = [] }) => again),
    ),
  );

  app.route('/', signInRoutes(deps, auth, campus));
  for (const pages of openPages) app.route(pages.path, pages.app);
  app.route('/', reportRoutes(deps));
  app.route('/', apiDocs(deps));
  app.get('/metrics', async (c) => {
    const refusal = refusalFor(c, 'metrics');
    if (refusal) return refusal;
    return c.text(await metricsText(deps, numbers), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    });
  });
  app.route('/api/v1', apiRoutes(deps));
  app.route('/', operationsRoutes(deps, numbers));
  return app;
}

/** `/healthz` and `/readyz`, for load balancers. */
function healthRoutes(app: Hono<WebEnv>, { ready }: WebDeps): void {
  app.get('/healthz', (c) => textAnswer(c, 'ok', { type: plain }));
  app.get('/readyz', async (c) => {
    const readiness = await ready();
    return readiness.kind === 'ready'
      ? textAnswer(c, 'ready', { type: plain })
      : textAnswer(c, readiness.reasons.join('\n'), { type: plain, status: 503 });
  });
}

/** Anyone who asked closed the connection while it sent: no failure of ours, and anybody can do it as often as they like. */
function hasLeft(error: Error, c: WebContext): boolean {
  return 'code' in error && error.code === 'ECONNRESET' && c.req.raw.signal.aborted;
}

/**
 * Reads at most so much. Of a request that announces no length the library makes another one, which fails on Node where there is no
 * body (`curl -X POST`): its text is read here instead, and handlers find it in the cache of the request.
 */
function limitBody(
  maxSize: number,
  onError: (c: WebContext) => Response | Promise<Response>,
): MiddlewareHandler<WebEnv> {
  const limited = bodyLimit({ maxSize, onError });
  return async (c, next) => {
    // They have no body that anybody could read here, and to ask for it makes the whole request again.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const announced = c.req.header('content-length') ?? c.req.header('transfer-encoding');
    // Once its text was read, a form is no form any more.
    const isForm = /\bform\b/i.test(c.req.header('content-type') ?? '');
    if (announced !== undefined || isForm) return limited(c, next);
    const text = await textUpTo(c.req.raw.body, maxSize);
    if (text === undefined) return onError(c);
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    return next();
  };
}

/** The text of a body; undefined once more bytes than the limit have come, and the rest is not read. */
async function textUpTo(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Gives each request its number, each answer its headers, and one log line without addresses that may hold a secret: the route, not the
 * path. Long answers are packed; what is finished is not looked at again.
 */
function framed({ log, clock, random, site, behindEdge }: WebDeps): MiddlewareHandler<WebEnv> {
  const headersOf = pageHeaders(site);
  const pack = behindEdge === true ? undefined : compress({ threshold: worthPacking });
  return async (c, next) => {
    const headers = headersOf(c.req.path);
    c.set('requestId', requestNumber(random));
    c.set('headers', headers);
    const started = clock.now().getTime();
    // PostgreSQL has no text with the character 0, so nothing of ours has an address with it.
    if (c.req.url.includes('%00')) c.res = await refuse(c, 400, 'No address has the character 0.');
    else await next();
    if (!isFinished(c)) {
      addHeaders(c.res.headers, headers);
      await pack?.(c, async () => {});
    }
    log.info('request', {
      request: c.get('requestId'),
      method: c.req.method,
      route: c.req.routePath,
      status: c.res.status,
      ms: clock.now().getTime() - started,
    });
  };
}

/** Who asks. A request with an Authorization header is a program's, whatever cookies it has. */
function withActor(deps: WebDeps, auth: Auth) {
  const accounts = { db: deps.db, clock: deps.clock, auth };
  return async (c: WebContext, next: () => Promise<void>) => {
    c.set(
      'actor',
      carriesBearer(c)
        ? await programOf(accounts, (c.req.header('authorization') ?? '').slice('bearer '.length).trim())
        : await personOf(accounts, c.req.raw.headers),
    );
    await next();
  };
}

function refusalFor(c: WebContext, permission: 'metrics') {
  const actor = c.get('actor');
  if (!actor) return refuse(c, 401, `A token with the scope ${permission} was expected.`);
  return mayDo(actor, permission) && isUnlimited(actor.limits)
    ? undefined
    : refuse(c, 403, `A token with the scope ${permission}, and without limits, was expected.`);
}
