import { Buffer } from 'node:buffer';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { normalEmail } from '../../platform/accounts/accounts.queries.ts';
import { isSecure, type Site, type WebContext } from './env.ts';

const COOKIE = 'quadwire.known';
const HALF_A_YEAR = 180 * 24 * 60 * 60;

/** The browser's own number, if this account signed in there before; wrong passwords are then counted for it alone. */
export function knownBrowser(c: WebContext, site: Site, email: string): string | undefined {
  const [nonce = '', signature = ''] = getCookie(c, COOKIE)?.split('.', 2) ?? [];
  const [expected, came] = [Buffer.from(sign(site, nonce, email)), Buffer.from(signature)];
  return expected.length === came.length && timingSafeEqual(expected, came) ? nonce : undefined;
}

export function rememberBrowser(c: WebContext, site: Site, email: string): void {
  const nonce = randomBytes(12).toString('base64url');
  setCookie(c, COOKIE, `${nonce}.${sign(site, nonce, email)}`, {
    path: '/sign-in',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(site),
    maxAge: HALF_A_YEAR,
  });
}

function sign({ secret }: Site, nonce: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`known ${nonce} ${normalEmail(email)}`)
    .digest('base64url');
}
