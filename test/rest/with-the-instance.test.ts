import { expect, test } from 'vitest';
import type { ClientOptions } from '../../src/rest/rest-client.ts';
import type { Outcome } from '../../src/rest/outcomes.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { clientOf } from './maker.ts';

const db = await instanceDatabase();

/** Our client at an instance of a profile, without records of its own. */
async function both(
  profile: 'full' | 'law' | 'recruiting-network' = 'full',
  options: Partial<ClientOptions> = {},
) {
  const school = await anInstance({ db, profile });
  return { school, ...clientOf(school, { allowStudents: true, followLinks: true, ...options }) };
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'answered') throw new Error(outcome.reason);
  return outcome.value;
}

const rights = (student: { readonly rights?: readonly { readonly id: string }[] | null | undefined }) =>
  student.rights?.map((right) => right.id);

const acme = { name: 'Acme', primaryContact: { email: 'ann@acme.test', fullName: 'Ann Lee' } };
const aStudent = { email: 'sam@s.test', fullName: 'Sam May Lee' };

test('our client and the instance agree on every type of field, filled and blank', async () => {
  const { client } = await both();
  const counselor = valueOf(
    await client.staff.create({ email: 'al@s.test', fullName: 'Al One', rights: ['counseling'] }),
  );
  const student = valueOf(
    await client.students.create({
      ...aStudent,
      gpa: '3.250',
      birthdate: '2004-02-29',
      alum: 1,
      hasApprovedResume: true,
      majors: ['m110'],
      counselors: [counselor.id ?? ''],
      address: { city: 'Ely', state: 'US-MN', country: 'US' },
      preferredName: '',
    }),
  );
  expect(student).toMatchObject({
    id: expect.stringMatching(/^\w{32}$/),
    gpa: '3.250',
    birthdate: '2004-02-29',
    alum: true,
    hasApprovedResume: true,
    majors: [{ id: 'm110', label: 'Computer Science' }],
    counselors: [{ id: counselor.id, label: 'Al One', link: `/v1/staff/${counselor.id}` }],
    address: { label: expect.any(String) },
    minors: [],
    gender: null,
    graduationDate: null,
    lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  const cleared = valueOf(
    await client.students.update(student.id ?? '', { gpa: null, majors: [], birthdate: null }),
  );
  expect(cleared).toMatchObject({ gpa: null, majors: [], birthdate: null, alum: true });
});

test('our client and the instance agree on a record that is created, fetched, changed and listed with its envelope', async () => {
  const { client } = await both();
  const made = valueOf(await client.employers.create(acme));
  expect(valueOf(await client.employers.get(made.id ?? ''))).toEqual(made);
  const changed = valueOf(await client.employers.update(made.id ?? '', { overview: 'Anvils', taxId: '12' }));
  expect(changed).toMatchObject({ id: made.id, name: 'Acme', overview: 'Anvils', taxId: '12' });
  expect(valueOf(await client.employers.page({ perPage: 500 }))).toEqual({
    page: 1,
    perPage: 500,
    total: 1,
    className: 'employer',
    models: [changed],
  });
  expect(await client.employers.get('nobody')).toMatchObject({ kind: 'notFound', status: 404 });
});

test('our client and the instance agree on what a list is filtered and sorted by', async () => {
  const { client } = await both();
  for (const [name, taxId] of [
    ['Acme', 'T1'],
    ['Bolt', 'T2'],
  ] as const)
    await client.employers.create({ ...acme, name, taxId });
  const named = async (query: Parameters<typeof client.employers.page>[0]) =>
    valueOf(await client.employers.page(query)).models.map(({ name }) => name);
  expect(await named({ keywords: 'bol' })).toEqual(['Bolt']);
  expect(await named({ sort: '!name' })).toEqual(['Bolt', 'Acme']);
  expect(await named({ sort: 'name', lastModified: ['2026-11-20', '2026-11-20'] })).toEqual(['Acme', 'Bolt']);
  expect(await named({ lastModified: [new Date('2026-11-21'), new Date('2026-11-22')] })).toEqual([]);
  expect(await named({ active: 1 })).toEqual([]);
  const where = { college: 'col2', startDate: '2020-09-01' };
  await client.faculty.create({
    email: 'f@s.test',
    fullName: 'Fay Dean',
    currentCollegeInformation: where,
  });
  await client.faculty.create({ email: 'g@s.test', fullName: 'Guy Dean' });
  const teachers = valueOf(await client.faculty.page({ college: 'col2' })).models;
  expect(teachers).toMatchObject([
    { email: 'f@s.test', currentCollegeInformation: { college: { id: 'col2' }, startDate: '2020-09-01' } },
  ]);
});

test('our client and the instance agree on the entries of a picklist, and on the description of fields', async () => {
  const { client } = await both();
  expect(valueOf(await client.students.picklist('majors'))).toContainEqual({
    id: 'm110',
    value: 'Computer Science',
  });
  expect(valueOf(await client.fields('employers'))).toContainEqual({
    apiField: 'customPartnerTier',
    objectType: 'employers',
    fieldName: expect.any(String),
    fieldLabel: expect.any(String),
    fieldType: 'general',
    fieldCustom: true,
  });
});

test('our client and the instance agree on a student by schoolStudentId, its rights, its degrees and its applications', async () => {
  const { client } = await both();
  const degrees = [{ primary: true, graduationDate: '2027-06-01' }, { primary: false }];
  const made = valueOf(
    await client.students.create({ ...aStudent, schoolStudentId: 'A/1 ?', rights: ['jobs'], degrees }),
  );
  const id = made.id ?? '';
  expect(valueOf(await client.students.getBySchoolId('A/1 ?')).id).toBe(id);
  expect(rights(valueOf(await client.students.addRights(id, ['apply'])))).toEqual(['jobs', 'apply']);
  expect(rights(valueOf(await client.students.removeRights(id, ['jobs'])))).toEqual(['apply']);
  expect(made.degrees).toMatchObject([{ primary: true, graduationDate: '2027-06-01' }, { primary: false }]);
  const fewer = await client.students.update(id, {
    degrees: [{ id: made.degrees?.[0]?.id ?? '', primary: true }],
  });
  expect(valueOf(fewer).degrees).toMatchObject([{ id: made.degrees?.[0]?.id, primary: true }]);
  const applications = client.students.applications(id);
  for await (const application of applications) throw new Error(`an application ${application.id}`);
  expect([applications.total(), applications.problem()]).toEqual([0, undefined]);
});

test('our client and the instance agree on names: one part without the full name is refused', async () => {
  const { client } = await both();
  const { id } = valueOf(await client.students.create(aStudent));
  expect(valueOf(await client.students.get(id ?? ''))).toMatchObject({
    firstName: 'Sam',
    middleName: 'May',
    lastName: 'Lee',
  });
  expect(await client.students.update(id ?? '', { firstName: 'Sal' })).toMatchObject({
    kind: 'invalid',
    fieldErrors: { fullName: expect.any(String) },
  });
  const whole = { firstName: 'Sal', fullName: 'Sal May Lee' };
  expect(valueOf(await client.students.update(id ?? '', whole))).toMatchObject(whole);
});

test('our client and the instance agree on the contact that is created with an employer, at its link', async () => {
  const { client } = await both();
  const { id, primaryContact } = valueOf(await client.employers.create(acme));
  expect(valueOf(await client.contactAt(primaryContact?.link ?? ''))).toMatchObject({
    email: 'ann@acme.test',
    firstName: 'Ann',
    employer: { id },
  });
  const wrong = await client.contacts.create({ email: 'bo@acme.test', employer: 'nobody' });
  expect(wrong).toMatchObject({ kind: 'invalid', fieldErrors: { employer: expect.any(String) } });
  const bo = valueOf(await client.contacts.create({ email: 'bo@acme.test', employer: id ?? '' }));
  expect(bo).toMatchObject({ email: 'bo@acme.test', employer: { id }, autoApproveJobs: null });
});

test('our client and the instance agree on registrations and types of employers in a recruiting network', async () => {
  const { client, school } = await both('recruiting-network');
  await school.rest('POST', '/network-employer-registrations', {
    email: 'n@net.test',
    network: 'nw01',
    employer: { name: 'Networked', taxId: 'T1', importedId: 'I1' },
  });
  for (const query of [{ network: 'nw01' }, { employerTaxId: 'T1' }, { employerImportedId: 'I1' }])
    expect(valueOf(await client.networkEmployerRegistrations.page(query))).toMatchObject({
      total: 1,
      className: 'contact',
      models: [{ email: 'n@net.test', networkStatus: { id: 'unverified' }, employer: { name: 'Networked' } }],
    });
  expect(valueOf(await client.employers.picklist('type')).length).toBeGreaterThan(0);
  expect(valueOf(await client.employers.create(acme))).toHaveProperty('type', null);
});

test('our client and the instance agree on the deprecated bulk write, and on a record of it that is refused', async () => {
  const { client } = await both();
  const outcomes = await client.employers.bulkCreate([acme, { ...acme, name: 'Bolt', industries: ['none'] }]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['answered', 'invalid']);
  expect(outcomes[1]).toMatchObject({ fieldErrors: { industries: expect.any(String) } });
});

test('our client and the instance agree that a token nobody knows is refused', async () => {
  const { client } = await both('full', { token: 'somebody' });
  expect(await client.employers.page()).toMatchObject({ kind: 'unauthorized', status: 401 });
});
