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
