import { connect } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { addToken } from '../../../src/platform/accounts/people.ts';
import { silentLog } from '../../../src/core/log.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from './support/data.ts';
import { aWeb } from './support/web.ts';

const db = await testDatabase();

test('an act without a body, as curl -X POST sends it, is done; one that is not offered is refused', async () => {
  await aCampus(db);
  const web = aWeb(db);
  const added = await addToken(web.deps, { name: 'wire', scopes: ['write'], createdBy: 'test' });
  const token = added.kind === 'added' ? added.token : '';
  await served(web.app, async (port) => {
    for (const [start, expected] of [
      ['POST /api/v1/feeds/acme/pause', 'HTTP/1.1 202'],
      ['PUT /api/v1/feeds', 'HTTP/1.1 405'],
      ['PUT /api/v1/nothing', 'HTTP/1.1 404'],
      ['GET /api/v1/listings?cursor=zzz', 'HTTP/1.1 422'],
    ])
      expect([start, await firstLineOf(port, start ?? '', token)]).toEqual([
        start,
        expect.stringContaining(expected ?? ''),
      ]);
  });
});

test('who leaves in the middle of a body is no failure of ours', async () => {
  const told: string[] = [];
  const log = {
    ...silentLog,
    info: (event: string) => void told.push(event),
    error: (event: string) => void told.push(`error: ${event}`),
  };
  await served(aWeb(db, { deps: { log } }).app, async (port) => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json'])
      await leave(
        port,
        `POST /sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\na=`,
      );
    await expect.poll(() => told.length).toBe(2);
  });
  expect(told).toEqual(['request', 'request']);
});

/** Sends the beginning of a request and hangs up when it is told to go on. */
function leave(port: number, start: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(start));
    socket.on('data', () => socket.destroy());
    socket.on('close', () => resolve());
  });
}

/** The first line of the answer to a request that announces no body. */
function firstLineOf(port: number, start: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `${start} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      ),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}

async function served(
  app: ReturnType<typeof aWeb>['app'],
  use: (port: number) => Promise<void>,
): Promise<void> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => void server.once('listening', () => resolve(undefined)));
  const address = server.address();
  await use(typeof address === 'object' && address !== null ? address.port : 0);
  await new Promise((resolve) => void server.close(() => resolve(undefined)));
}
