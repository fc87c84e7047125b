import { endSessions } from './sessions.repository.ts';
import { isAPIError } from 'better-auth/api';
import { HOUR, MINUTE, type Clock } from '../../core/clock.ts';
import { sha256 } from '../../core/fingerprint.ts';
import type { Db } from '../../db/db.ts';
import type { Auth } from './auth.ts';
import { countTry, takeBackTry } from './failures.repository.ts';
import { knownToken } from './known-tokens.ts';
import type { Actor } from './permissions.ts';
import { markTokenUsed } from './api-tokens.repository.ts';
import { findUser, normalEmail } from './accounts.queries.ts';

type Deps = { readonly db: Db; readonly clock: Clock; readonly auth: Auth };

type Budget = { readonly key: string; readonly most: number; readonly ms: number };

/**
 * Wrong passwords before we stop to listen. One network cannot use up what an account has: its owner still signs in from another, and
 * in a browser that signed in before from anywhere. All networks together guess at most 40 passwords of an account in an hour.
 */
function budgetsOf({
  email,
  network,
  browser,
}: Pick<Tried, 'email' | 'network' | 'browser'>): readonly Budget[] {
  if (browser !== undefined) return [{ key: `browser ${browser}`, most: 10, ms: 15 * MINUTE }];
  return [
    { key: `email ${email} at ${network}`, most: 10, ms: 15 * MINUTE },
    { key: `email ${email} at ${network} in an hour`, most: 20, ms: HOUR },
    { key: `network ${network}`, most: 50, ms: 15 * MINUTE },
    { key: `email ${email}`, most: 40, ms: HOUR },
  ];
}

export type Tried = {
  readonly email: string;
  readonly password: string;
  readonly network: string;
  /** A browser in which this account signed in before. */
  readonly browser: string | undefined;
  readonly headers: Headers;
};

export type SignedIn =
  /** The headers set the session's cookie. */
  | { readonly kind: 'signed in'; readonly headers: Headers }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too many tries'; readonly minutes: number };

/** Checks a password. Says the same of a wrong password, an unknown address and somebody who left. */
export async function signIn({ db, clock, auth }: Deps, tried: Tried): Promise<SignedIn> {
  const email = normalEmail(tried.email);
  const budgets = budgetsOf({ ...tried, email });
  // Counted before the password is looked at, so that a thousand tries at once are no way around the limit.
  for (const { key, most, ms } of budgets) {
    const since = new Date(clock.now().getTime() - ms);
    if ((await countTry(db, sha256(key), clock.now(), since)) > most)
      return { kind: 'too many tries', minutes: ms / MINUTE };
  }
  const user = await findUser(db, { email });
  const headers = user?.closed ? undefined : await checkPassword(auth, email, tried.password, tried.headers);
  if (headers) {
    await takeBackTry(
      db,
      budgets.map(({ key }) => sha256(key)),
    );
    return { kind: 'signed in', headers };
  }
  return { kind: 'wrong' };
}

/** Who the session of these headers belongs to, with the role and limits of this moment. */
export async function personOf({ db, auth }: Deps, headers: Headers): Promise<Actor | undefined> {
  if (!headers.get('cookie')?.includes('quadwire.session_token')) return undefined;
  const found = await auth.api.getSession({ headers });
  const user = found && (await findUser(db, { id: found.user.id }));
  if (!user || user.closed) return undefined;
  const { id, email, role, limits } = user;
  return { kind: 'person', id, name: email, role, limits, sessionId: found.session.id };
}

/** Who an API token belongs to. */
export async function programOf({ db, clock }: Deps, token: string): Promise<Actor | undefined> {
  const found = await knownToken({ db, clock }, sha256(token), async ({ id, usedAt }) => {
    // To the hour: a statement more with each call would cost as much as the rest of it.
    if (!usedAt || clock.now().getTime() - usedAt.getTime() >= HOUR) await markTokenUsed(db, id, clock.now());
  });
  if (!found) return undefined;
  const { id, name, scopes, limits } = found;
  return { kind: 'token', id: `token ${id}`, name, scopes, limits };
}

/** Ends the session of these headers, and with a user's id all sessions of that user; what comes back clears its cookie. */
export async function signOut({ db, auth }: Deps, headers: Headers, userId?: string): Promise<Headers> {
  const answer = await auth.api.signOut({ headers, returnHeaders: true });
  if (userId !== undefined) await endSessions(db, userId);
  return answer.headers;
}

/** The headers that set the cookie, or undefined when address and password do not belong together. */
async function checkPassword(auth: Auth, email: string, password: string, headers: Headers) {
  try {
    const answer = await auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
    return answer.headers;
  } catch (error) {
    // The library throws for a wrong password, which is an outcome here.
    if (isAPIError(error) && error.statusCode < 500) return undefined;
    throw error;
  }
}
