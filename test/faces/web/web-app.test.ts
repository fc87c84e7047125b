import { describe, expect, test } from 'vitest';
import { addUser } from '../../../src/platform/accounts/people.ts';
import { testDatabase } from '../../setup/database.ts';
import { aWeb, csrfOf, origin, password } from './support/web.ts';

const db = await testDatabase();

describe('what everybody gets', () => {
  test('health answers without sign-in', async () => {
    expect(await (await aWeb(db).app.request('/healthz')).text()).toBe('ok');
    expect((await aWeb(db).app.request('/readyz')).status).toBe(200);
  });

  test('a product that is not ready says why', async () => {
    const { app } = aWeb(db, {
      deps: { ready: async () => ({ kind: 'unready', reasons: ['the database does not answer'] }) },
    });
    const response = await app.request('/readyz');
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('the database does not answer');
  });

  test('each answer carries the policy of the design', async () => {
    const { headers } = await aWeb(db).app.request('/healthz');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('an https address sets HSTS and Secure cookies', async () => {
    const { app } = aWeb(db, { site: { publicUrl: 'https://jobs.example' } });
    const response = await app.request('/sign-in');
    expect(response.headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(response.headers.getSetCookie().join()).toContain('Secure');
  });

  test('static files have a type and a tag, and are not sent twice', async () => {
    const { app } = aWeb(db);
    const first = await app.request('/static/quadwire.css');
    expect(first.headers.get('content-type')).toContain('text/css');
    const etag = first.headers.get('etag') ?? '';
    expect((await app.request('/static/quadwire.css', { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
    expect((await app.request('/static/viewer/swagger-ui-bundle.js')).status).toBe(200);
    expect((await app.request('/static/../app.ts')).status).toBe(404);
    expect((await app.request('/static/%2e%2e/app.ts')).status).toBe(404);
  });

  test('an unknown address is a page with words, or a problem for programs', async () => {
    const { app } = aWeb(db);
    const page = await app.request('/no-such-page');
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringContaining('There is nothing at this address'),
    ]);
    const problem = await app.request('/api/v1/no-such-thing');
    expect(problem.headers.get('content-type')).toBe('application/problem+json');
    expect(await problem.json()).toMatchObject({
      status: 404,
      requestId: expect.stringMatching(/^\w{4}-\w{4}$/),
    });
  });

  test('a body of more than 1 MB is refused', async () => {
    const { app } = aWeb(db);
    const body = 'x'.repeat(1_100_000);
    expect(
      (
        await app.request('/sign-in', {
          method: 'POST',
          body,
          headers: { 'content-length': String(body.length) },
        })
      ).status,
    ).toBe(413);
  });

  test('a failure shows a number that stands in the log, and nothing else', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (_: string, fields = {}) => void lines.push(fields),
    };
    const { app } = aWeb(db, {
      deps: {
        log,
        ready: async () => {
          throw new Error('password=hunter2');
        },
      },
    });
    const response = await app.request('/readyz');
    const page = await response.text();
    expect(response.status).toBe(500);
    expect(page).toContain(String(lines[0]?.['request']));
    expect(page).not.toContain('hunter2');
  });
});

describe('forms', () => {
  test('a POST without our token is refused', async () => {
    const { app } = aWeb(db);
    const body = new URLSearchParams({ email: 'a@b.example', password: 'x' });
    expect((await app.request('/sign-in', { method: 'POST', body })).status).toBe(403);
    // The session of a page that was open for long has ended: the form says so.
    const late = await app.request('/blocks', { method: 'POST', body });
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('You are signed out')]);
  });

  test('a POST from another origin is refused, even with our token', async () => {
    const browser = aWeb(db).browser();
    const response = await browser.post('/sign-in', {}, { headers: { origin: 'https://evil.example' } });
    expect(response.status).toBe(403);
  });

  test('a token is worth nothing in another browser', async () => {
    const web = aWeb(db);
    const [mine, theirs] = [web.browser(), web.browser()];
    const page = await mine.text('/sign-in');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await theirs.text('/sign-in');
    const response = await theirs.send('/sign-in', { method: 'POST', body: new URLSearchParams({ csrf }) });
    expect(response.status).toBe(403);
  });

  test('a token of before sign-in is worth nothing after it, in the same browser', async () => {
    const web = aWeb(db);
    const browser = web.browser();
    const csrf = csrfOf(await browser.text('/sign-in'));
    const email = 'planted@quadwire.example';
    await addUser(web.deps, { email, role: 'admin', password });
    expect((await browser.post('/sign-in', { email, password })).status).toBe(303);
    const send = (token: string) =>
      browser.send('/sign-out', {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ csrf: token }),
      });
    expect((await send(csrf)).status).toBe(403);
    expect((await send(csrfOf(await browser.text('/account')))).status).toBe(303);
  });

  test('behind a proxy the public address is the origin', async () => {
    const web = aWeb(db, { site: { publicUrl: 'https://jobs.example' } });
    const response = await web
      .browser()
      .post('/sign-in', {}, { headers: { origin: 'https://jobs.example' } });
    expect(response.status).toBe(422);
  });
});
