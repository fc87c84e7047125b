import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addToken } from '../../src/platform/accounts/people.ts';
import { systemClock } from '../../src/core/clock.ts';
import { anyDatabase, type AWorker, aWorker, cannotRun, type TestBase } from './a-worker.ts';

const site = 'https://jobs.quadwire.test';

describe.skipIf(cannotRun)('the Worker under attack', () => {
  let base: TestBase;
  let worker: AWorker;
  let call: (path: string, init?: RequestInit) => Promise<Response>;
  beforeAll(async () => {
    base = await anyDatabase();
    worker = await aWorker({
      base,
      vars: { PUBLIC_URL: site, TRUST_PROXY: '1', QUADWIRE_SECRET_ACME: 'acme-key-of-the-test' },
    });
    const deps = { db: base.db, clock: systemClock };
    const added = await addToken(deps, { name: 'admin', scopes: ['admin'], createdBy: 'test' });
    const authorization = `Bearer ${added.kind === 'added' ? added.token : ''}`;
    call = (path, init = {}) => {
      const headers = { authorization, 'content-type': 'application/json' };
      return worker.request(`/api/v1${path}`, {
        ...init,
        headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
      });
    };
  });
  afterAll(async () => {
    await worker.close();
    await base.close();
  });

  test('shows a foreign Host or forwarded name in no link, redirect or cookie', async () => {
    const foreign = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' };
    for (const path of ['/', '/sign-in', '/post', '/api/v1/openapi.json', '/nope', '/api/docs']) {
      const answer = await worker.request(`http://evil.test${path}`, {
        headers: { ...foreign, 'x-forwarded-proto': 'http' },
      });
      const seen = [await answer.text(), ...answer.headers.values()].join('\n');
      expect([path, seen.includes('evil.test')]).toEqual([path, false]);
      for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; Secure/);
    }
  });

  test('a Worker has no control API, no own files, and no metrics for strangers', async () => {
    const files = [
      '/worker.js',
      '/worker.js.map',
      '/wrangler.toml',
      '/.dev.vars',
      '/static/%2e%2e/worker.js',
    ];
    for (const path of ['/_control/jobs', '/_control/reset', '/static/', ...files]) {
      const asked = [await worker.request(path), await worker.request(path, { method: 'POST' })];
      expect([path, ...asked.map(({ status }) => status)]).toEqual([path, 404, 403]);
    }
    expect((await worker.request('/metrics')).status).toBe(401);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a body of %s above 1 MB, whether it says its length or not',
    async (type) => {
      const post = (body: NonNullable<RequestInit['body']>) => {
        const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as const;
        return call('/feeds', init);
      };
      const bytes = new Uint8Array(1_100_000).fill(120);
      expect((await post(bytes)).status).toBe(413);
      expect((await post(new Blob([bytes]).stream())).status).toBe(413);
    },
  );

  test.each(['QUADWIRE_SECRET', 'HYPERDRIVE', 'TASKS', 'QUADWIRE_JOURNAL', 'PUBLIC_URL', '__proto__'])(
    'binds %s to nothing: settings and bindings are no secrets',
    async (name) => {
      const feed = { name: 'acme', url: 'https://acme.example/jobs', secretHeaders: { 'x-key': name } };
      expect((await call('/feeds', { method: 'POST', body: JSON.stringify(feed) })).status).toBe(422);
    },
  );

  test.each(['file:///etc/passwd', '/bundle/worker.js', 'data:text/plain,x', 'cloudflare:sockets'])(
    'reads no file and nothing of its own: %s',
    async (url) => {
      const preview = await call('/feeds/previews', { method: 'POST', body: JSON.stringify({ url }) });
      expect(await preview.json()).toMatchObject({
        status: 422,
        errors: [{ at: 'body.url', message: 'must be an address that starts with https:// or http://' }],
      });
    },
  );

  type Preview = { readonly id: number; readonly state: string; readonly reason: string | null };
  const preview = async (path: string, init?: RequestInit) => {
    const r = await call(`/feeds/previews${path}`, init);
    const t = await r.text();
    console.log('DBG', path, r.status, t.slice(0, 400));
    if (!t.includes('private')) console.log('LOGS', JSON.stringify(worker.logs().slice(-3)));
    return JSON.parse(t) as Preview;
  };
  const previewed = async (url: string) => {
    const body = JSON.stringify({ url });
    const { id } = await preview('', { method: 'POST', body });
    const ended = vi.waitFor(
      async () => {
        const read = await preview(`/${id}`);
        expect(read.state).not.toBe('reading');
        return read;
      },
      { timeout: 30_000, interval: 500 },
    );
    return (await ended).reason;
  };

  test('a Worker reads no private address in any spelling', async () => {
    for (const host of ['169.254.169.254', '[::1]', '0x7f000002', '[::ffff:10.0.0.1]'])
      expect([host, await previewed(`http://${host}/latest`)]).toEqual([
        host,
        expect.stringMatching(/private/),
      ]);
  });

  test('a Worker ends a reading that continues after the answer', async () => {
    const elsewhere = createServer((_, response) => response.writeHead(404).end());
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const address = elsewhere.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await previewed(`http://127.0.0.1:${port}/jobs.xml`)).toBe('HTTP 404');
    elsewhere.close();
  });

  test('counts wrong passwords by the address that the edge says, whatever is forwarded', async () => {
    const browser = worker.browser();
    const statuses = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const forged = `203.0.113.${tries}`;
      const headers = {
        origin: site,
        'cf-connecting-ip': '198.51.100.7',
        'x-forwarded-for': forged,
        'x-real-ip': forged,
        'true-client-ip': forged,
      };
      const typed = { email: 'nobody@northfield.example', password: 'wrong words' };
      statuses.push((await browser.post('/sign-in', typed, { headers })).status);
    }
    expect(statuses.slice(9)).toEqual([422, 429, 429]);
  });

  test('logs no secret of its variables', () => {
    const logged = JSON.stringify(worker.logs());
    expect(logged).toContain('"request"');
    expect(logged).not.toMatch(/acme-key-of-the-test|a secret of the test/);
  });
});
