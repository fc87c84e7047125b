import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Db } from '../../db/db.ts';
import { credentials, sessions, users, verifications } from '../../db/schema/accounts.schema.ts';

export const passwordLength = { min: 12, max: 128 } as const;
const WEEK = 7 * 24 * 60 * 60;

/** Where the library keeps what it keeps. */
export const keptIn = {
  provider: 'pg',
  schema: { user: users, session: sessions, account: credentials, verification: verifications },
} as const;

export const userFields = { role: { type: 'string', input: false, required: true } } as const;

/** A session ends a week after signing in; it is not prolonged, so its cookie needs no renewal on each page. */
export const sessionRules = { expiresIn: WEEK, disableSessionRefresh: true };

/** The library that checks passwords and keeps sessions. Its own routes are not mounted: our sign-in page calls it. */
export function createAuth(options: { db: Db; secret: string; baseUrl: string }) {
  const { db, secret, baseUrl } = options;
  return betterAuth({
    baseURL: baseUrl,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, keptIn),
    user: { additionalFields: userFields },
    emailAndPassword: {
      enabled: true,
      // Without it a stranger's sign-up is answered with 200.
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    session: sessionRules,
    advanced: { cookiePrefix: 'quadwire', useSecureCookies: baseUrl.startsWith('https:') },
  });
}

export type Auth = ReturnType<typeof createAuth>;
