// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call as callInProcess, ownData } from '../../setup/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const data = join(folder, 'data');
ownData(data);

const call = (more: Readonly<Record<string, string>>, ...words: string[]) =>
  callInProcess(words, { QUADWIRE_DATA: data, QUADWIRE_ALLOW_PRIVATE: '127.0.0.1:1', ...more });

test('a secret that is not set and a target that is down are named with what to do', async () => {
  const address = 'http://127.0.0.1:1/soap';
  const rest = ['--rest', 'http://127.0.0.1:1/api', '--token-env', 'QUADWIRE_SECRET_NORTH'];
  expect((await call({}, 'target', 'add', 'north', '--soap', address, ...rest)).code).toBe(0);
  const findings = async (env: Readonly<Record<string, string>>) => {
    const { code, out } = await call(env, 'doctor', '--json');
    const found: unknown = JSON.parse(out);
    return { code, found };
  };
  expect(await findings({})).toEqual({
    code: 1,
    found: expect.arrayContaining([
      {
        what: 'target north',
        ok: false,
        found: 'the secret QUADWIRE_SECRET_NORTH is not set',
        remedy:
          'set the variable QUADWIRE_SECRET_NORTH, or put a file of this name into QUADWIRE_SECRETS_DIR',
      },
      { what: 'data folder', ok: true, found: join(folder, 'data') },
    ]),
  });
  expect((await call({}, 'status')).out).toMatch(
    /north lacks the secret QUADWIRE_SECRET_NORTH +quadwire doctor\n/,
  );
  expect(await findings({ QUADWIRE_SECRET_NORTH: 'a token' })).toEqual({
    code: 1,
    found: expect.arrayContaining([
      {
        what: 'target north',
        ok: false,
        found: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/soap: .*cannot be reached/),
        remedy: expect.stringContaining('quadwire target set north soap.url URL'),
      },
    ]),
  });
}, 120_000);
