import { Buffer } from 'node:buffer';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isSecure, originOf, type Site, type WebContext, type WebEnv } from './env.ts';
import { refuse } from './errors.ts';
import { isForm, postedForm } from './posted-form.ts';

const COOKIE = 'quadwire.form';
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * What a form sends along to show that it is ours: bound to a cookie of this browser and to the session. It differs every
 * time, so that it cannot be guessed from the length of a compressed page.
 */
export function csrfToken(c: WebContext, site: Site): string {
  const nonce = randomBytes(12).toString('base64url');
  return `${nonce}.${sign(nonce, seedOf(c, site), c, site)}`;
}

/** Shows what a form sent whose token is too old, to be sent again, and does nothing else; undefined where that is not for it. */
export type Redisplay = (c: WebContext, form: FormData) => Promise<Response> | undefined;

/** A POST from another origin, or without our form's token, is refused. A bearer token is no cookie: its request needs none. */
export function guardPosts(site: Site, showAgain: readonly Redisplay[] = []): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    if (safeMethods.includes(c.req.method)) return next();
    if (isForeign(c, site)) return refuse(c, 403, 'This came from another site, so nothing was done.');
    const posted = isForApi(c) && !isForm(c) ? undefined : await postedForm(c);
    if (posted?.kind === 'too many')
      return refuse(c, 413, 'At most 1,000 fields are read, with names of 64 kB together.');
    const form = posted?.kind === 'form' ? posted.form : undefined;
    if (!carriesBearer(c) && !isOurs(sentToken(c, form), c, site))
      return (
        (await shownAgain(c, form, showAgain)) ??
        refuse(
          c,
          403,
          'You are signed out, or this form is too old, so nothing was done. Sign in and open the page again.',
        )
      );
    if (posted?.kind === 'unreadable') return refuse(c, 400, 'A form was expected; what came is not a form.');
    return next();
  };
}

/** Only where the browser itself says that the form stood on a page of ours. */
async function shownAgain(c: WebContext, form: FormData | undefined, showAgain: readonly Redisplay[]) {
  const fromUs = c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') === 'same-origin';
  if (!fromUs || form === undefined) return undefined;
  for (const show of showAgain) {
    const shown = await show(c, form);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

export function carriesBearer(c: WebContext): boolean {
  return /^bearer /i.test(c.req.header('authorization') ?? '');
}

function isForeign(c: WebContext, site: Site): boolean {
  const origin = c.req.header('origin');
  if (origin !== undefined) return origin !== originOf(c, site);
  return ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '');
}

function sentToken(c: WebContext, form: FormData | undefined): string | undefined {
  const header = c.req.header('x-csrf-token');
  if (header !== undefined) return header;
  const value = form?.get('csrf');
  return typeof value === 'string' ? value : undefined;
}

const isForApi = (c: WebContext) => c.req.path.startsWith('/api/');

function isOurs(token: string | undefined, c: WebContext, site: Site): boolean {
  const seed = getCookie(c, COOKIE);
  const [nonce, signature] = token?.split('.') ?? [];
  if (!seed || !nonce || !signature) return false;
  const expected = Buffer.from(sign(nonce, seed, c, site));
  const came = Buffer.from(signature);
  return expected.length === came.length && timingSafeEqual(expected, came);
}

/** A random value kept by the browser; made with the first form that it gets. */
function seedOf(c: WebContext, site: Site): string {
  const known = getCookie(c, COOKIE);
  if (known) return known;
  const seed = randomBytes(18).toString('base64url');
  setCookie(c, COOKIE, seed, { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(site) });
  return seed;
}

function sign(nonce: string, seed: string, c: WebContext, site: Site): string {
  const actor = c.get('actor');
  const session = actor?.kind === 'person' ? actor.sessionId : '';
  return createHmac('sha256', site.secret).update(`form ${nonce} ${seed} ${session}`).digest('base64url');
}
