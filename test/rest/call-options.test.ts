import { describe, expect, test } from 'vitest';
import type { RequestEvent } from '../../src/rest/rest-send.ts';
import { memoryLimiter } from '../../src/rest/rest-limiter.ts';
import { aClient, broken, json, listPage } from './maker.ts';

const anEmployer = { id: 'e1', name: 'Acme' };
const contact = { email: 'ann@acme.test', employer: 'e1' };
/** A service that never answers: its requests end only when they are cut off. */
const never = () => new Promise<Response>(() => {});

describe('a signal', () => {
  test('a signal ends a request in flight, whose effect is unknown', async () => {
    const ended = new AbortController();
    const { client, seen } = aClient(() => {
      ended.abort();
      throw ended.signal.reason;
    });
    expect(await client.contacts.create(contact, { signal: ended.signal })).toMatchObject({
      kind: 'unavailable',
      carriedOut: 'perhaps',
      reason: 'POST /v1/contacts: the caller ended the call',
    });
    expect(seen).toHaveLength(1);
  });

  test('a signal that is already aborted sends nothing', async () => {
    const { client, seen } = aClient(() => json(anEmployer));
    const signal = AbortSignal.abort();
    const outcomes = [
      await client.employers.get('e1', { signal }),
      await client.employers.page({}, { signal }),
      await client.fields('employers', { signal }),
      ...(await client.employers.updateMany([{ id: 'e1', name: 'Acme' }], { signal })),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'unavailable', carriedOut: 'no' });
    const list = client.employers.list({}, { signal });
    for await (const record of list) expect(record).toBeUndefined();
    expect(list.problem()).toMatchObject({ kind: 'unavailable' });
    expect(seen).toEqual([]);
  });

  test('a signal ends the wait for a retry with the previous failure', async () => {
    const ended = new AbortController();
    const { client, seen } = aClient(() => json({ message: 'Down' }, 503), {
      hooks: { onRetry: () => ended.abort() },
    });
    expect(await client.employers.get('e1', { signal: ended.signal })).toMatchObject({
      kind: 'unavailable',
      status: 503,
      message: 'Down',
    });
    expect(seen).toHaveLength(1);
  });

  test('a signal ends the wait for the limits and returns the place', async () => {
    const made = aClient(() => json(anEmployer));
    const waiting = Promise.withResolvers<void>();
    const limiter = memoryLimiter(made.clock, () => waiting.promise, {
      burst: 1,
      leakPerSecond: 1,
      daily: 10,
    });
    const { client, seen, clock } = aClient(() => json(anEmployer), { limiter });
    await client.employers.get('e1');
    const ended = new AbortController();
    const call = client.employers.get('e2', { signal: ended.signal });
    ended.abort();
    expect(await call).toMatchObject({ kind: 'unavailable', carriedOut: 'no' });
    made.clock.advance(1_000);
    clock.advance(1_000);
    waiting.resolve();
    expect(await client.employers.get('e3')).toMatchObject({ kind: 'answered' });
    expect(seen.map(({ path }) => path)).toEqual(['/v1/employers/e1', '/v1/employers/e3']);
  });

  test('a signal ends the wait for a batch, which may still be carried out', async () => {
    const ended = new AbortController();
    const accepted = { id: 'b1', status: 'pending', total: 1, className: 'x', results_url: '/v1/batch/b1' };
    const { client, seen } = aClient(({ method }) => {
      if (method === 'PUT') return json(accepted, 202);
      ended.abort();
      return json({ ...accepted, status: 'processing' });
    });
    const [outcome] = await client.contacts.updateMany([{ id: 'c1', title: 'Dr' }], { signal: ended.signal });
    expect(outcome).toMatchObject({ kind: 'unavailable', carriedOut: 'perhaps' });
    expect(seen).toHaveLength(2);
  });
});

test('a time limit bounds the whole call, its waits included', async () => {
  const { client } = aClient(never, {
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      ),
  });
  expect(await client.employers.get('e1', { timeout: 5 })).toMatchObject({
    kind: 'unavailable',
    reason: 'GET /v1/employers/{id}: the time of the call is over',
  });
});

describe('a failure', () => {
  test.each([
    [401, { errors: { message: 'Token is revoked.' } }, 'Token is revoked.'],
    [403, { error: 'No right' }, 'No right'],
    [404, { error: { message: 'Gone' } }, 'Gone'],
    [
      422,
      { errors: { field_errors: { name: 'Too long', 'address.zip': 'Unknown' } } },
      'name: Too long\naddress.zip: Unknown',
    ],
    [400, { messages: ['Invalid entry'] }, 'Invalid entry'],
    [400, { title: 'Bad Request' }, 'Bad Request'],
    [409, 'A batch is running', 'A batch is running'],
    [500, {}, undefined],
  ])(
    'of status %d has its status, the service’s message and the request’s id',
    async (status, body, message) => {
      const { client } = aClient(() => json(body, status, { 'x-request-id': 'r-17' }));
      const outcome = await client.contacts.create(contact);
      expect(outcome).toMatchObject({ status, requestId: 'r-17' });
      expect('message' in outcome && outcome.message).toBe(message);
    },
  );

  test('a failure has plain text as its message, not a page of HTML', async () => {
    const plain = aClient(() => new Response('Maintenance until 5', { status: 500 }));
    expect(await plain.client.employers.get('e1')).toMatchObject({ message: 'Maintenance until 5' });
    const html = aClient(() => new Response('\n <html>Oops</html>', { status: 500 }));
    expect(await html.client.employers.get('e1')).toHaveProperty('message', undefined);
  });

  test('a failure without an answer has the id that was sent and no status', async () => {
    const { client, seen } = aClient(() => broken());
    const outcome = await client.contacts.create(contact);
    expect(outcome).toMatchObject({ requestId: seen[0]?.headers['x-request-id'] });
    expect(outcome).not.toHaveProperty('status');
  });

  test('a failure to read the answer has id and status too', async () => {
    const { client } = aClient(() => json({ id: 'e1', name: 7 }, 200, { 'x-request-id': 'r-18' }));
    expect(await client.employers.get('e1')).toMatchObject({
      kind: 'unreadable',
      status: 200,
      requestId: 'r-18',
    });
  });

  test('the failure of one record of a batch has the service’s message', async () => {
    const { client } = aClient(() => json({ responses: [{ errors: { field_errors: { email: 'Taken' } } }] }));
    expect(await client.contacts.bulkCreate([contact])).toMatchObject([{ message: 'email: Taken' }]);
  });
});

test('hooks are told of every request, its answer and its repeats, without the token', async () => {
  const told: (readonly [string, RequestEvent, unknown?])[] = [];
  const { client, seen } = aClient(
    (request, call) => {
      if (call === 1) return broken();
      return call === 2 ? json({}, 503) : listPage([anEmployer], request);
    },
    {
      hooks: {
        onRequest: (request) => told.push(['request', request]),
        onResponse: (request, response) => told.push(['response', request, response]),
        onRetry: (request, retry) => told.push(['retry', request, retry]),
      },
    },
  );
  await client.employers.page({ keywords: 'acme' });
  expect(told.map(([what, { attempt, route }]) => `${what} ${attempt} ${route}`)).toEqual(
    [1, 2, 3].flatMap((attempt) =>
      ['request', 'response', ...(attempt < 3 ? ['retry'] : [])].map(
        (what) => `${what} ${attempt} /v1/employers`,
      ),
    ),
  );
  expect(told[1]?.[2]).toMatchObject({ status: undefined, failure: { kind: 'unavailable' } });
  expect(told[2]?.[2]).toMatchObject({ waitMs: 500, failure: { kind: 'unavailable' } });
  expect(told[4]?.[2]).toMatchObject({ status: 503 });
  expect(told.at(-1)?.[2]).not.toHaveProperty('failure');
  expect(told[0]?.[1]).toMatchObject({
    method: 'GET',
    url: 'https://school.test/api/public/v1/employers?keywords=acme',
    requestId: seen[0]?.headers['x-request-id'],
  });
  expect(JSON.stringify(told)).not.toContain('secret-token');
});
