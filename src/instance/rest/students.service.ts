import { student, studentRequired, studentUpdate } from '../../rest/students.record.ts';
import { studentsWith } from '../records.repository.ts';
import { type CollectionSpec, offers } from './collection.ts';
import { writtenDegrees } from './degrees.service.ts';

export const students: CollectionSpec = {
  name: 'students',
  className: 'student',
  record: student,
  write: studentUpdate,
  required: studentRequired,
  offers: offers('list', 'get', 'create', 'update', 'batch update'),
  customFields: true,
  picklists: {
    accountBlocked: 'account_blocked',
    affiliations: 'affiliation',
    applicantType: 'applicant_type',
    certificates: 'certificate',
    classLevel: 'class_level',
    counselors: 'counselors',
    degreeLevel: 'degree_level',
    gender: 'gender',
    geographicPreferences: 'geographic_preference',
    languageProficiencies: 'language_proficiency',
    majors: 'major',
    minors: 'minor',
    programType: 'program_type',
    rights: 'student_right',
    status: 'student_status',
    schools: 'school',
    workAuthorization: 'work_authorization',
    award: 'award',
    mode: 'study_mode',
    level: 'degree_level',
    campus: 'campus',
  },
  otherKey: {
    field: 'schoolStudentId',
    find: async (db, key) => (await studentsWith(db, 'schoolStudentId', key))[0],
  },
  complete: async ({ newId, profile }, _tx, { before, change }) =>
    writtenDegrees(change, before?.data['degrees'], { newId, most: profile.maxDegrees }),
};
