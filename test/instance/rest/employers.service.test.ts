import { beforeEach, describe, expect, test } from 'vitest';
import { anInstance, instanceDatabase } from '../maker.ts';

const db = await instanceDatabase();
let { rest, service, clock } = await anInstance({ db });
beforeEach(async () => {
  ({ rest, service, clock } = await anInstance({ db }));
});

const anEmployer = (overrides = {}) => ({
  name: 'Harbor Mills',
  primaryContact: { email: 'ada@harbor.test', fullName: 'Ada King Lovelace' },
  ...overrides,
});
const create = async (overrides = {}) => (await rest('POST', '/employers', anEmployer(overrides))).body;

const names = async (query: string) =>
  (await rest('GET', `/employers?${query}`)).body.models.map(({ name }: { name: string }) => name);

test('a created employer has every field, blank ones null or []', async () => {
  const answer = await rest('POST', '/employers', anEmployer());
  expect(answer.status).toBe(201);
  const { id, primaryContact } = answer.body;
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(answer.body).toEqual({
    id,
    label: 'Harbor Mills',
    name: 'Harbor Mills',
    description: null,
    alias: null,
    importedId: null,
    taxId: null,
    parent: null,
    primaryContact: {
      id: primaryContact.id,
      label: 'Ada King Lovelace',
      link: `/v1/contacts/${primaryContact.id}`,
    },
    accountManager: null,
    overview: null,
    website: null,
    industries: [],
    address: null,
    lastModified: '2026-11-20T12:00:00Z',
  });
  expect((await rest('GET', `/employers/${id}`)).body).toEqual(answer.body);
});

test('its contact is created with it and answers at its link', async () => {
  const { id, primaryContact } = await create();
  const contact = await rest('GET', primaryContact.link.replace('/v1', ''));
  expect(contact.body).toMatchObject({
    email: 'ada@harbor.test',
    firstName: 'Ada',
    middleName: 'King',
    lastName: 'Lovelace',
    employer: { id, label: 'Harbor Mills', link: `/v1/employers/${id}` },
  });
});

test('an instance of a recruiting network gives employers a type', async () => {
  ({ rest } = await anInstance({ db, profile: 'recruiting-network' }));
  const employer = await create({ type: 'et3' });
  expect(employer.type).toEqual({ id: 'et3', label: 'Staffing Agency' });
  expect((await rest('GET', '/employers?sort=type')).status).toBe(200);
});

test('picklists and relations are written by id and read with labels, an address has a link', async () => {
  const parent = await create({ name: 'Holding' });
  const child = await create({
    parent: parent.id,
    industries: ['1320', 1280],
    accountManager: 'am01',
    address: { street: '1 Quay', city: 'Duluth', state: 'US-MN', zip: '55802', country: 'US' },
  });
  expect(child).toMatchObject({
    parent: { id: parent.id, label: 'Holding', link: `/v1/employers/${parent.id}` },
    industries: [
      { id: '1320', label: 'Internet & Software' },
      { id: '1280', label: 'Information Technology' },
    ],
    accountManager: { id: 'am01', label: 'Whitfield, Dana' },
    address: { label: '1 Quay, Duluth, US-MN, 55802, US' },
  });
  expect((await rest('GET', child.address.link.replace('/v1', ''))).body).toMatchObject({
    id: child.address.id,
    street: '1 Quay',
    state: 'US-MN',
    dependentLocality: null,
  });
});

describe('a write is refused with the fields at fault', () => {
  test.each([
    [{ name: undefined }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 7 }, ['name']],
    [{ primaryContact: undefined }, ['primaryContact']],
    [{ primaryContact: 'Ada' }, ['primaryContact']],
    [{ primaryContact: { fullName: 'Ada Lovelace' } }, ['primaryContact.email']],
    [{ primaryContact: { email: 'a@b.c', firstName: '12' } }, ['primaryContact.firstName']],
    [{ primaryContact: { email: 'a@b.c', types: ['x'] } }, ['primaryContact.types']],
    [{ industries: ['nope'] }, ['industries']],
    [{ industries: '1320' }, ['industries']],
    [{ accountManager: ['am01'] }, ['accountManager']],
    [{ parent: 'nope' }, ['parent']],
    [{ address: 'Duluth' }, ['address']],
    [{ address: { state: 'Minnesota' } }, ['address.state']],
    [{ type: 'et1' }, ['type']],
    [{ description: 'a\u0000b', website: 1 }, ['description', 'website']],
  ])('%j', async (overrides, fields) => {
    const answer = await rest('POST', '/employers', anEmployer(overrides));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors.field_errors).sort()).toEqual(fields);
    expect((await rest('GET', '/employers')).body.total).toBe(0);
  });
});

const abroad = (field: string) => ({
  status: 422,
  body: { errors: { field_errors: { [field]: 'This must be a state of the country.' } } },
});

describe('a state of another country is refused', () => {
  const inOntario = { state: 'CA-ON', country: 'CA' };

  test('in any address of a record', async () => {
    const wrong = { state: 'US-NY', country: 'CA' };
    expect(await rest('POST', '/employers', anEmployer({ address: wrong }))).toMatchObject(
      abroad('address.state'),
    );
    const primaryContact = { email: 'ada@harbor.test', address: wrong };
    expect(await rest('POST', '/employers', anEmployer({ primaryContact }))).toMatchObject(
      abroad('primaryContact.address.state'),
    );
    expect(await rest('POST', '/students', { email: 's@s.test', permanentAddress: wrong })).toMatchObject(
      abroad('permanentAddress.state'),
    );
    expect((await rest('GET', '/employers')).body.total).toBe(0);
  });

  test('where a change leaves the other half, and not where it leaves both', async () => {
    const primaryContact = { email: 'ada@harbor.test', address: inOntario };
    const { id } = await create({ address: inOntario, primaryContact });
    const put = (body: object) => rest('PUT', `/employers/${id}`, body);
    expect(await put({ address: { country: 'US' } })).toMatchObject(abroad('address.state'));
    expect(await put({ address: { state: 'US-NY' } })).toMatchObject(abroad('address.state'));
    expect(await put({ primaryContact: { address: { country: 'US' } } })).toMatchObject(
      abroad('primaryContact.address.state'),
    );
    expect(await put({ address: { state: null, country: 'US' } })).toMatchObject({ status: 200 });
    expect(await put({ address: { state: 'US-NY' } })).toMatchObject({ status: 200 });
    expect(await put({ website: 'https://harbor.test' })).toMatchObject({ status: 200 });
  });

  test('in a batch it is the record’s mistake', async () => {
    const made = await rest('POST', '/employers?bulk=1', [
      anEmployer({ address: { state: 'US-NY', country: 'CA' } }),
      anEmployer({ address: inOntario }),
    ]);
    expect(made.body.responses).toMatchObject([abroad('address.state').body, { name: 'Harbor Mills' }]);
  });

  test('what a job brought as plain text does not keep a record from changing', async () => {
    const employer = { empname: 'Pier', empstate: 'NY', empcountry: 'US', email: 'p@pier.test' };
    await service.processJob({ job_id: '1' }, employer, 's');
    const id = (await rest('GET', '/employers')).body.models[0].id;
    expect(await rest('PUT', `/employers/${id}`, { address: { zip: '10001' } })).toMatchObject({
      status: 200,
    });
  });
});

describe('an update', () => {
  test('changes the fields it carries and no others', async () => {
    const { id } = await create({ website: 'https://a.test', address: { city: 'Duluth', zip: '55802' } });
    clock.advance(5_000);
    const answer = await rest('PUT', `/employers/${id}`, {
      alias: 'HM',
      address: { zip: '55803' },
      label: 'x',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: 'Harbor Mills',
      alias: 'HM',
      website: 'https://a.test',
      address: { label: 'Duluth, 55803' },
      lastModified: '2026-11-20T12:00:05Z',
    });
  });

  test('null removes a value, but not a required one', async () => {
    const { id } = await create({ website: 'https://a.test' });
    expect((await rest('PUT', `/employers/${id}`, { website: null })).body.website).toBeNull();
    expect((await rest('PUT', `/employers/${id}`, { name: null })).status).toBe(422);
    expect((await rest('PUT', `/employers/${id}`, { primaryContact: null })).status).toBe(422);
  });

  test('a write of the primary contact changes the present one', async () => {
    const { id, primaryContact } = await create();
    const changed = await rest('PUT', `/employers/${id}`, { primaryContact: { phone: '555', title: 'CTO' } });
    expect(changed.body.primaryContact.id).toBe(primaryContact.id);
    expect((await rest('GET', `/contacts/${primaryContact.id}`)).body).toMatchObject({
      phone: '555',
      title: 'CTO',
      email: 'ada@harbor.test',
    });
  });

  test('wants a required field that the stored record lacks', async () => {
    await service.processJob({ job_id: '1' }, { empname: 'No Contact' }, 'feed');
    const [{ id }] = (await rest('GET', '/employers')).body.models;
    const answer = await rest('PUT', `/employers/${id}`, { alias: 'NC' });
    expect(answer.body).toEqual({ errors: { field_errors: { primaryContact: 'This field is required.' } } });
    const primaryContact = { email: 'a@nc.test' };
    expect((await rest('PUT', `/employers/${id}`, { alias: 'NC', primaryContact })).status).toBe(200);
    expect((await rest('PUT', `/employers/${id}`, { alias: 'N' })).status).toBe(200);
  });

  test('a write that sets a part of a name needs fullName too', async () => {
    const { id, primaryContact } = await create();
    const part = await rest('PUT', `/contacts/${primaryContact.id}`, { lastName: 'King' });
    expect(part.body.errors.field_errors).toHaveProperty('fullName');
    const nested = await rest('PUT', `/employers/${id}`, { primaryContact: { lastName: 'King' } });
    expect(nested.body.errors.field_errors).toHaveProperty(['primaryContact.fullName']);
    const whole = await rest('PUT', `/contacts/${primaryContact.id}`, {
      fullName: 'Ada King',
      lastName: 'King',
    });
    expect(whole.body).toMatchObject({
      firstName: 'Ada',
      middleName: null,
      lastName: 'King',
      label: 'Ada King',
    });
  });

  test('many at once of different fields lose none', async () => {
    const { id } = await create();
    const fields = ['description', 'alias', 'importedId', 'taxId', 'overview', 'website'];
    await Promise.all(fields.map((field) => rest('PUT', `/employers/${id}`, { [field]: field })));
    const { body } = await rest('GET', `/employers/${id}`);
    expect(fields.map((field) => body[field])).toEqual(fields);
  });

  test('a write to an unknown employer is 404', async () => {
    expect((await rest('PUT', '/employers/nope', { name: 'x' })).status).toBe(404);
    expect((await rest('PUT', '/employers/%00', { name: 'x' })).status).toBe(404);
  });
});

describe('a list', () => {
  test('comes in pages with its total', async () => {
    for (const name of ['A', 'B', 'C']) await create({ name });
    const { body } = await rest('GET', '/employers?perPage=2&page=2');
    expect(body).toMatchObject({ page: 2, perPage: 2, total: 3, className: 'employer' });
    expect(body.models.map(({ name }: { name: string }) => name)).toEqual(['C']);
  });

  test('a list is sorted by code point after folding case, blanks last, in both directions', async () => {
    await create({ name: 'beta', website: 'b' });
    await create({ name: 'Alpha' });
    await create({ name: 'Émile', website: 'A' });
    expect(await names('sort=name')).toEqual(['Alpha', 'beta', 'Émile']);
    expect(await names('sort=!name')).toEqual(['Émile', 'beta', 'Alpha']);
    expect(await names('sort=website')).toEqual(['Émile', 'beta', 'Alpha']);
    expect(await names('sort=!website')).toEqual(['beta', 'Émile', 'Alpha']);
  });

  test('a list is sorted and searched by more of a name than an index holds', async () => {
    const long = 'x'.repeat(500);
    await create({ name: `${long} b` });
    await create({ name: `${long} a` });
    await create({ name: `${long} Cq` });
    expect(await names('sort=label')).toEqual([`${long} a`, `${long} b`, `${long} Cq`]);
    expect(await names('sort=!label')).toEqual([`${long} Cq`, `${long} b`, `${long} a`]);
    expect(await names('keywords=q')).toEqual([`${long} Cq`]);
  });

  test.each(['parent', 'primaryContact', 'industries', 'address', 'accountManager', 'lastModified', 'id'])(
    'can be sorted by %s',
    async (field) => {
      await create();
      expect((await rest('GET', `/employers?sort=${field}`)).status).toBe(200);
    },
  );

  test('cannot be sorted by a field that this instance does not have', async () => {
    expect((await rest('GET', '/employers?sort=type')).status).toBe(422);
  });

  test('finds all keywords as parts of words, marks and case folded, wildcards plain', async () => {
    await create({ name: 'Müller & Söhne' });
    await create({ name: '100% Organic' });
    await create({ name: 'Mull' });
    expect(await names('keywords=MULL')).toEqual(['Müller & Söhne', 'Mull']);
    expect(await names('keywords=sohne%20mul')).toEqual(['Müller & Söhne']);
    expect(await names('keywords=%25')).toEqual(['100% Organic']);
    expect(await names('keywords=_')).toEqual([]);
    expect(await names('keywords=a%00')).toEqual([]);
  });

  test('finds what was modified in a range, both bounds included', async () => {
    await create({ name: 'noon' });
    clock.advance(60_000);
    await create({ name: 'later' });
    expect(await names('lastModified[]=2026-11-20T12:00:00Z&lastModified[]=2026-11-20T12:00:59Z')).toEqual([
      'noon',
    ]);
    expect(await names('lastModified=2026-11-20T12:01:00Z,2026-11-20T12:01:00Z')).toEqual(['later']);
    expect(await names('lastModified=2026-11-20,2026-11-20')).toEqual(['noon', 'later']);
  });

  test('the list of active employers has those with a job that is not deleted', async () => {
    await create({ name: 'Idle' });
    await service.processJob({ job_id: '1' }, { empname: 'Busy', email: 'b@busy.test' }, 'feed');
    expect(await names('active=1')).toEqual(['Busy']);
    expect(await names('active=0')).toHaveLength(2);
    await service.deleteJob('1', 'feed');
    expect(await names('active=1')).toEqual([]);
  });
});

describe('processJob and REST share employers and contacts', () => {
  test('an employer is found by its folded name and keeps what the job does not say', async () => {
    const { id, primaryContact } = await create({ website: 'https://kept.test' });
    await service.processJob(
      { job_id: '1' },
      {
        empname: 'HARBOR  mills',
        description: 'Mills',
        email: 'grace@harbor.test',
        fname: 'Grace',
        lname: 'Hopper',
      },
      'feed',
    );
    const { body } = await rest('GET', '/employers');
    expect(body.models).toMatchObject([
      { id, name: 'Harbor Mills', website: 'https://kept.test', description: 'Mills', primaryContact },
    ]);
  });

  test('its contact is known by e-mail and becomes the primary one of a new employer', async () => {
    const contact = { empname: 'New Mills', email: 'grace@new.test', fullname: 'Grace Hopper', phone: '1' };
    await service.processJob({ job_id: '1' }, contact, 'feed');
    await service.processJob({ job_id: '2' }, { ...contact, email: 'Grace@New.test', phone: '2' }, 'feed');
    const [employer] = (await rest('GET', '/employers')).body.models;
    expect(employer.primaryContact.label).toBe('Grace Hopper');
    expect((await rest('GET', `/contacts/${employer.primaryContact.id}`)).body).toMatchObject({
      phone: '2',
      firstName: 'Grace',
    });
  });

  test('one e-mail address at two employers is two contacts', async () => {
    for (const empname of ['A', 'B', 'A', 'B'])
      await service.processJob({ job_id: empname }, { empname, email: 'jobs@agency.test' }, 'feed');
    const { models } = (await rest('GET', '/employers')).body;
    const contacts = models.map((employer: { primaryContact: { id: string } }) => employer.primaryContact.id);
    expect([models.length, new Set(contacts).size]).toEqual([2, 2]);
  });

  test('the same data again does not move lastModified', async () => {
    const sent = { empname: 'New Mills', email: 'grace@new.test' };
    await service.processJob({ job_id: '1' }, sent, 'feed');
    clock.advance(60_000);
    await service.processJob({ job_id: '1' }, sent, 'feed');
    expect((await rest('GET', '/employers')).body.models[0].lastModified).toBe('2026-11-20T12:00:00Z');
  });
});
