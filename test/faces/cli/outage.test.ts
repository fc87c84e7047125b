// @module-tag slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isOutage } from '../../../src/db/outage.ts';
import { openPostgres } from '../../../src/db/postgres.ts';
import * as schema from '../../../src/db/schema.ts';
import { builtProgram } from '../../setup/program.ts';

/** An address of the loopback where nothing answers, or where every connection is torn at once. */
async function deaf(kind: 'refused' | 'torn') {
  const server = createServer((socket) => socket.resetAndDestroy());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  if (kind === 'refused') await new Promise((closed) => server.close(closed));
  return { url: `postgres://nobody@127.0.0.1:${port}/nothing`, close: () => server.close() };
}

test.each(['refused', 'torn'] as const)('a database whose connections are %s is away', async (kind) => {
  const { url, close } = await deaf(kind);
  const opened = openPostgres(url, schema, { max: 1 });
  const error: unknown = await opened.db.execute(sql`select 1`).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isOutage(error)).toBe(true);
  await opened.close();
  close();
});

test('a mistake is no outage', () => {
  expect(isOutage(new Error('relation "x" does not exist'))).toBe(false);
  expect(isOutage(Object.assign(new Error('password'), { code: '28P01' }))).toBe(false);
  expect(isOutage('text')).toBe(false);
});

test('a worker without its database waits for it, and ends when it is told to', async () => {
  const { url, close } = await deaf('torn');
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-outage-'));
  const main = builtProgram();
  const worker = spawn(process.execPath, [main, 'worker'], {
    env: { ...process.env, DATABASE_URL: url, QUADWIRE_DATA: folder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  worker.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  await expect.poll(() => said, { timeout: 60_000 }).toContain('it is waited for');
  expect(worker.exitCode).toBeNull();
  worker.kill('SIGTERM');
  expect((await once(worker, 'exit'))[0]).toBe(0);
  rmSync(folder, { recursive: true, force: true });
  close();
}, 90_000);
