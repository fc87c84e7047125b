import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../setup/database.ts';
import { aWeb, csrfOf, origin } from './support/web.ts';

const db = await testDatabase();
const newToken = (name: string) => ({ method: 'POST', body: JSON.stringify({ name, scopes: ['read'] }) });

describe('the API', () => {
  test('the API needs a token, and names the missing permission', async () => {
    const web = aWeb(db);
    expect((await web.app.request('/api/v1/users')).status).toBe(401);
    const read = await web.withToken(['read']);
    const refused = await read('/users');
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ detail: expect.stringContaining('admin') }),
    ]);
  });

  test('a wrong token is not helped by a session', async () => {
    const admin = await aWeb(db).signedIn('admin');
    expect((await admin.get('/api/v1/users')).status).toBe(200);
    expect((await admin.get('/api/v1/users', { authorization: 'Bearer qw_wrong' })).status).toBe(401);
  });

  test('a session needs the token of a form for anything but reading', async () => {
    const admin = await aWeb(db).signedIn('admin');
    const headers = { 'content-type': 'application/json', origin };
    expect((await admin.send('/api/v1/tokens', { ...newToken('a'), headers })).status).toBe(403);
    const csrf = csrfOf(await admin.text('/api/docs'));
    expect(csrf).not.toBe('');
    expect(
      (
        await admin.send('/api/v1/tokens', {
          ...newToken('a'),
          headers: { ...headers, 'x-csrf-token': csrf },
        })
      ).status,
    ).toBe(201);
  });

  test('makes a token that works until it is revoked, and never shows it again', async () => {
    const web = aWeb(db);
    const admin = await web.withToken(['admin']);
    const made: unknown = await (await admin('/tokens', newToken('reporter'))).json();
    const { token } = made as { token: string };
    expect(await (await admin('/tokens')).text()).not.toContain(token);
    const headers = { authorization: `Bearer ${token}` };
    expect((await web.app.request('/api/v1/users', { headers })).status).toBe(403);
    expect((await admin('/tokens/reporter', { method: 'DELETE' })).status).toBe(200);
    expect((await web.app.request('/api/v1/users', { headers })).status).toBe(401);
  });

  test('an admin who is limited to a target has no say over users and tokens', async () => {
    const limited = await aWeb(db).withToken(['admin'], { targets: ['northfield'] });
    expect((await limited('/users')).status).toBe(403);
    expect((await limited('/tokens', newToken('mine'))).status).toBe(403);
  });

  test('the API says what is wrong with a body, and where', async () => {
    const admin = await aWeb(db).withToken(['admin']);
    const response = await admin('/tokens', {
      method: 'POST',
      body: '{"name":"x","scopes":["fly"],"more":1}',
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: [{ at: 'body.scopes.0' }, { at: 'body.more', message: 'is not known here' }],
    });
    expect((await admin('/tokens', { method: 'POST', body: '{' })).status).toBe(400);
    expect(
      (await admin('/tokens', { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(400);
  });

  test('an answer that did not change is not sent again', async () => {
    const admin = await aWeb(db).withToken(['admin']);
    const etag = (await admin('/users')).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await admin('/users', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe('what HTTP says', () => {
  test('HEAD has the headers of GET', async () => {
    const admin = await aWeb(db).withToken(['admin']);
    const [head, get] = [await admin('/blocks', { method: 'HEAD' }), await admin('/blocks')];
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('another method than an address offers is answered with those that it does', async () => {
    const admin = await aWeb(db).withToken(['admin']);
    const wrong = await admin('/tokens/a', { method: 'PUT', body: '{}' });
    expect([wrong.status, wrong.headers.get('allow'), wrong.headers.get('content-type')]).toEqual([
      405,
      'OPTIONS, DELETE',
      'application/problem+json',
    ]);
    const asked = await admin('/tokens', { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expect((await admin('/nothing', { method: 'PATCH', body: '{}' })).status).toBe(404);
  });

  test('the character 0, which no text of the database may have, is refused in paths, queries and bodies', async () => {
    const admin = await aWeb(db).withToken(['admin']);
    for (const path of ['/feeds/%00', '/users/%00/sessions', '/blocks?limit=%00'])
      expect([path, (await admin(path)).status]).toEqual([path, 400]);
    const block = { kind: 'company', value: 'a', reason: 'b\0' };
    const refused = await admin('/blocks', { method: 'POST', body: JSON.stringify(block) });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining('the character 0') }),
    ]);
  });

  test('a change for what If-Match names is not made to anything else', async () => {
    const admin = await aWeb(db).withToken(['admin']);
    await admin('/tokens', newToken('kept'));
    const feed = { name: 'matched', url: 'https://a.example/jobs.xml', right: 'own' };
    expect((await admin('/feeds', { method: 'POST', body: JSON.stringify(feed) })).status).toBe(201);
    const etag = (await admin('/feeds/matched')).headers.get('etag') ?? '';
    const change = (tag: string, every: string) =>
      admin('/feeds/matched', {
        method: 'PATCH',
        body: JSON.stringify({ every }),
        headers: { 'if-match': tag },
      });
    expect((await change(etag, '2h')).status).toBe(200);
    expect((await change(etag, '3h')).status).toBe(412);
    expect(await (await admin('/feeds/matched')).json()).toMatchObject({ every: '2h' });
    const gone = await admin('/tokens/kept', { method: 'DELETE', headers: { 'if-match': '"x"' } });
    expect(gone.status).toBe(412);
  });

  test('what is told again says where the thing is, as the first time', async () => {
    const admin = await aWeb(db).withToken(['admin']);
    const send = () =>
      admin('/feeds', {
        method: 'POST',
        body: JSON.stringify({ name: 'twice', url: 'https://a.example/twice.xml', right: 'own' }),
        headers: { 'idempotency-key': 'once' },
      });
    const [first, again] = [await send(), await send()];
    expect(first.headers.get('location')).toBe('/api/v1/feeds/twice');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  });
});

describe('its document', () => {
  test('the OpenAPI document is public and describes each route with its schemas', async () => {
    const response = await aWeb(db).app.request('/api/v1/openapi.json');
    const document: unknown = await response.json();
    expect(document).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/tokens': { post: { requestBody: { required: true }, parameters: [{ name: 'Idempotency-Key' }] } },
        '/tokens/{name}': { delete: { parameters: [{ name: 'name', in: 'path' }] } },
      },
    });
  });

  test('the document has our own viewer with its own policy', async () => {
    const response = await aWeb(db).app.request('/api/docs');
    expect(response.headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'");
    expect(await response.text()).not.toContain('https://');
  });
});
