import { DAY, SECOND } from '../core/clock.ts';
import type { HttpHeaders } from '../core/net/http.ts';
import type { RateNews } from './bucket.ts';

/** What an answer's headers say of the limits (REST 8). */
export function rateNews(status: number, headers: HttpHeaders, now: Date): RateNews {
  const [daily, remaining] = [
    wholeNumber(headers.get('x-rate-limit-limit')),
    wholeNumber(headers.get('x-rate-limit-remaining')),
  ];
  const reset = momentOf(headers.get('x-rate-limit-reset'), now);
  return {
    daily,
    // The answer to an unknown token has 0 calls of no day.
    ...(remaining === undefined || status === 401 ? {} : { remaining }),
    reset,
    ...(status === 429 ? { holdUntil: holdOf(headers, remaining, reset, now) } : {}),
  };
}

/** A moment, written as a time or as a number of seconds from now; the specification says only "time before the limit resets, in UTC". */
export function momentOf(text: string | null, now: Date): Date | undefined {
  const written = text?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(written)) {
    const number = Number(written);
    if (number <= (2 * DAY) / SECOND) return new Date(now.getTime() + number * SECOND);
    return new Date(number > 1e11 ? number : number * SECOND);
  }
  const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(written)
    ? `${written.replace(' ', 'T')}Z`
    : written;
  const at = new Date(zoned);
  return written === '' || Number.isNaN(at.getTime()) ? undefined : at;
}

function holdOf(
  headers: HttpHeaders,
  remaining: number | undefined,
  reset: Date | undefined,
  now: Date,
): Date {
  const after = momentOf(headers.get('retry-after'), now);
  if (after !== undefined && after >= now) return after;
  if (remaining === 0 && reset !== undefined && reset > now) return reset;
  return new Date(now.getTime() + SECOND);
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text.trim()) ? Number(text) : undefined;
}
