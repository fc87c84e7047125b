import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtProgram } from '../../setup/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function call(more: Readonly<Record<string, string>>, ...words: string[]) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    QUADWIRE_DATA: join(folder, 'data'),
    QUADWIRE_ALLOW_PRIVATE: '127.0.0.1:1',
    LOG_LEVEL: 'error',
    ...more,
  };
  const { status, stdout } = spawnSync(process.execPath, [builtProgram(), ...words], {
    encoding: 'utf8',
    env,
  });
  return { code: status, out: stdout };
}

test('a secret that is not set and a target that is down are named with what to do', () => {
  const address = 'http://127.0.0.1:1/soap';
  const rest = ['--rest', 'http://127.0.0.1:1/api', '--token-env', 'QUADWIRE_SECRET_NORTH'];
  expect(call({}, 'target', 'add', 'north', '--soap', address, ...rest).code).toBe(0);
  const findings = (env: Readonly<Record<string, string>>) => {
    const { code, out } = call(env, 'doctor', '--json');
    const found: unknown = JSON.parse(out);
    return { code, found };
  };
  expect(findings({})).toEqual({
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
  expect(call({}, 'status').out).toContain(
    'north lacks the secret QUADWIRE_SECRET_NORTH: set the variable QUADWIRE_SECRET_NORTH, or put a file of this name',
  );
  expect(findings({ QUADWIRE_SECRET_NORTH: 'a token' })).toEqual({
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
