import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { call as callInProcess, ownData } from '../../setup/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const data = join(folder, 'data');
ownData(data);

/** Calls a command as another program does. */
const call = (...words: string[]) => callInProcess(words, { QUADWIRE_DATA: data });

test('what is wrongly asked is refused with what was expected and what came', async () => {
  for (const [words, code, reason] of [
    ['feed', 2, '`feed` needs a subcommand: feed add'],
    ['feed add x', 2, 'URL is missing. Usage: quadwire feed add NAME URL'],
    ['resolve a b c d', 2, '“d” is one word too many. Usage: quadwire resolve'],
    ['resolve a b c --as FT --forget', 2, '--as and --forget contradict each other: give one of them'],
    ['feed add x http://y.example --every 15m --cron 0', 2, '--every and --cron contradict each other'],
    ['set delist.missRuns 3 --feed a --target b', 2, '--feed and --target contradict each other'],
    ['target remove x --delist --leave-up', 2, '--leave-up and --delist contradict each other'],
    ['feed remove x', 2, 'Say what becomes of its jobs: --leave-up or --delist.'],
    ['target remove x', 2, 'Say what becomes of its jobs: --leave-up or --delist.'],
    ['feed add x nowhere', 2, 'URL must be an http(s) address or a file that exists, not nowhere'],
    ['feed add x .', 2, 'URL must be an http(s) address or a file that exists, not the folder .'],
    ['feed import .', 2, 'or - for standard input, not the folder .'],
    ['feed add x http://a.example/x --cron bad', 2, '--cron must be five fields like "0 6 * * 1-5"'],
    [
      'feed add x http://a.example/x --right mine',
      2,
      '--right must be own, permission, license or attribution',
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
    ['feed add x http://a.example/x --every 0m', 2, '--every must be like 15m'],
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
    const ended = await call(...words.split(' '));
    expect([words, ended.code, ended.out, ended.said]).toEqual([
      words,
      code,
      '',
      expect.stringContaining(reason),
    ]);
  }
});

test('help of a command, or of those that begin alike', async () => {
  const alone = await call('help', 'feed', 'add');
  expect(alone).toEqual({
    code: 0,
    out: expect.stringMatching(/^Usage: quadwire feed add NAME URL/),
    said: '',
  });
  expect(await call('feed', 'add', '--help')).toEqual(alone);
  const group = (await call('help', 'token')).out;
  expect(group.match(/^ {2}token \w+/gm)).toEqual(['  token add', '  token list', '  token revoke']);
});

test('a file’s settings are the feed’s, and go when the file no longer has them', async () => {
  const feeds = join(folder, 'feeds');
  mkdirSync(feeds, { recursive: true });
  const write = (settings: string) =>
    writeFileSync(join(feeds, 'filed.yaml'), `url: https://a.example/filed.xml\nright: own\n${settings}`);
  const missRuns = async () => {
    const rows: { key: string; value: unknown; set: string }[] = JSON.parse(
      (await call('settings', '--feed', 'filed', '--json')).out,
    );
    const row = rows.find(({ key }) => key === 'delist.missRuns');
    return [row?.value, row?.set];
  };
  write('settings:\n  delist.missRuns: 5\n');
  expect((await call('feed', 'apply', feeds)).out).toMatch(/filed +added/);
  expect(await missRuns()).toEqual([5, 'feed:filed']);
  write('');
  expect((await call('feed', 'apply', feeds)).out).toMatch(/filed +changed/);
  expect(await missRuns()).toEqual([2, 'default']);
  write('settings:\n  delist.missRun: 5\nevrey: 1h\n');
  const wrong = await call('feed', 'apply', feeds);
  expect([wrong.code, wrong.said]).toEqual([
    1,
    expect.stringContaining('filed.yaml: evrey: there is no such key; did you mean every?'),
  ]);
});

test('--version says which version it is, and nothing else', async () => {
  expect(await call('--version')).toEqual({ code: 0, out: `${packageFile.version}\n`, said: '' });
});

test('people and tokens are listed, changed and closed', async () => {
  const json = async (...words: string[]): Promise<unknown> =>
    JSON.parse((await call(...words, '--json')).out);
  expect((await call('user', 'add', 'dana@a.example', '--role', 'admin')).code).toBe(0);
  expect((await call('user', 'add', 'rea@a.example')).code).toBe(0);
  expect((await call('user', 'set', 'rea@a.example', '--role', 'reviewer', '--source', 'acme')).code).toBe(0);
  expect(await json('user', 'list')).toMatchObject([
    { email: 'dana@a.example', role: 'admin', targets: null, closed: false },
    { email: 'rea@a.example', role: 'reviewer', sources: ['acme'] },
  ]);
  expect(await json('user', 'link', 'rea@a.example')).toEqual({
    email: 'rea@a.example',
    link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/sign-in\/once\//),
  });
  expect(await json('user', 'sessions', 'rea@a.example')).toEqual([]);
  expect((await call('user', 'close', 'dana@a.example')).said).toContain('last admin');
  expect((await call('user', 'close', 'rea@a.example')).code).toBe(0);
  expect((await call('token', 'add', 'ci', '--scope', 'read')).out).toMatch(/^qw_/);
  expect((await call('token', 'revoke', 'ci')).code).toBe(0);
  expect(await json('token', 'list')).toMatchObject([{ name: 'ci', revoked_at: expect.any(String) }]);
  expect(await json('audit', '--about', 'account:ci')).toMatchObject([
    { action: 'token.revoke', who: expect.stringMatching(/^cli:./) },
    { action: 'token.add', who: expect.stringMatching(/^cli:./) },
  ]);
});

test('the log prints what was done, newest last, and with --follow what comes until a signal', async () => {
  const before = process.listenerCount('SIGINT');
  const following = call('log', '--follow', '--about', 'account:late');
  await vi.waitFor(() => expect(process.listenerCount('SIGINT')).toBe(before + 1), { timeout: 20_000 });
  expect((await call('token', 'add', 'late', '--scope', 'read')).code).toBe(0);
  expect((await call('token', 'revoke', 'late')).code).toBe(0);
  process.emit('SIGINT', 'SIGINT');
  const { code, out, said } = await following;
  expect([code, said]).toEqual([0, '']);
  expect(out).toMatch(
    /^\S+Z  cli:\S+  token\.add  account:late\n\S+Z  cli:\S+  token\.revoke  account:late\n$/,
  );
  const lines = (await call('log', '--about', 'account:late', '--json')).out.trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { action: 'token.add' },
    { action: 'token.revoke' },
  ]);
});

test('a setting goes back to its default', async () => {
  expect((await call('set', 'delist.missRuns', '4')).code).toBe(0);
  expect((await call('set', 'delist.missRuns', '--default')).out).toContain('no longer set');
  const settings: { key: string; value: unknown; set: string }[] = JSON.parse(
    (await call('settings', '--json')).out,
  );
  expect(settings.find(({ key }) => key === 'delist.missRuns')).toMatchObject({ value: 2, set: 'default' });
});

/** What an act prints with `--json`, and nothing beside it. */
async function factsOf(...words: string[]): Promise<unknown> {
  const { code, out, said } = await call(...words, '--json');
  expect([words, code, said]).toEqual([words, 0, '']);
  return JSON.parse(out);
}

test('an act with --json prints its facts and nothing else', async () => {
  expect(await factsOf('set', 'delist.missRuns', '4')).toEqual({
    key: 'delist.missRuns',
    value: 4,
    set: 'global',
    scope: 'global',
  });
  expect(await factsOf('set', 'delist.missRuns', '--default')).toMatchObject({ value: null });
  expect(await factsOf('feed', 'add', 'acts', 'https://a.example/x.xml')).toMatchObject({
    name: 'acts',
    state: 'active',
  });
  expect(await factsOf('feed', 'pause', 'acts')).toMatchObject({ name: 'acts', state: 'paused' });
  expect(await factsOf('feed', 'set', 'acts', 'employer', 'Acme')).toEqual({ name: 'acts', key: 'employer' });
  expect(await factsOf('feed', 'remove', 'acts', '--leave-up')).toEqual({ name: 'acts', jobs: 'leave-up' });
  expect(await factsOf('token', 'add', 'acts', '--scope', 'read')).toMatchObject({
    name: 'acts',
    scopes: ['read'],
  });
  expect(await factsOf('token', 'revoke', 'acts')).toEqual({ name: 'acts', revoked: true });
  expect(await factsOf('block', '--company', 'Acme Scam', '--reason', 'fraud')).toMatchObject([
    { id: 1, kind: 'company', value: expect.any(String) },
  ]);
  expect(await factsOf('unblock', '1')).toMatchObject({ id: 1, lifted: true });
});

test('targets and people print the facts of an act with --json too', async () => {
  const soap = ['--soap', 'http://127.0.0.1:9/soap', '--namespace', 'urn:x'];
  const added = await call('target', 'add', 'north', ...soap, '--json');
  expect([added.code, JSON.parse(added.out)]).toMatchObject([0, { name: 'north' }]);
  expect(await factsOf('target', 'pause', 'north')).toEqual({
    name: 'north',
    done: 'pause',
    state: 'paused',
  });
  expect(await factsOf('target', 'resume', 'north')).toEqual({
    name: 'north',
    done: 'resume',
    state: 'active',
  });
  expect(await factsOf('target', 'set', 'north', 'country', 'US')).toMatchObject({ name: 'north' });
  expect(await factsOf('target', 'show', 'north')).toMatchObject({ name: 'north' });
  expect(await factsOf('target', 'remove', 'north', '--leave-up')).toMatchObject({ name: 'north' });
  expect(await factsOf('user', 'add', 'kim@a.example', '--role', 'viewer')).toMatchObject({
    email: 'kim@a.example',
    role: 'viewer',
  });
  expect(await factsOf('user', 'set', 'kim@a.example', '--role', 'reviewer')).toMatchObject({
    email: 'kim@a.example',
    role: 'reviewer',
  });
  expect(await factsOf('user', 'close', 'kim@a.example')).toMatchObject({ email: 'kim@a.example' });
});

test('a target that a feed names and that is not there is said, by feed add and by feed set', async () => {
  const said = 'There is no target nrothfield yet: its jobs go there once it is added.';
  const added = await call('feed', 'add', 'later', 'http://127.0.0.1:9/later', '--target', 'nrothfield');
  expect([added.code, added.out]).toEqual([0, expect.stringContaining(said)]);
  const set = await call('feed', 'set', 'later', 'targets', 'nrothfield');
  expect([set.code, set.out, set.said]).toEqual([
    0,
    expect.stringContaining('targets is set'),
    expect.stringContaining(said),
  ]);
  const other = await call('feed', 'set', 'later', 'employer', 'Acme');
  expect([other.code, other.said]).toEqual([0, '']);
});
