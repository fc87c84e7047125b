import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startInstance } from '../../src/instance/library/instance.ts';
import { instanceForTests } from '../../src/instance/library/testing.ts';
import { serveJobService } from '../../src/soap/job-service.ts';
import { aService } from '../soap/wire.ts';

test('an instance is stopped as often as one likes', async () => {
  const instance = await startInstance({ size: 'none' });
  await Promise.all([instance.stop(), instance.stop()]);
  await instance.stop();
  await expect(fetch(instance.url)).rejects.toThrow('fetch failed');
});

test('a job service is closed as often as one likes', async () => {
  const served = await serveJobService({ service: aService(), namespace: 'urn:x' });
  await Promise.all([served.close(), served.close()]);
  await expect(served.close()).resolves.toBeUndefined();
});

test('a request whose address cannot be read is answered with 400, and is no error of the service', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const served = await serveJobService({ service: aService(), namespace: 'urn:x', onError });
  const { port } = new URL(served.url);
  for (const request of ['GET // HTTP/1.1\r\nHost: a', 'GET /?wsdl HTTP/1.1\r\nHost: a b']) {
    const socket = connect(Number(port), '127.0.0.1').end(`${request}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(errors).toEqual([]);
  await served.close();
});

test('an instance for tests that has not started, or is over, is stopped without a word', async () => {
  const hooks: Record<'before' | 'beforeEach' | 'after', () => Promise<void>> = {
    before: async () => {},
    beforeEach: async () => {},
    after: async () => {},
  };
  const keep = (name: keyof typeof hooks) => (work: () => Promise<void>) => void (hooks[name] = work);
  const instance = instanceForTests(
    { before: keep('before'), beforeEach: keep('beforeEach'), after: keep('after') },
    { size: 'none' },
  );
  await instance.stop();
  await hooks.before();
  await hooks.beforeEach();
  await instance.stop();
  await hooks.after();
  await expect(instance.stop()).resolves.toBeUndefined();
});
