import { type Application, application } from '../applications.ts';
import {
  creates,
  parametersOf,
  picklists,
  recordKinds,
  reads,
  type RecordOptions,
  updates,
  updatesMany,
} from '../calls.ts';
import { readable, type Readable, type Writable } from '../custom-fields.record.ts';
import type { Outcome } from '../outcomes.ts';
import { type Listing, listing, listParameters, type ListQuery } from '../rest-pages.ts';
import { ask } from '../rest-reading.ts';
import { type Route, routes } from '../rest-routes.ts';
import { type CallOptions, type Sending, withOptions } from '../rest-send.ts';
import {
  type Student,
  student,
  studentCreate,
  type StudentCreate,
  studentUpdate,
  type StudentUpdate,
} from '../students.record.ts';

const writing = {
  collection: 'students',
  custom: true,
  create: studentCreate,
  update: studentUpdate,
  keys: ['email', 'schoolStudentId'],
} as const;

/** Routes for students; they answer `forbidden` without a call unless the client was made with `allowStudents`. */
export function studentsOf<F extends object>(sending: Sending) {
  type Record = Readable<Student, F>;
  const record = readable<Student, F>(student);
  const written = { ...writing, record };
  const asked = async (
    route: Route,
    options: RecordOptions | undefined,
    body?: readonly string[],
  ): Promise<Outcome<Record>> =>
    ask(withOptions(sending, options, recordKinds), { route, query: parametersOf(options), body }, record);
  return {
    ...reads<Record>(sending, 'students', record),
    ...creates<Record, Writable<StudentCreate, F>>(sending, written),
    ...updates<Record, Writable<StudentUpdate, F>>(sending, written),
    /** Elements may name their student by `schoolStudentId` instead of `id`. */
    ...updatesMany<Record, Writable<StudentUpdate, F>>(sending, written),
    ...picklists<StudentPicklist>(sending, 'students'),
    getBySchoolId: (schoolStudentId: string, options?: RecordOptions) =>
      asked(routes.studentBySchoolId(schoolStudentId), options),
    /** Applications made inside the system; others are not listed. */
    applications: (id: string, query: ListQuery = {}, options?: CallOptions): Listing<Application> =>
      listing(sending, routes.applications(id), application, listParameters(query), options),
    addRights: (id: string, rights: readonly string[], options?: RecordOptions) =>
      asked(routes.addRights(id), options, rights),
    removeRights: (id: string, rights: readonly string[], options?: RecordOptions) =>
      asked(routes.removeRights(id), options, rights),
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
