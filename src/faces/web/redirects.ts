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

/** An address with a query of its own: empty values are left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** A cursor that is a number, from an address. */
export function cursorOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
