import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { application } from '../../src/rest/applications.ts';
import { contact, contactCreate } from '../../src/rest/contacts.record.ts';
import { degree } from '../../src/rest/degrees.record.ts';
import { employerRegistration } from '../../src/rest/employer-registrations.record.ts';
import { employer, employerCreate, employerUpdate } from '../../src/rest/employers.record.ts';
import { faculty } from '../../src/rest/faculty.record.ts';
import { type FieldKind, metaOf, objectIn } from '../../src/rest/rest-fields.ts';
import { networkEmployerRegistration } from '../../src/rest/network-employer-registrations.record.ts';
import { staff } from '../../src/rest/staff.record.ts';
import { student } from '../../src/rest/students.record.ts';

/** The fields of a schema by kind, in the words of the specification's tables. */
function fieldsByKind(schema: z.ZodObject): Readonly<Partial<Record<FieldKind | 'list', readonly string[]>>> {
  const kinds = Object.entries(schema.shape)
    .filter(([field]) => field !== 'customFields')
    .map(([field, fieldSchema]) => [metaOf(fieldSchema)?.kind ?? 'list', field] as const);
  return Object.fromEntries(
    [...new Set(kinds.map(([kind]) => kind))].map((kind) => [
      kind,
      kinds
        .filter((entry) => entry[0] === kind)
        .map(([, field]) => field)
        .toSorted(),
    ]),
  );
}

const names = (list: string) => list.split(' ').toSorted();

test.each([
  [
    'Employer',
    employer,
    {
      id: names('id'),
      text: names('label name description alias importedId taxId overview website'),
      pick: names('type accountManager'),
      relation: names('parent primaryContact'),
      picks: names('industries'),
      address: names('address'),
      datetime: names('lastModified'),
    },
  ],
  [
    'Employer registration',
    employerRegistration,
    {
      id: names('id'),
      text: names('label name description alias importedId taxId'),
      picks: names('types'),
      pick: names('accountManager'),
      datetime: names('lastModified'),
    },
  ],
  [
    'Network employer registration',
    networkEmployerRegistration,
    {
      id: names('id'),
      text: names(
        'label fullName firstName middleName lastName salutation title suffix email importedId phone cellPhone fax website arpAccount',
      ),
      picks: names('types services affiliations'),
      pick: names('network networkStatus'),
      address: names('address'),
      object: names('employer'),
      datetime: names('lastModified'),
    },
  ],
  [
    'Contact',
    contact,
    {
      id: names('id'),
      text: names(
        'label fullName firstName middleName lastName salutation suffix title email importedId phone cellPhone fax website employerDescription',
      ),
      picks: names('types services affiliations'),
      boolean: names('autoApproveJobs blockUserEmails blockCampaignEmails'),
      address: names('address'),
      relation: names('proNetProfile employer'),
      datetime: names('lastModified'),
    },
  ],
  [
    'Student',
    student,
    {
      id: names('id'),
      text: names(
        'label schoolStudentId fullName firstName middleName lastName preferredName username email permanentEmail phone',
      ),
      pick: names('gender accountBlocked degreeLevel classLevel workAuthorization'),
      date: names('birthdate graduationDate'),
      address: names('address permanentAddress'),
      boolean: names(
        'alum accountDisabled hasApprovedResume advocateIncidentHistory advocateCareHistory accommodateAccessibility',
      ),
      relations: names('counselors'),
      relation: names('proNetProfile'),
      picks: names(
        'majors minors certificates schools programType applicantType status languageProficiencies geographicPreferences rights affiliations',
      ),
      decimal: names('gpa'),
      objects: names('degrees'),
      datetime: names('lastLogin lastModified'),
    },
  ],
  [
    'Degree',
    degree,
    {
      id: names('id'),
      boolean: names('primary'),
      text: names('visualId type'),
      pick: names('award mode level classLevel'),
      date: names('graduationDate'),
      picks: names('schools majors minors campus'),
    },
  ],
  [
    'Faculty',
    faculty,
    {
      id: names('id'),
      text: names(
        'label facultyID salutation fullName firstName middleName lastName email phone fax website',
      ),
      picks: names('types affiliations'),
      address: names('address'),
      boolean: names('emailNotifications'),
      object: names('currentCollegeInformation'),
      relation: names('proNetProfile'),
      datetime: names('lastModified'),
    },
  ],
  [
    'Staff',
    staff,
    {
      id: names('id'),
      text: names('label fullName firstName middleName lastName email ssoUsername emailSignature'),
      picks: names('locations groupMembership rights affiliations'),
      boolean: names('externalConsultant accessibleMode'),
      datetime: names('lastModified'),
    },
  ],
  [
    'Student job application item',
    application,
    {
      id: names('id'),
      text: names('label category'),
      relation: names('position employer'),
      list: names('jobLocations'),
      datetime: names('submittedOn'),
    },
  ],
] as const)('%s has the fields of its table', (_, schema, expected) => {
  expect(fieldsByKind(schema)).toEqual(expected);
});

const nested = (schema: z.ZodType | undefined) =>
  Object.keys((schema === undefined ? undefined : objectIn(schema))?.shape ?? {}).toSorted();

test('nested objects have the fields of their tables', () => {
  expect(nested(networkEmployerRegistration.shape.employer)).toEqual(
    names(
      'id label name description alias importedId taxId type network networkStatus accountManager overview website industries jobBannerImage hideFromStudents address lastModified',
    ),
  );
  expect(nested(faculty.shape.currentCollegeInformation)).toEqual(
    names('campus college department positionTitle majors startDate departmentPhone'),
  );
  expect(nested(employerUpdate.shape.primaryContact)).toEqual(
    names(
      'salutation firstName middleName lastName fullName suffix title email importedId types phone fax cellPhone website employerDescription services blockUserEmails blockCampaignEmails address',
    ),
  );
});

describe('reading is tolerant', () => {
  test('unknown fields are kept, absent and null told apart, ids and decimals are strings', () => {
    const read = employer.parse({
      id: 7,
      website: null,
      industries: [{ id: 3, label: 'x', extra: 1 }],
      later: true,
    });
    expect(read).toEqual({
      id: '7',
      website: null,
      industries: [{ id: '3', label: 'x', extra: 1 }],
      later: true,
    });
    expect(student.parse({ gpa: 3.5 }).gpa).toBe('3.5');
    expect(student.parse({ workAuthorization: [{ id: '1', label: 'x' }] }).workAuthorization).toHaveLength(1);
  });
});

describe('writing is strict', () => {
  test.each([
    { shoe: 1 },
    { industries: 'x' },
    { address: { country: 'USA' } },
    { address: { state: 'US-NY', country: 'CA' } },
    { primaryContact: { address: { state: 'US-NY', country: 'CA' } } },
    { name: 7 },
  ])('%j is refused', (body) => {
    expect(employerUpdate.safeParse(body).success).toBe(false);
  });

  test('a create needs what an update may leave out', () => {
    expect(employerUpdate.safeParse({}).success).toBe(true);
    expect(employerCreate.safeParse({ name: 'x' }).success).toBe(false);
    expect(contactCreate.safeParse({ email: 'a@b.c', employer: '1' }).success).toBe(true);
  });
});
