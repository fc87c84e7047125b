import { describe, expect, test } from 'vitest';
import { type Employer, type Job, picklistKey } from '../../src/soap/types.ts';
import { aClient, aService, wireTo } from './wire.ts';

/** Texts of a feed that want to be more than text, and what arrives of each. */
const attacks: readonly (readonly [title: string, text: string, arrives?: string])[] = [
  ['a whole CDATA section', '<![CDATA[</job_title><job_id>evil</job_id>]]>'],
  ['a CDATA section that ends early', '<![CDATA[x]]></job_title><job_id>evil</job_id><![CDATA[]]>'],
  ['the end of a CDATA section', ']]>'],
  ['the end of the envelope', '</job_title></job></t:processJob></soap:Body></soap:Envelope>'],
  ['a comment', '<!-- <job_id>evil</job_id> -->'],
  ['a DTD with an entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;'],
  ['a processing instruction', '<?xml version="1.0"?><?php echo 1 ?>'],
  ['references', '&lt;job_id&gt; &amp;amp; &#60; &#x3C; &b; &'],
  ['an attribute that says nil', '" xsi:nil="true'],
  ['a reference of section 5', '" href="#id0'],
  ['quotes of both kinds', `"'"'`],
  ['line ends of three kinds', 'a\r\nb\rc\nd'],
  ['blanks alone', ' \n\t '],
  ['a carriage return alone', '\r'],
  ['leading and trailing blanks', '\t a \n'],
  ['line separators of Unicode', 'a\u0085b\u2028c\u2029d'],
  ['characters beyond U+FFFF', '😀 𝒳 日本語'],
  ['combining and right-to-left text', 'e\u0301 \u202eevil\u202c'],
  ['a byte order mark', '\ufeffa'],
  ['control characters', 'a\u0000b\u0001c\u0008d\u000be\u001ff', 'abcdef'],
  ['characters that XML has not', 'a\ufffeb\uffffc', 'abc'],
  ['a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
  ['a lone low surrogate', 'a\ude00b', 'a\ufffdb'],
  ['surrogates in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
  ['a CDATA look-alike that control characters hide', '<!\u0000[CDATA[x]]\u0000>', '<![CDATA[x]]>'],
  ['replacement patterns', "$& $1 $$ $` $'"],
  ['__proto__', '__proto__'],
  ['100 kB of markup', '<a>&'.repeat(25_000)],
];

describe('a text of a feed changes nothing but its own field', () => {
  for (const charset of ['utf-8', 'us-ascii']) {
    const rows = attacks.map(([title, text, arrives = text]) => ({ title, text, arrives }));
    test.each(rows)(`$title, in ${charset}`, async ({ text, arrives }) => {
      const job: Job = {
        // An identifier is what arrives, or it is refused: see below.
        job_id: arrives,
        job_title: text,
        job_locations: [{ city: text }],
        additional_documents: [text, { [text]: text }],
      };
      const received = await send(job, { empname: text }, arrives, charset);
      expect(received).toStrictEqual({
        job: {
          job_id: arrives,
          job_title: arrives,
          job_locations: [{ city: arrives }],
          additional_documents: [arrives, Object.fromEntries([[arrives, arrives]])],
        },
        employer: { empname: arrives },
        source: arrives,
      });
    });
  }

  test('names of prototypes stay names', async () => {
    const documents = [
      JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    ];
    const received = await send({ additional_documents: documents }, {}, 's', 'utf-8');
    expect(JSON.stringify(received.job)).toBe(JSON.stringify({ additional_documents: documents }));
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('a job that inherits fields sends its own alone', async () => {
    const job: Job = Object.assign(Object.create({ toString: 'x' }), { job_id: '1' });
    expect((await send(job, {}, 's', 'utf-8')).job).toStrictEqual({ job_id: '1' });
  });
});

describe('an identifier that XML cannot carry is refused, so that two never become one', () => {
  const bad = [
    ['a control character', 'A\u0001', 'U+0001'],
    ['a null', '\u0000A', 'U+0000'],
    ['no character of Unicode', 'A\uffffB', 'U+FFFF'],
    ['half of a pair', 'A\ud83d', 'U+D83D'],
  ] as const;
  test.each(bad)('%s', async (_, id, character) => {
    const client = aClient({ fetch: () => Promise.reject(new Error('nothing is sent')) });
    const says = (field: string) =>
      new TypeError(`${field}: expected an identifier that XML can carry, came one with ${character}`);
    await expect(client.processJob({ job_id: id }, null, 's')).rejects.toThrow(says('job.job_id'));
    await expect(client.processJob({ req_id: id }, null, 's')).rejects.toThrow(says('job.req_id'));
    await expect(client.processJob({ job_id: 'A' }, null, id)).rejects.toThrow(says('external_source_id'));
    const job_type = [{ stringvalue: picklistKey(id) }];
    const path = 'job.job_type[0].stringvalue';
    await expect(client.processJob({ job_type }, null, 's')).rejects.toThrow(says(path));
    await expect(client.deleteJob(id, 's')).rejects.toThrow(says('job_id'));
    await expect(client.deleteJob('A', id)).rejects.toThrow(says('external_source_id'));
    await expect(client.getPicklist(id)).rejects.toThrow(says('field'));
  });

  test('a service whose picklist has such a key answers a fault, and its owner sees why', async () => {
    const errors: unknown[] = [];
    const entries = [{ ikey: 'A\u0001' }];
    const service = aService({ getPicklist: async () => ({ kind: 'answered', value: entries }) });
    const client = aClient({ fetch: wireTo({ service, onError: (error) => errors.push(error) }) });
    expect(await client.getPicklist('job_type')).toMatchObject({
      reason: 'Server fault: The service failed.',
    });
    expect(String(errors)).toContain('return[0].ikey: expected an identifier that XML can carry');
  });
});

async function send(job: Job, employer: Employer, source: string, charset: string) {
  const received: { job: Job | null; employer: Employer | null; source: string | null }[] = [];
  const service = aService({
    processJob: async (job, employer, source) => {
      received.push({ job, employer, source });
      return { kind: 'answered', value: 'ok' };
    },
  });
  const client = aClient({ charset, fetch: wireTo({ service, unknownFields: 'refuse' }) });
  expect(await client.processJob(job, employer, source)).toEqual({ kind: 'answered', value: 'ok' });
  const [first, ...more] = received;
  expect(more).toEqual([]);
  return { job: first?.job, employer: first?.employer, source: first?.source };
}
