import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { predictPlaces, predictSalaries } from '../../tools/predict/values.ts';
import { anInstance, instanceDatabase } from '../../instance/maker.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a clock that cannot be set is refused with what was expected and what came', async () => {
  const { control } = await anInstance({ db: await instanceDatabase() });
  expect(await control('PUT', '/clock', { at: 'noon' })).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/expected \{"now": .+ or \{"advance": .+found \{"at":"noon"\}/) },
  });
});

test('a wrong method on a known address is answered 405, with those it takes', async () => {
  const { request } = await anInstance({ db: await instanceDatabase() });
  const answerTo = async (method: string, path: string) => {
    const { status, headers } = await request(`/_control${path}`, { method });
    return [status, headers.get('allow')];
  };
  expect(await answerTo('POST', '/jobs')).toEqual([405, 'GET']);
  expect(await answerTo('DELETE', '/jobs/last')).toEqual([405, 'GET']);
  expect(await answerTo('POST', '/faults')).toEqual([405, 'GET, PUT']);
  expect(await answerTo('DELETE', '/picklists/job_type')).toEqual([405, 'GET, PUT']);
  expect(await answerTo('GET', '/reset')).toEqual([405, 'POST']);
  expect(await answerTo('POST', '/nothing')).toEqual([404, null]);
});

test('a source that was not sent, or sent empty, is null wherever it is shown', async () => {
  const { control, service } = await anInstance({ db: await instanceDatabase() });
  await service.processJob({ job_id: 'a' }, null, null);
  await service.processJob({ job_id: 'b' }, null, '');
  const sources = async (path: string) =>
    [(await control('GET', path)).body].flat().map(({ external_source_id }) => external_source_id);
  expect(await sources('/jobs')).toEqual([null, null]);
  expect(await sources('/jobs/last')).toEqual([null]);
  expect(await sources('/calls')).toEqual([null, null]);
});

test('rules of the same seed strike the same calls and wait as long', async () => {
  const db = await instanceDatabase();
  const waitsOf = async (seed: number) => {
    const waits: number[] = [];
    const faults = [`testService:latency=100-900@0.5#${seed}`, `rest:*:latency=100-900#${seed}`];
    const wait = async (ms: number) => void waits.push(ms);
    const { service, rest } = await anInstance({ db, faults, wait });
    for (let call = 0; call < 20; call += 1) await service.testService();
    await rest('GET', '/staff');
    await rest('GET', '/staff');
    return waits;
  };
  const waits = await waitsOf(7);
  expect(new Set(waits).size).toBeGreaterThan(3);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...waits)).toBeLessThanOrEqual(900);
  expect(await waitsOf(7)).toEqual(waits);
  expect(await waitsOf(8)).not.toEqual(waits);
});

test('predictions have every promised key, null where the text says nothing', async () => {
  const input = join(folder, 'rows.jsonl');
  writeFileSync(input, `${JSON.stringify({ id: 'a', raw: 'Denver, CO' })}\n`);
  expect(await predictPlaces({ input, corpus: folder })).toMatchObject([{ id: 'a', remote: null }]);
  expect(await predictSalaries({ input, corpus: folder })).toEqual([
    { id: 'a', min: null, max: null, unit: null, currency: null },
  ]);
});
