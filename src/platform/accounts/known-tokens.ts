import type { Clock } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { type ApiToken, findToken } from './accounts.queries.ts';

type Deps = { readonly db: Db; readonly clock: Clock };

/** How long a token that was found is not asked for again: one that another process revoked is refused after that at the latest. */
export const cachedMs = 1_000;

type Memory = {
  readonly tokens: Map<string, { readonly token: ApiToken; readonly at: number }>;
  ended: number;
};

/** What each database said of late. Only tokens in force are kept, so it cannot be filled by guessing. */
const memories = new WeakMap<Db, Memory>();

/** The token in force with this fingerprint; `whenFound` is called when the database was asked, not when it was remembered. */
export async function knownToken(
  { db, clock }: Deps,
  fingerprint: string,
  whenFound: (token: ApiToken) => Promise<void>,
): Promise<ApiToken | undefined> {
  const memory = memoryOf(db);
  const known = memory.tokens.get(fingerprint);
  const age = known === undefined ? Number.NaN : clock.now().getTime() - known.at;
  if (age >= 0 && age < cachedMs) return known?.token;
  memory.tokens.delete(fingerprint);
  const { ended } = memory;
  const at = clock.now().getTime();
  const token = await findToken(db, fingerprint);
  if (!token) return undefined;
  // What was read before a token ended says nothing of what holds since.
  if (memory.ended === ended) memory.tokens.set(fingerprint, { token, at });
  await whenFound(token);
  return token;
}

/** After a token is revoked and committed: this process refuses it from now on, others within a second. Takes the database itself. */
export function forgetTokens(db: Db): void {
  const memory = memoryOf(db);
  memory.ended += 1;
  memory.tokens.clear();
}

function memoryOf(db: Db): Memory {
  const memory = memories.get(db) ?? { tokens: new Map(), ended: 0 };
  memories.set(db, memory);
  return memory;
}
