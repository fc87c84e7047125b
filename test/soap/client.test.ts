import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SoapClientOptions } from '../../src/soap/client.ts';
import { writeWsdl } from '../../src/soap/wsdl.ts';
import { readXml, type XmlElement } from '../../src/xml/xml.ts';
import { anAnswer } from './answers.ts';
import { aClient, aService, endpoint, namespace, wireTo } from './wire.ts';

/** The request that a client with these settings sends for deleteJob. */
async function requestWith(options: Partial<SoapClientOptions>) {
  const fetch = wireTo();
  await aClient({ fetch, ...options }).deleteJob('é 1', 's');
  return fetch.last();
}

describe('a request', () => {
  test('a request goes to the endpoint by POST, follows no redirect, and names the operation as the description says', async () => {
    expect(await requestWith({})).toMatchObject({
      url: endpoint,
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${endpoint}#deleteJob"` },
    });
  });

  test.each([
    ['{namespace}#{operation}', `"${namespace}#deleteJob"`],
    ['{operation}', '"deleteJob"'],
    ['', '""'],
    ['a"b\r\nX-Evil: 1', '"abX-Evil:1"'],
  ])('has the SOAPAction form %j', async (soapAction, header) => {
    expect((await requestWith({ soapAction })).headers['SOAPAction']).toBe(header);
  });

  test('a request takes its SOAPAction from the WSDL of the target', async () => {
    const wsdl = writeWsdl(namespace, 'http://other.example/soap');
    expect((await requestWith({ wsdl })).headers['SOAPAction']).toBe('"http://other.example/soap#deleteJob"');
  });

  test('a request has unprefixed parts in a wrapper of the namespace, with types and the encoding style', async () => {
    const { body } = await requestWith({});
    const reading = readXml(body);
    const wrapper = find(reading.kind === 'document' ? reading.root : undefined, 'deleteJob');
    expect(wrapper).toMatchObject({ namespace });
    expect(wrapper?.children.map(({ namespace, name, text }) => [namespace, name, text])).toEqual([
      ['', 'job_id', 'é 1'],
      ['', 'external_source_id', 's'],
    ]);
    expect(body).toContain('soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"');
    expect(body).toContain('<job_id xsi:type="xsd:string">é 1</job_id>');
    expect(body).not.toContain('__tns__');
  });

  test('speaks of a namespace with any characters', async () => {
    const strange = 'urn:x?a=1&b="<é>"';
    const fetch = wireTo({ namespace: strange });
    expect(await aClient({ fetch, namespace: strange }).testService()).toMatchObject({ kind: 'answered' });
  });

  test('in another character set is ASCII with references', async () => {
    const { headers, body } = await requestWith({ charset: 'ISO-8859-1' });
    expect(headers['Content-Type']).toBe('text/xml; charset=ISO-8859-1');
    expect(body).toContain('encoding="ISO-8859-1"');
    expect(body).toContain('&#233; 1');
  });

  test('carries the headers of the target', async () => {
    expect((await requestWith({ headers: { 'X-School': 'a' } })).headers).toMatchObject({ 'X-School': 'a' });
  });

  test('carries basic and bearer credentials', async () => {
    const basic = await requestWith({ auth: { kind: 'basic', user: 'u', secret: 'p:é' } });
    expect(basic.headers['Authorization']).toBe(`Basic ${Buffer.from('u:p:é').toString('base64')}`);
    const bearer = await requestWith({ auth: { kind: 'bearer', secret: 't' } });
    expect(bearer.headers['Authorization']).toBe('Bearer t');
  });

  test('carries a UsernameToken of WS-Security with the password as text', async () => {
    const { body } = await requestWith({
      auth: { kind: 'wsse', user: 'u', secret: 'p<&', password: 'text' },
    });
    expect(body).toContain('<wsse:Username>u</wsse:Username>');
    expect(body).toMatch(/#PasswordText">p&lt;&amp;<\/wsse:Password>/);
  });

  test('carries a UsernameToken of WS-Security with a digest, made anew for each call', async () => {
    const auth = { kind: 'wsse', user: 'u', secret: 'p', password: 'digest' } as const;
    const fetch = wireTo();
    const client = aClient({ fetch, auth });
    const nonces = new Set<string>();
    for (let call = 0; call < 2; call += 1) {
      expect(await client.testService()).toMatchObject({ kind: 'answered' });
      const [digest, nonce = '', created = ''] = ['Password', 'Nonce', 'Created'].map(
        (name) => new RegExp(`:${name}[^>]*>([^<]*)<`).exec(fetch.last().body)?.[1],
      );
      const bytes = Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(`${created}p`)]);
      expect(digest).toBe(createHash('sha1').update(bytes).digest('base64'));
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  test('for a certificate goes through the fetch that presents it, and carries no other credential', async () => {
    expect((await requestWith({ auth: { kind: 'certificate' } })).headers).not.toHaveProperty(
      'Authorization',
    );
  });

  test('leaves out fields that the target does not take', async () => {
    const received: unknown[] = [];
    const service = aService({
      processJob: async (job) => {
        received.push(job);
        return { kind: 'answered', value: null };
      },
    });
    const wsdl = writeWsdl(namespace, endpoint).replace(/<xsd:element name="duration".*\n/, '');
    const client = aClient({
      fetch: wireTo({ service }),
      wsdl,
      fieldsNotTaken: ['job.travel_perc', 'job.job_locations.state'],
    });
    const job = { job_id: '1', travel_perc: '5', duration: 'x', job_locations: [{ city: 'a', state: 'b' }] };
    await client.processJob(job, {}, 's');
    expect(received).toEqual([{ job_id: '1', job_locations: [{ city: 'a' }] }]);
  });

  test('a value of the wrong type is our bug, named by its path and without the value', async () => {
    await expect(send({ num_openings: 1.5 })).rejects.toThrow(
      'job.num_openings: expected an integer of 32 bits, came a number',
    );
    await expect(send({ num_openings: 2 ** 31 })).rejects.toThrow('32 bits');
    await expect(send({ job_title: 5 })).rejects.toThrow('job.job_title: expected a string, came a number');
    await expect(send({ blind_flag: 'true' })).rejects.toThrow(
      'job.blind_flag: expected a boolean, came a string',
    );
    await expect(send({ job_type: 'Ada' })).rejects.toThrow('job.job_type: expected an array, came a string');
    await expect(send({ job_type: [{ stringvalue: 3 }] })).rejects.toThrow('job.job_type[0].stringvalue');
    await expect(send({ job_type: ['ft'] })).rejects.toThrow(
      'job.job_type[0]: expected a stringarray, came a string',
    );
    await expect(send({ title: 'x' })).rejects.toThrow('job: job has no field title');
    await expect(send({ additional_documents: [1n] })).rejects.toThrow(
      'job.additional_documents[0]: a bigint',
    );
  });
});

describe('an answer', () => {
  test('an answer of processJob that matches the refusal pattern is a refusal', async () => {
    expect(await answered('ERROR: no title')).toEqual({ kind: 'refused', reason: 'ERROR: no title' });
    expect(await answered('created:1')).toEqual({ kind: 'answered', value: 'created:1' });
    expect(await answered(null)).toEqual({ kind: 'answered', value: null });
  });

  test('answers to two simultaneous calls are not mixed up', async () => {
    const waiting: (() => void)[] = [];
    const client = aClient({
      fetch: async (_url, { body = '' }) => {
        const id = /<job_id[^>]*>(\d+)</.exec(body)?.[1] ?? '';
        // The last asked is the first answered.
        await new Promise<void>((done) => {
          waiting.unshift(done);
          if (waiting.length === 50) for (const next of waiting) next();
        });
        return new Response(anAnswer(`<return>${id}</return>`));
      },
    });
    const ids = Array.from({ length: 50 }, (_, id) => String(id));
    const outcomes = await Promise.all(ids.map((job_id) => client.processJob({ job_id }, {}, 's')));
    expect(outcomes.map((outcome) => outcome.kind === 'answered' && outcome.value)).toEqual(ids);
  });
});

function find(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (!element || element.name === name) return element;
  return element.children.map((child) => find(child, name)).find((found) => found !== undefined);
}

const send = (job: object) => aClient().processJob(job, {}, 's');

const answered = (value: string | null) =>
  aClient({
    refusal: /^(error|rejected)\b/gi,
    fetch: wireTo({ service: aService({ processJob: async () => ({ kind: 'answered', value }) }) }),
  }).processJob({}, {}, 's');
