import { addToken, addUser } from '../../../../src/platform/accounts/people.ts';
import type { Limits, Role, Scope } from '../../../../src/platform/accounts/permissions.ts';
import { credentials, sessions, users } from '../../../../src/db/schema/accounts.schema.ts';
import { silentLog } from '../../../../src/core/log.ts';
import type { Db } from '../../../../src/db/db.ts';
import type { OpenPages } from '../../../../src/faces/web/open-pages.ts';
import { createWeb } from '../../../../src/web-app.ts';
import type { Site, WebDeps } from '../../../../src/faces/web/env.ts';
import { objectionTo } from './declared.ts';
import { nodeStaticFiles } from '../../../../src/faces/web/static-node.ts';
import { manualClock } from '../../../setup/clock.ts';

export const origin = 'http://quadwire.test';
export const password = 'three quiet brown owls';

/** The web over a test's database, with a browser that keeps cookies and sends what a form sends. */
export function aWeb(
  db: Db,
  options: { site?: Partial<Site>; deps?: Partial<WebDeps>; openPages?: readonly OpenPages[] } = {},
) {
  const clock = manualClock('2026-11-20T15:42:00Z');
  const deps: WebDeps = {
    db,
    log: silentLog,
    clock,
    random: Math.random,
    site: {
      secret: 'a secret of the test, long enough to be one',
      trustProxy: false,
      timeZone: 'America/Chicago',
      ...options.site,
    },
    files: nodeStaticFiles(),
    ready: async () => ({ kind: 'ready' }),
    ...options.deps,
  };
  const app = createWeb(deps, options.openPages);
  return {
    app,
    deps,
    clock,
    browser: () => aBrowser(app),
    signedIn: signedInAs(deps, app),
    withToken: withTokenOf(deps, app),
  };
}

type App = ReturnType<typeof createWeb>;
export type Browser = ReturnType<typeof aBrowser>;

/** A browser that keeps cookies and sends what a form sends, to whatever answers. */
export function aBrowser(app: {
  readonly request: (address: string, init: RequestInit) => Response | Promise<Response>;
}) {
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await app.request(`${origin}${path}`, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (!name) continue;
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  };
  const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers });
  /** What a page says, or the page that it leads to. */
  const text = async (path: string) => {
    let response = await get(path);
    for (let led = 0; response.status === 303 && led < 5; led += 1)
      response = await get(response.headers.get('location') ?? '/');
    return response.text();
  };
  /** Posts a form of the page `from`, with that page's token. */
  const post = async (
    path: string,
    fields: Record<string, string | readonly string[]>,
    { from = path, headers = {} }: { from?: string; headers?: Record<string, string> } = {},
  ) => {
    const csrf = csrfOf(await text(from));
    const body = new URLSearchParams({ csrf });
    for (const [name, value] of Object.entries(fields))
      for (const one of typeof value === 'string' ? [value] : value) body.append(name, one);
    return send(path, { method: 'POST', body, headers: { origin, ...headers } });
  };
  return { send, get, text, post, jar };
}

/** The token that a page's forms carry. */
export function csrfOf(page: string): string {
  return /name="csrf" (?:value|content)="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** What the first sign-in of a person of this file's kind left in the database, with the cookies of the browser. */
const known = new Map<string, { readonly rows: SignedIn; readonly jar: ReadonlyMap<string, string> }>();

type SignedIn = Awaited<ReturnType<typeof rowsOfPeople>>;

/**
 * A browser in which a person of this role is signed in. A password takes a tenth of a second to hash and another to prove: it is done
 * once for equal people in a database without others, from then on the rows are written again.
 */
function signedInAs(deps: WebDeps, app: App) {
  return async (role: Role, limits: Limits = {}, email = `${role}@quadwire.example`): Promise<Browser> => {
    const { db, site, clock } = deps;
    const isFirst = (await db.$count(users)) === 0;
    const key = JSON.stringify([role, limits, email, site, clock.now()]);
    const before = isFirst ? known.get(key) : undefined;
    const browser = aBrowser(app);
    if (before !== undefined) {
      await db.insert(users).values(before.rows.users);
      await db.insert(credentials).values(before.rows.credentials);
      await db.insert(sessions).values(before.rows.sessions);
      for (const [name, value] of before.jar) browser.jar.set(name, value);
      return browser;
    }
    await addUser(deps, { email, name: `A ${role}`, role, limits, password });
    await browser.post('/sign-in', { email, password });
    if (isFirst) known.set(key, { rows: await rowsOfPeople(db), jar: new Map(browser.jar) });
    return browser;
  };
}

async function rowsOfPeople(db: Db) {
  return {
    users: await db.select().from(users),
    credentials: await db.select().from(credentials),
    sessions: await db.select().from(sessions),
  };
}

function withTokenOf(deps: WebDeps, app: App) {
  return async (scopes: readonly Scope[], limits: Limits = {}, name = `token-${scopes.join('-')}`) => {
    const added = await addToken(deps, { name, scopes, limits, createdBy: 'test' });
    if (added.kind === 'refused') throw new Error(added.reason);
    const authorization = `Bearer ${added.token}`;
    /** Each answer is held against the schema that its route declares. */
    return async (path: string, init: RequestInit = {}) => {
      const address = `${origin}/api/v1${path}`;
      const response = await app.request(address, {
        ...init,
        headers: {
          authorization,
          'content-type': 'application/json',
          ...Object.fromEntries(new Headers(init.headers)),
        },
      });
      const objection = await objectionTo(init.method ?? 'GET', address, response);
      if (objection !== undefined) throw new Error(objection);
      return response;
    };
  };
}
