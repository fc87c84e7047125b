import type { WebContext } from './env.ts';

/** A path on this site, never another site: `//evil.example` and `/\evil.example` are addresses too. */
export function localPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/';
}

/** A redirect that keeps the cookies which other headers set. */
export function seeOther(c: WebContext, path: string, headers: Headers): Response {
  for (const cookie of headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
  return c.redirect(path, 303);
}
