// @module-tag slow
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { machineTrouble } from '../../../src/faces/cli/machine-trouble.ts';
import { call } from '../../setup/in-process.ts';
import { builtProgram } from '../../setup/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-trouble-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failing = (values: Record<string, unknown>, cause?: unknown) =>
  Object.assign(new Error('as Node says it', { cause }), values);

test.each([
  [{ code: 'EADDRINUSE', address: '127.0.0.1', port: 80 }, '127.0.0.1:80 is taken by another process'],
  [{ code: 'EADDRNOTAVAIL', address: '::9', port: 80 }, '[::9]:80 is not an address of this machine'],
  [{ code: 'EACCES', address: '127.0.0.1', port: 80 }, '127.0.0.1:80 may not be used by this user'],
  [{ code: 'EACCES', path: '/x' }, '/x may not be used by this user'],
  [{ code: 'ENOTFOUND', hostname: 'nope.test' }, 'there is no host nope.test'],
  [{ code: 'ECONNREFUSED', address: '127.0.0.1', port: 1 }, 'nothing answers at 127.0.0.1:1'],
  [{ code: 'ENOSPC', path: '/x' }, '/x: the disk is full'],
  [{ code: '3D000' }, 'the database refuses the connection'],
  [
    { code: '08P01', message: 'unsupported startup parameter: plan_cache_mode' },
    'add ?prepare=false to DATABASE_URL',
  ],
])('of %j the person reads: %s', (values, sentence) => {
  expect(machineTrouble(failing(values))).toContain(sentence);
  expect(machineTrouble(failing({}, failing(values)))).toContain(sentence);
});

test('a full disk under the embedded database is said in a sentence, though it throws no Error', () => {
  expect(machineTrouble({ name: 'ErrnoError', errno: 51 })).toContain(
    'the disk of the embedded database is full',
  );
  expect(machineTrouble({ name: 'ErrnoError', errno: 28 })).toBeUndefined();
});

test('a bug is no trouble of the machine', () => {
  expect(machineTrouble(new TypeError('x is not a function'))).toBeUndefined();
  expect(machineTrouble('thrown')).toBeUndefined();
  expect(machineTrouble(failing({ code: 'ERR_INVALID_ARG_TYPE' }))).toBeUndefined();
});

test('an instance whose port is taken says so in a sentence and ends with 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const ended = await asProcess('instance', '--port', port);
  other.close();
  expect(ended).toEqual({
    code: 1,
    said: `127.0.0.1:${port} is taken by another process; choose another port, by PORT or --port\n`,
  });
}, 60_000);

test('what an instance left half open keeps no process alive', async () => {
  const ended = await asProcess('instance', '--port', '0', '--data', '/proc/nope');
  expect(ended).toEqual({ code: 1, said: '/proc/nope: there is no such file or folder\n' });
}, 60_000);

test.each([
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['status'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['doctor'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['up'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['web'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['worker'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_JOURNAL: '/proc/nowhere' }, ['status'], 'Set QUADWIRE_JOURNAL to a folder'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, ['status'], 'Start the PostgreSQL server'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, ['doctor'], 'Start the PostgreSQL server'],
])(
  'with %j, %j ends with 1 and says: %s',
  async (env, words, sentence) => {
    const { code, out, said } = await call(words, { QUADWIRE_DATA: folder, ...env });
    expect([code, out, said]).toEqual([1, '', expect.stringContaining(sentence)]);
    expect(said.trim()).not.toContain('\n');
  },
  60_000,
);

// Together: each waits until the program gives up.
test.concurrent.each(['silent', 'closing', 'torn'] as const)(
  'a database whose server is %s is no stack, but a sentence and a remedy',
  async (kind) => {
    const server = createServer((socket) => {
      if (kind === 'closing') socket.end();
      if (kind === 'torn') socket.resetAndDestroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const address = `postgres://u:hunter2@127.0.0.1:${port}/x`;
    const { code, out, said } = await call(['status'], { QUADWIRE_DATA: folder, DATABASE_URL: address });
    server.close();
    expect([code, out, said]).toEqual([1, '', expect.stringContaining('Start the PostgreSQL server')]);
    expect(said.trim()).not.toContain('\n');
    expect(said).not.toContain('hunter2');
  },
  60_000,
);

/** Runs a command in a process of its own, which has to end. */
function asProcess(...words: readonly string[]): Promise<{ readonly code: unknown; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [builtProgram(), ...words], (error, out, err) => {
      resolve({ code: error?.code ?? 0, said: out + err });
    });
  });
}
