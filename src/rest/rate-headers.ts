import { DAY, SECOND } from '../core/clock.ts';
import type { HttpHeaders } from '../core/net/http.ts';
import type { RateNews } from './bucket.ts';

/** What an answer's headers say of the limits (REST 8). */
export function rateNews(status: number, headers: HttpHeaders, now: Date): RateNews {
  const daily = wholeNumber(headers.get('x-rate-limit-limit'));
  const remaining = wholeNumber(headers.get('x-rate-limit-remaining'));
  const reset = momentOf(headers.get('x-rate-limit-reset'), now);
  return {
    // No calls a day is the word of a service that is shut, or does not know us: it would shut us out for good.
    daily: daily === 0 ? undefined : daily,
    // The answer to an unknown token has 0 calls of no day.
    ...(remaining === undefined || status === 401 ? {} : { remaining }),
    reset,
    ...(status === 429 ? { holdUntil: holdOf(headers, remaining, reset, now) } : {}),
  };
}

/** A moment, written as a time or as a number of seconds from now; the specification says only "time before the limit resets, in UTC". */
export function momentOf(text: string | null, now: Date): Date | undefined {
  const written = text?.trim() ?? '';
  const at = new Date(/^\d+(\.\d+)?$/.test(written) ? timeOf(Number(written), now) : zoned(written));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** A number of up to two days is of seconds from now; a larger one is a time in seconds, or in milliseconds. */
function timeOf(number: number, now: Date): number {
  if (number <= (2 * DAY) / SECOND) return now.getTime() + number * SECOND;
  return number > 1e11 ? number : number * SECOND;
}

function zoned(written: string): string {
  const isBare = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(written);
  return isBare ? `${written.replace(' ', 'T')}Z` : written;
}

/** Until when a 429 holds every call: a day at most, since a new count has begun by then. */
function holdOf(
  headers: HttpHeaders,
  remaining: number | undefined,
  reset: Date | undefined,
  now: Date,
): Date {
  const after = momentOf(headers.get('retry-after'), now);
  const soon = new Date(now.getTime() + SECOND);
  const later = remaining === 0 && reset !== undefined && reset > now ? reset : soon;
  const until = after !== undefined && after >= now ? after : later;
  return new Date(Math.min(until.getTime(), now.getTime() + DAY));
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
