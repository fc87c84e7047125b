/**
 * Servers in a process of their own, so that CPU time is of one side alone: a POST to `/soap` is answered by our service, one to
 * `/same` always with the bytes of the first argument; `/cpu` says what was spent, in microseconds.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { handleSoapRequest } from '../src/soap/service.ts';
import type { JobWebService } from '../src/soap/types.ts';

const [same = '', namespace = 'urn:JobWebService'] = process.argv.slice(2);

const service: JobWebService = {
  testService: async () => ({ kind: 'answered', value: 'ok' }),
  getPicklist: async () => ({ kind: 'answered', value: [] }),
  processJob: async (job) => ({ kind: 'answered', value: `job:${job?.job_id ?? ''}` }),
  deleteJob: async () => ({ kind: 'answered', value: true }),
};

const answers: Readonly<
  Record<string, (headers: NodeJS.Dict<string | string[]>, body: Uint8Array) => Promise<string>>
> = {
  '/same': async () => same,
  '/cpu': async () => {
    const { user, system } = process.cpuUsage();
    return String(user + system);
  },
  '/soap': async (headers, body) => {
    const request = {
      contentType: headers['content-type']?.toString(),
      soapAction: headers['soapaction']?.toString(),
      body,
    };
    return (await handleSoapRequest({ service, namespace }, request)).body;
  },
};

const server = createServer((request, response) => {
  void (async () => {
    const answer = await answers[request.url ?? '']?.(request.headers, await bodyOf(request));
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(answer);
  })();
});

/** By its events: the readers of `node:stream/consumers` go by way of a Blob, which costs more than the parsing. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => resolve(Buffer.concat(pieces)));
  request.on('error', reject);
  return promise;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address ? address.port : 0);
});
