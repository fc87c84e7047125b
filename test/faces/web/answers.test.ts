import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addToken } from '../../../src/platform/accounts/people.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from './support/data.ts';
import { aWeb } from './support/web.ts';

const db = await testDatabase();
const web = aWeb(db);
let port = 0;
let authorization = '';
// As the product serves it: the library's own Request and Response stand for the platform's.
const server = serve({ fetch: web.app.fetch, port: 0, hostname: '127.0.0.1' });

beforeAll(async () => {
  if (!server.listening)
    await new Promise((resolve) => void server.once('listening', () => resolve(undefined)));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

beforeEach(async () => {
  await aCampus(db);
  const scopes = ['read', 'write', 'admin'] as const;
  const added = await addToken(web.deps, { name: 'wire', scopes: [...scopes], createdBy: 'test' });
  authorization = `Bearer ${added.kind === 'added' ? added.token : ''}`;
});

afterAll(async () => {
  await new Promise((resolve) => void server.close(() => resolve(undefined)));
});

test('every answer carries the same protection, whichever way it was made', async () => {
  const json = { 'content-type': 'application/json' };
  const pause = { method: 'POST', path: '/api/v1/feeds/acme/pause', headers: { 'idempotency-key': 'twice' } };
  const etag = (await get('/api/v1/sessions')).headers['etag']?.toString() ?? '';
  const answers = [
    [200, await get('/healthz')],
    [200, await ask({ method: 'HEAD', path: '/healthz' })],
    [200, await get('/sign-in')],
    [404, await get('/api/v1/no-such-thing')],
    [200, await get('/api/v1/sessions')],
    [304, await get('/api/v1/sessions', { 'if-none-match': etag })],
    [304, await get('/api/v1/sessions', { 'if-none-match': `W/${etag}` })],
    [200, await get('/api/v1/openapi.json', { 'accept-encoding': 'gzip' })],
    [422, await ask({ method: 'POST', path: '/api/v1/users', headers: json, body: '{}' })],
    [202, await ask(pause)],
    [202, await ask(pause)],
  ] as const;
  for (const [status, { headers, ...answer }] of answers) {
    expect(answer.status).toBe(status);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
  }
});

test('a short answer says its length and is not packed; a long one is', async () => {
  const packed = { 'accept-encoding': 'gzip' };
  const short = await get('/api/v1/sessions', packed);
  expect(short.headers).toMatchObject({ 'content-length': '12', 'content-type': 'application/json' });
  expect([short.headers['content-encoding'], short.body.toString()]).toEqual([undefined, '{"items":[]}']);
  const long = await get('/api/v1/openapi.json', packed);
  expect(long.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(JSON.parse(gunzipSync(long.body).toString())).toMatchObject({ openapi: '3.1.0' });
});

function get(path: string, headers = {}) {
  return ask({ method: 'GET', path, headers });
}

type Answer = {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

function ask({ body, headers, ...options }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, agent: false, headers: { authorization, ...headers }, ...options },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
