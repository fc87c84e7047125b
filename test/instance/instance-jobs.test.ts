import { beforeEach, describe, expect, test } from 'vitest';
import { type Job, picklistKey } from '../../src/soap/types.ts';
import { anInstance, instanceDatabase } from './maker.ts';

const db = await instanceDatabase();
let { service, control, clock } = await anInstance({ db });
beforeEach(async () => {
  ({ service, control, clock } = await anInstance({ db }));
});

const aJob = (overrides: Job = {}): Job => ({ job_id: 'A-1', job_title: 'Baker', ...overrides });
const keys = (...values: readonly string[]) => values.map((value) => ({ stringvalue: picklistKey(value) }));

describe('processJob', () => {
  test('creates a job, then updates it under the same id', async () => {
    const first = await service.processJob(aJob(), null, 'acme');
    const second = await service.processJob(aJob({ job_title: 'Miller' }), null, 'acme');
    const id = first.kind === 'answered' ? first.value?.split(':')[1] : undefined;
    expect(first).toEqual({ kind: 'answered', value: `created:${id}` });
    expect(second).toEqual({ kind: 'answered', value: `updated:${id}` });
    expect((await control('GET', '/jobs')).body).toEqual([
      {
        external_source_id: 'acme',
        job: { job_id: 'A-1', job_title: 'Miller' },
        employer: null,
        received_at: '2026-11-20T12:00:00.000Z',
        deleted: false,
      },
    ]);
  });

  test('jobs with the same id from two sources stay apart', async () => {
    await service.processJob(aJob(), null, 'acme');
    await service.processJob(aJob(), null, 'bolt');
    expect((await control('GET', '/jobs')).body).toHaveLength(2);
  });

  test('a job without job_id gets one that deleteJob accepts', async () => {
    const made = await service.processJob({ job_title: 'Nameless' }, null, 'acme');
    const id = made.kind === 'answered' ? (made.value ?? '').replace('created:', '') : '';
    expect(await service.deleteJob(id, 'acme')).toEqual({ kind: 'answered', value: true });
  });

  test('shows nil as null and leaves out what was not sent', async () => {
    const job = aJob({
      salary: null,
      work_authorization: [],
      job_locations: [{ city: 'Kyoto', state: null }],
    });
    await service.processJob(job, { empname: 'Acme', fax: null }, 'acme');
    expect((await control('GET', '/jobs/last')).body).toEqual({
      job,
      employer: { empname: 'Acme', fax: null },
      external_source_id: 'acme',
    });
  });

  test('stores texts that Postgres cannot hold without what it cannot hold', async () => {
    await service.processJob(aJob({ job_title: 'a\u0000b\ud800c' }), null, 'acme');
    expect((await control('GET', '/jobs/last')).body.job.job_title).toBe('ab\ufffdc');
  });

  test('keys that no picklist has are accepted and noted', async () => {
    await service.processJob(aJob({ job_type: keys('FT', 'XX') }), null, 'acme');
    const [call] = (await control('GET', '/calls')).body;
    expect(call.outcome).toMatch(/^created:\w+; keys that no picklist has: job_type "XX"$/);
  });

  test('many at once that name the same new job store it once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.processJob(aJob(), { empname: 'Acme' }, 'acme')),
    );
    const words = answers.map((answer) => (answer.kind === 'answered' ? answer.value?.split(':')[0] : ''));
    expect(words.filter((word) => word === 'created')).toHaveLength(1);
    expect(words.filter((word) => word === 'updated')).toHaveLength(7);
    expect((await control('GET', '/jobs')).body).toHaveLength(1);
  });
});

describe('deleteJob', () => {
  test('answers true for a live job and false when there is none', async () => {
    await service.processJob(aJob(), null, 'acme');
    expect(await service.deleteJob('A-1', 'bolt')).toEqual({ kind: 'answered', value: false });
    expect(await service.deleteJob('A-1', 'acme')).toEqual({ kind: 'answered', value: true });
    expect(await service.deleteJob('A-1', 'acme')).toEqual({ kind: 'answered', value: false });
  });

  test('a deleted job that comes again is created, under the id it had', async () => {
    const first = await service.processJob(aJob(), null, 'acme');
    await service.deleteJob('A-1', 'acme');
    expect(await service.processJob(aJob(), null, 'acme')).toEqual(first);
  });
});

describe('getPicklist', () => {
  test('keys differ from labels', async () => {
    const answer = await service.getPicklist('job_type');
    expect(answer).toMatchObject({ kind: 'answered' });
    if (answer.kind === 'answered') expect(answer.value).toContainEqual({ ikey: 'FT', ivalue: 'Full-Time' });
  });

  test('serves the list that a tester put in place of another, until the reset', async () => {
    await control('PUT', '/picklists/job_type', [{ ikey: 'x', ivalue: 'Été' }]);
    expect(await service.getPicklist('job_type')).toEqual({
      kind: 'answered',
      value: [{ ikey: 'x', ivalue: 'Été' }],
    });
    await control('POST', '/reset');
    const answer = await service.getPicklist('job_type');
    expect(answer.kind === 'answered' && answer.value.length).toBeGreaterThan(5);
  });

  test('an unknown field has an empty list', async () => {
    expect(await service.getPicklist('shoe_size')).toEqual({ kind: 'answered', value: [] });
    expect(await service.getPicklist(null)).toEqual({ kind: 'answered', value: [] });
  });
});

describe('a strict instance', () => {
  beforeEach(() => control('PUT', '/mode', { strict: true }));

  test('a key that no picklist has is refused with its field', async () => {
    const answer = await service.processJob(aJob({ degree_level: keys('BACH', 'Bachelor') }), null, 'acme');
    expect(answer).toMatchObject({ kind: 'refused', fault: { code: 'Client' } });
    expect(answer.kind === 'refused' && answer.reason).toBe('processJob: degree_level has no key "Bachelor"');
    expect((await control('GET', '/jobs')).body).toEqual([]);
  });

  test('an unknown picklist is refused', async () => {
    expect(await service.getPicklist('shoe_size')).toMatchObject({ kind: 'refused' });
  });
});

test('its clock can be moved, and time goes on from there', async () => {
  await control('PUT', '/clock', { now: '2026-11-20T23:59:00Z' });
  clock.advance(30_000);
  await control('PUT', '/clock', { advance: 31 });
  expect((await control('GET', '/clock')).body).toEqual({ now: '2026-11-21T00:00:01.000Z' });
  expect((await control('PUT', '/clock', { now: 'soon' })).status).toBe(422);
});
