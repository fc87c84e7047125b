import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { machineTrouble } from '../../../src/faces/cli/machine-trouble.ts';
import { builtProgram } from '../../setup/program.ts';

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
  const ended = await run('instance', '--port', port);
  other.close();
  expect(ended.code).toBe(1);
  expect(ended.output).toBe(
    `127.0.0.1:${port} is taken by another process; choose another port, by PORT or --port\n`,
  );
}, 60_000);

test.each([
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['status'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['doctor'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['up'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['web'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_DATA: '/proc/nowhere' }, ['worker'], 'Set QUADWIRE_DATA to a folder'],
  [{ QUADWIRE_JOURNAL: '/proc/nowhere' }, ['status'], 'Set QUADWIRE_JOURNAL to a folder'],
  [{}, ['instance', '--port', '0', '--data', '/proc/nope'], '/proc/nope: there is no such file or folder'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, ['status'], 'Start the PostgreSQL server'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, ['doctor'], 'Start the PostgreSQL server'],
])(
  'with %j, %j ends with 1 and says: %s',
  async (env, words, sentence) => {
    const { code, output } = await runWith(env, ...words);
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
    expect(output.trim()).not.toContain('\n');
  },
  60_000,
);

test.each(['silent', 'closing', 'torn'] as const)(
  'a database whose server is %s is no stack, but a sentence and a remedy',
  async (kind) => {
    const server = createServer((socket) => {
      if (kind === 'closing') socket.end();
      if (kind === 'torn') socket.resetAndDestroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, output } = await runWith(
      { DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/x` },
      'status',
    );
    server.close();
    expect([code, output]).toEqual([1, expect.stringContaining('Start the PostgreSQL server')]);
    expect(output.trim()).not.toContain('\n');
    expect(output).not.toContain('hunter2');
  },
  60_000,
);

function run(...words: readonly string[]) {
  return runWith({}, ...words);
}

function runWith(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<{ readonly code: unknown; readonly output: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    execFile(process.execPath, [builtProgram(), ...words], options, (error, out, err) => {
      resolve({ code: error?.code ?? 0, output: out + err });
    });
  });
}
