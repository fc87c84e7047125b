import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';

test('an empty environment is the embedded default on loopback', () => {
  const outcome = readConfig({});
  expect(outcome).toMatchObject({
    kind: 'config',
    config: {
      port: 8080,
      host: '127.0.0.1',
      instancePort: 8081,
      dataDir: '.quadwire',
      timeZone: 'UTC',
      allowPrivate: [],
    },
  });
});

test('a level of the log that is near another suggests it', () => {
  expect(readConfig({ LOG_LEVEL: 'inof' })).toEqual({
    kind: 'mistakes',
    mistakes: ['LOG_LEVEL: must be debug, info, warn, error or silent, not inof; did you mean info?'],
  });
});

test('all mistakes are listed at once, each with what was expected and what came, but for what may hold a secret', () => {
  const secret = 'hunter2';
  const outcome = readConfig({
    PORT: '80000',
    DATABASE_URL: `mysql://root:${secret}@db`,
    QUADWIRE_SECRET: secret,
    TIME_ZONE: 'Mars/Base',
    TRUST_PROXY: 'perhaps',
    QUADWIRE_ALLOW_PRIVATE: 'a b',
  });
  if (outcome.kind !== 'mistakes') throw new Error('mistakes were expected');
  expect(outcome.mistakes).toEqual([
    'PORT: must be a port, a whole number from 0 to 65535, not 80000',
    'DATABASE_URL: must be an address like postgres://user:password@host:5432/database',
    'QUADWIRE_SECRET: must have 32 characters or more',
    'QUADWIRE_ALLOW_PRIVATE: must be a list like 127.0.0.1:9000,intranet.example.edu, not a b',
    'TIME_ZONE: must be a zone like America/Chicago, not Mars/Base',
    'TRUST_PROXY: must be true or false, not perhaps',
  ]);
  expect(JSON.stringify(outcome)).not.toContain(secret);
});

test('addresses that may be private are read with and without a port', () => {
  const outcome = readConfig({ QUADWIRE_ALLOW_PRIVATE: '127.0.0.1:9000, intranet.example.edu,[::1]:8080' });
  expect(outcome).toMatchObject({
    config: { allowPrivate: ['127.0.0.1:9000', 'intranet.example.edu', '[::1]:8080'] },
  });
});

test('a mail service needs its token', () => {
  expect(readConfig({ MAIL_API_URL: 'https://mail.example/emails' })).toEqual({
    kind: 'mistakes',
    mistakes: ['MAIL_API_TOKEN: MAIL_API_URL needs it'],
  });
  const whole = readConfig({ MAIL_API_URL: 'https://mail.example/emails', MAIL_API_TOKEN: 'sesame' });
  expect(whole).toMatchObject({
    config: { mailApi: { url: 'https://mail.example/emails', token: 'sesame' } },
  });
});

test('a campus sign-on needs its client, its secret and the address that people come back to', () => {
  const secret = 'hunter2hunter2';
  const bare = readConfig({ OIDC_ISSUER: 'http://sso.example.edu' });
  expect(bare).toEqual({
    kind: 'mistakes',
    mistakes: [
      'OIDC_ISSUER: must be an address that starts with https://',
      'OIDC_CLIENT_ID: OIDC_ISSUER needs it',
      'OIDC_CLIENT_SECRET: OIDC_ISSUER needs it',
      'PUBLIC_URL: OIDC_ISSUER needs it, to send people back',
    ],
  });
  const whole = readConfig({
    OIDC_ISSUER: 'https://sso.example.edu',
    OIDC_CLIENT_ID: 'quadwire',
    OIDC_CLIENT_SECRET: secret,
    PUBLIC_URL: 'https://jobs.example.edu',
  });
  expect(whole).toMatchObject({
    config: { campus: { clientId: 'quadwire', name: 'the campus account', trustEmail: false } },
  });
});

test.each([
  ['PORT', ' ', 'must be a port'],
  ['PORT', '0x10', 'must be a port'],
  ['PORT', '1e3', 'must be a port'],
  ['HOST', 'http://a.example', 'must be a host name or an IP address'],
  ['QUADWIRE_ALLOW_PRIVATE', '127.0.0.1:99999', 'must be a list like'],
  ['QUADWIRE_SECRETS_DIR', import.meta.filename, 'must be a folder that exists'],
  ['SMTP_URL', 'smtp://', 'must be an address like smtp://'],
  ['MAIL_FROM', 'Careers', 'must be like Quadwire <jobs@example.edu>'],
])('%s of %j is a mistake', (name, value, reason) => {
  expect(readConfig({ [name]: value })).toEqual({
    kind: 'mistakes',
    mistakes: [expect.stringContaining(`${name}: ${reason}`)],
  });
});

test('a variable that may hold a password may stand as a file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'quadwire-secrets-'));
  const secret = 'a secret of thirty-two characters';
  writeFileSync(join(dir, 'QUADWIRE_SECRET'), `${secret}\n`);
  writeFileSync(join(dir, 'DATABASE_URL'), 'postgres://root:hunter2@db/quadwire\n');
  const outcome = readConfig({ QUADWIRE_SECRETS_DIR: dir });
  rmSync(dir, { recursive: true });
  expect(outcome).toMatchObject({
    config: { secret, databaseUrl: 'postgres://root:hunter2@db/quadwire' },
  });
});
