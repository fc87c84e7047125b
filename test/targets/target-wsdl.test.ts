import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { pinnedFetch } from '../../src/core/net/pinned-fetch.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { streamOf } from '../../src/core/bytes.ts';
import type { TargetDefinition } from '../../src/db/schema/targets.schema.ts';
import { handleSoapRequest } from '../../src/soap/service.ts';
import type { Job } from '../../src/soap/types.ts';
import { writeWsdl } from '../../src/soap/wsdl.ts';
import { checkTarget } from '../../src/targets/target-check.ts';
import { connectTarget, readWsdlOf } from '../../src/targets/connect.ts';
import { addTarget, redefineTarget } from '../../src/targets/targets.repository.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { excludedFields, type OpenFile } from '../../src/targets/target-wsdl.ts';
import { aService } from '../soap/wire.ts';
import { testDatabase } from '../setup/database.ts';
import { aTarget, loopback, serving } from './maker.ts';

const db = await testDatabase();
const namespace = 'urn:JobWebService';

/** A school that serves this WSDL and takes jobs. */
async function aSchool(wsdl: (origin: string) => string) {
  const received: (Job | null)[] = [];
  const actions: (string | undefined)[] = [];
  const asked: (string | undefined)[] = [];
  const service = aService({
    processJob: async (job) => {
      received.push(job);
      return { kind: 'answered', value: 'taken' };
    },
  });
  const origin: string = await serving((request, response) => {
    void (async () => {
      if (request.method === 'GET') {
        asked.push(request.headers.authorization);
        return response.writeHead(200, { 'content-type': 'text/xml' }).end(wsdl(origin));
      }
      actions.push(request.headers['soapaction']?.toString());
      const pieces: Uint8Array[] = await request.toArray();
      const answer = await handleSoapRequest(
        { service, namespace },
        { contentType: 'text/xml', soapAction: undefined, body: Buffer.concat(pieces) },
      );
      return response.writeHead(answer.status, { 'content-type': answer.contentType }).end(answer.body);
    })();
  });
  return { origin, received, actions, asked };
}

/** Adds a target with this definition, checks it, and gives what was said, what is kept, and how it is called then. */
async function checked(
  soap: Partial<TargetDefinition['soap']>,
  files: Readonly<Record<string, string>> = {},
) {
  const { definition } = aTarget(soap);
  const added = await addTarget(db, {
    name: 'northfield',
    definition,
    now: new Date('2026-11-20T09:00:00Z'),
  });
  if (!added) throw new Error('the target was not added');
  const settings = await loadSettings(db);
  const openFile: OpenFile = async (path) =>
    files[path] === undefined
      ? { kind: 'failed', reason: 'there is no such file' }
      : { kind: 'opened', source: streamOf(new TextEncoder().encode(files[path])) };
  const check = await checkTarget(
    {
      ...loopback,
      db,
      clock: systemClock,
      random: Math.random,
      connect: (target) => connectTarget(loopback, target, settings),
      readWsdlOf: (target) => readWsdlOf({ ...loopback, openFile }, target),
    },
    added,
    settings,
  );
  const kept = await targetById(db, added.id);
  if (!kept) throw new Error('the target is gone');
  return { check, kept, service: connectTarget(loopback, kept, settings) };
}

const without = (wsdl: string, field: string) =>
  wsdl.replace(new RegExp(`<xsd:element name="${field}".*\n`), '');

describe('a check of a target with a WSDL of its own', () => {
  test('a usable WSDL is stored, and later calls use its SOAPActions', async () => {
    const { origin, actions } = await aSchool((at) =>
      writeWsdl(namespace, `${at}/soap`).replaceAll('#', '/do/'),
    );
    const { check, kept, service } = await checked({ url: `${origin}/soap`, wsdl: `${origin}/soap?wsdl` });
    expect(check).toMatchObject({
      works: true,
      wsdl: { usable: true, lines: ['Its WSDL offers the four operations as we call them.'] },
    });
    expect(kept.wsdl).toContain('definitions');
    actions.length = 0;
    await service.deleteJob('1', 's');
    expect(actions).toEqual([`"${origin}/soap/do/deleteJob"`]);
  });

  test('the check names the fields that the target does not take, and they are left out', async () => {
    const { origin, received } = await aSchool((at) =>
      without(without(writeWsdl(namespace, `${at}/soap`), 'duration'), 'state'),
    );
    const { check, kept, service } = await checked({ url: `${origin}/soap`, wsdl: `${origin}/wsdl` });
    expect(check.lines).toContain('This target does not take field duration of job.');
    expect(check.lines).toContain('This target does not take field state of job_location.');
    expect(excludedFields(kept)).toEqual(['job.duration', 'job.job_locations.state']);
    await service.processJob(
      { job_id: '1', duration: 'x', job_locations: [{ city: 'a', state: 'b' }] },
      {},
      's',
    );
    expect(received).toEqual([{ job_id: '1', job_locations: [{ city: 'a' }] }]);
  });

  test('the check reports that the WSDL names another namespace and another address', async () => {
    const { origin } = await aSchool(() => writeWsdl('urn:Other', 'https://elsewhere.example/soap?key=k'));
    const { check } = await checked({ url: `${origin}/soap`, wsdl: `${origin}/wsdl` });
    expect(check.lines).toContain(
      'Its WSDL names the namespace urn:Other; calls are made in urn:JobWebService (soap.namespace).',
    );
    expect(check.lines).toContain(
      `Its WSDL names the address https://elsewhere.example/soap; calls go to ${origin}/soap (soap.url).`,
    );
  });

  test('the check reads a WSDL from a file', async () => {
    const { origin } = await aSchool(() => '');
    const { kept } = await checked(
      { url: `${origin}/soap`, wsdl: 'school.wsdl' },
      { 'school.wsdl': writeWsdl(namespace, `${origin}/soap`) },
    );
    expect(kept.wsdl).toContain('processJob');
  });

  test.each([
    ['that is of another service', 'Its WSDL is not that of the job service.', '/wsdl', '<a/>'],
    ['that is literal', 'processJob: expected use encoded, came literal.', '/wsdl', 'literal'],
    ['that is no file', 'Its WSDL cannot be read: there is no such file.', 'gone.wsdl', ''],
  ])('fails for a WSDL %s, and keeps none', async (_case, line, place, text) => {
    const { origin } = await aSchool((at) =>
      text === 'literal' ? writeWsdl(namespace, `${at}/soap`).replaceAll('"encoded"', '"literal"') : text,
    );
    const wsdl = place.startsWith('/') ? origin + place : place;
    const { check, kept } = await checked({ url: `${origin}/soap`, wsdl });
    expect(check).toMatchObject({ works: false, answers: true });
    expect(check.lines).toContain(line);
    expect(kept.wsdl).toBeNull();
  });
});

test('what was read from, or proven at, another place does not count for a target that is defined anew', async () => {
  const { definition } = aTarget({ wsdl: 'school.wsdl' });
  const added = await addTarget(db, {
    name: 'northfield',
    definition,
    now: new Date('2026-11-20T09:00:00Z'),
  });
  if (!added) throw new Error('the target was not added');
  const known = { ...added, wsdl: '<wsdl/>', repeatsSafe: 'proven' as const };
  const soap = { ...definition.soap, refusalPattern: '^no' };
  expect(await redefineTarget(db, known, { ...definition, soap })).toMatchObject({
    wsdl: '<wsdl/>',
    repeatsSafe: 'proven',
  });
  const moved = { ...soap, url: 'https://other.example/soap', wsdl: 'other.wsdl' };
  await redefineTarget(db, known, { ...definition, soap: moved });
  expect(await targetById(db, added.id)).toMatchObject({
    definition: { soap: moved },
    wsdl: null,
    repeatsSafe: 'assumed',
  });
});

describe('a WSDL is read', () => {
  test('the WSDL is fetched with the credentials of the calls only beside the service', async () => {
    const here = await aSchool(() => '<a/>');
    const elsewhere = await aSchool(() => '<a/>');
    const auth = { kind: 'basic', user: 'u', secretEnv: 'SECRET' } as const;
    const url = `${here.origin}/soap`;
    await readWsdlOf(loopback, aTarget({ url, auth, wsdl: `${here.origin}/wsdl` }));
    await readWsdlOf(loopback, aTarget({ url, auth, wsdl: `${elsewhere.origin}/wsdl` }));
    expect(here.asked).toEqual([`Basic ${Buffer.from('u:s3cret').toString('base64')}`]);
    expect(elsewhere.asked).toEqual([undefined]);
  });

  test('only from addresses that may be used', async () => {
    const strict = { ...loopback, fetch: pinnedFetch([]), allowPrivate: [] };
    expect(await readWsdlOf(strict, aTarget({ wsdl: 'http://127.0.0.1:9/wsdl' }))).toMatchObject({
      kind: 'unread',
    });
  });
});
