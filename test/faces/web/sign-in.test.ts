import { describe, expect, test } from 'vitest';
import { addUser, firstOperatorLink, newEntryLink } from '../../../src/platform/accounts/people.ts';
import { closeUser } from '../../../src/platform/accounts/users.repository.ts';
import { findUser } from '../../../src/platform/accounts/accounts.queries.ts';
import { MINUTE } from '../../../src/core/clock.ts';
import { localPath } from '../../../src/faces/web/redirects.ts';
import { auditEntries } from '../../../src/platform/audit/audit.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { aWeb, csrfOf, origin, password } from './support/web.ts';

const db = await testDatabase();
const email = 'dana@northfield.example';

describe('signing in', () => {
  test('sign-in leads to the requested page', async () => {
    const web = aWeb(db);
    await addUser(web.deps, { email, role: 'viewer', password });
    const browser = web.browser();
    const sent = await browser.get('/api-tokens?state=open');
    expect(sent.status).toBe(404);
    const response = await browser.post('/sign-in', {
      email: ' Dana@Northfield.example ',
      password,
      next: '/feeds?state=held',
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/feeds?state=held']);
    expect(browser.jar.has('quadwire.session_token')).toBe(true);
  });

  test('a wrong password, an unknown address and somebody who left read the same', async () => {
    const web = aWeb(db);
    await addUser(web.deps, { email, role: 'viewer', password });
    await addUser(web.deps, { email: 'left@northfield.example', role: 'viewer', password });
    await closeUser(db, 'left@northfield.example', web.clock.now());
    for (const tried of [
      { email, password: 'not the right words' },
      { email: 'nobody@northfield.example', password },
      { email: 'left@northfield.example', password },
    ]) {
      const response = await web.browser().post('/sign-in', tried);
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('E-mail address and password do not belong together');
    }
  });

  test('strangers’ wrong passwords lock the owner out neither elsewhere nor in a browser that is known', async () => {
    const place = { of: '203.0.113.9' };
    const web = aWeb(db, { deps: { remoteAddress: () => place.of } });
    await addUser(web.deps, { email, role: 'viewer', password });
    const owner = web.browser();
    await owner.post('/sign-in', { email, password });
    owner.jar.delete('quadwire.session_token');
    for (let tries = 0; tries < 25; tries += 1)
      await web.browser().post('/sign-in', { email, password: 'wrong words here' });
    expect((await web.browser().post('/sign-in', { email, password })).status).toBe(429);
    expect((await owner.post('/sign-in', { email, password })).status).toBe(303);
    place.of = '198.51.100.7';
    expect((await web.browser().post('/sign-in', { email, password })).status).toBe(303);
  });

  test(
    'all networks together guess at most 40 passwords of an account in an hour',
    { timeout: 60_000 },
    async () => {
      const place = { of: '' };
      const web = aWeb(db, { deps: { remoteAddress: () => place.of } });
      await addUser(web.deps, { email, role: 'viewer', password });
      let heard = 0;
      for (let tries = 0; tries < 55; tries += 1) {
        place.of = `2001:db8:0:${tries}::1`;
        heard += Number(
          (await web.browser().post('/sign-in', { email, password: 'wrong words' })).status === 422,
        );
      }
      expect(heard).toBe(40);
      web.clock.advance(61 * MINUTE);
      expect((await web.browser().post('/sign-in', { email, password })).status).toBe(303);
    },
  );

  test('an IPv6 network is one place, and a port that a proxy adds makes no other', async () => {
    const place = { of: '' };
    const web = aWeb(db, { deps: { remoteAddress: () => place.of } });
    for (const at of [0, 1]) {
      for (let tries = 0; tries < 10; tries += 1) {
        place.of = at === 0 ? `2001:db8::${tries}` : `198.51.100.7:${5_000 + tries}`;
        await web.browser().post('/sign-in', { email: `p${at}@x.example`, password: 'wrong words' });
      }
      expect((await web.browser().post('/sign-in', { email: `p${at}@x.example`, password })).status).toBe(
        429,
      );
    }
  });

  test('a cookie of a known browser opens no other account’s limit, and is counted itself', async () => {
    const web = aWeb(db);
    await addUser(web.deps, { email, role: 'viewer', password });
    await addUser(web.deps, { email: 'mallory@northfield.example', role: 'viewer', password });
    const mallory = web.browser();
    await mallory.post('/sign-in', { email: 'mallory@northfield.example', password });
    mallory.jar.delete('quadwire.session_token');
    const heard = async (whose: string) => {
      const statuses = [];
      for (let tries = 0; tries < 12; tries += 1)
        statuses.push((await mallory.post('/sign-in', { email: whose, password: 'wrong words' })).status);
      return statuses.filter((status) => status === 422).length;
    };
    expect([await heard(email), await heard('mallory@northfield.example')]).toEqual([10, 10]);
  });

  test('ten wrong passwords close the address for a quarter of an hour, for the right one too', async () => {
    const web = aWeb(db);
    await addUser(web.deps, { email, role: 'viewer', password });
    for (let tries = 0; tries < 10; tries += 1)
      expect((await web.browser().post('/sign-in', { email, password: 'wrong words here' })).status).toBe(
        422,
      );
    expect((await web.browser().post('/sign-in', { email, password })).status).toBe(429);
    web.clock.advance(16 * MINUTE);
    expect((await web.browser().post('/sign-in', { email, password })).status).toBe(303);
  });

  test('a hundred tries at once are no way around the limit', async () => {
    const web = aWeb(db);
    await addUser(web.deps, { email, role: 'viewer', password });
    const browser = web.browser();
    const csrf = csrfOf(await browser.text('/sign-in'));
    const tried = await Promise.all(
      Array.from({ length: 100 }, () =>
        browser.send('/sign-in', {
          method: 'POST',
          body: new URLSearchParams({ csrf, email, password: 'wrong words here' }),
          headers: { origin },
        }),
      ),
    );
    const heard = tried.filter(({ status }) => status === 422);
    expect(heard).toHaveLength(10);
  });

  test(
    'fifty wrong passwords from one place close it for every account, but no other place',
    { timeout: 60_000 },
    async () => {
      const places = { from: 'a' };
      const web = aWeb(db, { deps: { remoteAddress: () => places.from } });
      await addUser(web.deps, { email, role: 'viewer', password });
      for (let tries = 0; tries < 50; tries += 1)
        await web
          .browser()
          .post('/sign-in', { email: `guess${tries}@northfield.example`, password: 'wrong' });
      expect((await web.browser().post('/sign-in', { email, password })).status).toBe(429);
      places.from = 'b';
      expect((await web.browser().post('/sign-in', { email, password })).status).toBe(303);
    },
  );

  test('nobody signs up by the library’s own routes', async () => {
    const { app } = aWeb(db);
    const body = JSON.stringify({ email, password, name: 'Stranger' });
    const response = await app.request('/api/auth/sign-up/email', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(403);
    expect(await findUser(db, { email })).toBeUndefined();
  });

  test('never leads to another site', () => {
    for (const path of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'feeds',
      undefined,
      '/a b',
    ])
      expect(localPath(path)).toBe('/');
    expect(localPath('/jobs?q=a%20b')).toBe('/jobs?q=a%20b');
  });

  test('what was typed comes back escaped, the password not at all', async () => {
    const page = await (
      await aWeb(db).browser().post('/sign-in', { email: '"><script>x</script>', password: 'secret words' })
    ).text();
    expect(page).not.toContain('<script>x');
    expect(page).not.toContain('secret words');
    expect(page).toContain('<title>Error: Sign in');
  });
});

describe('signing out', () => {
  test('sign-out ends the session, everywhere on request', async () => {
    const web = aWeb(db);
    const first = await web.signedIn('viewer');
    const second = web.browser();
    await second.post('/sign-in', { email: 'viewer@quadwire.example', password });
    const kept = new Map(second.jar);
    await first.post('/sign-out', { everywhere: 'yes' }, { from: '/sign-in' });
    expect([...second.jar]).toEqual([...kept]);
    const again = await second.send('/api/v1/users');
    expect(again.status).toBe(401);
  });
});

describe('a one-time link', () => {
  test('makes the first operator, once', async () => {
    const web = aWeb(db);
    const link = (await firstOperatorLink(web.deps)) ?? '';
    const browser = web.browser();
    expect(await browser.text(link)).toContain('Become the first operator');
    const entered = await browser.post(link, { email, name: 'Dana Whitfield', password });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/']);
    expect(await findUser(db, { email })).toMatchObject({ role: 'admin', name: 'Dana Whitfield' });
    expect(await auditEntries(db)).toMatchObject([{ who: email, action: 'user added', subject: email }]);
    expect((await web.browser().get(link)).status).toBe(410);
    expect(await firstOperatorLink(web.deps)).toBeUndefined();
  });

  test('an invited user chooses a password, and reads when it is too short', async () => {
    const web = aWeb(db);
    const added = await addUser(web.deps, { email, role: 'reviewer' });
    const link = added.kind === 'added' ? (added.link ?? '') : '';
    const browser = web.browser();
    const short = await browser.post(link, { password: 'short' });
    expect(await short.text()).toContain('The password must have 12 characters or more');
    expect((await browser.post(link, { password })).status).toBe(303);
    expect((await browser.post('/sign-in', { email, password })).status).toBe(303);
  });

  test('a link expires, and its use closes older sessions', async () => {
    const web = aWeb(db);
    const signedIn = await web.signedIn('admin');
    const id = (await findUser(db, { email: 'admin@quadwire.example' }))?.id ?? '';
    const link = await newEntryLink(web.deps, id);
    await web.browser().post(link, { password: 'another four word password' });
    expect((await signedIn.get('/api/v1/users')).status).toBe(401);
    const old = await newEntryLink(web.deps, id);
    web.clock.advance(73 * 60 * MINUTE);
    const late = await web.browser().get(old);
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('<h1>This link no longer works</h1>');
  });
});
