import { createClientAsync } from 'soap';
import type { Fetch } from '../src/core/net/http.ts';
import { pinnedFetch } from '../src/core/net/pinned-fetch.ts';
import { encodeReturn } from '../src/soap/codec.ts';
import { createSoapClient } from '../src/soap/client.ts';
import { writeEnvelope } from '../src/soap/envelope-write.ts';
import { readAnswer } from '../src/soap/outcome.ts';
import { picklistKey, type Employer, type Job } from '../src/soap/types.ts';
import { writeWsdl } from '../src/soap/wsdl.ts';
import {
  cpuPerCall,
  quietQuarter,
  type BenchOptions,
  type BenchResult,
  type Measurement,
  type Ratio,
} from './rounds.ts';
import { startOurServer, startPhpServer, type BenchServer } from './soap-servers.ts';

const namespace = 'urn:JobWebService';

/** Client and server of JobWebService beside raw fetch, node-soap and PHP's SoapServer (design: what it must reach). */
export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const rounds = full ? { calls: 100, rounds: 41 } : { calls: 10, rounds: 2 };
  const calls = await benchCalls(rounds);
  const decoding = await benchDecoding({ ...rounds, calls: rounds.calls / 5 });
  const server = await benchServer(rounds);
  return {
    measurements: [
      ...us('raw fetch of the same bytes', calls['raw']),
      ...us('our client, processJob', calls['ours']),
      ...us('node-soap, processJob', calls['node-soap']),
      ...us('our decoding of 200 picklist entries', decoding['ours']),
      ...us('node-soap decoding of 200 picklist entries', decoding['node-soap']),
      ...us('our server, processJob', server.ours),
      ...us("PHP's SoapServer, processJob", server.php),
    ],
    ratios: [
      ratio('our client / raw fetch', calls['ours'], calls['raw'], 2.2),
      ratio('our client / node-soap', calls['ours'], calls['node-soap'], 0.7),
      ratio('decoding a picklist / node-soap', decoding['ours'], decoding['node-soap'], 0.5),
      ...(server.php === undefined
        ? []
        : [ratio("our server / PHP's SoapServer", server.ours, server.php, 1)]),
    ],
  };
}

const us = (what: string, value: number | undefined): Measurement[] =>
  value === undefined ? [] : [{ bench: 'soap', what, value, unit: 'us CPU' }];

const ratio = (what: string, ours = Number.NaN, theirs = Number.NaN, goal: number): Ratio => ({
  what,
  value: ours / theirs,
  goal,
  is: 'at most',
});

type Sizes = { readonly calls: number; readonly rounds: number };

async function benchCalls(sizes: Sizes): Promise<Readonly<Record<string, number>>> {
  const answer = writeEnvelope(namespace, 'processJobResponse', encodeReturn('processJob', 'created:Q-1'));
  const { origin, stop } = await startOurServer(answer, namespace);
  const endpoint = `${origin}/same`;
  const { headers, body } = await requestOf(endpoint);
  const client = createSoapClient({ endpoint, namespace, fetch: pinnedFetch(['127.0.0.1']) });
  const nodeSoap = await createClientAsync(writeWsdl(namespace, endpoint), { endpoint, disableCache: true });
  const typed = { job: job(), employer: employer(), external_source_id: 'quadwire-1' };
  const result = await cpuPerCall(
    [
      { name: 'raw', call: async () => (await fetch(endpoint, { method: 'POST', headers, body })).text() },
      { name: 'ours', call: () => client.processJob(job(), employer(), 'quadwire-1') },
      { name: 'node-soap', call: () => nodeSoap['processJobAsync'](typed) },
    ],
    sizes,
  );
  stop();
  return result;
}

async function benchDecoding(sizes: Sizes): Promise<Readonly<Record<string, number>>> {
  const entries = Array.from({ length: 200 }, (_, at) => ({
    ikey: `key-${at}`,
    ivalue: `Label of entry ${at} & more`,
  }));
  const text = writeEnvelope(namespace, 'getPicklistResponse', encodeReturn('getPicklist', entries));
  const body = new TextEncoder().encode(text);
  const answer = {
    status: 200,
    contentType: 'text/xml; charset=utf-8',
    retryAfterMs: undefined,
    lines: [],
    body,
  };
  const { wsdl } = await createClientAsync(writeWsdl(namespace, 'http://127.0.0.1/soap'), {
    disableCache: true,
  });
  return cpuPerCall(
    [
      { name: 'ours', call: () => readAnswer('getPicklist', answer, 10_000_000) },
      { name: 'node-soap', call: () => wsdl.xmlToObject(new TextDecoder().decode(body)) },
    ],
    sizes,
  );
}

async function benchServer(
  sizes: Sizes,
): Promise<{ readonly ours: number; readonly php: number | undefined }> {
  const ours = await startOurServer('', namespace);
  const php = await startPhpServer(writeWsdl(namespace, 'http://127.0.0.1/soap'));
  const seen = { ours: [] as number[], php: [] as number[] };
  for (const server of [ours, php]) if (server) await cpuOf(server, WARM_UP);
  for (let round = 0; round < sizes.rounds; round += 1) {
    seen.ours.push(await cpuOf(ours, sizes.calls));
    if (php) seen.php.push(await cpuOf(php, sizes.calls));
  }
  ours.stop();
  php?.stop();
  return { ours: quietQuarter(seen.ours), php: php && quietQuarter(seen.php) };
}

/** Calls until a server's code is compiled as it stays: a small run would measure the compiler. */
const WARM_UP = 1_500;

/** What a server's process spends per processJob, with its HTTP. */
async function cpuOf({ origin }: BenchServer, calls: number): Promise<number> {
  const { headers, body } = await requestOf(`${origin}/soap`);
  const spent = async () => Number(await (await fetch(`${origin}/cpu`)).text());
  const before = await spent();
  for (let made = 0; made < calls; made += 1) {
    const answer = await (await fetch(`${origin}/soap`, { method: 'POST', headers, body })).text();
    if (!answer.includes('job:Q-0001')) throw new Error(`the server at ${origin} answers something else`);
  }
  return ((await spent()) - before) / calls;
}

/** The request that our client sends. */
async function requestOf(endpoint: string) {
  const sent: { headers: Record<string, string>; body: string }[] = [];
  const fetch: Fetch = async (_url, { headers, body = '' }) => {
    sent.push({ headers, body });
    return new Response('');
  };
  await createSoapClient({ endpoint, namespace, fetch }).processJob(job(), employer(), 'quadwire-1');
  return sent[0] ?? { headers: {}, body: '' };
}

const keys = (...values: string[]) => values.map((value) => ({ stringvalue: picklistKey(value) }));

/** A job that makes a request of about 5 kB. */
const job = (): Job => ({
  job_id: 'Q-0001',
  contact_email: 'jobs@example.org',
  job_title: 'Ingénieur R&D <senior>',
  start_date: '2026-01-15',
  blind_flag: false,
  num_openings: 3,
  job_type: keys('full_time', 'internship'),
  duration: '12 months',
  hours_per_week: 40,
  salary: '$50,000 to $60,000',
  job_function: keys('eng', 'research'),
  job_locations: [
    { city: 'Zürich', state: 'ZH', country: 'CH' },
    { city: 'New York', state: 'US-NY', country: 'US' },
  ],
  qualifications: 'A degree in engineering; two years of practice.',
  job_desc: '<p>We look for somebody who likes to build things & to see them used.</p>\n'.repeat(20),
  show_contact_info: true,
  work_authorization: [],
  degree_level: keys('BS', 'MS', 'PhD'),
});
const employer = (): Employer => ({
  fullname: 'Ada Lovelace',
  email: 'ada@example.org',
  empname: 'Example & Sons',
  empcity: 'Zürich',
  empcountry: 'CH',
  website: 'https://example.org/?a=1&b=2',
  description: 'We make things.',
  industry: keys('software'),
});
