import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { pinnedFetch } from '../../../src/core/net/pinned-fetch.ts';
import { httpMailer } from '../../../src/platform/mail/mail-http.ts';
import { formPoster } from '../../../src/platform/mail/recipient.ts';

let status = 200;
const received: { readonly headers: IncomingMessage['headers']; readonly body: unknown }[] = [];
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  received.push({ headers: request.headers, body: JSON.parse(await text(request)) });
  response.writeHead(status).end('{"message":"maria@harborfinch.example"}');
};
const server = createServer((request, response) => void receive(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
afterAll(() => server.close());

const mail = {
  to: formPoster('maria@harborfinch.example'),
  subject: 'Confirm',
  text: 'Open it',
  html: '<p>Open it</p>',
};
const mailer = (url = `http://${host}/emails`) =>
  httpMailer({
    url,
    token: 'sesame',
    from: 'Quadwire <jobs@quadwire.example>',
    fetch: pinnedFetch([host]),
    allowPrivate: [host],
  });

test('a mail goes to a mail service as one POST of JSON with its token', async () => {
  expect(await mailer().send(mail)).toEqual({ kind: 'sent' });
  expect(received[0]?.headers.authorization).toBe('Bearer sesame');
  expect(received[0]?.body).toEqual({
    from: 'Quadwire <jobs@quadwire.example>',
    ...mail,
    to: [mail.to],
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
});

test.each([
  [422, 'refused'],
  [401, 'troubled'],
  [429, 'troubled'],
  [503, 'troubled'],
])('an answer %d leaves the mail %s, and the reason does not repeat its address', async (given, kind) => {
  status = given;
  expect(await mailer().send(mail)).toEqual({ kind, reason: `the mail service answered ${given}` });
});

test('a mail service that is not there leaves the mail for later', async () => {
  expect((await mailer('http://127.0.0.1:1/emails').send(mail)).kind).toBe('troubled');
});
