import { beforeEach, describe, expect, test } from 'vitest';
import { objectTypes } from '../../../src/rest/envelopes.ts';
import { anInstance, instanceDatabase } from '../maker.ts';

const db = await instanceDatabase();
let { rest, request, control } = await anInstance({ db });
beforeEach(async () => {
  ({ rest, request, control } = await anInstance({ db }));
});

const rateHeaders = ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'];
const anEmployer = { name: 'Mills', primaryContact: { email: 'a@mills.test' } };

describe('who calls', () => {
  test.each([undefined, 'demo-token', 'Bearer demo-token', 'Token', 'Token wrong'])(
    'with %j is not known, on any route',
    async (authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      for (const path of ['/v1/employers', '/v1/nowhere', '/v1/contacts']) {
        const answer = await request(`/api/public${path}`, { headers });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Token');
        expect(answer.headers.get('x-rate-limit-remaining')).toBe('0');
        expect(await answer.json()).toEqual({ errors: { message: expect.any(String) } });
      }
    },
  );
});

test('every answer is JSON and has the headers of the limits', async () => {
  for (const [method, path, status] of [
    ['GET', '/employers', 200],
    ['GET', '/employers/nope', 404],
    ['GET', '/nowhere', 404],
    ['DELETE', '/employers', 405],
    ['POST', '/employer-registrations', 405],
    ['PUT', '/employers', 405],
    ['PATCH', '/employers/nope', 405],
  ] as const) {
    const answer = await rest(method, path);
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(rateHeaders.filter((name) => !answer.headers.has(name))).toEqual([]);
    expect(answer.headers.has('allow')).toBe(status === 405);
  }
});

test('one call too many is 429 with Retry-After, and uses no call of the day', async () => {
  ({ rest } = await anInstance({ db, limits: { burst: 2, daily: 5 } }));
  await rest('GET', '/staff');
  await rest('GET', '/staff');
  const answer = await rest('GET', '/staff');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  expect(answer.headers.get('x-rate-limit-remaining')).toBe('3');
});

describe('a body', () => {
  test.each([
    ['{"name":', {}, 400],
    ['', {}, 400],
    ['[]', {}, 400],
    ['"x"', {}, 400],
    ['null', {}, 400],
    [JSON.stringify(anEmployer), { 'content-type': 'text/plain' }, 415],
    [JSON.stringify(anEmployer), { 'content-type': 'application/json; charset=latin1' }, 415],
    [JSON.stringify(anEmployer), { 'content-type': 'application/vnd.api+json' }, 201],
    [JSON.stringify({ ...anEmployer, id: 'mine', lastModified: 'x', shoe: 1 }), {}, 201],
    ['{"__proto__": {"name": "x"}}', {}, 422],
    [`{"name": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, {}, 422],
  ])('%.60s … answers', async (body, headers, status) => {
    const answer = await rest('POST', '/employers', body, headers);
    expect(answer.status).toBe(status);
    if (status < 300) expect(answer.body.id).toMatch(/^0/);
  });

  test('a body that is not UTF-8 is refused', async () => {
    const answer = await request('/api/public/v1/employers', {
      method: 'POST',
      headers: { authorization: 'Token demo-token', 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect(answer.status).toBe(400);
  });

  test('above 25 MB is refused', async () => {
    const answer = await rest('POST', '/employers', JSON.stringify({ name: 'x'.repeat(30_000_000) }));
    expect(answer.status).toBe(413);
  });

  test('a record with a very long or strange name is kept letter for letter', async () => {
    const name = `${'x'.repeat(100_000)} '";DROP TABLE -- 日本 😀 \\ \u202e <script>`;
    expect((await rest('POST', '/employers', { ...anEmployer, name })).body.name).toBe(name);
    expect((await rest('GET', '/employers?sort=name')).body.total).toBe(1);
  });
});

test('500 creates at once are 500 records', async () => {
  ({ rest } = await anInstance({ db, limits: { burst: 1_000 } }));
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      rest('POST', '/employers', { name: `E${index}`, primaryContact: { email: `e${index}@e.test` } }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  expect((await rest('GET', '/employers?perPage=1')).body.total).toBe(500);
});

describe('picklists', () => {
  const offered = {
    employers: ['industries', 'accountManager'],
    'employer-registrations': ['types', 'accountManager'],
    'network-employer-registrations': ['affiliations', 'network', 'networkStatus', 'types', 'services'],
    students:
      'accountBlocked affiliations applicantType certificates classLevel counselors degreeLevel gender geographicPreferences languageProficiencies majors minors programType rights status schools workAuthorization'.split(
        ' ',
      ),
    faculty: ['types', 'campus', 'college', 'school', 'department', 'majors', 'affiliations'],
    staff: ['rights', 'groupMembership', 'affiliations', 'locations'],
  };

  test.each(
    Object.entries(offered).flatMap(([collection, fields]) => fields.map((field) => [collection, field])),
  )('of %s %s are arrays of id and value', async (collection, field) => {
    const answer = await rest('GET', `/picklists/${collection}/${field}`);
    expect(answer.status).toBe(200);
    for (const entry of answer.body) expect(Object.keys(entry)).toEqual(['id', 'value']);
  });

  test('REST serves the same picklists as SOAP', async () => {
    await control('PUT', '/picklists/industry', [{ ikey: 'i1', ivalue: 'Tea' }]);
    expect((await rest('GET', '/picklists/employers/industries')).body).toEqual([{ id: 'i1', value: 'Tea' }]);
  });

  test.each(['employers/type', 'employers/shoe', 'contacts/types', 'shoes/size', 'students/__proto__'])(
    'of %s do not exist',
    async (path) => {
      expect((await rest('GET', `/picklists/${path}`)).status).toBe(404);
    },
  );

  test('picklists of employer types exist in a recruiting network', async () => {
    ({ rest } = await anInstance({ db, profile: 'recruiting-network' }));
    expect((await rest('GET', '/picklists/employers/type')).body).toContainEqual({
      id: 'et1',
      value: 'Direct Employer',
    });
  });
});

describe('fields', () => {
  test.each(objectTypes)('of %s are described', async (type) => {
    const { status, body } = await rest('GET', `/fields/${type}`);
    expect(status).toBe(200);
    for (const field of body)
      expect(field).toEqual({
        apiField: expect.any(String),
        objectType: type,
        fieldName: expect.any(String),
        fieldLabel: expect.any(String),
        fieldType: expect.any(String),
        fieldCustom: expect.any(Boolean),
      });
  });

  test('name the custom ones, which records show', async () => {
    const { body } = await rest('GET', '/fields/employers');
    const custom = body.filter(({ fieldCustom }: { fieldCustom: boolean }) => fieldCustom);
    await rest('POST', '/employers', anEmployer);
    const [employer] = (await rest('GET', '/employers?customFields=1')).body.models;
    expect(employer.customFields.map(({ apiField }: { apiField: string }) => apiField)).toEqual(
      custom.map(({ apiField }: { apiField: string }) => apiField),
    );
    expect((await rest('GET', '/fields/shoes')).status).toBe(404);
  });
});

describe('faults on demand', () => {
  test('answer 503 by collection and leave other routes alone', async () => {
    await control('PUT', '/faults', { rules: ['rest:employers:http=503@2'] });
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await rest('GET', '/employers')).status);
    expect(statuses).toEqual([200, 503, 200, 503]);
    expect((await rest('GET', '/staff')).status).toBe(200);
  });

  test.each([
    ['/v1/employers/{id}', [200, 503, 200]],
    ['employers/{id}', [200, 503, 200]],
    ['v1/employers', [503, 200, 503]],
    ['GET /v1/employers', [503, 200, 200]],
    ['employers', [503, 503, 503]],
    ['*', [503, 503, 503]],
  ])('rest:%s strikes the routes that it names', async (name, statuses) => {
    const { body } = await rest('POST', '/employers', anEmployer);
    await control('PUT', '/faults', { rules: [`rest:${name}:http=503`] });
    expect([
      (await rest('GET', '/employers')).status,
      (await rest('GET', `/employers/${body.id}`)).status,
      (await rest('POST', '/employers', anEmployer)).status,
    ]).toEqual(statuses.map((status, call) => (status === 200 && call === 2 ? 201 : status)));
  });

  test('rate-limit answers as the limits themselves do', async () => {
    await control('PUT', '/faults', { rules: ['rest:employers:rate-limit=9'] });
    const { status, headers, body } = await rest('GET', '/employers');
    expect([status, headers.get('retry-after'), body]).toEqual([
      429,
      '9',
      { errors: { message: 'Rate Limit Exceeded' } },
    ]);
  });

  test('lose the answer of a write that was carried out', async () => {
    await control('PUT', '/faults', { rules: ['rest:/v1/employers:lose-answer'] });
    await expect(rest('POST', '/employers', anEmployer)).rejects.toThrow('died');
    await control('PUT', '/faults', { rules: [] });
    expect((await rest('GET', '/employers')).body.total).toBe(1);
  });
});

test('REST calls are in the log of calls', async () => {
  await rest('GET', '/employers?page=1');
  await rest('GET', '/nowhere');
  const { body } = await control('GET', '/calls');
  expect(body.map(({ operation, outcome }: Record<string, string>) => [operation, outcome])).toEqual([
    ['rest:GET /v1/employers', '200'],
    ['rest:GET /v1/nowhere', '404'],
  ]);
});

test('the clock goes no further than the services can write', async () => {
  for (const change of [{ advance: 1e300 }, { advance: 1e13 }, { now: '9999-12-31T23:59:59Z' }])
    expect((await control('PUT', '/clock', change)).status).toBe(422);
  expect((await control('GET', '/clock')).body).toEqual({ now: '2026-11-20T12:00:00.000Z' });
});
