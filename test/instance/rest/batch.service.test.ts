import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type LogFields, silentLog } from '../../../src/core/log.ts';
import { anInstance, instanceDatabase } from '../maker.ts';

const db = await instanceDatabase();
let { rest, control, batchResult } = await anInstance({ db });
beforeEach(async () => {
  ({ rest, control, batchResult } = await anInstance({ db, tokens: ['demo-token', 'other'] }));
});

const aStaff = (overrides = {}) => ({ email: 's@s.test', fullName: 'Sam Lee', ...overrides });

test('a batch answers with its envelope, and its results with what became of each record, in order', async () => {
  const started = await rest('POST', '/staff?batch=1', [
    aStaff(),
    { fullName: 'No Mail' },
    7,
    aStaff({ email: 't@s.test' }),
  ]);
  expect(started.status).toBe(202);
  expect(started.body).toEqual({
    id: started.body.id,
    status: 'pending',
    total: 4,
    className: 'staff',
    results_url: `/v1/batch/${started.body.id}`,
  });
  const result = await batchResult(started.body.results_url);
  expect(result).toMatchObject({
    id: started.body.id,
    status: 'completed',
    total: 4,
    className: 'staff',
    responses: [
      { email: 's@s.test' },
      { errors: { field_errors: { email: expect.any(String) } } },
      { errors: { field_errors: { record: expect.any(String) } } },
      { email: 't@s.test' },
    ],
  });
  expect((await rest('GET', '/staff')).body.total).toBe(2);
});

test('a batch update names each record inside its element', async () => {
  const { id } = (await rest('POST', '/staff', aStaff())).body;
  const started = await rest('PUT', '/staff?batch=1', [
    { id, ssoUsername: 'sam' },
    { ssoUsername: 'who' },
    { id: 'nope', ssoUsername: 'x' },
  ]);
  const { responses } = await batchResult(started.body.results_url);
  expect(responses).toMatchObject([
    { id, ssoUsername: 'sam', email: 's@s.test' },
    { errors: { field_errors: { id: expect.any(String) } } },
    { errors: { field_errors: { id: expect.any(String) } } },
  ]);
});

test('a batch update of students may name them by schoolStudentId', async () => {
  await rest('POST', '/students', { email: 'a@s.test', schoolStudentId: 'S1' });
  const started = await rest('PUT', '/students?batch=1&customFields=1', [
    { schoolStudentId: 'S1', phone: '1' },
    { schoolStudentId: 'S9' },
  ]);
  const { responses } = await batchResult(started.body.results_url);
  expect(responses).toMatchObject([
    { schoolStudentId: 'S1', phone: '1', customFields: expect.any(Array) },
    { errors: { field_errors: { schoolStudentId: expect.any(String) } } },
  ]);
});

test('a batch that fails is in error, and the log says why', async () => {
  const own = await instanceDatabase();
  const lines: unknown[] = [];
  const log = {
    ...silentLog,
    error: (event: string, fields?: LogFields) => void lines.push([event, fields]),
  };
  const failing = await anInstance({ db: own, log });
  await own.execute(sql`alter table instance.record rename to away`);
  const { body } = await failing.rest('POST', '/staff?batch=1', [aStaff()]);
  expect((await failing.batchResult(body.results_url)).status).toBe('error');
  expect(lines).toEqual([['batch failed', { batch: body.id, error: expect.any(Error) }]]);
});

test('students cannot be created in batches', async () => {
  const answer = await rest('POST', '/students?batch=1', [{ email: 'a@s.test' }]);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PUT']);
});

test('a second batch or bulk update has to wait, creates and other tokens do not', async () => {
  const { id } = (await rest('POST', '/staff', aStaff())).body;
  const first = rest(
    'PUT',
    '/staff?batch=1',
    Array.from({ length: 50 }, () => ({ id, ssoUsername: 'x' })),
  );
  const started = await first;
  const second = await rest('PUT', '/employers?bulk=1', [{ id: 'nope' }]);
  expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1']);
  expect((await rest('POST', '/staff?batch=1', [aStaff()])).status).toBe(202);
  const other = await rest('PUT', '/staff?batch=1', [{ id }], { authorization: 'Token other' });
  expect(other.status).toBe(202);
  await batchResult(started.body.results_url);
  await batchResult(other.body.results_url);
  expect((await rest('PUT', '/staff?bulk=1', [{ id }])).status).toBe(200);
});

const many = (count: number) => Array.from({ length: count }, () => ({}));

describe('sizes', () => {
  test.each([
    ['batch', 1_001],
    ['batch', 0],
    ['bulk', 101],
    ['bulk', 0],
  ])('a %s of %i is refused and nothing is done', async (kind, count) => {
    const answer = await rest('POST', `/staff?${kind}=1`, many(count));
    expect([answer.status, answer.body]).toEqual([422, { errors: { message: expect.any(String) } }]);
  });

  test('a body that is no array is refused', async () => {
    expect((await rest('POST', '/staff?batch=1', aStaff())).status).toBe(400);
    expect((await rest('PUT', '/staff?bulk=1', {})).status).toBe(400);
  });
});

test('bulk answers at once', async () => {
  const answer = await rest('POST', '/employers?bulk=1', [
    { name: 'A', primaryContact: { email: 'a@a.test' } },
    { name: 'B' },
  ]);
  expect(answer.status).toBe(200);
  expect(answer.body.responses).toMatchObject([
    { name: 'A' },
    { errors: { field_errors: { primaryContact: expect.any(String) } } },
  ]);
});

test('results are kept for 24 hours', async () => {
  const started = await rest('POST', '/staff?batch=1', [aStaff()]);
  await batchResult(started.body.results_url);
  await control('PUT', '/clock', { advance: 86_399 });
  expect((await rest('GET', `/batch/${started.body.id}`)).status).toBe(200);
  await control('PUT', '/clock', { advance: 1 });
  expect((await rest('GET', `/batch/${started.body.id}`)).status).toBe(404);
  expect((await rest('GET', '/batch/nope')).status).toBe(404);
});
