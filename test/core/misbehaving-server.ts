import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on a port of its own that answers each path as a test says, and remembers what it was asked. */
export async function misbehavingServer(answers: Record<string, Answer>) {
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    asked.push({ path, headers: request.headers });
    const answer = answers[path];
    if (answer === undefined) response.writeHead(404).end('not here');
    else answer(request, response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => {
        server.close(closed);
      });
    },
  };
}

export const xml = (body: string, headers: Record<string, string> = {}): Answer => {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/xml', ...headers }).end(body);
  };
};

export const to = (location: string, status = 302): Answer => {
  return (_, response) => {
    response.writeHead(status, { location }).end();
  };
};

/** Sends a body and never ends it. */
export const endless: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/xml' });
  const send = () => {
    if (response.destroyed) return;
    if (response.write('<job>'.repeat(2000))) setImmediate(send);
    else response.once('drain', send);
  };
  send();
};

/** Sends the beginning of a body, then nothing. */
export const stalled: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.write('<source><job>');
};

/** Says nothing at all. */
export const silent: Answer = () => undefined;

/** Declares more than it sends, and closes. */
export const cut: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': '1000' });
  response.write('<source><job></job>');
  setImmediate(() => response.destroy());
};

/** Chunked, without its last chunk. */
export const cutChunked: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.write('<source></source>');
  setImmediate(() => response.destroy());
};

export const bomb: Answer = (_, response) => {
  response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/xml' });
  response.end(gzipSync(Buffer.concat([Buffer.from('<source><job>'), Buffer.alloc(60_000_000, 0x20)])));
};

/** A packed body as it stands. */
export const packed = (body: Uint8Array, headers: Record<string, string>): Answer => {
  return (_, response) => {
    response.writeHead(200, headers).end(body);
  };
};

export const unwell = (status: number, retryAfter: string): Answer => {
  return (_, response) => {
    response.writeHead(status, { 'retry-after': retryAfter }).end('try later');
  };
};
