import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { auditEntries } from '../../src/platform/audit/audit.queries.ts';
import { readConfig } from '../../src/config.ts';
import { feedNamed } from '../../src/feeds/feeds.queries.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { askFeed } from '../../src/tasks/ask-feed.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();
const json = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) });
const acme = { name: 'acme', url: 'https://acme.example/jobs.xml' };
const bound = { ...acme, secretHeaders: { 'x-key': 'QUADWIRE_SECRET_ACME' } };
const northfield = {
  soap: {
    url: 'https://northfield.example/soap',
    auth: { kind: 'basic', user: 'q', secretEnv: 'QUADWIRE_SECRET_NORTHFIELD' },
  },
  rest: { url: 'https://northfield.example/api/public', tokenEnv: 'northfield-token' },
};
/** `northfield-token` is a file of the secrets folder. */
const wired = (deps = {}) =>
  aWeb(db, { deps: { acts: { isSecretSet: (name) => name === 'northfield-token', ...deps } } });

test('only files of the secrets folder and variables of their own namespace can be read as secrets', () => {
  const dir = mkdtempSync(join(tmpdir(), 'quadwire-secrets-'));
  mkdirSync(join(dir, 'folder'));
  for (const name of ['northfield.token', 'SMTP_URL', 'quadwire_secret', '.hidden'])
    writeFileSync(join(dir, name), 'smtp://from-a-file\n');
  const outcome = readConfig({
    QUADWIRE_SECRETS_DIR: dir,
    QUADWIRE_SECRET: 'a secret of thirty-two characters',
    QUADWIRE_SECRET_ACME: 'acme-key',
    QUADWIRE_SECRET_EMPTY: '',
    DATABASE_URL: 'postgres://root:hunter2@db/quadwire',
    AWS_SECRET_ACCESS_KEY: 'cloud-key',
  });
  if (outcome.kind === 'mistakes') throw new Error(outcome.mistakes.join());
  const { secretNamed } = outcome.config;
  expect(secretNamed('QUADWIRE_SECRET_ACME')).toBe('acme-key');
  expect(secretNamed('northfield.token')).toBe('smtp://from-a-file');
  const others = ['QUADWIRE_SECRET', 'quadwire_secret', 'DATABASE_URL', 'SMTP_URL', 'AWS_SECRET_ACCESS_KEY'];
  const places = ['..', '.hidden', 'folder', '../etc/passwd', '', '__proto__', 'QUADWIRE_SECRET_EMPTY'];
  expect([...others, ...places].map((name) => [name, secretNamed(name)])).toEqual(
    [...others, ...places].map((name) => [name, undefined]),
  );
  rmSync(dir, { recursive: true });
});

test.each(['QUADWIRE_SECRET', 'DATABASE_URL', 'AWS_SECRET_ACCESS_KEY', '../secret', 'QUADWIRE_SECRET_'])(
  'nobody binds %s to a feed or target over the network',
  async (name) => {
    const send = await wired().withToken(['admin']);
    const auth = { kind: 'bearer', secretEnv: name };
    const { soap } = northfield;
    const definitions = [
      { soap: { ...soap, auth } },
      { soap: { ...soap, clientCertificate: { certEnv: name, keyEnv: 'QUADWIRE_SECRET_K' } } },
      { soap, rest: { ...northfield.rest, tokenEnv: name } },
    ];
    const answers = [
      await send('/feeds', json('POST', { ...acme, secretHeaders: { 'x-key': name } })),
      ...(await Promise.all(
        definitions.flatMap((definition) => [
          send('/targets', json('POST', { name: 'northfield', definition })),
          send('/targets/apply', json('POST', { targets: { northfield: definition } })),
        ]),
      )),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
    expect(await feedNamed(db, 'acme')).toBeUndefined();
  },
);

test('a name that cannot be bound is answered with the name to take', async () => {
  const send = await wired().withToken(['admin']);
  const answer = await send('/feeds', json('POST', { ...acme, secretHeaders: { 'x-key': 'ACME_KEY' } }));
  expect(await answer.text()).toContain(
    'set QUADWIRE_SECRET_ACME_KEY, and write this name in the definition',
  );
});

test('an admin binds secrets; the audit and GET name them', async () => {
  const send = await wired().withToken(['admin']);
  expect((await send('/feeds', json('POST', bound))).status).toBe(201);
  const added = await send('/targets', json('POST', { name: 'northfield', definition: northfield }));
  expect(added.status).toBe(201);
  expect(await (await send('/feeds/acme')).json()).toMatchObject({
    secrets: { 'secretHeaders.x-key': 'QUADWIRE_SECRET_ACME' },
  });
  expect(await (await send('/targets/northfield')).json()).toMatchObject({
    secrets: { 'soap.auth.secretEnv': 'QUADWIRE_SECRET_NORTHFIELD', 'rest.tokenEnv': 'northfield-token' },
  });
  await send('/feeds/acme', json('PATCH', { url: 'https://new.acme.example/jobs.xml' }));
  expect(await auditEntries(db, { limit: 3 })).toMatchObject([
    { action: 'feed.set', detail: { secrets: ['QUADWIRE_SECRET_ACME'] } },
    { action: 'target.add', detail: { secrets: ['QUADWIRE_SECRET_NORTHFIELD', 'northfield-token'] } },
    { action: 'feed.add', detail: { secrets: ['QUADWIRE_SECRET_ACME'] } },
  ]);
});

test.each([
  ['a token that may write', ['write'], {}],
  ['an admin limited to one school', ['admin'], { targets: ['northfield', 'southfield'] }],
  ['an admin limited to one source', ['admin'], { sources: ['acme', 'zenith'] }],
] as const)('%s binds no secret and moves none to another address', async (_, scopes, limits) => {
  const web = wired();
  const admin = await web.withToken(['admin'], {}, 'an-admin');
  const headers = { authorization: 'Bearer of-the-partner' };
  await admin('/feeds', json('POST', bound));
  await admin('/feeds', json('POST', { ...acme, name: 'zenith', headers }));
  await admin('/targets', json('POST', { name: 'northfield', definition: northfield }));
  const send = await web.withToken(scopes, limits);
  const evil = 'https://evil.example';
  const calls = [
    send('/feeds', json('POST', { ...bound, name: 'another' })),
    send('/feeds/acme', json('PATCH', { url: evil })),
    send('/feeds/acme', json('PATCH', { url: 'http://acme.example/jobs.xml' })),
    send('/feeds/acme', json('PATCH', { secretHeaders: { 'x-key': 'QUADWIRE_SECRET_NORTHFIELD' } })),
    // A key that somebody wrote in a header is sealed: whoever cannot read it does not move it either.
    send('/feeds/zenith', json('PATCH', { url: evil })),
    send('/targets/northfield', json('PATCH', { soap: { url: evil } })),
    send('/targets/northfield', json('PATCH', { rest: { url: evil } })),
    send('/targets/northfield', json('PATCH', { soap: { wsdl: evil } })),
    send('/targets/northfield', json('PATCH', { rest: { tokenEnv: 'QUADWIRE_SECRET_NORTHFIELD' } })),
    send('/targets', json('POST', { name: 'southfield', definition: northfield })),
    send('/targets/apply', json('POST', { targets: { northfield: { ...northfield, rest: { url: evil } } } })),
  ];
  for (const call of calls) expect([403, 404]).toContain((await call).status);
  expect((await feedNamed(db, 'acme'))?.definition).toMatchObject({ url: acme.url });
});

test('whoever may operate still changes what sends no secret, and takes one away', async () => {
  const web = wired();
  await (
    await web.withToken(['admin'], {}, 'an-admin')
  )('/feeds', json('POST', bound));
  const send = await web.withToken(['write']);
  expect((await send('/feeds/acme', json('PATCH', { every: '1h' }))).status).toBe(200);
  expect((await send('/feeds/acme', json('PATCH', { secretHeaders: null }))).status).toBe(200);
  expect((await send('/feeds/acme', json('PATCH', { url: 'https://other.example' }))).status).toBe(200);
});

test.each([{ Host: 'evil.example' }, { 'content-length': '3' }, { 'x y': 'z' }, { 'x-a': 'b\r\nx-c: d' }])(
  'headers that lead elsewhere or break the request are refused: %j',
  async (headers) => {
    const send = await wired().withToken(['admin']);
    expect((await send('/feeds', json('POST', { ...acme, headers }))).status).toBe(422);
    const definition = { soap: { ...northfield.soap, headers } };
    expect((await send('/targets', json('POST', { name: 'northfield', definition }))).status).toBe(422);
  },
);

test('the page checks no connection with a secret for whoever may not bind it', async () => {
  const checkTarget = vi.fn();
  const operator = await wired({ checkTarget }).signedIn('operator');
  const { auth } = northfield.soap;
  const typed = { name: 'evil', soap: 'https://evil.example', auth: auth.kind, user: auth.user };
  const answer = await operator.post('/targets/add', { ...typed, secretEnv: auth.secretEnv, do: 'check' });
  expect([answer.status, checkTarget.mock.calls]).toEqual([422, []]);
  expect(await answer.text()).toContain('only an admin without limits may bind a secret');
});

test('a feed that an older version bound to another variable stops, and says how to rename it', async () => {
  const road = aRoad(db);
  const { id } = await road.addFeed('acme', { url: acme.url, secretHeaders: { 'x-key': 'ACME_KEY' } });
  const feed = await feedNamed(db, 'acme');
  if (feed?.id !== id) throw new Error('expected the feed');
  const rename = 'set QUADWIRE_SECRET_ACME_KEY, and write this name in the definition';
  expect(askFeed(road.context, feed, await loadSettings(db))).toEqual({
    kind: 'unset',
    reason: expect.stringContaining(`the secret ACME_KEY is not set; rename it: `),
  });
  expect(await road.read(feed)).toMatchObject({ state: 'failed', reason: expect.stringContaining(rename) });
  const page = await (await wired().signedIn('viewer')).text('/');
  expect(page).toContain('acme lacks the secret ACME_KEY');
  expect(page).toContain(rename);
});
