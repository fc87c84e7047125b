import { expect, test } from 'vitest';
import { objectTypes } from '../../src/rest/envelopes.ts';
import { collections, isOffered, type Method } from '../../src/rest/rest-routes.ts';
import { aClient, json, listPage, type Seen } from './maker.ts';

/** spec/rest-api.md, "Per collection" and "Other routes". */
const tables: readonly (readonly [Method, RegExp])[] = [
  ['GET', /^\/v1\/(employers|employer-registrations|network-employer-registrations|students|faculty|staff)$/],
  [
    'GET',
    /^\/v1\/(employers|employer-registrations|network-employer-registrations|students|faculty|staff)\/[^/]+$/,
  ],
  ['POST', /^\/v1\/(employers|contacts|students|faculty|staff)$/],
  ['PUT', /^\/v1\/(employers|contacts|students|faculty|staff)(\/[^/]+)?$/],
  ['GET', /^\/v1\/batch\/[^/]+$/],
  ['GET', new RegExp(`^/v1/picklists/(${collections.join('|')})/[^/]+$`)],
  ['GET', new RegExp(`^/v1/fields/(${objectTypes.join('|')})$`)],
  ['GET', /^\/v1\/students\/schoolStudentId\/[^/]+$/],
  ['GET', /^\/v1\/students\/[^/]+\/applications$/],
  ['POST', /^\/v1\/students\/[^/]+\/rights$/],
  ['DELETE', /^\/v1\/students\/[^/]+\/rights$/],
];
const inTables = ({ method, path }: Seen) =>
  tables.some(([wanted, pattern]) => wanted === method && pattern.test(path));

function answer(request: Seen): Response {
  if (request.path.startsWith('/v1/batch/'))
    return json({ id: 'b1', status: 'completed', total: 1, className: 'x', responses: [{ id: 'r1' }] });
  if (request.query.get('batch') === '1')
    return json({ id: 'b1', status: 'pending', total: 1, className: 'x', results_url: '/v1/batch/b1' }, 202);
  if (request.query.get('bulk') === '1') return json({ responses: [{ id: 'r1' }] });
  if (/picklists|fields/.test(request.path)) return json([]);
  return request.query.has('perPage') ? listPage([{ id: 'r1' }], request) : json({ id: 'r1' });
}

test('every method of the client calls a route of the specification, and no other', async () => {
  const { client, seen } = aClient(answer, { allowStudents: true });
  const person = { email: 'p@s.test' };
  const contact = { email: 'p@s.test', employer: 'e1' };
  const employer = { name: 'Acme', primaryContact: { email: 'p@s.test' } };
  const { employers, contacts, students, faculty, staff } = client;
  for (const read of [
    employers,
    client.employerRegistrations,
    client.networkEmployerRegistrations,
    students,
    faculty,
    staff,
  ]) {
    for await (const record of read.list()) expect(record.id).toBe('r1');
    await read.get('r1');
  }
  const done = [
    await employers.create(employer),
    await employers.update('r1', { name: 'Acme' }),
    ...(await employers.createMany([employer])),
    ...(await employers.updateMany([{ id: 'r1', name: 'Acme' }])),
    ...(await employers.bulkCreate([employer])),
    ...(await employers.bulkUpdate([{ id: 'r1', name: 'Acme' }])),
    await contacts.create(contact),
    await contacts.update('r1', { title: 'Dr' }),
    ...(await contacts.createMany([contact])),
    ...(await contacts.updateMany([{ id: 'r1', title: 'Dr' }])),
    await students.create(person),
    await students.update('r1', { gpa: '3.5' }),
    ...(await students.updateMany([{ schoolStudentId: 'S1', gpa: '3.5' }])),
    await students.getBySchoolId('S1'),
    await students.addRights('r1', ['1']),
    await students.removeRights('r1', ['1']),
    await faculty.create(person),
    await faculty.update('r1', { website: 'https://s.test' }),
    ...(await faculty.createMany([person])),
    ...(await faculty.updateMany([{ id: 'r1' }])),
    await staff.create(person),
    await staff.update('r1', { ssoUsername: 'p' }),
    ...(await staff.createMany([person])),
    ...(await staff.updateMany([{ id: 'r1' }])),
    await employers.picklist('industries'),
    await students.picklist('majors'),
    await client.fields('ocr-schedules'),
    await client.batch('b1'),
  ];
  for await (const application of students.applications('r1')) expect(application.id).toBe('r1');
  expect(done.filter(({ kind }) => kind !== 'answered')).toEqual([]);
  expect(seen.filter((request) => !inTables(request))).toEqual([]);
  // Every row of the tables was called.
  expect(tables.filter(([, pattern]) => !seen.some(({ path }) => pattern.test(path)))).toEqual([]);
});

test('a hostile id leads to no other route', async () => {
  const { client, seen } = aClient(answer);
  for (const id of ['..', '.', '../students/1', 'a/b', '?x=1', '#', '%2e%2e']) await client.employers.get(id);
  expect(seen.map(({ path }) => path).filter((path) => !/^\/v1\/employers\/[^/]+$/.test(path))).toEqual([]);
});

test('what the tables do not have is refused before any call', () => {
  for (const path of [
    '/v1/contacts',
    '/v1/contacts/c1',
    '/v1/addresses/a1',
    '/v1/jobs/1',
    '/v2/employers',
    '/v1/employers/e1/x',
  ])
    expect(isOffered({ method: 'GET', path })).toBe(false);
  expect(isOffered({ method: 'POST', path: '/v1/employer-registrations' })).toBe(false);
  expect(isOffered({ method: 'DELETE', path: '/v1/employers/e1' })).toBe(false);
});

test('routes for students answer forbidden without a call unless they are allowed', async () => {
  const { client, seen } = aClient(answer);
  expect(await client.students.get('s1')).toMatchObject({ kind: 'forbidden' });
  expect(await client.students.addRights('s1', ['1'])).toMatchObject({ kind: 'forbidden' });
  const list = client.students.list();
  for await (const student of list) expect(student).toBeUndefined();
  expect(list.problem()).toMatchObject({ kind: 'forbidden' });
  expect(seen).toEqual([]);
});

test('an id that an address cannot say is refused, and nothing is sent', async () => {
  const { client, seen } = aClient(answer);
  await expect(async () => client.employers.get('a\ud83d')).rejects.toThrow(
    new TypeError('an id: expected text, came half of a surrogate pair'),
  );
  expect(seen).toEqual([]);
});
