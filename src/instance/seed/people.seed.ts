import { present } from '../../core/present.ts';
import type { RecordData } from '../instance-schema.ts';
import type { Maker } from './maker.ts';
import { firstNames, lastNames, places, streets } from './seed-texts.ts';

/** The name fields of somebody who does not exist. */
export function aPerson({
  chance,
}: Maker): RecordData & { readonly fullName: string; readonly handle: string } {
  const firstName = chance.one(firstNames);
  const lastName = chance.one(lastNames);
  const middleName = chance.yes(0.25) ? chance.one(firstNames) : undefined;
  const fullName = [firstName, middleName, lastName].filter(Boolean).join(' ');
  const handle = `${firstName}.${lastName}`.toLowerCase();
  return { firstName, lastName, fullName, handle, ...present({ middleName }) };
}

export function anAddress({ chance }: Maker): RecordData {
  const { city, state, zip } = chance.one(places);
  const street = `${1 + chance.below(980)} ${chance.one(streets)} Street`;
  return { street, city, state, zip: `${zip}${String(chance.below(100)).padStart(2, '0')}`, country: 'US' };
}

/** A number that nobody has: 555-01xx. */
export function aPhone({ chance }: Maker): string {
  return `(${200 + chance.below(700)}) 555-01${String(chance.below(100)).padStart(2, '0')}`;
}

function aDay({ chance }: Maker, fromYear: number, years: number): string {
  const day = Date.UTC(fromYear, 0, 1) + chance.below(years * 365) * 86_400_000;
  return new Date(day).toISOString().slice(0, 10);
}

/** Student, member of the faculty or the staff. */
type Named = RecordData & { readonly fullName: string };

function aMember(maker: Maker, kind: string): Named {
  const { handle, ...name } = aPerson(maker);
  const email = `${handle}.${kind}${maker.serial()}@practice-university.example`;
  return { ...name, email };
}

export function aStudent(maker: Maker, staffIds: readonly string[]): Named {
  const { chance, keys, serial } = maker;
  const number = String(serial()).padStart(8, '0');
  const graduates = 2026 + chance.below(4);
  return {
    ...aMember(maker, 's'),
    schoolStudentId: `S${number}`,
    username: `stu${number}`,
    gender: chance.one(keys('gender')),
    phone: aPhone(maker),
    birthdate: aDay(maker, 1998, 9),
    address: anAddress(maker),
    ...(chance.yes(0.5) ? { permanentAddress: anAddress(maker) } : {}),
    alum: chance.yes(0.1),
    accountDisabled: chance.yes(0.02),
    accountBlocked: chance.yes(0.98) ? '0' : chance.one(['1', '2']),
    counselors: staffIds.slice(0, 3).filter(() => chance.yes(0.3)),
    majors: [chance.one(keys('major')), ...(chance.yes(0.15) ? [chance.one(keys('major'))] : [])].filter(
      (key, index, all) => all.indexOf(key) === index,
    ),
    minors: chance.some(keys('minor'), 1),
    certificates: chance.some(keys('certificate'), 1),
    schools: [chance.one(keys('school'))],
    degreeLevel: chance.one(['BACH', 'BACH', 'BACH', 'MAST', 'PHD']),
    classLevel: chance.one(keys('class_level')),
    graduationDate: `${graduates}-05-15`,
    gpa: (2 + chance.below(201) / 100).toFixed(2),
    workAuthorization: chance.one(keys('work_authorization')),
    applicantType: [chance.one(keys('applicant_type'))],
    programType: [chance.one(keys('program_type'))],
    status: ['enr'],
    languageProficiencies: chance.some(keys('language_proficiency'), 2),
    geographicPreferences: chance.some(keys('geographic_preference'), 2),
    rights: ['jobs', 'apply', ...chance.some(['ocr', 'books', 'mock', 'fairs', 'net'], 3)],
    affiliations: [chance.one(keys('affiliation'))],
    lastLogin: `${aDay(maker, 2026, 1).replace(/-1[12]-/, '-10-')}T14:00:00Z`,
    hasApprovedResume: chance.yes(0.6),
    custom: { customCohort: chance.one(['Blue', 'Gold', 'Green']), customFirstGeneration: chance.yes(0.3) },
  };
}

export function aFacultyMember(maker: Maker): RecordData {
  const { chance, keys, serial } = maker;
  return {
    ...aMember(maker, 'f'),
    facultyID: `F${String(serial()).padStart(6, '0')}`,
    salutation: 'Dr.',
    types: [chance.one(keys('faculty_type'))],
    phone: aPhone(maker),
    emailNotifications: chance.yes(0.5),
    currentCollegeInformation: {
      campus: chance.one(keys('campus')),
      college: chance.one(keys('college')),
      department: chance.one(keys('department')),
      positionTitle: 'Professor',
      majors: [chance.one(keys('major'))],
      startDate: aDay(maker, 2005, 20),
      departmentPhone: aPhone(maker),
    },
  };
}

export function aStaffMember(maker: Maker): RecordData {
  const { chance, keys } = maker;
  return {
    ...aMember(maker, 'a'),
    locations: [chance.one(keys('location'))],
    accessibleMode: false,
    groupMembership: [chance.one(keys('staff_group'))],
    rights: ['counseling', ...chance.some(keys('staff_right'), 2)].filter(
      (key, index, all) => all.indexOf(key) === index,
    ),
  };
}
