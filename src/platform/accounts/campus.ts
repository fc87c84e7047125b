import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Db } from '../../db/db.ts';
import { keptIn, sessionRules, userFields } from './auth.ts';
import { findUser } from './accounts.queries.ts';

/** A university's own sign-on, by OpenID Connect. */
export type CampusSignOn = {
  /** Its address; what it can do is read from `/.well-known/openid-configuration` below it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people call it: the button says "Sign in with NAME". */
  readonly name: string;
  /** Its addresses count even where it does not say that it has verified them. */
  readonly trustEmail: boolean;
};

/** Where the sign-on sends people back to; it must be registered there. */
export const campusCallback = '/sign-in/callback/campus';

export type CampusStart =
  /** Where the browser goes, and the headers that remember which visit it was. */
  | { readonly kind: 'redirect'; readonly url: string; readonly headers: Headers }
  | { readonly kind: 'unreachable' };

export type Campus = {
  readonly name: string;
  readonly start: (next: string, headers: Headers) => Promise<CampusStart>;
  /** Answers the visit to `campusCallback`: a redirect to `next` with a session, or to `/sign-in?error=…`. */
  readonly finish: (request: Request) => Promise<Response>;
};

/** The campus sign-on. People who were added here can sign in with it; it adds nobody. */
export function createCampus(options: {
  readonly db: Db;
  readonly secret: string;
  readonly baseUrl: string;
  readonly campus: CampusSignOn;
}): Campus {
  let known: CampusAuth | undefined;
  return {
    name: options.campus.name,
    start: async (next, headers) => {
      // What the sign-on can do is read once; where it was down, it is asked again with the next visit.
      known ??= createCampusAuth(options);
      try {
        const body = { provider: 'campus', callbackURL: next, errorCallbackURL: '/sign-in' };
        const answer = await known.api.signInSocial({ body, headers, returnHeaders: true });
        return { kind: 'redirect', url: answer.response.url ?? '/sign-in', headers: answer.headers };
      } catch (error) {
        if (!isAPIError(error)) throw error;
        known = undefined;
        return { kind: 'unreachable' };
      }
    },
    finish: (request) => (known ??= createCampusAuth(options)).handler(request),
  };
}

type CampusAuth = ReturnType<typeof createCampusAuth>;

function createCampusAuth({ db, secret, baseUrl, campus }: Parameters<typeof createCampus>[0]) {
  return betterAuth({
    baseURL: baseUrl,
    basePath: '/sign-in',
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Its routes are not mounted but for the callback, which needs a state that we sealed.
    rateLimit: { enabled: false },
    onAPIError: { errorURL: '/sign-in' },
    database: drizzleAdapter(db, keptIn),
    user: {
      additionalFields: userFields,
      validateUserInfo: async ({ user, source }) => {
        if (source.action === 'create-user') return { error: 'signup_disabled' };
        const found = user.id === undefined ? undefined : await findUser(db, { id: user.id });
        return found === undefined || found.closed ? { error: 'signup_disabled' } : undefined;
      },
    },
    account: {
      // In a cookie, sealed: strangers who only begin to sign in leave no row.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      // Who somebody is at the sign-on is kept; what opens other doors there is not.
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
    },
    session: sessionRules,
    advanced: { cookiePrefix: 'quadwire', useSecureCookies: baseUrl.startsWith('https:') },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: 'campus',
            name: campus.name,
            discoveryUrl: `${campus.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
            requireIdTokenVerification: true,
            clientId: campus.clientId,
            clientSecret: campus.clientSecret,
            scopes: ['openid', 'email', 'profile'],
            disableSignUp: true,
            // Without an ID token nothing is signed, and nobody is let in.
            accountSubject: ({ tokens, profile }) =>
              tokens.idToken === undefined ? '' : (profile.sub ?? ''),
            mapProfileToUser: (profile) => ({ emailVerified: isVouchedFor(profile, campus.trustEmail) }),
          },
        ],
      }),
    ],
  });
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null };

function isVouchedFor(profile: Readonly<Record<string, unknown>>, trustEmail: boolean): boolean {
  const said = profile['email_verified'];
  return said === true || said === 'true' || (said === undefined && trustEmail);
}
