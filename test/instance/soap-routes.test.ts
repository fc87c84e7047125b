import { beforeEach, describe, expect, test } from 'vitest';
import { withReferences } from '../../src/instance/faults/fault-effects.ts';
import { anInstance, instanceDatabase } from './maker.ts';

const db = await instanceDatabase();
let instance = await anInstance({ db });
beforeEach(async () => {
  instance = await anInstance({ db });
});

const envelope = (call: string) =>
  `<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:n="urn:JobWebService"><e:Body>${call}</e:Body></e:Envelope>`;
const processJob = (title: string) =>
  envelope(
    `<n:processJob><job><job_id>A-1</job_id><job_title>${title}</job_title></job><employer><empname>Acme</empname></employer><external_source_id>acme</external_source_id></n:processJob>`,
  );
const getPicklist = envelope('<n:getPicklist><field>gender</field></n:getPicklist>');

function post(body: string, headers: Readonly<Record<string, string>> = {}) {
  return instance.request('/soap', {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
    body,
  });
}
const jobs = async () => (await instance.control('GET', '/jobs')).body;
const outcomes = async () =>
  (await instance.control('GET', '/calls')).body.map(
    ({ operation, outcome }: { operation: string; outcome: string }) => `${operation} ${outcome}`,
  );
const faultRules = (...rules: readonly string[]) => instance.control('PUT', '/faults', { rules });

test('a call over HTTP is stored, answered, logged and shown on the board', async () => {
  const answer = await post(processJob('Baker &lt;b&gt;'));
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('created:');
  expect(await jobs()).toMatchObject([{ job: { job_title: 'Baker <b>' }, external_source_id: 'acme' }]);
  expect(await outcomes()).toEqual([expect.stringMatching(/^processJob created:/)]);
  const board = await (await instance.request('/')).text();
  expect(board).toContain('Baker &lt;b&gt;');
  const link = /href="(\/jobs\/\w+)"/.exec(board)?.[1] ?? '';
  expect(await (await instance.request(link)).text()).toContain('Acme');
});

test('the WSDL names the address it was asked at', async () => {
  const answer = await instance.request('/soap?WSDL');
  expect(answer.headers.get('content-type')).toContain('text/xml');
  expect(await answer.text()).toContain('location="http://instance.test/soap"');
});

test('anything but POST and the WSDL is 405', async () => {
  expect((await instance.request('/soap')).status).toBe(405);
  expect((await instance.request('/soap', { method: 'DELETE' })).status).toBe(405);
});

describe('authentication', () => {
  test('basic wants a token as password', async () => {
    instance = await anInstance({ db, soapAuth: 'basic', tokens: ['s3:cret'] });
    const refused = await post(getPicklist);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="JobWebService"',
    ]);
    const authorization = `Basic ${Buffer.from('anyone:s3:cret').toString('base64')}`;
    expect((await post(getPicklist, { authorization })).status).toBe(200);
  });

  test('token wants a token', async () => {
    instance = await anInstance({ db, soapAuth: 'token', tokens: ['secret'] });
    expect((await post(getPicklist, { authorization: 'Token wrong' })).status).toBe(401);
    expect((await post(getPicklist, { authorization: 'Token secret' })).status).toBe(200);
    expect((await post(getPicklist, { authorization: 'Bearer secret' })).status).toBe(200);
  });
});

describe('faults on demand', () => {
  test('every second call is lost before anything is stored', async () => {
    await faultRules('processJob:reset-before@2');
    expect((await post(processJob('one'))).status).toBe(200);
    await expect(post(processJob('two')).then((answer) => answer.text())).rejects.toThrow('died');
    expect(await jobs()).toMatchObject([{ job: { job_title: 'one' } }]);
  });

  test('a lost answer belongs to a job that was stored', async () => {
    await faultRules('processJob:lose-answer');
    await expect(post(processJob('kept')).then((answer) => answer.text())).rejects.toThrow('died');
    expect(await jobs()).toMatchObject([{ job: { job_title: 'kept' } }]);
    expect(await outcomes()).toEqual([expect.stringContaining('answer withheld')]);
  });

  test.each([
    ['soap:http=503', 503, 'text/html'],
    ['processJob:html', 200, 'text/html'],
    ['processJob:rate-limit=7', 429, 'text/plain'],
    ['processJob:fault=Client', 500, 'text/xml'],
  ])('%s stores nothing', async (rule, status, type) => {
    await faultRules(rule);
    const answer = await post(processJob('none'));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(await jobs()).toEqual([]);
  });

  test('a redirect leads back to the address', async () => {
    await faultRules('soap:redirect');
    const answer = await post(getPicklist);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://instance.test/soap']);
  });

  test.each([
    ['empty', /^$/],
    ['truncate', /^<\?xml[\s\S]*[^>]$/],
    ['php-warning', /^<br \/>\n<b>Warning<\/b>/],
    ['multiref', /<item href="#id0"\/>/],
  ])('%s spoils the answer of a call that was carried out', async (effect, form) => {
    await instance.control('PUT', '/picklists/gender', [{ ikey: 'f', ivalue: 'Female' }]);
    await faultRules(`getPicklist:${effect}`);
    expect(await (await post(getPicklist)).text()).toMatch(form);
    expect(await outcomes()).toEqual([expect.stringContaining('1 entries; answer spoilt')]);
  });

  test('another charset is declared and used', async () => {
    await instance.control('PUT', '/picklists/gender', [{ ikey: 'é', ivalue: '日' }]);
    await faultRules('getPicklist:charset=iso-8859-1');
    const answer = await post(getPicklist);
    const text = new TextDecoder('iso-8859-1').decode(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('text/xml;charset=iso-8859-1');
    expect(text).toContain('encoding="iso-8859-1"');
    expect(text).toContain('>é<');
    expect(text).toContain('&#26085;');
  });

  test('a rule that cannot be read is refused and changes nothing', async () => {
    await faultRules('soap:empty@0.5#7');
    expect((await faultRules('soap:empty', 'processJob:explode')).status).toBe(422);
    expect((await instance.control('GET', '/faults')).body).toEqual({ rules: ['soap:empty@0.5#7'] });
  });

  test.each([
    ['soap:html=soon', 'html wants a status, like html=503'],
    ['soap:http=101', 'http wants a status, like http=503'],
    ['soap:truncate=5', 'truncate wants the share of the answer that is sent'],
    ['soap:rate-limit=soon', 'rate-limit wants seconds to wait'],
    ['soap:empty=3', 'empty takes no value, found 3'],
  ])('%s is refused: %s', async (rule, reason) => {
    const answer = await faultRules(rule);
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(reason)]);
  });
});

test('references of Axis point to the parts of an array', () => {
  const answer =
    '<E:Body><t:xResponse xmlns:t="u"><return SOAP-ENC:arrayType="t:a[2]"><item>1</item><item>2</item></return></t:xResponse></E:Body>';
  expect(withReferences(answer)).toBe(
    '<E:Body><t:xResponse xmlns:t="u"><return href="#id2"/></t:xResponse><multiRef id="id0" SOAP-ENC:root="0">1</multiRef><multiRef id="id1" SOAP-ENC:root="0">2</multiRef><multiRef id="id2" SOAP-ENC:root="0" SOAP-ENC:arrayType="t:a[2]"><item href="#id0"/><item href="#id1"/></multiRef></E:Body>',
  );
});
