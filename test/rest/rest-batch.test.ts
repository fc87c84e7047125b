import { beforeEach, expect, test } from 'vitest';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { aClient, broken, clientOf, json } from './maker.ts';

const db = await instanceDatabase();
let school = await anInstance({ db });
beforeEach(async () => {
  school = await anInstance({ db });
});

/** A client of the instance; `after` may break a call that was carried out. */
const clientOfInstance = (after?: (method: string, url: string) => void) => clientOf(school, { after });

const aStaff = (number: number) => ({ email: `s${number}@s.test`, fullName: `Sam Lee${number}` });
const many = (count: number) => Array.from({ length: count }, (_, index) => aStaff(index + 1));
const started = (calls: readonly string[]) => calls.filter((call) => /batch=1/.test(call));

test('records are written in batches of 1,000, and outcomes stand in the order given', async () => {
  const { client, calls } = clientOfInstance();
  const outcomes = await client.staff.createMany(many(1_001));
  expect(outcomes.map((outcome) => outcome.kind === 'answered' && outcome.value.email)).toEqual(
    many(1_001).map(({ email }) => email),
  );
  expect(started(calls)).toHaveLength(2);
});

test('a record that is refused does not keep the others back, whoever refuses it', async () => {
  const { client } = clientOfInstance();
  const [created] = await client.staff.createMany([aStaff(1)]);
  const id = created?.kind === 'answered' ? (created.value.id ?? '') : '';
  const outcomes = await client.staff.updateMany([
    { id, ssoUsername: 'sam' },
    { id: 'nobody', ssoUsername: 'who' },
    // @ts-expect-error a wrong type, as a caller without types may send
    { id, ssoUsername: 7 },
  ]);
  expect(outcomes).toMatchObject([
    { kind: 'answered', value: { id, ssoUsername: 'sam' } },
    { kind: 'invalid', fieldErrors: { id: expect.any(String) } },
    { kind: 'invalid', fieldErrors: { ssoUsername: expect.any(String) } },
  ]);
});

test('a batch whose answer was lost is found by its effect, not sent twice', async () => {
  let lost = false;
  const { client, calls } = clientOfInstance((method) => {
    if (method !== 'POST' || lost) return;
    lost = true;
    broken();
  });
  const outcomes = await client.staff.createMany(many(30));
  expect(outcomes.filter(({ kind }) => kind === 'answered')).toHaveLength(30);
  expect(started(calls)).toHaveLength(1);
  expect((await school.rest('GET', '/staff')).body.total).toBe(30);
});

test('a batch that was lost on its way is not found and is sent again', async () => {
  let posts = 0;
  const { client } = aClient((request) => {
    if (request.method === 'POST')
      return (posts += 1) === 1
        ? broken()
        : json({ id: 'b', status: 'pending', total: 1, className: 'staff', results_url: '/v1/batch/b' }, 202);
    if (request.path.startsWith('/v1/batch'))
      return json({ id: 'b', status: 'completed', total: 1, className: 'staff', responses: [{ id: 's1' }] });
    return json({ page: 1, perPage: 500, total: 0, className: 'staff', models: [] });
  });
  expect(await client.staff.createMany([aStaff(1)])).toEqual([{ kind: 'answered', value: { id: 's1' } }]);
  expect(posts).toBe(2);
});

test('one batch runs at a time over all clients of a token', async () => {
  const { client, calls } = clientOfInstance();
  const [created] = await client.staff.createMany([aStaff(1)]);
  const id = created?.kind === 'answered' ? (created.value.id ?? '') : '';
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, (_, index) => client.staff.updateMany([{ id, ssoUsername: `u${index}` }])),
  );
  expect(outcomes.flat().map(({ kind }) => kind)).toEqual(['answered', 'answered', 'answered', 'answered']);
  // No call was answered with "only one may run": each update was started once.
  expect(started(calls)).toHaveLength(5);
});

test('the deprecated bulk write goes 100 at a time', async () => {
  const { client, calls } = clientOfInstance();
  const outcomes = await client.staff.bulkCreate(many(101));
  expect(outcomes.every(({ kind }) => kind === 'answered')).toBe(true);
  expect(calls.filter((call) => /bulk=1/.test(call))).toHaveLength(2);
});
