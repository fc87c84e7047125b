import { deferred } from '../core/deferred.ts';
import type { Database } from './db.ts';
import { execute } from './query.ts';

/**
 * Resolves when a PostgreSQL server answers; rejects with what it says, or, where it takes connections and stays silent, after ten
 * seconds. The driver alone retries without end where connections are accepted and closed at once.
 */
export async function firstAnswer<S extends Record<string, unknown>>(
  db: Database<S>,
  url: string,
  withinMs = 10_000,
): Promise<void> {
  const silence = deferred<never>();
  const timer = setTimeout(() => silence.reject(silentAt(url)), withinMs);
  try {
    await Promise.race([execute(db)`select 1`, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** As the driver says it of a connection that does not come about. */
function silentAt(url: string): Error {
  const { hostname: address, port } = new URL(url);
  return Object.assign(new Error('no answer'), {
    code: 'CONNECT_TIMEOUT',
    address,
    port: Number(port || 5432),
  });
}
