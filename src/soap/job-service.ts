import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { checkOptions } from '../core/check-options.ts';
import { once as onlyOnce } from '../core/memoized.ts';
import { createSoapClient, type SoapClientOptions } from './client.ts';
import { handleSoapRequest, serviceKinds, type SoapServiceOptions } from './service.ts';
import type { SoapAuth } from './transport.ts';
import type { JobWebService } from './types.ts';
import { writeFault } from './envelope-write.ts';
import { writeWsdl } from './wsdl.ts';

export type JobServiceOptions = Omit<SoapClientOptions, 'fetch'> & {
  /** The platform's `fetch` by default. */
  readonly fetch?: SoapClientOptions['fetch'];
};

/**
 * A client of the SOAP job service at an address (docs/spec/soap-service.md, 3): `testService`, `getPicklist`, `processJob`, `deleteJob`.
 * Every outcome is a value; it throws only where the options or a field cannot be written.
 */
export function createJobService(options: JobServiceOptions): JobWebService {
  const given = checkOptions('createJobService', options, {
    endpoint: 'a text!',
    namespace: 'a text!',
    fetch: 'a function',
    wsdl: 'a text',
    soapAction: 'a text',
    auth: 'an object',
    timeoutMs: 'a number',
    timeouts: {
      testService: 'a number',
      getPicklist: 'a number',
      processJob: 'a number',
      deleteJob: 'a number',
    },
    headers: 'an object',
    charset: 'a text',
    refusal: 'an object',
    fieldsNotTaken: 'a list',
    maxBytes: 'a number',
    clock: 'an object',
  });
  if (given.auth)
    checkOptions<Auth>('createJobService: auth', given.auth, {
      kind: ['none', 'basic', 'bearer', 'wsse', 'certificate'],
      user: 'a text',
      secret: 'a text',
      password: 'a text',
    });
  return createSoapClient({ fetch: (url, init) => fetch(url, init), ...given });
}

type Auth = Pick<SoapAuth, 'kind'> & Partial<Record<'user' | 'secret' | 'password', string>>;

export type ServedJobServiceOptions = Omit<SoapServiceOptions, 'maxBytes'> & {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** Bytes of a request at most; a larger one is answered with 413. 25,000,000 by default. */
  readonly maxBytes?: number;
};

export type ServedJobService = {
  /** Where it takes calls by POST; its WSDL stands at `?wsdl`. */
  readonly url: string;
  /** May be called more than once. */
  readonly close: () => Promise<void>;
};

/** Serves an implementation of JobWebService over HTTP on Node. It rejects where the port is taken. */
export async function serveJobService(given: ServedJobServiceOptions): Promise<ServedJobService> {
  const kinds = { ...serviceKinds, port: 'a number', host: 'a text' } as const;
  const checked = checkOptions('serveJobService', given, kinds);
  const { port = 0, host = '127.0.0.1', maxBytes = 25_000_000, ...service } = checked;
  const options = { ...service, maxBytes };
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      service.onError?.(error);
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/`,
    close: onlyOnce(async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    }),
  };
}

async function answer(
  options: SoapServiceOptions & { readonly maxBytes: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const say = (status: number, contentType: string, body: string, more = {}) => {
    response.writeHead(status, { 'content-type': contentType, ...more }).end(body);
  };
  const [asked, base] = [request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`];
  if (!URL.canParse(asked, base)) return say(400, 'text/plain', 'The address of the request cannot be read.');
  const url = new URL(asked, base);
  const asksForWsdl = [...url.searchParams.keys()].some((name) => name.toLowerCase() === 'wsdl');
  if (request.method === 'GET' && asksForWsdl)
    return say(200, xml, writeWsdl(options.namespace, `${url.origin}${url.pathname}`));
  if (request.method !== 'POST')
    return say(405, 'text/plain', 'JobWebService speaks SOAP 1.1 by POST. Its WSDL is at ?wsdl.', {
      allow: 'GET, POST',
    });
  const body = await readBody(request, options.maxBytes);
  if (body === undefined) {
    const message = `The request is above ${options.maxBytes} bytes.`;
    return say(413, xml, writeFault({ code: 'Client', message }), { connection: 'close' });
  }
  const soapAction = request.headers['soapaction'];
  const said = await handleSoapRequest(options, {
    contentType: request.headers['content-type'],
    soapAction: Array.isArray(soapAction) ? soapAction[0] : soapAction,
    body,
  });
  say(said.status, said.contentType, said.body);
}

const xml = 'text/xml; charset=utf-8';

/** The body of a request; undefined as soon as it is too large. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
