import { expect, test } from 'vitest';
import { addUser } from '../../src/platform/accounts/people.ts';
import { operator } from '../../src/platform/mail/recipient.ts';
import { putMail } from '../../src/platform/mail/mail.repository.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aWeb, csrfOf, origin, password } from '../faces/web/support/web.ts';

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

test('the control API of the instance answers to no name of another site', async () => {
  const { app } = await anInstance({ db: await instanceDatabase() });
  const asked = async (host: string) => (await app.request(`http://${host}/_control/jobs`)).status;
  for (const host of ['evil.test', 'localhost.evil.test', 'instance.test.evil.test', '127.0.0.1.evil.test'])
    expect([host, await asked(host)]).toEqual([host, 403]);
  for (const host of ['127.0.0.1:8081', '[::1]:8081', 'localhost:8081', '192.0.2.7', 'instance.test'])
    expect([host, await asked(host)]).toEqual([host, 200]);
});

test.each([
  ['with TRUST_PROXY only the nearest proxy’s word counts', true],
  ['without TRUST_PROXY none does', false],
])('a forged X-Forwarded-For gives nobody another place: %s', async (_, trustProxy) => {
  const web = aWeb(db, { site: { trustProxy }, deps: { remoteAddress: () => '198.51.100.7' } });
  const browser = web.browser();
  const statuses = [];
  for (let tries = 0; tries < 12; tries += 1) {
    const forged = `203.0.113.${tries}`;
    const headers = { 'x-forwarded-for': trustProxy ? `${forged}, 198.51.100.7` : forged };
    const answer = await browser.post(
      '/sign-in',
      { email: 'a@x.example', password: 'wrong words' },
      { headers },
    );
    statuses.push(answer.status);
  }
  expect(statuses.slice(9)).toEqual([422, 429, 429]);
});

test.each([
  ['none is configured', false],
  ['one is', true],
])('one-time links in mails are on a page only where no mail leaves: %s', async (_, hasMailSystem) => {
  const now = new Date('2026-11-20T12:00:00Z');
  const link = 'http://quadwire.test/confirm/a-one-time-link';
  const mail = { to: operator('maria@acme.example'), subject: 'Confirm', text: link };
  await putMail(db, mail, { kind: 'confirm', about: 'submission:1', now });
  const admin = await aWeb(db, { site: { hasMailSystem } }).signedIn('admin');
  expect((await admin.text('/outbox')).includes(link)).toBe(!hasMailSystem);
});
