import { beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { createClient } from '../../src/rest/rest-client.ts';
import { employer, type Employer, type EmployerUpdate } from '../../src/rest/employers.record.ts';
import type { Student } from '../../src/rest/students.record.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { aClient, clientOf, json } from './maker.ts';

/** Custom fields that the reference instance defines. */
type Ours = {
  readonly employers: { readonly customPartnerTier: string; readonly customHiresAlumni: boolean };
  readonly contacts: { readonly customMentor: boolean };
  readonly students: { readonly customCohort: string };
  readonly faculty: { readonly customOffice: string };
};

const db = await instanceDatabase();
let school = await anInstance({ db });
beforeEach(async () => {
  school = await anInstance({ db });
});

const acme = { name: 'Acme', primaryContact: { email: 'ann@acme.test' } };
const person = { email: 'p@s.test' };

type Listed = { readonly kind: string; readonly value?: { readonly customFields?: readonly unknown[] } };

/** The values of custom fields that an outcome has, by their names; blank ones left out. */
function valuesIn(outcome: unknown): Readonly<Record<string, unknown>> {
  const { kind, value } = outcome as Listed;
  if (kind !== 'answered') return { kind };
  const fields = (value?.customFields ?? []) as readonly { apiField: string; value: unknown }[];
  return Object.fromEntries(
    fields.filter((field) => field.value !== null).map((field) => [field.apiField, field.value]),
  );
}

describe('the client and the instance', () => {
  test('write a custom field by its apiField or in customFields, without a parameter, and show it when asked', async () => {
    const { client, calls } = clientOf<Ours>(school, { allowStudents: true });
    const made = [
      await client.employers.create({ ...acme, customPartnerTier: 'Gold' }),
      await client.employers.create({
        ...acme,
        name: 'Bolt',
        customFields: [
          { apiField: 'customPartnerTier', value: 'Silver' },
          { apiField: 'customHiresAlumni', value: true },
        ],
      }),
    ];
    const ids = made.map((outcome) => (outcome.kind === 'answered' ? (outcome.value.id ?? '') : ''));
    const shown = await Promise.all(ids.map((id) => client.employers.get(id, { customFields: 1 })));
    expect(shown.map(valuesIn)).toEqual([
      { customPartnerTier: 'Gold' },
      { customPartnerTier: 'Silver', customHiresAlumni: true },
    ]);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /employers', 'POST /employers']);
    const [first] = shown;
    const tier =
      first?.kind === 'answered'
        ? first.value.customFields?.find(({ apiField }) => apiField === 'customPartnerTier')?.value
        : undefined;
    expect(tier).toBe('Gold');
  });

  test.each([1, true] as const)('give custom fields with every record when asked by %j', async (asked) => {
    const { client } = clientOf<Ours>(school, { allowStudents: true });
    const options = { customFields: asked };
    const employer = await client.employers.create({ ...acme, customPartnerTier: 'Gold' }, options);
    expect(valuesIn(employer)).toEqual({ customPartnerTier: 'Gold' });
    const id = employer.kind === 'answered' ? (employer.value.id ?? '') : '';
    const changed = await client.employers.update(
      id,
      { customPartnerTier: null, customHiresAlumni: false },
      options,
    );
    expect(valuesIn(changed)).toEqual({ customHiresAlumni: false });
    for await (const listed of client.employers.list(options))
      expect(valuesIn({ kind: 'answered', value: listed })).toEqual({ customHiresAlumni: false });
    const page = await client.employers.page(options);
    expect(page.kind === 'answered' && page.value.models[0]?.customFields?.length).toBe(3);
    const contact = await client.contacts.create({ ...person, employer: id, customMentor: true }, options);
    expect(valuesIn(contact)).toEqual({ customMentor: true });
    const faculty = await client.faculty.create({ ...person, customOffice: 'B 12' }, options);
    expect(valuesIn(faculty)).toEqual({ customOffice: 'B 12' });
    const student = { ...person, schoolStudentId: 'S1', customCohort: 'Blue' };
    expect(valuesIn(await client.students.create(student, options))).toEqual({ customCohort: 'Blue' });
    expect(valuesIn(await client.students.getBySchoolId('S1', options))).toEqual({ customCohort: 'Blue' });
  });

  test('write custom fields in batches and in bulk', async () => {
    const { client, calls } = clientOf<Ours>(school);
    const options = { customFields: 1 } as const;
    const many = [
      { ...person, customOffice: 'A 1' },
      { email: 'q@s.test', customFields: [{ apiField: 'customOffice', value: 'A 2' }] as const },
    ];
    const made = await client.faculty.createMany(many, options);
    expect(made.map(valuesIn)).toEqual([{ customOffice: 'A 1' }, { customOffice: 'A 2' }]);
    const changes = made.map((one) => ({
      id: one.kind === 'answered' ? (one.value.id ?? '') : '',
      customOffice: 'C 3',
    }));
    expect((await client.faculty.bulkUpdate(changes, options)).map(valuesIn)).toEqual([
      { customOffice: 'C 3' },
      { customOffice: 'C 3' },
    ]);
    expect(calls.filter((call) => call.includes('/fields/'))).toHaveLength(1);
  });

  test('agree that a wrong value is the field’s mistake', async () => {
    const { client } = clientOf(school);
    const customFields = [{ apiField: 'customHiresAlumni', value: 'yes' }];
    expect(await client.employers.create({ ...acme, customFields })).toMatchObject({
      kind: 'invalid',
      status: 422,
      fieldErrors: { customHiresAlumni: 'This must be true or false.' },
    });
  });
});

describe('a name that the specification does not have', () => {
  const described = [
    { apiField: 'name', fieldCustom: false },
    { apiField: 'customTier', fieldCustom: true },
  ].map((field) => ({ ...field, objectType: 'employers', fieldName: 'x', fieldLabel: 'x', fieldType: 'x' }));
  const answer = ({ path }: { readonly path: string }) =>
    path.startsWith('/v1/fields/') ? json(described) : json({ id: 'e1' });

  test('an unknown member is refused before the write unless the service describes it as a custom field', async () => {
    const { client, seen } = aClient(answer);
    const typo = Object.assign({ website: 'https://acme.test' }, { nmae: 'Acme' });
    expect(await client.employers.update('e1', typo)).toMatchObject({
      kind: 'invalid',
      fieldErrors: { nmae: 'This is not a field of employers.' },
    });
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/fields/employers']);
    const fine = Object.assign({ website: 'https://acme.test' }, { customTier: 'Gold' });
    expect(await client.employers.update('e1', fine)).toMatchObject({ kind: 'answered' });
    expect(seen.at(-1)?.body).toEqual({ website: 'https://acme.test', customTier: 'Gold' });
  });

  test('an unknown member is sent where the service does not describe its fields', async () => {
    const { client } = aClient(({ path }) =>
      path.startsWith('/v1/fields/') ? json({}, 404) : json({ id: 'f1' }),
    );
    const record = Object.assign({ ...person }, { customOffice: 'B 12' });
    expect(await client.faculty.create(record)).toMatchObject({ kind: 'answered' });
  });

  test('an unknown member is refused without a call in nested objects and in records without custom fields', async () => {
    const { client, seen } = aClient(answer);
    const staff = Object.assign({ ...person }, { customFields: [], shoe: 1 });
    expect(await client.staff.create(staff)).toMatchObject({
      kind: 'invalid',
      fieldErrors: { customFields: expect.any(String), shoe: expect.any(String) },
    });
    const nested = { name: 'Acme', primaryContact: Object.assign({ ...person }, { shoe: 1 }) };
    expect(await client.employers.create(nested)).toMatchObject({
      fieldErrors: { 'primaryContact.shoe': 'This is not a field.' },
    });
    expect(seen).toEqual([]);
  });

  test('a custom field may not appear twice', async () => {
    const { client, seen } = aClient(answer);
    const customFields = [{ apiField: 'customTier', value: 'Gold' }];
    const twice = Object.assign({ customFields }, { customTier: 'Silver' });
    expect(await client.employers.update('e1', twice)).toMatchObject({
      fieldErrors: { customTier: 'This is given twice.' },
    });
    expect(seen.filter(({ method }) => method === 'PUT')).toEqual([]);
  });
});

describe('types', () => {
  test('a record has the fields of its table and no others, though others are kept', () => {
    expectTypeOf<string extends keyof Employer ? true : false>().toEqualTypeOf<false>();
    expectTypeOf<Employer>().not.toHaveProperty('nmae');
    expectTypeOf<NonNullable<Employer['primaryContact']>>().not.toHaveProperty('mail');
    expectTypeOf<NonNullable<Student['degrees']>[number]>().not.toHaveProperty('shoe');
    expectTypeOf<string extends keyof EmployerUpdate ? true : false>().toEqualTypeOf<false>();
    expect(employer.parse({ later: true })).toEqual({ later: true });
  });

  test('custom fields have the types of the caller’s map', () => {
    const client = createClient<Ours>({ baseUrl: 'https://school.test', token: 'x' });
    type Made = Parameters<typeof client.employers.create>[0];
    expectTypeOf<Made['customPartnerTier']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Made>().not.toHaveProperty('customMentor');
    const plain = createClient({ baseUrl: 'https://school.test', token: 'x' });
    expectTypeOf<Parameters<typeof plain.employers.create>[0]>().not.toHaveProperty('customPartnerTier');
    expect(Object.keys(client)).toEqual(Object.keys(plain));
  });
});
