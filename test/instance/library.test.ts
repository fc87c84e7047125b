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
