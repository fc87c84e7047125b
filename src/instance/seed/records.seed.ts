import counts from './seed-counts.json' with { type: 'json' };
import type { Size } from '../seeding.ts';
import type { Stored } from '../instance-records.ts';
import {
  anEmployerRegistration,
  anEmployerWithContact,
  aNetworkRegistration,
  aPosition,
} from './employers.seed.ts';
import { createMaker, type Maker } from './maker.ts';
import { aFacultyMember, aStaffMember, aStudent } from './people.seed.ts';

/** The records of an instance of a size: the same for the same seed. No person or employer in them exists. */
export function* seededRecords(
  { seed, size }: { readonly seed: number; readonly size: Size },
  keys: (picklist: string) => readonly string[],
): Generator<Stored> {
  const maker = createMaker(seed, keys);
  const count = counts[size];
  const staffIds: string[] = [];
  for (let index = 0; index < count.staff; index += 1) {
    const id = maker.newId();
    staffIds.push(id);
    yield maker.row('staff', id, aStaffMember(maker));
  }
  const employerIds: string[] = [];
  for (let index = 0; index < count.employers; index += 1) {
    const [employer, contact] = anEmployerWithContact(maker, index);
    employerIds.push(employer.id);
    yield employer;
    yield contact;
  }
  const positions: Stored[] = [];
  for (let index = 0; index < count.positions; index += 1) {
    const position = maker.row('jobs', maker.newId(), aPosition(maker, maker.chance.one(employerIds)));
    positions.push(position);
    yield position;
  }
  for (let index = 0; index < count.students; index += 1) yield* studentWithParts(maker, staffIds, positions);
  for (let index = 0; index < count.faculty; index += 1)
    yield maker.row('faculty', maker.newId(), aFacultyMember(maker));
  for (let index = 0; index < count.registrations; index += 1)
    yield maker.row('employer-registrations', maker.newId(), anEmployerRegistration(maker, index));
  for (let index = 0; index < count.networks; index += 1)
    yield maker.row('network-employer-registrations', maker.newId(), aNetworkRegistration(maker, index));
}

/** A student, a networking profile for some, applications for some, a degree for all. */
function* studentWithParts(
  maker: Maker,
  staffIds: readonly string[],
  positions: readonly Stored[],
): Generator<Stored> {
  const { chance, newId, row, keys } = maker;
  const id = newId();
  const student = aStudent(maker, staffIds);
  const degreeId = newId();
  const degree = {
    id: degreeId,
    visualId: `D${degreeId.slice(-8).toUpperCase()}`,
    primary: true,
    type: 'Degree',
    award: chance.one(keys('award')),
    mode: chance.one(keys('study_mode')),
    level: student['degreeLevel'],
    classLevel: student['classLevel'],
    graduationDate: student['graduationDate'],
    schools: student['schools'],
    majors: student['majors'],
  };
  const profileId = chance.yes(0.2) ? newId() : undefined;
  const profile = profileId === undefined ? {} : { proNetProfile: profileId };
  yield row('students', id, { ...student, degrees: [degree], ...profile });
  if (profileId !== undefined) yield row('pronet', profileId, { fullName: student['fullName'] });
  const applications = chance.yes(0.3) ? chance.some(positions, 3) : [];
  for (const position of applications) {
    const { employer, jobLocations } = position.data;
    yield row('applications', newId(), {
      label: `${student.fullName}: ${position.label}`,
      category: 'Job Posting',
      position: position.id,
      employer,
      student: id,
      jobLocations,
      submittedOn: `2026-${String(1 + chance.below(9)).padStart(2, '0')}-15T16:30:00Z`,
    });
  }
}
