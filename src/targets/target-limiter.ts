import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { type Limiter, limiterOver, sleep } from '../rest/rest-limiter.ts';
import type { Wait } from '../rest/rest-send.ts';
import { postgresStore, tokenKey } from './limiter.repository.ts';

/** The limits of a token over all processes that share the database. */
export function sharedLimiter(
  { db, clock, wait = sleep }: { readonly db: Db; readonly clock: Clock; readonly wait?: Wait },
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): Limiter {
  return limiterOver(postgresStore(db, tokenKey(baseUrl, token), clock), wait);
}
