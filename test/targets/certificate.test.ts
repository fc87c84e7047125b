import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinnedFetch, pinnedFetchAs } from '../../src/core/net/pinned-fetch.ts';
import { defaultSettings } from '../../src/platform/settings/settings.ts';
import { connectTarget, type Connecting } from '../../src/targets/connect.ts';
import { anAnswer } from '../soap/answers.ts';
import { aTarget } from './maker.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-tls-'));
const pem = (name: string) => readFileSync(join(folder, name), 'utf8');
const trusted = getCACertificates('default');

const newKey = (name: string) => [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:P-256',
  '-nodes',
  '-keyout',
  name,
];

/** An authority, the school's certificate, and ours, all made here. */
function makeCertificates(): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  openssl('req', '-x509', ...newKey('ca.key'), '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test authority');
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1');
  for (const name of ['school', 'quadwire']) {
    openssl('req', ...newKey(`${name}.key`), '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const signed = [
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      'names',
    ];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signed);
  }
}

let url = '';
const seen: string[] = [];
let close = () => {};

beforeAll(async () => {
  makeCertificates();
  setDefaultCACertificates([...trusted, pem('ca.pem')]);
  const server = createServer(
    {
      cert: pem('school.pem'),
      key: pem('school.key'),
      ca: pem('ca.pem'),
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      if (request.socket instanceof TLSSocket)
        seen.push(String(request.socket.getPeerCertificate().subject.CN));
      response.end(anAnswer('<return>ok</return>'));
    },
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  url = `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/soap`;
  close = () => (server.closeAllConnections(), server.close());
});
afterAll(() => {
  close();
  setDefaultCACertificates(trusted);
  rmSync(folder, { recursive: true });
});

/** Asks the school with these secrets, by a definition that names a certificate or none. */
async function ask(secrets: Readonly<Record<string, string>>, clientCertificate?: typeof named) {
  seen.length = 0;
  const connecting: Connecting = {
    fetch: pinnedFetch(['127.0.0.1']),
    fetchAs: pinnedFetchAs(['127.0.0.1']),
    secretNamed: (name) => secrets[name],
  };
  const target = aTarget({ url, ...(clientCertificate && { clientCertificate }) });
  return connectTarget(connecting, target, defaultSettings).testService();
}
const named = { certEnv: 'CERT', keyEnv: 'KEY' };

test('a target that asks for a certificate is shown the one that its definition names', async () => {
  const outcome = await ask({ CERT: pem('quadwire.pem'), KEY: pem('quadwire.key') }, named);
  expect(outcome).toEqual({ kind: 'answered', value: 'ok' });
  expect(seen).toEqual(['quadwire']);
});

test('such a target answers nothing without the certificate', async () => {
  expect((await ask({})).kind).not.toBe('answered');
  expect(seen).toEqual([]);
});

test('a certificate or key that is not set is said by its name', async () => {
  expect(await ask({ CERT: 'c' }, named)).toEqual({
    kind: 'troubled',
    why: 'not-configured',
    reason: 'northfield: the secret KEY is not set',
  });
});

test('a certificate that is none is trouble: nothing was sent', async () => {
  expect(await ask({ CERT: 'c', KEY: 'k' }, named)).toMatchObject({ kind: 'troubled', why: 'unreachable' });
});

test('a runtime that cannot present certificates says so', async () => {
  const connecting: Connecting = { fetch: pinnedFetch(['127.0.0.1']), secretNamed: () => 'pem' };
  const target = aTarget({ url, clientCertificate: named });
  expect(await connectTarget(connecting, target, defaultSettings).testService()).toMatchObject({
    why: 'not-configured',
    reason: 'northfield: certificates of clients cannot be presented here',
  });
});
