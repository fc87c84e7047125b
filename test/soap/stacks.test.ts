import { createClientAsync, type IHttpClient } from 'soap';
import { describe, expect, test } from 'vitest';
import { handleSoapRequest } from '../../src/soap/service.ts';
import { writeWsdl } from '../../src/soap/wsdl.ts';
import { latin1, prefixes } from './answers.ts';
import { aCall, aJobCall, ask } from './requests.ts';
import { aService, endpoint, namespace } from './wire.ts';

const jobOf = async (fields: string) => (await ask(aJobCall(fields), { unknownFields: 'refuse' })).job;
const lists = { job_type: [{ stringvalue: 'ft' }, { stringvalue: 'pt' }], work_authorization: [] };

describe('our service understands what stacks are known to send', () => {
  test('NuSOAP: ISO-8859-1, its own array types, item names', async () => {
    const body = latin1(
      '<?xml version="1.0" encoding="ISO-8859-1"?>' +
        `<SOAP-ENV:Envelope SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" ${prefixes}><SOAP-ENV:Body>` +
        `<ns1:processJob xmlns:ns1="${namespace}"><job xsi:type="tns:job" xmlns:tns="${namespace}">` +
        '<job_title xsi:type="xsd:string">Ing\u00e9nieur</job_title><blind_flag xsi:type="xsd:boolean">0</blind_flag>' +
        '<job_type xsi:type="SOAP-ENC:Array" SOAP-ENC:arrayType="tns:stringarray[2]"><item xsi:type="tns:stringarray"><stringvalue xsi:type="xsd:string">ft</stringvalue></item><item><stringvalue>pt</stringvalue></item></job_type>' +
        '<work_authorization xsi:type="SOAP-ENC:Array" SOAP-ENC:arrayType="tns:stringarray[0]"></work_authorization>' +
        '</job></ns1:processJob></SOAP-ENV:Body></SOAP-ENV:Envelope>',
    );
    const { job } = await ask({ body, contentType: 'text/xml; charset=ISO-8859-1' });
    expect(job).toEqual({ job_title: 'Ingénieur', blind_flag: false, ...lists });
  });

  test('Axis 1.4: everything by reference, surrogates as references', async () => {
    const { heard } = await ask(
      aCall(
        '<t:processJob SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><job href="#id0"/><employer href="#id1"/><external_source_id xsi:type="xsd:string">s</external_source_id></t:processJob>' +
          multi(3, 't:stringarray', '<stringvalue xsi:type="xsd:string">ft</stringvalue>') +
          multi(1, 't:employer', '<empname xsi:type="xsd:string">A</empname><industry xsi:nil="true"/>') +
          multi(2, 'xsd:boolean', 'false') +
          multi(4, 'xsd:int', '3') +
          multi(
            0,
            't:job',
            '<job_title xsi:type="xsd:string">&#55357;&#56832; &#xD83D;&#xDE00;</job_title><blind_flag href="#id2"/><num_openings href="#id4"/>' +
              '<job_type SOAP-ENC:arrayType="t:stringarray[2]" xsi:type="SOAP-ENC:Array"><job_type href="#id3"/><job_type href="#id3"/></job_type>',
          ),
      ),
    );
    expect(heard.jobs).toEqual([
      {
        job: {
          job_title: '😀 😀',
          blind_flag: false,
          num_openings: 3,
          job_type: [{ stringvalue: 'ft' }, { stringvalue: 'ft' }],
        },
        employer: { empname: 'A', industry: null },
        source: 's',
      },
    ]);
  });

  test('gSOAP: untyped arrays and values', async () => {
    expect(
      await jobOf(
        '<blind_flag>true</blind_flag><num_openings>-1</num_openings><job_type><item><stringvalue>ft</stringvalue></item><item><stringvalue>pt</stringvalue></item></job_type><work_authorization></work_authorization>' +
          '<additional_documents><item>cv</item><item>letter</item></additional_documents>',
      ),
    ).toEqual({ blind_flag: true, num_openings: -1, ...lists, additional_documents: ['cv', 'letter'] });
  });

  test('gSOAP: values of anyType that carry their type', async () => {
    expect(
      await jobOf(
        '<additional_documents SOAP-ENC:arrayType="xsd:anyType[4]"><item xsi:type="xsd:int">7</item><item xsi:type="xsd:boolean">1</item><item xsi:type="xsd:double">1.5</item><item xsi:nil="true"/></additional_documents>',
      ),
    ).toEqual({ additional_documents: [7, true, 1.5, null] });
  });

  test('zeep: no types, items named after their type', async () => {
    expect(
      await jobOf(
        '<job_type><stringarray><stringvalue>ft</stringvalue></stringarray><stringarray><stringvalue>pt</stringvalue></stringarray></job_type>' +
          '<job_locations><job_location><city>Basel</city></job_location></job_locations><additional_documents><string>cv</string></additional_documents>',
      ),
    ).toEqual({
      job_type: lists.job_type,
      job_locations: [{ city: 'Basel' }],
      additional_documents: ['cv'],
    });
  });

  test('suds: types without arrayType', async () => {
    expect(
      await jobOf(
        '<job_type xsi:type="t:stringarrayArray"><item xsi:type="t:stringarray"><stringvalue xsi:type="xsd:string">ft</stringvalue></item></job_type><work_authorization xsi:type="t:stringarrayArray"/>',
      ),
    ).toEqual({ job_type: [{ stringvalue: 'ft' }], work_authorization: [] });
  });

  test('literal stacks: one accessor an item', async () => {
    const ft = '<job_type><stringvalue>ft</stringvalue></job_type>';
    expect(await jobOf(ft)).toEqual({ job_type: [{ stringvalue: 'ft' }] });
    expect(await jobOf(ft + ft.replace('ft', 'pt'))).toEqual({ job_type: lists.job_type });
    expect(await jobOf('<additional_documents>cv</additional_documents>')).toEqual({
      additional_documents: ['cv'],
    });
    const qualified = `<processJob xmlns="${namespace}"><job><job_title>a</job_title></job></processJob>`;
    expect((await ask(aCall(qualified))).job).toEqual({ job_title: 'a' });
  });

  test('PHP without a WSDL: invented part names, associative arrays as Map', async () => {
    const { heard } = await ask(
      aCall(
        `<t:processJob><param0 xsi:type="map:Map">${entry('job_title', '<value xsi:type="xsd:string">a</value>')}${entry('blind_flag', '<value xsi:type="xsd:boolean">true</value>')}</param0><param1 xsi:nil="true"/><param2 xsi:type="xsd:string">s</param2></t:processJob>`,
      ),
    );
    expect(heard.jobs).toEqual([{ job: { job_title: 'a', blind_flag: true }, employer: null, source: 's' }]);
  });

  test('PHP: a list whose numbers do not count from 0 is a Map', async () => {
    const item = '<value xsi:type="t:stringarray"><stringvalue>ft</stringvalue></value>';
    expect(await jobOf(`<job_type xsi:type="map:Map">${entry('3', item)}</job_type>`)).toEqual({
      job_type: [{ stringvalue: 'ft' }],
    });
  });

  test('SOAP::Lite: invented part names, guessed types, base64 for what is not ASCII', async () => {
    const call =
      '<t:deleteJob><c-gensym3 xsi:type="xsd:int">42</c-gensym3><c-gensym5 xsi:type="xsd:base64Binary">w6k=</c-gensym5></t:deleteJob>';
    expect((await ask(aCall(call))).heard.calls).toEqual(['deleteJob 42 é']);
  });

  test('the older schema: xsi:null, types of 1999', async () => {
    const old = `<job_title xmlns:i="http://www.w3.org/1999/XMLSchema-instance" i:null="1"/><num_openings xmlns:i="http://www.w3.org/1999/XMLSchema-instance" xmlns:d="http://www.w3.org/1999/XMLSchema" i:type="d:int">5</num_openings>`;
    expect(await jobOf(old)).toEqual({ job_title: null, num_openings: 5 });
  });

  test('parts in any order, or absent', async () => {
    const call = '<t:deleteJob><external_source_id>s</external_source_id><job_id>1</job_id></t:deleteJob>';
    expect((await ask(aCall(call))).heard.calls).toEqual(['deleteJob 1 s']);
    expect((await ask(aCall('<t:deleteJob/>'))).heard.calls).toEqual(['deleteJob null null']);
    expect((await ask(aCall('<t:processJob/>'))).heard.jobs).toEqual([
      { job: null, employer: null, source: null },
    ]);
  });

  test('arrays sent in part or with gaps', async () => {
    const item = '<item><stringvalue>ft</stringvalue></item>';
    expect(
      await jobOf(`<job_type SOAP-ENC:arrayType="t:stringarray[3]" SOAP-ENC:offset="[1]">${item}</job_type>`),
    ).toEqual({ job_type: [null, { stringvalue: 'ft' }] });
    expect(
      await jobOf(`<job_type>${item.replace('<item', '<item SOAP-ENC:position="[2]"')}</job_type>`),
    ).toEqual({
      job_type: [null, null, { stringvalue: 'ft' }],
    });
  });

  test('plain node-soap as a client reads our answers and faults, and what it sends is understood', async () => {
    const heard: unknown[] = [];
    const service = aService({
      getPicklist: async () => ({ kind: 'answered', value: [{ ikey: 'ft', ivalue: 'Full <time>' }] }),
      processJob: async (job, employer, source) => {
        heard.push({ job, employer, source });
        return source === null
          ? { kind: 'refused', reason: 'no source' }
          : { kind: 'answered', value: 'created:1' };
      },
    });
    const client = await createClientAsync(writeWsdl(namespace, endpoint), {
      httpClient: wireOfNodeSoap(service),
    });
    const scalars = { job_title: 'R&D <a>', blind_flag: false, num_openings: 2 };
    expect((await client['testServiceAsync'](null))[0]).toMatchObject({ return: { $value: 'ok' } });
    expect((await client['getPicklistAsync']({ field: 'job_type' }))[0]).toMatchObject({
      return: { item: { ikey: { $value: 'ft' }, ivalue: { $value: 'Full <time>' } } },
    });
    for (const job_type of [lists.job_type, { item: lists.job_type }]) {
      const job = { ...scalars, job_type };
      const [answer] = await client['processJobAsync']({ job, employer: {}, external_source_id: 's' });
      expect(answer).toMatchObject({ return: { $value: 'created:1' } });
      expect(heard.pop()).toEqual({
        job: { ...scalars, job_type: lists.job_type },
        employer: {},
        source: 's',
      });
    }
    await expect(client['processJobAsync']({ job: scalars, employer: {} })).rejects.toThrow('no source');
  });
});

/** An HTTP client for node-soap that ends in our service; the package listens to the callback alone. */
function wireOfNodeSoap(service: ReturnType<typeof aService>): IHttpClient {
  return {
    request: (_url, body: string, callback, headers) => {
      const contentType = headers?.['Content-Type'];
      const request = {
        contentType,
        soapAction: headers?.['SOAPAction'],
        body: new TextEncoder().encode(body),
      };
      void (async () => {
        const answer = await handleSoapRequest({ service, namespace }, request);
        callback(null, { status: answer.status, data: answer.body, headers: {} }, answer.body);
      })();
      return new Promise(() => {});
    },
  };
}

const multi = (id: number, type: string, inside: string) =>
  `<multiRef id="id${id}" SOAP-ENC:root="0" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xsi:type="${type}">${inside}</multiRef>`;

const entry = (key: string, value: string) => `<item><key xsi:type="xsd:string">${key}</key>${value}</item>`;
