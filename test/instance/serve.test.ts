import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serveInstance } from '../../src/instance/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-instance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an instance in a folder keeps its jobs over a restart, and has one owner', async () => {
  const data = join(folder, 'kept');
  const first = await serveInstance({ port: 0, data, size: 'none' });
  const { service } = await first.ready;
  await service.processJob({ job_id: 'A-1', job_title: 'Baker' }, null, 'acme');
  const second = await serveInstance({ port: 0, data, size: 'none' });
  await first.close();
  await second.close();
  const third = await serveInstance({ port: 0, data, size: 'none' });
  const board = await fetch(`${third.url}/`);
  expect(await board.text()).toContain('Baker');
  await third.close();
});

test('a connection dies on demand before and after the call is carried out', async () => {
  const served = await serveInstance({ port: 0, size: 'none', faults: ['getPicklist:reset-before'] });
  const call = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:n="urn:JobWebService"><e:Body><n:getPicklist><field>gender</field></n:getPicklist></e:Body></e:Envelope>`;
  const post = () =>
    fetch(`${served.url}/soap`, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: call });
  await expect(post()).rejects.toThrow('fetch failed');
  await fetch(`${served.url}/_control/faults`, { method: 'PUT', body: '{"rules":[]}' });
  expect(await (await post()).text()).toContain('Non-binary');
  await served.close();
});

test('a port that is taken is an error at once', async () => {
  const served = await serveInstance({ port: 0, size: 'none' });
  await expect(serveInstance({ port: served.port, size: 'none' })).rejects.toThrow('EADDRINUSE');
  await served.close();
});

test('over the wire a batch is seen at work, and a second update has to wait', async () => {
  const served = await serveInstance({ port: 0, size: 'none', limits: { burst: 100_000 } });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${served.url}/api/public${path}`, {
      method,
      headers: { authorization: 'Token demo-token', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  const { id } = (await call('POST', '/v1/staff', { email: 's@s.test' })).body;
  const updates = Array.from({ length: 150 }, () => ({ id, ssoUsername: 'x' }));
  const started = await call('PUT', '/v1/staff?batch=1', updates);
  expect(started.body.status).toBe('pending');
  expect((await call('PUT', '/v1/staff?batch=1', updates)).status).toBe(409);
  expect((await call('GET', started.body.results_url)).body.status).toBe('processing');
  await served.close();
});

test('a caller who is refused before the body is read keeps the connection', async () => {
  const served = await serveInstance({ port: 0, size: 'none' });
  const call = (method: string, path: string) =>
    fetch(`${served.url}/api/public${path}`, { method, body: 'x'.repeat(30_000_000) });
  const answers = [await call('POST', '/v1/employers'), await call('DELETE', '/v1/employers')];
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  await served.close();
});
