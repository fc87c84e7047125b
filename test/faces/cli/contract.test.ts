import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { builtProgram } from '../../setup/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Calls a command as another program does. */
function call(...words: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', QUADWIRE_DATA: join(folder, 'data'), LOG_LEVEL: 'error' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [builtProgram(), ...words], {
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
    ['user add notanemail', 2, 'EMAIL must be an e-mail address, like name@example.com, not notanemail'],
    ['token add a:b --scope read', 2, 'or underscores, not a:b'],
    ['token add ci --scope fly', 2, 'admin or metrics, not fly'],
    ['approve 1 --feed x --count many', 2, '--count must be a whole number, not many'],
    ['feed add x http://a.example/x --every 0m', 2, 'every: must be like 15m'],
    ['feed add form http://a.example/x', 2, 'form is the name of the hosted form'],
    ['feed set x sourceId y', 2, 'sourceId is decided when a feed is added'],
    ['feed set x settings y', 2, '`set KEY VALUE --feed x`'],
    ['target add n --soap https://u:secret@a.example/', 2, 'soap.url: must name no user or password'],
    ['target add n --soap http://a.example/ --concurrency 65', 2, 'from 1 to 64, not 65'],
    ['statsu', 2, 'There is no command statsu. Did you mean status?'],
    ['feed chekc x', 2, 'Did you mean feed check?'],
    ['help nothing', 2, 'There is no command nothing.'],
    ['status --publicatoins', 2, 'Did you mean --publications? Usage: quadwire status'],
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

test('help of a command, or of those that begin alike', patience, () => {
  const alone = call('help', 'feed', 'add');
  expect(alone).toEqual({
    code: 0,
    out: expect.stringMatching(/^Usage: quadwire feed add NAME URL/),
    said: '',
  });
  expect(call('feed', 'add', '--help')).toEqual(alone);
  const group = call('help', 'token').out;
  expect(group.match(/^ {2}token \w+/gm)).toEqual(['  token add', '  token list', '  token revoke']);
});

test('a file’s settings are the feed’s, and go when the file no longer has them', patience, () => {
  const feeds = join(folder, 'feeds');
  mkdirSync(feeds, { recursive: true });
  const write = (settings: string) =>
    writeFileSync(join(feeds, 'filed.yaml'), `url: https://a.example/filed.xml\nright: own\n${settings}`);
  const missRuns = () => {
    const rows: { key: string; value: unknown; set: string }[] = JSON.parse(
      call('settings', '--feed', 'filed', '--json').out,
    );
    const row = rows.find(({ key }) => key === 'delist.missRuns');
    return [row?.value, row?.set];
  };
  write('settings:\n  delist.missRuns: 5\n');
  expect(call('feed', 'apply', feeds).out).toMatch(/filed +added/);
  expect(missRuns()).toEqual([5, 'feed:filed']);
  write('');
  expect(call('feed', 'apply', feeds).out).toMatch(/filed +changed/);
  expect(missRuns()).toEqual([2, 'default']);
  write('settings:\n  delist.missRun: 5\nevrey: 1h\n');
  const wrong = call('feed', 'apply', feeds);
  expect([wrong.code, wrong.said]).toEqual([
    1,
    expect.stringContaining('filed.yaml: evrey: there is no such key; did you mean every?'),
  ]);
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
    { action: 'token.revoke', who: 'cli' },
    { action: 'token.add', who: 'cli' },
  ]);
});

test('a setting goes back to its default', patience, () => {
  expect(call('set', 'delist.missRuns', '4').code).toBe(0);
  expect(call('set', 'delist.missRuns', '--default').out).toContain('no longer set');
  const settings: { key: string; value: unknown; set: string }[] = JSON.parse(call('settings', '--json').out);
  expect(settings.find(({ key }) => key === 'delist.missRuns')).toMatchObject({ value: 2, set: 'default' });
});

/** What an act prints with `--json`, and nothing beside it. */
function factsOf(...words: string[]): unknown {
  const { code, out, said } = call(...words, '--json');
  expect([words, code, said]).toEqual([words, 0, '']);
  return JSON.parse(out);
}

test('an act with --json prints its facts and nothing else', patience, () => {
  expect(factsOf('set', 'delist.missRuns', '4')).toEqual({
    key: 'delist.missRuns',
    value: 4,
    set: 'global',
    scope: 'global',
  });
  expect(factsOf('set', 'delist.missRuns', '--default')).toMatchObject({ value: null });
  expect(factsOf('feed', 'add', 'acts', 'https://a.example/x.xml')).toMatchObject({
    name: 'acts',
    state: 'active',
  });
  expect(factsOf('feed', 'pause', 'acts')).toMatchObject({ name: 'acts', state: 'paused' });
  expect(factsOf('feed', 'set', 'acts', 'employer', 'Acme')).toEqual({ name: 'acts', key: 'employer' });
  expect(factsOf('feed', 'remove', 'acts', '--leave-up')).toEqual({ name: 'acts', jobs: 'leave-up' });
  expect(factsOf('token', 'add', 'acts', '--scope', 'read')).toMatchObject({
    name: 'acts',
    scopes: ['read'],
  });
  expect(factsOf('token', 'revoke', 'acts')).toEqual({ name: 'acts', revoked: true });
  expect(factsOf('block', '--company', 'Acme Scam', '--reason', 'fraud')).toMatchObject([
    { id: 1, kind: 'company', value: expect.any(String) },
  ]);
  expect(factsOf('unblock', '1')).toMatchObject({ id: 1, lifted: true });
});

test('targets and people print the facts of an act with --json too', patience, () => {
  const soap = ['--soap', 'http://127.0.0.1:9/soap', '--namespace', 'urn:x'];
  const added = call('target', 'add', 'north', ...soap, '--json');
  expect([added.code, JSON.parse(added.out)]).toMatchObject([0, { name: 'north' }]);
  expect(factsOf('target', 'pause', 'north')).toEqual({ name: 'north', state: 'paused' });
  expect(factsOf('target', 'resume', 'north')).toEqual({ name: 'north', state: 'active' });
  expect(factsOf('target', 'set', 'north', 'country', 'US')).toMatchObject({ name: 'north' });
  expect(factsOf('target', 'show', 'north')).toMatchObject({ name: 'north' });
  expect(factsOf('target', 'remove', 'north', '--leave-up')).toMatchObject({ name: 'north' });
  expect(factsOf('user', 'add', 'kim@a.example', '--role', 'viewer')).toMatchObject({
    email: 'kim@a.example',
    role: 'viewer',
  });
  expect(factsOf('user', 'set', 'kim@a.example', '--role', 'reviewer')).toMatchObject({
    email: 'kim@a.example',
    role: 'reviewer',
  });
  expect(factsOf('user', 'close', 'kim@a.example')).toMatchObject({ email: 'kim@a.example' });
});
