import { expect, test } from 'vitest';
import { addUser } from '../../src/accounts/people.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aWeb, csrfOf, origin, password } from '../web/support/web.ts';

const db = await testDatabase();
const pages = ['/sign-in', '/', '/api/docs', '/api/v1/feeds', '/nope', '/healthz'];

test('no page may stand in a frame, and none is kept by a cache', async () => {
  const browser = await aWeb(db).signedIn('admin');
  for (const path of pages) {
    const { headers } = await browser.get(path);
    expect([path, headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
      path,
      'DENY',
      'no-store',
    ]);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const style = await browser.get('/static/quadwire.css');
  expect(style.headers.get('cache-control')).toContain('max-age');
});

test('a foreign Host changes no link, redirect or cookie', async () => {
  const { app } = aWeb(db, { site: { publicUrl: 'https://jobs.quadwire.test' } });
  const foreign = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' };
  for (const path of pages) {
    const response = await app.request(`http://evil.test${path}`, { headers: foreign });
    const seen = [await response.text(), ...response.headers.values()].join('\n');
    expect([path, seen.includes('evil.test')]).toEqual([path, false]);
    for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/Secure/);
  }
  const document = await app.request('http://evil.test/api/v1/openapi.json', { headers: foreign });
  expect(await document.text()).not.toContain('evil.test');
});

test('a session that was planted before sign-in is not the one that begins', async () => {
  const web = aWeb(db);
  await addUser(web.deps, { email: 'ada@quadwire.test', role: 'admin', password });
  const browser = web.browser();
  browser.jar.set('quadwire.session_token', 'planted.value');
  await browser.post('/sign-in', { email: 'ada@quadwire.test', password });
  const first = browser.jar.get('quadwire.session_token');
  expect(first).not.toBe('planted.value');
  expect((await browser.get('/account')).status).toBe(200);
  const other = web.browser();
  other.jar.set('quadwire.session_token', 'planted.value');
  expect((await other.get('/account')).status).toBe(303);
  // Signing in again over a session that stands begins another one.
  await browser.send('/sign-in', {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({
      csrf: csrfOf(await browser.text('/account')),
      email: 'ada@quadwire.test',
      password,
    }),
  });
  expect(browser.jar.get('quadwire.session_token')).not.toBe(first);
});

test('the control API of the instance takes no calls of other sites', async () => {
  const { request } = await anInstance({ db: await instanceDatabase() });
  const reset = (headers: Record<string, string>) => request('/_control/reset', { method: 'POST', headers });
  expect((await reset({ origin: 'https://evil.test' })).status).toBe(403);
  expect((await reset({ origin: 'null' })).status).toBe(403);
  expect((await reset({ origin: 'http://instance.test' })).status).toBe(200);
  expect((await reset({})).status).toBe(200);
});
