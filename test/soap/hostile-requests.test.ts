import { describe, expect, test } from 'vitest';
import { latin1, prefixes } from './answers.ts';
import { aCall, aJobCall, ask, type Post } from './requests.ts';
import { aService, namespace } from './wire.ts';
import { bounded } from '../fuzz/bounds.ts';

const sound = aCall('<t:testService/>');
const deletion = aCall(
  '<t:deleteJob><job_id>1</job_id><external_source_id>s</external_source_id></t:deleteJob>',
);
const withAction = (body: string, soapAction: string): Post => ({ body, soapAction });
const mustUnderstand = (attributes: string) =>
  aCall('<t:testService/>', { headers: `<u:a xmlns:u="urn:u" ${attributes}>1</u:a>` });

/** Requests that must not reach the service, and the fault each is answered with. */
const refused: readonly (readonly [title: string, post: Post | string, fault?: string])[] = [
  // What is no request.
  ['nothing', ''],
  ['blanks', '  \n '],
  ['a text', 'hello'],
  ['JSON', { body: '{"job":{}}', contentType: 'application/json' }],
  ['a form', { body: 'a=b', contentType: 'application/x-www-form-urlencoded' }],
  ['a sound request called JSON', { body: sound, contentType: 'application/json' }],
  ['XML that is no envelope', '<job/>'],
  ['an envelope cut short', sound.slice(0, -20)],
  ['an envelope in no namespace', '<Envelope><Body/></Envelope>', 'VersionMismatch'],
  [
    'an envelope in a namespace of its own',
    '<a:Envelope xmlns:a="urn:a"><a:Body/></a:Envelope>',
    'VersionMismatch',
  ],
  [
    'an envelope of SOAP 1.2',
    sound.replace('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
    'VersionMismatch',
  ],
  ['an envelope without Body', `<SOAP-ENV:Envelope ${prefixes}/>`],
  ['a Body in no namespace', `<SOAP-ENV:Envelope ${prefixes}><Body/></SOAP-ENV:Envelope>`],
  ['a Header behind the Body', aCall('<t:testService/>', { more: '<SOAP-ENV:Header/>' })],
  ['a second Body', aCall('<t:testService/>', { more: '<SOAP-ENV:Body/>' })],
  ['two Headers', sound.replace('<SOAP-ENV:Body>', '<SOAP-ENV:Header/><SOAP-ENV:Header/><SOAP-ENV:Body>')],
  ['something unqualified behind the Body', aCall('<t:testService/>', { more: '<a/>' })],
  ['an empty Body', aCall('')],
  // What is no call of ours.
  ['an operation that does not exist', aCall('<t:dropJobs/>')],
  ['the answer of an operation', aCall('<t:testServiceResponse/>')],
  ['a NUL inside the envelope', aJobCall('<job_title>a\0b</job_title>')],
  ['an operation called constructor', aCall('<t:constructor/>')],
  ['an operation called __proto__', aCall('<t:__proto__/>')],
  ['an operation called toString', aCall('<t:toString/>')],
  ['an operation in another letter case', aCall('<t:TestService/>')],
  ['an operation in no namespace', aCall('<testService/>')],
  ['an operation in another namespace', aCall('<x:testService xmlns:x="urn:other"/>')],
  ['two calls', aCall('<t:testService/><t:deleteJob><job_id>1</job_id></t:deleteJob>')],
  ['a fault', aCall('<SOAP-ENV:Fault><faultcode>a</faultcode></SOAP-ENV:Fault>')],
  ['an encoding of its own', aCall('<t:testService SOAP-ENV:encodingStyle="urn:mine"/>')],
  ['a SOAPAction that names another operation', withAction(deletion, `"http://x/soap#processJob"`)],
  ['a processJob under a SOAPAction of deleteJob', withAction(aJobCall(''), 'urn:x#deleteJob')],
  [
    'a SOAPAction that names another operation behind a slash',
    withAction(deletion, `"${namespace}/processJob"`),
  ],
  ['a SOAPAction that is another operation', withAction(deletion, 'testService')],
  ['a SOAPAction of an operation that does not exist', withAction(deletion, '"urn:x#dropJobs"')],
  ['a header that must be understood', mustUnderstand('SOAP-ENV:mustUnderstand="1"'), 'MustUnderstand'],
  [
    'a header that the next one must understand',
    mustUnderstand('SOAP-ENV:mustUnderstand="1" SOAP-ENV:actor="http://schemas.xmlsoap.org/soap/actor/next"'),
    'MustUnderstand',
  ],
  // Attacks on the parser.
  ['a DTD', `<!DOCTYPE a>${sound.slice(38)}`],
  ['a billion laughs', sound.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;&b;">]>')],
  ['an external entity', sound.replace('?>', '?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>')],
  ['a processing instruction', sound.replace('?>', '?><?xml-stylesheet href="x"?>')],
  ['an entity that nobody declared', aJobCall('<job_title>&b;</job_title>')],
  ['a control character', aJobCall('<job_title>\u0001</job_title>')],
  ['a reference to a control character', aJobCall('<job_title>&#0;</job_title>')],
  ['a reference beyond Unicode', aJobCall('<job_title>&#x110000;</job_title>')],
  ['U+FFFF', aJobCall('<job_title>\uffff</job_title>')],
  ['bytes that are no UTF-8', { body: latin1(aJobCall('<job_title>\u00e9</job_title>')) }],
  [
    'UTF-7',
    {
      body: sound.replace('UTF-8', 'utf-7').replaceAll('<', '+ADw-'),
      contentType: 'text/xml; charset=utf-7',
    },
  ],
  ['a second root', `${sound}${sound.slice(38)}`],
  ['text behind the envelope', `${sound}x`],
  ['text before the envelope', `Warning ${sound}`],
  ['tags that do not match', aJobCall('<job_title>a</job_id>')],
  ['an attribute twice', aJobCall('<job_title a="1" a="2"/>')],
  ['a prefix that nobody declared', aJobCall('<x:job_title/>')],
  ['an attribute without quotes', aJobCall('<job_title a=1/>')],
  ['a < inside an attribute', aJobCall('<job_title a="<"/>')],
  ['ten thousand levels', aJobCall('<job_title>'.repeat(10_000))],
  [
    'ten thousand attributes',
    aJobCall(`<a ${Array.from({ length: 10_000 }, (_, i) => `b${i}=""`).join(' ')}/>`),
  ],
  ['half a million elements', aJobCall('<a/>'.repeat(500_000))],
  ['more bytes than are taken', aJobCall(`<job_title>${'x'.repeat(10_000_000)}</job_title>`)],
  // Attacks on the decoder.
  [
    'a circle of references',
    aCall(
      '<t:processJob><job href="#a"/></t:processJob><m id="a"><job_title href="#b"/></m><m id="b" href="#b"/>',
    ),
  ],
  [
    'an array that holds itself',
    aCall(
      '<t:processJob><job><additional_documents href="#a"/></job></t:processJob><m id="a" SOAP-ENC:arrayType="xsd:anyType[1]"><item href="#a"/></m>',
    ),
  ],
  [
    'a million values by references',
    aCall(
      `<t:processJob><job><additional_documents href="#a"/></job></t:processJob>${['a', 'b', 'c'].map((id, at) => `<m id="${id}" SOAP-ENC:arrayType="xsd:anyType[100]">${`<item href="#${'bcd'[at]}"/>`.repeat(100)}</m>`).join('')}<m id="d">x</m>`,
    ),
  ],
  [
    'a gigabyte of text by references',
    aCall(
      `<t:processJob><job><additional_documents>${'<item href="#a"/>'.repeat(1_000)}</additional_documents></job></t:processJob><m id="a">${'x'.repeat(1_000_000)}</m>`,
    ),
  ],
  ['a reference to nothing', aJobCall('<job_title href="#nothing"/>')],
  ['a reference to outside', aJobCall('<job_title href="file:///etc/passwd"/>')],
  ['two elements with one id', aCall('<t:processJob><job href="#a"/></t:processJob><m id="a"/><m id="a"/>')],
  [
    'lists in lists without end',
    aJobCall(
      `<additional_documents>${'<a SOAP-ENC:arrayType="x:y[1]">'.repeat(90)}${'</a>'.repeat(90)}</additional_documents>`,
    ),
  ],
  [
    'an item at place two billion',
    aJobCall(
      '<job_type SOAP-ENC:arrayType="t:stringarray[2]"><item SOAP-ENC:position="[2000000000]"/></job_type>',
    ),
  ],
  [
    'two items at one place',
    aJobCall('<job_type><i SOAP-ENC:position="[0]"/><i SOAP-ENC:position="[0]"/></job_type>'),
  ],
  // Wrong values.
  ['yes for a boolean', aJobCall('<blind_flag>yes</blind_flag>')],
  ['nothing for a boolean', aJobCall('<blind_flag/>')],
  ['a fraction for a number', aJobCall('<num_openings>1.5</num_openings>')],
  ['a number beyond 32 bits', aJobCall('<num_openings>2147483648</num_openings>')],
  ['a text for a number', aJobCall('<num_openings>three</num_openings>')],
  ['a structure for a string', aJobCall('<job_title><b>x</b></job_title>')],
  ['an array for a string', aJobCall('<job_title SOAP-ENC:arrayType="xsd:string[0]"/>')],
  ['a text for a list', aJobCall('<job_type>full_time</job_type>')],
  ['a text for an item', aJobCall('<job_type><item>full_time</item></job_type>')],
  ['a field twice', aJobCall('<job_title>a</job_title><job_title>b</job_title>')],
  ['a list twice', aJobCall('<job_type SOAP-ENC:arrayType="t:stringarray[0]"/>'.repeat(2))],
  [
    'a list of two dimensions',
    aJobCall('<job_type SOAP-ENC:arrayType="t:stringarray[1,1]"><item/></job_type>'),
  ],
  ['an employer for the job', aCall('<t:processJob><job xsi:type="t:employer"/></t:processJob>')],
  ['a text for the job', aCall('<t:processJob><job>hello</job></t:processJob>')],
  [
    'an array for the job',
    aCall('<t:processJob><job SOAP-ENC:arrayType="t:job[1]"><item/></job></t:processJob>'),
  ],
  ['base64 that is none', aJobCall('<job_title xsi:type="xsd:base64Binary">#</job_title>')],
];

describe('a request', () => {
  const rows = refused.map(([title, post, fault = 'Client']) => ({ title, post, fault }));
  test.each(rows)('$title: is answered with a fault and reaches nobody', async ({ post, fault }) => {
    const answer = await bounded(() => ask(post), 200);
    expect(answer).toMatchObject({ status: 500, contentType: 'text/xml; charset=utf-8', fault });
    expect(answer.heard).toEqual({ calls: [], jobs: [], errors: [] });
    expect(answer.body).not.toMatch(/\bat .*\.ts|node:|\/etc|Error:/);
  });

  test('at least 60 of them are hostile', () => {
    expect(refused.length).toBeGreaterThanOrEqual(60);
  });

  test.each([
    ['no SOAPAction', deletion, null],
    ['an empty SOAPAction', deletion, '""'],
    ['the SOAPAction of the description', deletion, '"http://school.example/soap#deleteJob"'],
    ['a SOAPAction without quotes', deletion, 'http://school.example/soap#deleteJob'],
    ['the namespace as SOAPAction', deletion, `"${namespace}"`],
    ['the operation as SOAPAction', deletion, '"deleteJob"'],
    ['a SOAPAction behind a slash', deletion, `"${namespace}/deleteJob"`],
  ])('with %s is carried out', async (_title, body, soapAction) => {
    expect((await ask({ body, soapAction })).heard.calls).toEqual(['deleteJob 1 s']);
  });

  test.each([
    ['a header that need not be understood', mustUnderstand('SOAP-ENV:mustUnderstand="0"')],
    ['a header for somebody else', mustUnderstand('SOAP-ENV:mustUnderstand="1" SOAP-ENV:actor="urn:proxy"')],
    ['something qualified behind the Body', aCall('<t:testService/>', { more: '<u:a xmlns:u="urn:u"/>' })],
    [
      'the encoding of SOAP 1.1',
      aCall('<t:testService SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>'),
    ],
    ['no claim about its encoding', aCall('<t:testService SOAP-ENV:encodingStyle=""/>')],
    ['a byte order mark', `\ufeff${sound}`],
    ['a NUL behind the envelope', `${sound}\0`],
    ['a buffer of NULs behind the envelope', `${sound}\r\n${'\0'.repeat(500)}\n`],
    ['a part that nobody asked for', aCall('<t:testService><a/></t:testService>')],
  ])('with %s is carried out', async (_title, body) => {
    expect(await ask(body)).toMatchObject({ status: 200, heard: { calls: ['testService'] } });
  });

  test('a header that somebody understands is no fault', async () => {
    expect(await ask(mustUnderstand('SOAP-ENV:mustUnderstand="1"'), { understands })).toMatchObject({
      status: 200,
    });
  });

  test('fields that nobody knows are ignored, or refused by name where the service is strict', async () => {
    const body = aJobCall(
      '<__proto__><polluted>1</polluted></__proto__><constructor>x</constructor><job_titel>a</job_titel>',
    );
    expect((await ask(body)).job).toStrictEqual({});
    expect(Object.prototype).not.toHaveProperty('polluted');
    const strict = await ask(aJobCall('<job_titel>a</job_titel>'), { unknownFields: 'refuse' });
    expect(strict.body).toContain('job: job has no field job_titel');
  });

  test('a fault says where and what, and never the value', async () => {
    const { body } = await ask(aJobCall('<num_openings>Ada Lovelace</num_openings>'));
    expect(body).toContain('job.num_openings: expected an integer of 32 bits, came another value');
    expect(body).not.toContain('Ada');
  });

  test('a bug of the service is a Server fault without its words, told to onError', async () => {
    const service = aService({ testService: () => Promise.reject(new Error('secret in /src/x.ts')) });
    const errors: unknown[] = [];
    const answer = await ask(sound, { service, onError: (error) => errors.push(error) });
    expect(answer).toMatchObject({ status: 500, fault: 'Server' });
    expect(answer.body).not.toContain('secret');
    expect(errors).toEqual([new Error('secret in /src/x.ts')]);
  });

  test('a refusal of the service is a Client fault, its trouble a Server fault', async () => {
    expect(await answering({ kind: 'refused', reason: 'no <title>' })).toMatchObject({ fault: 'Client' });
    expect((await answering({ kind: 'refused', reason: 'no <title>' })).body).toContain('no &lt;title&gt;');
    expect(await answering({ kind: 'troubled', why: 'busy', reason: 'busy' })).toMatchObject({
      fault: 'Server',
    });
    expect(await answering({ kind: 'unanswered', why: 'x', reason: 'x' })).toMatchObject({ fault: 'Server' });
  });
});

const understands = (header: { namespace: string; name: string }) => header.namespace === 'urn:u';

const answering = (outcome: Awaited<ReturnType<ReturnType<typeof aService>['processJob']>>) =>
  ask(aJobCall(''), { service: aService({ processJob: async () => outcome }) });
