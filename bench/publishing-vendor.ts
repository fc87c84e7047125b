import { once } from 'node:events';
import { createServer } from 'node:http';

/** A school that takes its time: it answers every call after `ms`, and counts. One call in `loseEvery` is taken and its answer lost. */
export async function startVendor(ms: number, loseEvery = Infinity) {
  const calls: { readonly at: number; readonly job: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      const job = /<job_id[^>]*>([^<]*)</.exec(body)?.[1];
      const operation =
        /<\w+:(processJob|deleteJob|testService|getPicklist)\b/.exec(body)?.[1] ?? 'testService';
      setTimeout(() => {
        if (job !== undefined) calls.push({ at: performance.now(), job });
        if (job !== undefined && calls.length % loseEvery === 0) return void response.destroy();
        response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' });
        response.end(answerTo(operation));
      }, ms);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/soap`,
    calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo(operation: string): string {
  const value =
    operation === 'getPicklist'
      ? '<return xsi:type="SOAP-ENC:Array" SOAP-ENC:arrayType="tns:assoc[0]"/>'
      : '<return xsi:type="xsd:string">ok</return>';
  return `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:tns="urn:JobWebService"><soap:Body soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><tns:${operation}Response>${value}</tns:${operation}Response></soap:Body></soap:Envelope>`;
}
