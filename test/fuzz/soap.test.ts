import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInstance } from '../../src/instance/instance-app.ts';
import { anAnswer, anEnvelope, aFault, aFault12 } from '../soap/answers.ts';
import { aCall, ask } from '../soap/requests.ts';
import { aClient } from '../soap/wire.ts';
import { instanceDatabase } from '../instance/maker.ts';
import { bounded, runs, timeout } from './bounds.ts';
import { damaged, mutated } from './mutations.ts';

const db = await instanceDatabase();
const { app } = await createInstance({ db, size: 'none' });

const requests = [
  aCall('<t:testService/>'),
  aCall('<t:getPicklist><field xsi:type="xsd:string">industry</field></t:getPicklist>'),
  aCall(
    '<t:processJob><job xsi:type="t:job"><job_id xsi:type="xsd:string">J-1</job_id><job_title>Baker &amp; Cook</job_title>' +
      '<blind_flag xsi:type="xsd:boolean">true</blind_flag><num_openings xsi:type="xsd:int">3</num_openings><salary xsi:nil="true"/>' +
      '<job_type SOAP-ENC:arrayType="t:stringarray[2]" xsi:type="SOAP-ENC:Array"><item><stringvalue>1</stringvalue></item><item href="#s"/></job_type>' +
      '<job_locations SOAP-ENC:arrayType="t:job_location[1]"><item><city>Bonn</city><country>DE</country></item></job_locations>' +
      '<additional_documents SOAP-ENC:arrayType="xsd:anyType[1]"><item xsi:type="xsd:string">cv</item></additional_documents></job>' +
      '<employer><empname><![CDATA[Harbor & Mills]]></empname></employer><external_source_id>acme</external_source_id></t:processJob>' +
      '<multiRef id="s" SOAP-ENC:root="0"><stringvalue>2</stringvalue></multiRef>',
  ),
  aCall('<t:deleteJob><job_id>J-1</job_id><external_source_id>acme</external_source_id></t:deleteJob>'),
];

test(
  'the service answers any request or says what is wrong with it, and nothing fails inside',
  () =>
    fc.assert(
      fc.asyncProperty(damaged(mutated(...requests)), async (body) => {
        const { status, heard, body: answer } = await bounded(() => ask({ body }));
        expect(heard.errors).toEqual([]);
        expect([200, 400, 415, 500]).toContain(status);
        if (status !== 200)
          expect(answer).toMatch(/<faultcode>SOAP-ENV:(Client|VersionMismatch|MustUnderstand)/);
      }),
      runs,
    ),
  timeout,
);

test(
  'the instance stores or refuses whatever a request holds, and never fails itself',
  () =>
    fc.assert(
      fc.asyncProperty(damaged(mutated(...requests)), async (body) => {
        const response = await bounded(async () =>
          app.request('http://instance.test/soap', {
            method: 'POST',
            headers: { 'content-type': 'text/xml; charset=utf-8' },
            body,
          }),
        );
        const answer = await response.text();
        expect([200, 400, 413, 415, 500]).toContain(response.status);
        expect(answer).toMatch(
          response.status === 200
            ? /Response/
            : /<faultcode>SOAP-ENV:(Client|VersionMismatch|MustUnderstand)/,
        );
      }),
      runs,
    ),
  timeout,
);

const answers = [
  anAnswer('<return xsi:type="xsd:string">created:1</return>'),
  anAnswer('<return xsi:type="xsd:boolean">true</return>'),
  anAnswer(
    '<return SOAP-ENC:arrayType="ns1:assoc[2]" xsi:type="SOAP-ENC:Array"><item><ikey>1</ikey><ivalue>Full-time</ivalue></item><item href="#i"/></return>',
  ),
  anEnvelope('<r><return href="#a"/></r><multiRef id="a" SOAP-ENC:root="0">yes</multiRef>'),
  aFault('SOAP-ENV:Client', 'no such key', '<detail><a>b</a></detail>'),
  aFault12('Sender'),
  `<br />\n<b>Warning</b>: x in <b>/x.php</b>\n${anAnswer('<return>yes</return>')}`,
];

test(
  'the client makes an outcome of any answer',
  () =>
    fc.assert(
      fc.asyncProperty(
        damaged(mutated(...answers)),
        fc.constantFrom(200, 202, 302, 400, 401, 404, 429, 500, 503),
        fc.constantFrom(
          'text/xml',
          'text/xml; charset=iso-8859-1',
          'text/html',
          'application/json',
          'text/xml; charset=nonsense',
        ),
        async (body, status, type) => {
          const client = aClient({
            fetch: async () => new Response(body, { status, headers: { 'content-type': type } }),
          });
          const outcomes = await bounded(async () => [
            await client.testService(),
            await client.getPicklist('industry'),
            await client.processJob({ job_id: '1' }, {}, 'acme'),
            await client.deleteJob('1', 'acme'),
          ]);
          for (const { kind } of outcomes)
            expect(['answered', 'refused', 'troubled', 'unanswered']).toContain(kind);
        },
      ),
      runs,
    ),
  timeout,
);
