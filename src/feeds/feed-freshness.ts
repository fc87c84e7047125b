import type { HttpHeaders } from '../core/net/http.ts';

const LONGEST_MS = 7 * 86_400_000;

/** How long an answer says it stays true: the longer of `Cache-Control: max-age` (less its age) and `Expires`, a week at most. */
export function freshForMs(headers: HttpHeaders, now: Date): number {
  const control = headers.get('cache-control') ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const maxAge = Number(/\bmax-age\s*=\s*"?(\d+)/i.exec(control)?.[1] ?? 0) - Number(headers.get('age') ?? 0);
  const date = Date.parse(headers.get('date') ?? '');
  const expires = Date.parse(headers.get('expires') ?? '') - (Number.isNaN(date) ? now.getTime() : date);
  return Math.min(
    LONGEST_MS,
    Math.max(0, (Number.isNaN(maxAge) ? 0 : maxAge) * 1000, Number.isNaN(expires) ? 0 : expires),
  );
}

/** `Retry-After`, in seconds or as a date. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now.getTime() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_MS, Math.max(0, ms));
}
