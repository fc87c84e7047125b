import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { aFault, aFault12, anAnswer, anEnvelope, latin1, prefixes, type HttpAnswer } from './answers.ts';
import { clientAnsweredWith } from './wire.ts';
import { bounded } from '../fuzz/bounds.ts';

const good = anAnswer('<return xsi:type="xsd:string">yes</return>');
const ofWrapper = (name: string) =>
  anEnvelope(`<m:${name} xmlns:m="urn:JobWebService"><return>yes</return></m:${name}>`);
const taken = { kind: 'answered', value: 'yes' };
const refused = { kind: 'refused' };
const troubled = (why: string) => ({ kind: 'troubled', why });
const ok = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => ({
  body,
  headers,
});
const status = (code: number, body = '', headers: Record<string, string> = {}) => ({
  status: code,
  body,
  headers,
});
const bytes = (text: string) => new Uint8Array(gzipSync(text));

/** What a peer may send in answer to processJob, and what we call it. */
const answers: readonly (readonly [title: string, answer: HttpAnswer, outcome: object])[] = [
  // What is sound, however odd it looks.
  ['a sound answer', ok(good), taken],
  ['an answer called text/html', ok(good, { 'content-type': 'text/html' }), taken],
  ['an answer without a content type', ok(good), taken],
  ['a byte order mark', ok(`\ufeff${good}`), taken],
  [
    'a PHP warning before the envelope',
    ok(`<br />\n<b>Warning</b>: Undefined array key in <b>/x.php</b><br />\n${good}`),
    taken,
  ],
  [
    'a plain warning before the envelope',
    ok(`\nNotice: Undefined index: a in /x.php on line 3\n${good}`),
    taken,
  ],
  ['a warning before an envelope without declaration', ok(`Warning: x\n${good.slice(38)}`), taken],
  ['a warning behind the envelope', ok(`${good}\n<br /><b>Fatal error</b>: x in <b>y</b>`), taken],
  ['a NUL behind the envelope', ok(`${good}\0`), taken],
  ['a buffer of NULs behind the envelope', ok(`${good}\n${'\0'.repeat(500)}\r\n`), taken],
  [
    'ISO-8859-1 by its declaration',
    ok(latin1(anAnswer('<return>é</return>').replace('UTF-8', 'ISO-8859-1'))),
    { kind: 'answered', value: 'é' },
  ],
  [
    'ISO-8859-1 by its header',
    ok(latin1(anAnswer('<return>é</return>').replace(' encoding="UTF-8"', '')), {
      'content-type': 'text/xml; charset=ISO-8859-1',
    }),
    { kind: 'answered', value: 'é' },
  ],
  [
    'windows-1252',
    ok(latin1(anAnswer('<return>\u0080</return>').replace('UTF-8', 'windows-1252'))),
    { kind: 'answered', value: '€' },
  ],
  [
    'UTF-16 with its mark',
    ok(new Uint8Array(Buffer.from(`\ufeff${good.replace(' encoding="UTF-8"', '')}`, 'utf16le'))),
    taken,
  ],
  [
    'a header that names another charset than the bytes have',
    ok(latin1(anAnswer('<return>é</return>').replace('UTF-8', 'ISO-8859-1')), {
      'content-type': 'text/xml; charset=utf-8',
    }),
    { kind: 'answered', value: 'é' },
  ],
  ['gzip that nobody announced', ok(bytes(good)), taken],
  ['a nil', ok(anAnswer('<return xsi:nil="true"/>')), { kind: 'answered', value: null }],
  ['a wrapper without a return', ok(anAnswer('')), { kind: 'answered', value: null }],
  [
    'another name for the return',
    ok(anAnswer('<processJobReturn xsi:type="xsd:string">yes</processJobReturn>')),
    taken,
  ],
  [
    'a return by reference',
    ok(
      anEnvelope(
        '<r><return href="#a"/></r><multiRef id="a" SOAP-ENC:root="0" xsi:type="xsd:string">yes</multiRef>',
      ),
    ),
    taken,
  ],
  [
    'a reference that stands first',
    ok(
      anEnvelope(
        '<multiRef id="a" SOAP-ENC:root="0" xsi:type="xsd:string">yes</multiRef><r><return href="#a"/></r>',
      ),
    ),
    taken,
  ],
  ['typed text and CDATA', ok(anAnswer('<return xsi:type="xsd:string">y<![CDATA[e]]>s</return>')), taken],
  ['a comment inside a text', ok(anAnswer('<return>y<!-- no -->es</return>')), taken],
  [
    'a processing instruction, which means nothing',
    ok(anEnvelope('<?x y?><r><return>yes</return></r>')),
    taken,
  ],
  [
    'a header that we need not understand',
    ok(
      good.replace('<SOAP-ENV:Body>', '<SOAP-ENV:Header><a xmlns="u">b</a></SOAP-ENV:Header><SOAP-ENV:Body>'),
    ),
    taken,
  ],
  [
    'an envelope of SOAP 1.2',
    ok(
      good.replaceAll('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
    ),
    taken,
  ],
  ['HTTP 202 with an answer', status(202, good), taken],
  // Faults.
  ['a Client fault', status(500, aFault('SOAP-ENV:Client')), refused],
  ['a Client fault with HTTP 200', status(200, aFault('SOAP-ENV:Client')), refused],
  ['a Client fault with HTTP 400', status(400, aFault('SOAP-ENV:Client')), refused],
  ['a Client fault of a finer class', status(500, aFault('SOAP-ENV:Client.Job.Title')), refused],
  ['a Client fault without prefix', status(500, aFault('Client')), refused],
  ['a Sender fault of SOAP 1.2', status(400, aFault12('Sender')), refused],
  ['a Server fault', status(500, aFault('SOAP-ENV:Server')), troubled('fault')],
  ['a Receiver fault of SOAP 1.2', status(500, aFault12('Receiver')), troubled('fault')],
  ['a fault code of its own', status(500, aFault('WSDL')), troubled('fault')],
  ['a VersionMismatch', status(500, aFault('SOAP-ENV:VersionMismatch')), troubled('fault')],
  ['a MustUnderstand', status(500, aFault('SOAP-ENV:MustUnderstand')), troubled('fault')],
  ['a fault without code or message', status(500, anEnvelope('<SOAP-ENV:Fault/>')), troubled('fault')],
  [
    'a fault that our credentials are wrong',
    status(500, aFault('SOAP-ENV:Client.Authentication')),
    troubled('unauthorized'),
  ],
  ['a fault of WS-Security', status(500, aFault('wsse:FailedAuthentication')), troubled('unauthorized')],
  ['a Client.Auth fault', status(500, aFault('SOAP-ENV:Client.Auth')), troubled('unauthorized')],
  ['a Client.AuthFailed fault', status(500, aFault('Client.AuthFailed')), troubled('unauthorized')],
  ['a Client.Login fault', status(500, aFault('SOAP-ENV:Client.Login')), troubled('unauthorized')],
  ['a Client.LoginRequired fault', status(200, aFault('Client.LoginRequired')), troubled('unauthorized')],
  ['a Client.Permission fault', status(500, aFault('Client.Permission')), troubled('unauthorized')],
  ['a Client.Author fault, which is about an author', status(500, aFault('Client.Author')), refused],
  ['a Client fault with HTTP 503', status(503, aFault('SOAP-ENV:Client')), troubled('fault')],
  // Statuses.
  ['HTTP 401', status(401, good), troubled('unauthorized')],
  ['HTTP 403', status(403, '<html>no</html>'), troubled('unauthorized')],
  ['HTTP 404', status(404, '<html>no</html>'), troubled('status')],
  ['HTTP 405', status(405), troubled('status')],
  ['HTTP 429', status(429), troubled('rate-limited')],
  ['HTTP 500 with HTML', status(500, '<html><body>Error</body></html>'), troubled('status')],
  ['HTTP 500 with an answer that is no fault', status(500, good), troubled('status')],
  ['HTTP 500 with nothing', status(500), troubled('status')],
  ['HTTP 502 from a proxy', status(502, '<html>Bad gateway</html>'), troubled('status')],
  ['HTTP 503', status(503, 'busy'), troubled('status')],
  ['HTTP 301', status(301, '', { location: 'https://elsewhere.example/' }), troubled('redirect')],
  ['HTTP 302 to a sign-in', status(302, '', { location: '/login' }), troubled('redirect')],
  ['HTTP 307', status(307, '', { location: '/soap/' }), troubled('redirect')],
  // What is no answer at all.
  ['nothing', ok(''), troubled('empty')],
  ['blanks', ok(' \r\n\t '), troubled('empty')],
  ['an empty Body', ok(anEnvelope('')), troubled('empty')],
  ['a page of HTML', ok('<!DOCTYPE html><html><body>Maintenance</body></html>'), troubled('html')],
  [
    'a page of XHTML',
    ok('<?xml version="1.0"?><!DOCTYPE html PUBLIC "x" "y"><html xmlns="z"><body/></html>'),
    troubled('html'),
  ],
  ['well-formed HTML', ok('<html><body><p>hi</p></body></html>'), troubled('html')],
  ['JSON', ok('{"result":"created"}', { 'content-type': 'application/json' }), troubled('json')],
  ['a text', ok('OK'), troubled('malformed')],
  ['a WSDL', ok('<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>'), troubled('unexpected')],
  [
    'an envelope in no namespace',
    ok('<Envelope><Body><r><return>yes</return></r></Body></Envelope>'),
    troubled('unexpected'),
  ],
  ['an envelope without Body', ok(`<SOAP-ENV:Envelope ${prefixes}/>`), troubled('unexpected')],
  [
    'our own call, echoed',
    ok(anEnvelope('<t:processJob xmlns:t="urn:JobWebService"><job><job_id>1</job_id></job></t:processJob>')),
    troubled('unexpected'),
  ],
  ['a NUL inside the envelope', ok(good.replace('yes', 'y\0es')), troubled('malformed')],
  ['a NUL before the envelope', ok(`\0${good}`), taken],
  ['the answer of another operation', ok(ofWrapper('deleteJobResponse')), troubled('unexpected')],
  ['the answer of another operation, called as it is', ok(ofWrapper('getPicklist')), troubled('unexpected')],
  [
    'the answer of another operation in lower case',
    ok(ofWrapper('testserviceresult')),
    troubled('unexpected'),
  ],
  ['an answer called as the operation', ok(ofWrapper('processJob')), taken],
  [
    'our own call',
    ok(
      anEnvelope(
        '<m:deleteJob xmlns:m="urn:JobWebService"><external_source_id>1</external_source_id></m:deleteJob>',
      ),
    ),
    troubled('unexpected'),
  ],
  [
    'our own call, word for word',
    ok(
      anEnvelope(
        '<m:processJob xmlns:m="urn:JobWebService"><external_source_id>1</external_source_id></m:processJob>',
      ),
    ),
    troubled('unexpected'),
  ],
  ['a structure for a string', ok(anAnswer('<return><a>1</a></return>')), troubled('unexpected')],
  [
    'an array for a string',
    ok(anAnswer('<return SOAP-ENC:arrayType="xsd:string[1]"><item>yes</item></return>')),
    troubled('unexpected'),
  ],
  [
    'two returns for a string',
    ok(anAnswer('<return>yes</return><return>no</return>')),
    troubled('unexpected'),
  ],
  // Broken and attacking.
  ['an envelope cut in the middle', ok(good.slice(0, -40)), troubled('truncated')],
  ['an envelope cut inside a tag', ok(good.slice(0, -5)), troubled('truncated')],
  ['an envelope cut inside its start', ok(good.slice(0, 120)), troubled('truncated')],
  [
    'an envelope cut inside a CDATA',
    ok(`${good.slice(0, good.indexOf('yes'))}<![CDATA[ye`),
    troubled('truncated'),
  ],
  ['tags that do not match', ok(good.replace('</return>', '</retrun>')), troubled('malformed')],
  ['a second envelope', ok(good + good), troubled('malformed')],
  ['foreign markup behind the envelope', ok(`${good}<x:evil xmlns:x="y"/>`), troubled('malformed')],
  ['foreign markup before the envelope', ok(`<evil>x</evil>${good}`), troubled('malformed')],
  ['a DTD', ok(`<!DOCTYPE a [<!ENTITY b "c">]>${good.slice(38)}`), troubled('malformed')],
  [
    'a DTD behind the declaration',
    ok(good.replace('?>', '?><!DOCTYPE a SYSTEM "file:///etc/passwd">')),
    troubled('malformed'),
  ],
  ['an entity that nobody declared', ok(good.replace('yes', '&nbsp;')), troubled('malformed')],
  ['a bare ampersand', ok(good.replace('yes', 'R&D')), troubled('malformed')],
  ['a control character', ok(good.replace('yes', 'a\u0001b')), troubled('malformed')],
  ['a reference to a control character', ok(good.replace('yes', '&#1;')), troubled('malformed')],
  ['a prefix that nobody declared', ok(anEnvelope('<x:r><return>yes</return></x:r>')), troubled('malformed')],
  [
    'a circle of references',
    ok(anEnvelope('<r><return href="#a"/></r><m id="a" href="#b"/><m id="b" href="#a"/>')),
    troubled('unexpected'),
  ],
  ['a reference to nothing', ok(anAnswer('<return href="#a"/>')), troubled('unexpected')],
  ['a reference to outside', ok(anAnswer('<return href="http://evil.example/x"/>')), troubled('unexpected')],
  [
    'two elements with one id',
    ok(anEnvelope('<r><return href="#a"/></r><m id="a">1</m><m id="a">2</m>')),
    troubled('unexpected'),
  ],
  ['ten thousand levels', ok(anAnswer('<a>'.repeat(10_000))), troubled('malformed')],
  ['80 kB of <', ok('<'.repeat(80_000)), troubled('malformed')],
  ['80 kB of < before an envelope', ok('<'.repeat(80_000) + good), troubled('malformed')],
  ['80 kB of &', ok(good.replace('yes', '&'.repeat(80_000))), troubled('malformed')],
  [
    'a thousand attributes',
    ok(anEnvelope(`<r ${Array.from({ length: 1_000 }, (_, i) => `a${i}=""`).join(' ')}/>`)),
    troubled('malformed'),
  ],
  ['more than it may hold', ok(good.replace('yes', 'x'.repeat(200_000))), troubled('too-large')],
  [
    'more than it may hold, once unpacked',
    ok(bytes(good.replace('yes', 'x'.repeat(200_000)))),
    troubled('malformed'),
  ],
  ['broken gzip', ok(bytes(good).slice(0, 60)), troubled('malformed')],
  ['bytes that are no UTF-8', ok(latin1(anAnswer('<return>\u00ff\u00fe</return>'))), troubled('charset')],
  [
    'a charset that nobody knows',
    ok(good.replace('UTF-8', 'utf-7'), { 'content-type': 'text/xml; charset=x-evil' }),
    taken,
  ],
];

describe('an answer to processJob', () => {
  test.each(answers)('%s', async (_title, answer, outcome) => {
    expect(await bounded(() => clientAnsweredWith(answer).processJob({}, {}, 's'))).toMatchObject(outcome);
  });

  test('at least 60 of them are hostile', () => {
    expect(answers.filter(([, , outcome]) => outcome !== taken).length).toBeGreaterThanOrEqual(60);
  });

  test('a wait that HTTP asks for is passed on, in seconds or as a date', async () => {
    expect(await wait('120')).toMatchObject({ retryAfterMs: 120_000 });
    expect(await wait('Fri, 20 Nov 2026 12:00:30 GMT')).toMatchObject({ retryAfterMs: 30_000 });
    expect(await wait('Fri, 20 Nov 2020 12:00:30 GMT')).toMatchObject({ retryAfterMs: 0 });
    expect(await wait('soon')).not.toHaveProperty('retryAfterMs');
  });

  test('a fault says its code, message and detail', async () => {
    const answer = status(
      500,
      aFault('SOAP-ENV:Client', 'no &lt;title&gt;', '<detail><e><f>job_title</f>is empty</e></detail>'),
    );
    expect(await clientAnsweredWith(answer).processJob({}, {}, 's')).toEqual({
      kind: 'refused',
      reason: 'no <title>',
      fault: { code: 'Client', message: 'no <title>', detail: 'is empty job_title' },
    });
  });
});

const wait = (value: string) => clientAnsweredWith(status(429, '', { 'retry-after': value })).testService();
