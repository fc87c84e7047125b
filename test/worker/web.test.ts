import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addToken, addUser } from '../../src/platform/accounts/people.ts';
import { systemClock } from '../../src/core/clock.ts';
import { mailsAbout } from '../../src/platform/mail/mail.queries.ts';
import { aSchoolTarget, fillIn, inJob, newestMail } from '../faces/form/form.ts';
import { password } from '../faces/web/support/web.ts';
import {
  anyDatabase,
  type AWorker,
  aWorker,
  cannotRun,
  onPglite,
  onServer,
  server,
  type TestBase,
} from './a-worker.ts';

/** PGlite is one session: two invocations at a time (a page, and a mail on its way) would disturb each other. */
const databases = [
  ['PGlite behind a socket', onPglite, false],
  ...(server === undefined ? [] : [['a PostgreSQL server', () => onServer(server ?? ''), true] as const]),
] as const;

describe.skipIf(cannotRun).each(databases)('the web of the Worker, on %s', (_, open, mailing) => {
  const mails: { readonly to: readonly string[]; readonly text: string }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    mails.push(JSON.parse(await text(request)));
    response.end('{}');
  };
  const mailService = createServer((request, response) => void receive(request, response));
  let base: TestBase;
  let worker: AWorker;
  beforeAll(async () => {
    mailService.listen(0, '127.0.0.1');
    await once(mailService, 'listening');
    const address = mailService.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    base = await open();
    const vars = { MAIL_API_URL: `http://127.0.0.1:${port}/emails`, MAIL_API_TOKEN: 'sesame' };
    worker = await aWorker({ base, ...(mailing ? { vars } : {}) });
  });
  afterAll(async () => {
    await worker.close();
    await base.close();
    mailService.close();
  });
  const deps = () => ({ db: base.db, clock: systemClock });

  test('the Worker is alive and ready', async () => {
    expect((await worker.request('/healthz')).status).toBe(200);
    expect(await (await worker.request('/readyz')).text()).toBe('ready');
  });

  test('an operator signs in and sees the pages; nobody else does', async () => {
    await addUser(deps(), { email: 'dana@northfield.example', role: 'operator', password });
    const stranger = await worker.request('/feeds');
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/sign-in?next=%2Ffeeds']);
    const browser = worker.browser();
    const entered = await browser.post('/sign-in', { email: 'dana@northfield.example', password });
    expect(entered.status).toBe(303);
    for (const path of ['/', '/feeds', '/targets', '/jobs', '/holds', '/labels', '/deliveries'])
      expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
    expect(await browser.text('/feeds')).toContain('dana@northfield.example');
  });

  test('wrong passwords are counted in the database, over all invocations', async () => {
    const browser = worker.browser();
    const tried = { email: 'somebody@northfield.example', password: 'wrong words here' };
    for (let tries = 0; tries < 10; tries += 1)
      expect((await browser.post('/sign-in', tried)).status).toBe(422);
    expect((await browser.post('/sign-in', tried)).status).toBe(429);
  });

  test('the API answers a program with its token, in JSON and in CSV', async () => {
    const added = await addToken(deps(), { name: 'reader', scopes: ['read'], createdBy: 'test' });
    const headers = { authorization: `Bearer ${added.kind === 'added' ? added.token : ''}` };
    const feeds = await worker.request('/api/v1/feeds', { headers });
    expect([feeds.status, feeds.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect((await worker.request('/api/v1/feeds')).status).toBe(401);
    const posted = await worker.request('/api/v1/feeds', { method: 'POST', headers, body: '{}' });
    expect(posted.status).toBe(403);
  });

  test('a list for a spreadsheet is read from the database while it is on its way', async () => {
    await addUser(deps(), { email: 'lee@northfield.example', role: 'operator', password });
    const browser = worker.browser();
    await browser.post('/sign-in', { email: 'lee@northfield.example', password });
    const list = await browser.get('/usage.csv');
    expect([list.status, list.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect((await list.text()).split('\r\n')[0]).toMatch(/,/);
  });

  test('static files are served, a missing one is not, and nothing is packed twice', async () => {
    const style = await worker.request('/static/quadwire.css', { headers: { 'accept-encoding': 'gzip' } });
    expect([style.status, style.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(await style.text()).toContain('{');
    expect((await worker.request('/static/viewer/swagger-ui-bundle.js')).status).toBe(200);
    expect((await worker.request('/static/none.css')).status).toBe(404);
    const page = await worker.request('/sign-in', { headers: { 'accept-encoding': 'gzip' } });
    expect(await page.text()).toContain('<!doctype html>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('a job is written in the form, and its mail goes on its way', async () => {
    await aSchoolTarget(base.db, 'northfield', systemClock.now());
    const browser = worker.browser();
    expect(await fillIn(browser)).toMatch(inJob('check'));
    expect((await browser.post('/post/check', {})).status).toBe(303);
    if (mailing) await vi.waitFor(() => expect(mails).toHaveLength(1), { timeout: 10_000 });
    const written = mailing ? (mails[0]?.text ?? '') : (await newestMail(base.db)).body;
    const link = /http:\/\/quadwire\.test(\/\S+)/.exec(written)?.[1] ?? '';
    expect((await browser.post(link, {})).status).toBe(303);
    await vi.waitFor(
      async () =>
        expect(
          (await mailsAbout(base.db, 'submission:1', new Date(0))).map(({ kind, state }) => [kind, state]),
        ).toEqual([
          ['form confirm', mailing ? 'sent' : 'waiting'],
          ['form received', mailing ? 'sent' : 'waiting'],
        ]),
      { timeout: 10_000 },
    );
  });

  test('a post without its token, or from elsewhere, is refused', async () => {
    for (const origin of ['http://quadwire.test', 'https://elsewhere.example']) {
      const body = new URLSearchParams({ email: 'x' });
      const answer = await worker.request('/sign-in', { method: 'POST', headers: { origin }, body });
      expect([origin, answer.status]).toEqual([origin, 403]);
    }
  });
});

describe.skipIf(cannotRun)('a Worker whose settings have mistakes', () => {
  test('only the log lists the mistakes of the environment', async () => {
    const base = await anyDatabase();
    const worker = await aWorker({
      base,
      vars: { PUBLIC_URL: 'quadwire', SMTP_URL: 'smtp://mail.example', TIME_ZONE: 'Mars' },
    });
    const answer = await worker.request('/readyz');
    expect([answer.status, await answer.text()]).toEqual([
      500,
      'The settings of this Worker have mistakes; its log lists them.',
    ]);
    expect(JSON.stringify(worker.logs())).toMatch(/PUBLIC_URL.*TIME_ZONE/);
    await worker.close();
    await base.close();
  });
});
