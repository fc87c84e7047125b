import { beforeEach, describe, expect, test } from 'vitest';
import type { ProfileName } from '../../../src/instance/profiles.ts';
import { anInstance, instanceDatabase } from '../maker.ts';

const db = await instanceDatabase();
let { rest } = await anInstance({ db });
const start = async (profile: ProfileName = 'generic') => {
  ({ rest } = await anInstance({ db, profile }));
};
beforeEach(() => start());

const post = async (path: string, body: unknown) => (await rest('POST', path, body)).body;
const aStudent = (overrides = {}) => ({ email: 'mia@school.test', fullName: 'Mia Chen', ...overrides });

describe('contacts', () => {
  test('contacts are created for an employer and cannot be listed', async () => {
    const primaryContact = { email: 'a@b.test' };
    const employer = await post('/employers', { name: 'Mills', primaryContact });
    const made = await rest('POST', '/contacts', {
      email: 'grace@mills.test',
      employer: employer.id,
      fullName: 'Grace Hopper, PhD',
      types: [1],
      services: ['jobs'],
      autoApproveJobs: true,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      lastName: 'Hopper',
      suffix: 'PhD',
      types: [{ id: '1', label: 'Recruiter' }],
      services: [{ id: 'jobs', label: 'Job Postings' }],
      autoApproveJobs: true,
      employer: { id: employer.id },
    });
    const list = await rest('GET', '/contacts');
    expect([list.status, list.headers.get('allow')]).toEqual([405, 'POST, PUT']);
  });

  test('need an e-mail address and a known employer', async () => {
    const answer = await rest('POST', '/contacts', { employer: 'nope' });
    expect(Object.keys(answer.body.errors.field_errors).sort()).toEqual(['email', 'employer']);
  });
});

describe('students', () => {
  test('students are found by schoolStudentId, which may hold any character', async () => {
    const { id } = await post('/students', aStudent({ schoolStudentId: 'S/1 ü' }));
    const found = await rest('GET', `/students/schoolStudentId/${encodeURIComponent('S/1 ü')}`);
    expect(found.body.id).toBe(id);
    expect((await rest('GET', '/students/schoolStudentId/S2')).status).toBe(404);
  });

  test('students have their own schoolStudentId and username, also when many arrive at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => rest('POST', '/students', aStudent({ schoolStudentId: 'S1' }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 422)?.body.errors.field_errors).toHaveProperty(
      'schoolStudentId',
    );
    await post('/students', aStudent({ username: 'mia' }));
    const other = await post('/students', aStudent());
    expect((await rest('PUT', `/students/${other.id}`, { username: 'mia' })).status).toBe(422);
    expect((await rest('PUT', `/students/${other.id}`, { username: '' })).status).toBe(200);
    expect((await rest('POST', '/students', aStudent({ username: '' }))).status).toBe(201);
  });

  test('take 0 and 1 for two booleans and keep decimals as strings', async () => {
    const student = await post('/students', aStudent({ alum: 1, accountDisabled: 0, gpa: '3.70' }));
    expect(student).toMatchObject({ alum: true, accountDisabled: false, gpa: '3.70' });
    expect((await rest('POST', '/students', aStudent({ alum: 2 }))).status).toBe(422);
    expect((await rest('POST', '/students', aStudent({ gpa: 'high' }))).status).toBe(422);
  });

  test.each(['2026-02-30', '20260220', '', 7])('a birthdate %j is refused', async (birthdate) => {
    const answer = await rest('POST', '/students', aStudent({ birthdate }));
    expect(answer.body.errors.field_errors).toHaveProperty('birthdate');
  });

  test.each([[['10']], ['nope'], [{ id: '10' }], [true]])(
    'work authorization %j is an Invalid entry',
    async (workAuthorization) => {
      const answer = await rest('POST', '/students', aStudent({ workAuthorization }));
      expect(answer.body).toEqual({ errors: { field_errors: { workAuthorization: 'Invalid entry' } } });
    },
  );

  test('students have one work authorization, or several where the instance allows it', async () => {
    expect((await post('/students', aStudent({ workAuthorization: '10' }))).workAuthorization).toEqual({
      id: '10',
      label: 'U.S. Citizen',
    });
    await start('full');
    expect(
      (await post('/students', aStudent({ workAuthorization: ['10', '20'] }))).workAuthorization,
    ).toEqual([
      { id: '10', label: 'U.S. Citizen' },
      { id: '20', label: 'Permanent Resident' },
    ]);
    expect((await post('/students', aStudent())).workAuthorization).toEqual([]);
  });

  test('rights are granted and withdrawn', async () => {
    const { id } = await post('/students', aStudent({ rights: ['jobs'] }));
    const rights = async (method: string, body: unknown) => {
      const answer = await rest(method, `/students/${id}/rights`, body);
      return answer.status === 200
        ? answer.body.rights.map((right: { id: string }) => right.id)
        : answer.status;
    };
    expect(await rights('POST', ['apply', 'jobs'])).toEqual(['jobs', 'apply']);
    expect(await rights('DELETE', ['jobs', 'ocr'])).toEqual(['apply']);
    expect(await rights('POST', ['nope'])).toBe(422);
    expect(await rights('POST', { rights: [] })).toBe(400);
    expect((await rest('POST', '/students/nope/rights', ['jobs'])).status).toBe(404);
  });

  test('students have a list of applications, which may be empty', async () => {
    const { id } = await post('/students', aStudent());
    expect((await rest('GET', `/students/${id}/applications`)).body).toEqual({
      page: 1,
      perPage: 20,
      total: 0,
      className: 'non_ocr_job_resume',
      models: [],
    });
    expect((await rest('GET', '/students/nope/applications')).status).toBe(404);
  });

  test('show custom fields when asked and take them without being asked', async () => {
    const { id } = await post('/students', aStudent({ customCohort: 'Blue', customFirstGeneration: true }));
    const shown = (await rest('GET', `/students/${id}?customFields=1`)).body.customFields;
    expect(shown).toContainEqual({
      apiField: 'customCohort',
      fieldLabel: 'Cohort',
      fieldType: 'general',
      value: 'Blue',
    });
    expect((await rest('GET', `/students/${id}`)).body).not.toHaveProperty('customFields');
    const changed = await rest('PUT', `/students/${id}?customFields=1`, {
      customFields: [{ apiField: 'customCohort', value: 'Red' }],
    });
    expect(changed.body.customFields.map(({ value }: { value: unknown }) => value)).toEqual([
      'Red',
      true,
      null,
    ]);
    expect((await rest('PUT', `/students/${id}`, { customOrientationDate: '2026-13-01' })).status).toBe(422);
  });
});

describe('degrees', () => {
  beforeEach(() => start('full'));

  test('degrees get ids and one of them is primary', async () => {
    const student = await post(
      '/students',
      aStudent({ degrees: [{ award: 'ba' }, { award: 'ms', majors: ['m110'] }] }),
    );
    expect(student.degrees).toMatchObject([
      { primary: true, award: { id: 'ba', label: 'Bachelor of Arts' }, majors: [], campus: [], type: null },
      { primary: false, majors: [{ id: 'm110', label: 'Computer Science' }] },
    ]);
    expect(student.degrees[0].visualId).toMatch(/^D/);
  });

  test('a write replaces the whole array: an id or visualId updates, no id creates, a missing entry is deleted', async () => {
    const { id, degrees } = await post(
      '/students',
      aStudent({ degrees: [{ award: 'ba' }, { award: 'ms' }] }),
    );
    const changed = await rest('PUT', `/students/${id}`, {
      degrees: [
        { award: 'phd', primary: true },
        { visualId: degrees[1].visualId, type: 'Major' },
      ],
    });
    expect(changed.body.degrees).toMatchObject([
      { award: { id: 'phd' }, primary: true },
      { id: degrees[1].id, award: { id: 'ms' }, type: 'Major', primary: false },
    ]);
    expect(changed.body.degrees).toHaveLength(2);
  });

  test.each([
    [[{ primary: true }, { primary: true }], 'degrees'],
    [[{}, {}, {}, {}, {}, {}], 'degrees'],
    [[{ id: 'nope' }], 'degrees.0.id'],
    [[{ award: 'nope' }], 'degrees.0.award'],
    [[7], 'degrees.0'],
    ['ba', 'degrees'],
  ])('%j is refused', async (degrees, field) => {
    const answer = await rest('POST', '/students', aStudent({ degrees }));
    expect(answer.body.errors.field_errors).toHaveProperty([field]);
  });

  test('degrees do not exist where the instance keeps one degree for each student', async () => {
    await start();
    expect(await post('/students', aStudent())).not.toHaveProperty('degrees');
    expect((await rest('POST', '/students', aStudent({ degrees: [] }))).status).toBe(422);
  });
});

describe('counselors', () => {
  beforeEach(() => start('full'));

  test('counselors are staff with counseling rights, direct or by a group', async () => {
    const direct = await post('/staff', { email: 'a@s.test', fullName: 'Al One', rights: ['counseling'] });
    const grouped = await post('/staff', { email: 'b@s.test', fullName: 'Bo Two', groupMembership: ['g2'] });
    const other = await post('/staff', { email: 'c@s.test', fullName: 'Cy Three', rights: ['jobs'] });
    const made = await rest('POST', '/students', aStudent({ counselors: [direct.id, grouped.id] }));
    expect(made.body.counselors).toEqual([
      { id: direct.id, label: 'Al One', link: `/v1/staff/${direct.id}` },
      { id: grouped.id, label: 'Bo Two', link: `/v1/staff/${grouped.id}` },
    ]);
    expect((await rest('POST', '/students', aStudent({ counselors: [other.id] }))).status).toBe(422);
    expect((await rest('GET', '/picklists/students/counselors')).body).toEqual([
      { id: direct.id, value: 'Al One' },
      { id: grouped.id, value: 'Bo Two' },
    ]);
  });
});

describe('faculty', () => {
  test('keep where they teach and are listed by college', async () => {
    const currentCollegeInformation = {
      college: 'col2',
      department: 'd03',
      majors: ['m110'],
      startDate: '2020-09-01',
    };
    await post('/faculty', { email: 'f@s.test', fullName: 'Fay Dean', currentCollegeInformation });
    await post('/faculty', { email: 'g@s.test', fullName: 'Guy Dean' });
    const { body } = await rest('GET', '/faculty?college=col2');
    expect(body).toMatchObject({ total: 1, className: 'faculty' });
    expect(body.models[0].currentCollegeInformation).toEqual({
      campus: null,
      college: { id: 'col2', label: 'College of Engineering' },
      department: { id: 'd03', label: 'Computer Science' },
      positionTitle: null,
      majors: [{ id: 'm110', label: 'Computer Science' }],
      startDate: '2020-09-01',
      departmentPhone: null,
    });
    expect((await rest('GET', '/faculty?college=col9')).body.total).toBe(0);
  });
});

test('staff take picklist ids and ignore customFields', async () => {
  const made = await rest('POST', '/staff?customFields=1', {
    email: 's@s.test',
    fullName: 'Sam Lee',
    locations: ['loc1'],
    groupMembership: ['g3'],
    accessibleMode: false,
  });
  expect(made.body).toMatchObject({ locations: [{ id: 'loc1' }], accessibleMode: false, rights: [] });
  expect(made.body).not.toHaveProperty('customFields');
  expect(made.body).not.toHaveProperty('externalConsultant');
});

const aRegistration = (overrides = {}) => ({
  email: 'n@net.test',
  fullName: 'Nat Net',
  network: 'nw01',
  employer: {
    name: 'Networked',
    taxId: 'T1',
    importedId: 'I1',
    hideFromStudents: true,
    address: { city: 'Ely' },
  },
  ...overrides,
});

describe('network employer registrations', () => {
  test('registrations are accepted by an instance of a recruiting network and start as unverified', async () => {
    await start('recruiting-network');
    const made = await rest('POST', '/network-employer-registrations', aRegistration());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      networkStatus: { id: 'unverified' },
      network: { id: 'nw01' },
      arpAccount: null,
      employer: {
        name: 'Networked',
        label: 'Networked',
        networkStatus: { id: 'unverified' },
        hideFromStudents: true,
        jobBannerImage: null,
        address: { label: 'Ely' },
      },
    });
    expect((await rest('GET', made.body.employer.address.link.replace('/v1', ''))).body.city).toBe('Ely');
    const missing = await rest('POST', '/network-employer-registrations', { email: 'x', employer: {} });
    expect(missing.body.errors.field_errors).toHaveProperty(['employer.name']);
  });

  test.each(['network=nw01', 'employerTaxId=T1', 'employerImportedId=I1', 'keywords=networked'])(
    'are filtered by %s',
    async (query) => {
      await start('recruiting-network');
      await post('/network-employer-registrations', aRegistration());
      await post('/network-employer-registrations', { email: 'o@net.test', employer: { name: 'Other' } });
      const { body } = await rest('GET', `/network-employer-registrations?${query}`);
      expect(body).toMatchObject({ total: 1, className: 'contact', models: [{ email: 'n@net.test' }] });
    },
  );

  test('cannot be created elsewhere', async () => {
    expect((await rest('POST', '/network-employer-registrations', aRegistration())).status).toBe(405);
    expect((await rest('GET', '/network-employer-registrations')).body.total).toBe(0);
  });
});

test.each([
  ['generic', []],
  ['mse', ['affiliations']],
  ['law', ['geographicPreferences']],
  ['full', ['counselors', 'proNetProfile', 'degrees', 'geographicPreferences', 'affiliations']],
] as const)('a student of the %s profile has the fields of its modules', async (profile, fields) => {
  await start(profile);
  const student = await post('/students', aStudent());
  const optional = ['counselors', 'proNetProfile', 'degrees', 'geographicPreferences', 'affiliations'];
  expect(optional.filter((field) => field in student)).toEqual(fields);
});

test('majors of a law school are practice areas', async () => {
  await start('law');
  expect((await rest('GET', '/picklists/students/majors')).body).toContainEqual({ id: 'p15', value: 'Tax' });
  expect((await post('/students', aStudent({ majors: ['p15'] }))).majors).toEqual([
    { id: 'p15', label: 'Tax' },
  ]);
});
