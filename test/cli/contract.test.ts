import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'quadwire-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Calls a command as another program does. */
function call(...words: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', QUADWIRE_DATA: join(folder, 'data'), LOG_LEVEL: 'error' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'src/cli/main.ts'), ...words], {
    encoding: 'utf8',
    env,
  });
  return { code: status, out: stdout, said: stderr };
}

const patience = { timeout: 240_000 };

test('what is wrongly asked is refused with what was expected and what came', patience, () => {
  for (const [words, code, reason] of [
    ['feed', 2, 'feed is followed by a word: feed add'],
    ['feed add x nowhere', 2, 'URL must be an http(s) address or a file that exists, not nowhere'],
    ['feed add x http://a.example/x --cron bad', 2, 'cron: must be five fields like "0 6 * * 1-5"'],
    [
      'feed add x http://a.example/x --right mine',
      2,
      'right: must be own, permission, license or attribution',
    ],
    ['target add North --soap http://a.example/', 2, 'NAME must be small letters, digits and dashes'],
    ['token add ci --scope read --target nope', 1, 'There is no target nope'],
    ['user close nobody@a.example', 1, 'Nobody with the address nobody@a.example can sign in'],
    ['token revoke nope', 1, 'No token in force is called nope'],
    ['redeliver 7', 1, 'There is no webhook 7'],
    ['set delist.missRuns', 2, 'Give a VALUE, or --default'],
  ] as const) {
    const ended = call(...words.split(' '));
    expect([words, ended.code, ended.out, ended.said]).toEqual([
      words,
      code,
      '',
      expect.stringContaining(reason),
    ]);
  }
});

test('--version says which version it is, and nothing else', patience, () => {
  expect(call('--version')).toEqual({ code: 0, out: `${packageFile.version}\n`, said: '' });
});

test('people and tokens are listed, changed and closed', patience, () => {
  const json = (...words: string[]): unknown => JSON.parse(call(...words, '--json').out);
  expect(call('user', 'add', 'dana@a.example', '--role', 'admin').code).toBe(0);
  expect(call('user', 'add', 'rea@a.example').code).toBe(0);
  expect(call('user', 'set', 'rea@a.example', '--role', 'reviewer', '--source', 'acme').code).toBe(0);
  expect(json('user', 'list')).toMatchObject([
    { email: 'dana@a.example', role: 'admin', targets: null, closed: false },
    { email: 'rea@a.example', role: 'reviewer', sources: ['acme'] },
  ]);
  expect(json('user', 'link', 'rea@a.example')).toEqual({
    email: 'rea@a.example',
    link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/sign-in\/once\//),
  });
  expect(json('user', 'sessions', 'rea@a.example')).toEqual([]);
  expect(call('user', 'close', 'dana@a.example').said).toContain('last admin');
  expect(call('user', 'close', 'rea@a.example').code).toBe(0);
  expect(call('token', 'add', 'ci', '--scope', 'read').out).toMatch(/^qw_/);
  expect(call('token', 'revoke', 'ci').code).toBe(0);
  expect(json('token', 'list')).toMatchObject([{ name: 'ci', revoked_at: expect.any(String) }]);
  expect(json('audit', '--about', 'account:ci')).toMatchObject([
    { action: 'token revoked', who: 'cli' },
    { action: 'token made', who: 'cli' },
  ]);
});

test('a setting goes back to its default', patience, () => {
  expect(call('set', 'delist.missRuns', '4').code).toBe(0);
  expect(call('set', 'delist.missRuns', '--default').out).toContain('no longer set');
  const settings: { key: string; value: unknown; set: string }[] = JSON.parse(call('settings', '--json').out);
  expect(settings.find(({ key }) => key === 'delist.missRuns')).toMatchObject({ value: 2, set: 'default' });
});
