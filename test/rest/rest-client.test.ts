import { expect, test } from 'vitest';
import { aClient, broken, json } from './maker.ts';

const anEmployer = { id: 'e1', name: 'Acme', unknownField: 7 };

test('every request carries the token and asks for JSON', async () => {
  const { client, seen } = aClient(() => json(anEmployer));
  expect(await client.employers.get('e1')).toEqual({ kind: 'answered', value: anEmployer });
  expect(seen[0]).toMatchObject({
    method: 'GET',
    path: '/v1/employers/e1',
    headers: { authorization: 'Token secret-token', accept: 'application/json' },
  });
});

test('absent and null fields are told apart, and numbers in ids become texts', async () => {
  const { client } = aClient(() =>
    json({ id: 12, name: 'Acme', alias: null, type: { id: 3, label: 'Corporate' } }),
  );
  const outcome = await client.employers.get('12');
  expect(outcome).toEqual({
    kind: 'answered',
    value: { id: '12', name: 'Acme', alias: null, type: { id: '3', label: 'Corporate' } },
  });
});

test.each([
  [401, {}, { kind: 'unauthorized' }],
  [403, {}, { kind: 'forbidden' }],
  [404, {}, { kind: 'notFound' }],
  [405, {}, { kind: 'notFound' }],
  [
    422,
    { errors: { field_errors: { name: 'This field is required.' } } },
    { kind: 'invalid', fieldErrors: { name: 'This field is required.' } },
  ],
  [400, { errors: { message: 'Not JSON' } }, { kind: 'invalid', fieldErrors: { message: 'Not JSON' } }],
  [400, { messages: ['Invalid entry'] }, { kind: 'invalid', fieldErrors: { '': 'Invalid entry' } }],
  [302, {}, { kind: 'unavailable' }],
  [500, {}, { kind: 'unavailable' }],
])('status %d is a value', async (status, body, expected) => {
  const { client } = aClient(() => json(body, status));
  expect(await client.employers.get('e1')).toMatchObject(expected);
});

test('an answer that is no JSON, or no such record, is unreadable, and its reason shows no value', async () => {
  const html = aClient(() => new Response('<html>Service</html>'));
  expect(await html.client.employers.get('e1')).toMatchObject({ kind: 'unreadable' });
  const wrong = aClient(() => json({ id: 'e1', name: { first: 'Ann Private' } }));
  const outcome = await wrong.client.employers.get('e1');
  expect(outcome).toMatchObject({
    kind: 'unreadable',
    reason: '/v1/employers: name is not what the specification says (invalid_type)',
  });
});

test('a read is repeated with growing pauses, at most five times', async () => {
  const healing = aClient((_, call) => (call < 3 ? json({}, 503) : json(anEmployer)));
  expect(await healing.client.employers.get('e1')).toMatchObject({ kind: 'answered' });
  expect(healing.waits).toEqual([500, 1000]);
  const dead = aClient(() => broken());
  expect(await dead.client.employers.get('e1')).toMatchObject({ kind: 'unavailable' });
  expect(dead.seen).toHaveLength(5);
});

test('a create that was not sent is repeated, one that may have been carried out is not', async () => {
  const refused = aClient((_, call) => (call === 1 ? broken('ECONNREFUSED') : json(anEmployer, 201)));
  const contact = { email: 'ann@acme.test', employer: 'e1' };
  expect(await refused.client.contacts.create(contact)).toMatchObject({ kind: 'answered' });
  const lost = aClient(() => broken());
  expect(await lost.client.contacts.create(contact)).toMatchObject({
    kind: 'unavailable',
    carriedOut: 'perhaps',
  });
  expect(lost.seen).toHaveLength(1);
});

test('a create whose answer was lost is found by what it did', async () => {
  const { client, seen } = aClient(({ method, query }) => {
    if (method === 'POST') return broken();
    expect(query.getAll('lastModified[]')).toHaveLength(2);
    return json({ page: 1, perPage: 500, total: 1, className: 'employer', models: [anEmployer] });
  });
  const outcome = await client.employers.create({ name: 'Acme', primaryContact: { email: 'ann@acme.test' } });
  expect(outcome).toMatchObject({ kind: 'answered', value: { id: 'e1' } });
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a create that left no trace is sent again', async () => {
  let posts = 0;
  const { client } = aClient(({ method }) => {
    if (method === 'POST') return (posts += 1) === 1 ? broken() : json(anEmployer, 201);
    return json({ page: 1, perPage: 500, total: 0, className: 'employer', models: [] });
  });
  const outcome = await client.employers.create({ name: 'Acme', primaryContact: { email: 'ann@acme.test' } });
  expect(outcome).toMatchObject({ kind: 'answered', value: { id: 'e1' } });
  expect(posts).toBe(2);
});

test('a record that the specification forbids is not sent', async () => {
  const { client, seen } = aClient(() => json(anEmployer));
  expect(
    await client.employers.update('e1', { website: 'https://acme.test', address: { country: 'Germany' } }),
  ).toMatchObject({ kind: 'invalid', fieldErrors: { 'address.country': expect.any(String) } });
  expect(seen).toEqual([]);
});

test('a 429 holds every waiting call until the service lets calls in again', async () => {
  const { client, waits } = aClient((_, call) =>
    call === 1 ? json({}, 429, { 'retry-after': '7' }) : json(anEmployer),
  );
  expect(await client.employers.get('e1')).toMatchObject({ kind: 'answered' });
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(7_000);
});

test('when the day is used up nothing more is sent', async () => {
  const { client, seen } = aClient(() =>
    json({}, 429, {
      'x-rate-limit-limit': '10000',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': '2026-11-21T00:00:00Z',
    }),
  );
  const outcome = await client.employers.get('e1');
  expect(outcome).toMatchObject({ kind: 'rateLimited', until: new Date('2026-11-21T00:00:00Z') });
  expect(seen).toHaveLength(1);
});

test('neither token nor people’s data stand in the reason of a failure', async () => {
  const { client } = aClient(() => broken(), { allowStudents: true });
  const outcomes = [
    await client.students.getBySchoolId('S-ann.private'),
    await client.students.create({ email: 'ann@private.test' }),
  ];
  for (const outcome of outcomes) expect(JSON.stringify(outcome)).not.toMatch(/secret-token|ann/);
});

test.each([
  ['iso-8859-1', 'Café', [0x43, 0x61, 0x66, 0xe9]],
  ['"utf-8"', 'Café', [0x43, 0x61, 0x66, 0xc3, 0xa9]],
  ['a charset that nobody knows', 'Café', [0x43, 0x61, 0x66, 0xc3, 0xa9]],
  ['utf-8', 'Caf\ufffd', [0x43, 0x61, 0x66, 0xe9]],
])('an answer in the charset %s is read as %s', async (charset, name, bytes) => {
  const [before, after] = '{"id":"1","name":"|"}'.split('|').map((part) => [...Buffer.from(part)]);
  const body = Uint8Array.from([...(before ?? []), ...bytes, ...(after ?? [])]);
  const headers = { 'content-type': `application/json; charset=${charset}` };
  const { client } = aClient(() => new Response(body, { headers }));
  expect(await client.employers.get('1')).toMatchObject({ kind: 'answered', value: { name } });
});
