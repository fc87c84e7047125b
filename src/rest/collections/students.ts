import { type Application, application } from '../applications.ts';
import { changeRights, picklists, reads, updates, updatesMany, creates } from '../calls.ts';
import type { Outcome } from '../outcomes.ts';
import { type Listing, listing, listParameters, type ListQuery } from '../pages.ts';
import { ask } from '../reading.ts';
import { routes } from '../routes.ts';
import type { Sending } from '../send.ts';
import {
  type Student,
  student,
  studentCreate,
  type StudentCreate,
  studentUpdate,
  type StudentUpdate,
} from '../students.ts';

const writing = {
  collection: 'students',
  record: student,
  create: studentCreate,
  update: studentUpdate,
  keys: ['email', 'schoolStudentId'],
} as const;

/** Routes for students; they answer `forbidden` without a call unless the client was made with `allowStudents`. */
export function studentsOf(sending: Sending) {
  const updating = updatesMany<Student, StudentUpdate>(sending, writing);
  return {
    ...reads<Student>(sending, 'students', student),
    ...creates<Student, StudentCreate>(sending, writing),
    ...updates<Student, StudentUpdate>(sending, writing),
    /** Elements may name their student by `schoolStudentId` instead of `id`. */
    ...updating,
    ...picklists<StudentPicklist>(sending, 'students'),
    getBySchoolId: (
      schoolStudentId: string,
      { customFields = false }: { readonly customFields?: boolean } = {},
    ): Promise<Outcome<Student>> =>
      ask(
        sending,
        {
          route: routes.studentBySchoolId(schoolStudentId),
          query: { customFields: customFields ? 1 : undefined },
        },
        student,
      ),
    /** Applications made inside the system; others are not listed. */
    applications: (id: string, query: ListQuery = {}): Listing<Application> =>
      listing(sending, routes.applications(id), application, listParameters(query)),
    addRights: (id: string, rights: readonly string[]) =>
      changeRights(sending, { route: routes.addRights(id), rights }, student),
    removeRights: (id: string, rights: readonly string[]) =>
      changeRights(sending, { route: routes.removeRights(id), rights }, student),
  };
}

type StudentPicklist =
  | 'accountBlocked'
  | 'affiliations'
  | 'applicantType'
  | 'certificates'
  | 'classLevel'
  | 'counselors'
  | 'degreeLevel'
  | 'gender'
  | 'geographicPreferences'
  | 'languageProficiencies'
  | 'majors'
  | 'minors'
  | 'programType'
  | 'rights'
  | 'status'
  | 'schools'
  | 'workAuthorization';
