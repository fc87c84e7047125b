import { afterEach, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/platform/accounts/people.ts';
import { closeUser } from '../../../src/platform/accounts/users.repository.ts';
import { listUsers } from '../../../src/platform/accounts/accounts.queries.ts';
import { credentials, verifications } from '../../../src/db/schema/accounts.schema.ts';
import type { Site } from '../../../src/faces/web/env.ts';
import { testDatabase } from '../../setup/database.ts';
import { aSignOn, type Claims } from './support/sign-on.ts';
import { aWeb, type Browser, origin } from './support/web.ts';

const db = await testDatabase();
const email = 'dana@northfield.example';
let signOn: Awaited<ReturnType<typeof aSignOn>> | undefined;
afterEach(() => signOn?.close());

async function aCampusWeb(says: Claims, over: Partial<Site['campus'] & object> = {}) {
  signOn = await aSignOn(says);
  const campus = {
    issuer: signOn.issuer,
    clientId: 'quadwire',
    clientSecret: 'secret of the client',
    name: 'Northfield sign-on',
    trustEmail: false,
    ...over,
  };
  return { signOn, web: aWeb(db, { site: { publicUrl: origin, campus } }) };
}

/** Goes to the sign-on and comes back, as a browser does; gives where it ends. */
async function visit(browser: Browser, next = ''): Promise<string> {
  const away = await browser.get(`/sign-in/campus${next === '' ? '' : `?next=${encodeURIComponent(next)}`}`);
  const there = await fetch(away.headers.get('location') ?? '', { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(`${origin}/sign-in/callback/campus`);
  const ended = await browser.get(`${back.pathname}${back.search}`);
  return ended.headers.get('location') ?? String(ended.status);
}

describe('the campus sign-on', () => {
  test('a user who was added signs in to the requested page, any number of times', async () => {
    const { web } = await aCampusWeb({ sub: 'u1', email: 'Dana@Northfield.example', email_verified: true });
    await addUser(web.deps, { email, role: 'viewer' });
    for (let visits = 0; visits < 2; visits += 1) {
      const browser = web.browser();
      expect(await browser.text('/sign-in?next=/feeds')).toContain('Sign in with Northfield sign-on');
      expect(await visit(browser, '/feeds?q=a')).toBe('/feeds?q=a');
      expect((await browser.get('/feeds')).status).toBe(200);
      expect((await browser.get('/users')).status).toBe(403);
    }
    expect(await listUsers(db)).toHaveLength(1);
  });

  test('the sign-on stores who somebody is, and no token for other services', async () => {
    const { web } = await aCampusWeb({ sub: 'u1', email, email_verified: true });
    await addUser(web.deps, { email, role: 'viewer' });
    await visit(web.browser());
    expect(await db.select().from(credentials)).toMatchObject([
      { providerId: 'campus', accountId: 'u1', accessToken: null, refreshToken: null, idToken: null },
    ]);
    expect(await db.select().from(verifications)).toEqual([]);
  });

  test('adds nobody, and lets in nobody who left', async () => {
    const { web } = await aCampusWeb({ sub: 'u1', email, email_verified: true });
    const browser = web.browser();
    const where = await visit(browser);
    expect(await listUsers(db)).toEqual([]);
    expect(await browser.text(where)).toContain('Nobody with this e-mail address was added here');
    await addUser(web.deps, { email, role: 'viewer' });
    expect(await visit(web.browser())).toBe('/');
    await closeUser(db, email, web.clock.now());
    const left = web.browser();
    expect(await visit(left)).toContain('/sign-in?error=');
    expect((await left.get('/')).headers.get('location')).toBe('/sign-in');
  });

  test('an address that it has not verified opens nothing, unless it is trusted and says nothing', async () => {
    const claims = { sub: 'u1', email };
    const { web, signOn } = await aCampusWeb({ ...claims, email_verified: false }, { trustEmail: true });
    await addUser(web.deps, { email, role: 'admin' });
    const browser = web.browser();
    expect(await browser.text(await visit(browser))).toContain('has not verified your e-mail address');
    signOn.state.says = claims;
    expect(await visit(web.browser())).toBe('/');
    await signOn.close();
    const strict = await aCampusWeb({ sub: 'u2', email });
    expect(await visit(strict.web.browser())).toContain('/sign-in?error=');
  });

  test('a token that is signed by somebody else, or meant for somebody else, opens nothing', async () => {
    const { web, signOn } = await aCampusWeb({ sub: 'u1', email, email_verified: true });
    await addUser(web.deps, { email, role: 'admin' });
    signOn.state.forged = true;
    expect(await visit(web.browser())).toContain('/sign-in?error=');
    Object.assign(signOn.state, { forged: false, audience: 'another client' });
    expect(await visit(web.browser())).toContain('/sign-in?error=');
    expect(await db.select().from(credentials)).toEqual([]);
  });

  test('the way back belongs to the browser that went: another one is not let in with it', async () => {
    const { web } = await aCampusWeb({ sub: 'u1', email, email_verified: true });
    await addUser(web.deps, { email, role: 'admin' });
    const away = await web.browser().get('/sign-in/campus');
    const there = await fetch(away.headers.get('location') ?? '', { redirect: 'manual' });
    const back = new URL(there.headers.get('location') ?? '');
    const other = web.browser();
    const ended = await other.get(`${back.pathname}${back.search}`);
    expect(ended.headers.get('location')).toContain('/sign-in?error=');
    expect(other.jar.has('quadwire.session_token')).toBe(false);
  });

  test('the password works while the sign-on is down, and the sign-on works when it is back', async () => {
    const { web, signOn } = await aCampusWeb({ sub: 'u1', email, email_verified: true });
    await addUser(web.deps, { email, role: 'viewer' });
    signOn.state.down = true;
    const browser = web.browser();
    const refused = await browser.get('/sign-in/campus');
    expect(refused.headers.get('location')).toBe('/sign-in?error=unreachable');
    expect(await browser.text('/sign-in?error=unreachable')).toContain('cannot be reached now');
    signOn.state.down = false;
    expect(await visit(browser)).toBe('/');
  });

  test('the sign-on redirects to no other site and shows no text of an address', async () => {
    const { web } = await aCampusWeb({ sub: 'u1', email, email_verified: true });
    await addUser(web.deps, { email, role: 'viewer' });
    expect(await visit(web.browser(), '//evil.example')).toBe('/');
    expect(await web.browser().text('/sign-in?error=Call%20this%20number')).not.toContain('Call this number');
  });

  test('the button is absent where no sign-on is configured', async () => {
    const { app } = aWeb(db);
    expect((await app.request(`${origin}/sign-in/callback/campus?code=a&state=b`)).status).toBe(404);
    expect(await (await app.request(`${origin}/sign-in`)).text()).not.toContain('Sign in with');
  });
});
