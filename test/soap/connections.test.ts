import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { pinnedFetch } from '../../src/core/net/pinned-fetch.ts';
import { anAnswer } from './answers.ts';
import { aClient } from './wire.ts';

const good = anAnswer('<return>yes</return>');
const taken = { kind: 'answered', value: 'yes' };

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Our client at a server of HTTP that behaves like this. */
async function atServer(behave: (request: IncomingMessage, response: ServerResponse) => void) {
  return clientAt(await listening(behave));
}

/** The port of a server of HTTP that behaves like this until the test ends. */
async function listening(behave: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(behave);
  servers.push({ close: () => (server.closeAllConnections(), server.close()) });
  return listen(server);
}

/** Our client at a socket that says this, whatever it is asked. */
async function atSocket(behave: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => behave(socket));
  });
  servers.push({ close: () => (sockets.forEach((socket) => socket.destroy()), server.close()) });
  return clientAt(await listen(server));
}

const fetch = pinnedFetch(['127.0.0.1']);
const clientAt = (port: number, timeoutMs = 10_000) =>
  aClient({ endpoint: `http://127.0.0.1:${port}/soap`, fetch, maxBytes: 100_000, timeoutMs });

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

describe('over a real connection', () => {
  test('a sound answer is taken', async () => {
    const client = await atServer((_request, response) => response.end(good));
    expect(await client.processJob({}, {}, 's')).toEqual(taken);
  });

  test('packed answers are taken', async () => {
    const client = await atServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(good));
    });
    expect(await client.processJob({}, {}, 's')).toEqual(taken);
  });

  test('packed answers are taken by the fetch of the platform too, which unpacks them itself', async () => {
    const port = await listening((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(good));
    });
    const client = aClient({ endpoint: `http://127.0.0.1:${port}/soap`, fetch: globalThis.fetch });
    expect(await client.processJob({}, {}, 's')).toEqual(taken);
  });

  test('an answer in many pieces is taken', async () => {
    const client = await atServer((_request, response) => {
      for (const piece of good.match(/.{1,40}/gs) ?? []) response.write(piece);
      response.end();
    });
    expect(await client.processJob({}, {}, 's')).toEqual(taken);
  });

  test('a packed answer that grows beyond the limit is cut off', async () => {
    const client = await atServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(5_000_000)));
    });
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'troubled', why: 'too-large' });
  });

  test('an answer without end is cut off', async () => {
    const client = await atServer((_request, response) => {
      const more = () => {
        while (response.writable && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'troubled', why: 'too-large' });
  });

  test('an answer that announces more than the limit is not read', async () => {
    const client = await atServer((_request, response) => {
      response.writeHead(200, { 'content-length': '1000000000' }).write('x');
    });
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'troubled', why: 'too-large' });
  });

  test('a packed answer that is broken is trouble', async () => {
    const client = await atServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is not gzip');
    });
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'troubled', why: 'malformed' });
  });

  test('a redirect is not followed', async () => {
    const asked: (string | undefined)[] = [];
    const client = await atServer((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'troubled', why: 'redirect' });
    expect(asked).toEqual(['/soap']);
  });

  test('no answer in time is unanswered', async () => {
    const server = createServer(() => {});
    servers.push({ close: () => (server.closeAllConnections(), server.close()) });
    const outcome = await clientAt(await listen(server), 50).processJob({}, {}, 's');
    expect(outcome).toMatchObject({ kind: 'unanswered', why: 'timeout' });
  });

  test('an answer that stops in the middle is unanswered when the time is over', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200).write(good.slice(0, 50));
    });
    servers.push({ close: () => (server.closeAllConnections(), server.close()) });
    const outcome = await clientAt(await listen(server), 100).processJob({}, {}, 's');
    expect(outcome).toMatchObject({ kind: 'unanswered', why: 'timeout' });
  });

  test('a connection that dies after the request is unanswered', async () => {
    const client = await atSocket((socket) => socket.destroy());
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'unanswered', why: 'died' });
  });

  test('a connection that is reset after the request is unanswered', async () => {
    const client = await atSocket((socket) => socket.resetAndDestroy());
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'unanswered', why: 'died' });
  });

  test('a connection that dies inside the answer is unanswered', async () => {
    const client = await atSocket((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${good}`),
    );
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'unanswered', why: 'died' });
  });

  test('an answer that is no HTTP is unanswered', async () => {
    const client = await atSocket((socket) => socket.end('hello\r\n'));
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'unanswered', why: 'died' });
  });

  test('nobody at the address is trouble: nothing was sent', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((done) => server.close(done));
    expect(await clientAt(port).processJob({}, {}, 's')).toMatchObject({
      kind: 'troubled',
      why: 'unreachable',
    });
  });

  test('a private address that is not allowed is trouble: nothing was sent', async () => {
    const client = aClient({ endpoint: 'http://127.0.0.1:9/soap', fetch: pinnedFetch([]) });
    expect(await client.processJob({}, {}, 's')).toEqual({
      kind: 'troubled',
      why: 'unreachable',
      reason: 'the target is at a private address, which QUADWIRE_ALLOW_PRIVATE does not name',
    });
  });

  test('no such host is trouble: nothing was sent', async () => {
    const client = aClient({ endpoint: 'http://no-such-host.invalid/soap', fetch });
    expect(await client.processJob({}, {}, 's')).toMatchObject({ kind: 'troubled', why: 'unreachable' });
  });
});
