import * as z from 'zod';
import { customFields, read, tolerant, write } from './rest-fields.ts';

/** A member of the faculty (REST 2.11). */
export const faculty = tolerant({
  id: read.id(),
  label: read.text(),
  facultyID: read.text(),
  salutation: read.text(),
  fullName: read.text(),
  firstName: read.text(),
  middleName: read.text(),
  lastName: read.text(),
  types: read.picks('faculty_type'),
  email: read.text(),
  phone: read.text(),
  fax: read.text(),
  website: read.text(),
  address: read.address(),
  emailNotifications: read.boolean(),
  currentCollegeInformation: read.object({
    campus: read.pick('campus'),
    college: read.pick('college'),
    department: read.pick('department'),
    positionTitle: read.text(),
    majors: read.picks('major'),
    startDate: read.date(),
    departmentPhone: read.text(),
  }),
  proNetProfile: read.relation('pronet', { module: 'professionalNetwork' }),
  affiliations: read.picks('affiliation', { module: 'multiSchool' }),
  lastModified: read.datetime(),
  customFields,
});
export type Faculty = z.infer<typeof faculty>;

export const facultyUpdate = z.strictObject({
  facultyID: write.text(),
  salutation: write.text(),
  fullName: write.text(),
  firstName: write.text(),
  middleName: write.text(),
  lastName: write.text(),
  types: write.picks('faculty_type'),
  email: write.text(),
  phone: write.text(),
  fax: write.text(),
  website: write.text(),
  address: write.address(),
  emailNotifications: write.boolean(),
  currentCollegeInformation: write.object({
    campus: write.pick('campus'),
    college: write.pick('college'),
    department: write.pick('department'),
    positionTitle: write.text(),
    majors: write.picks('major'),
    startDate: write.date(),
    departmentPhone: write.text(),
  }),
  proNetProfile: write.relation('pronet', { module: 'professionalNetwork' }),
  affiliations: write.picks('affiliation', { module: 'multiSchool' }),
});
export type FacultyUpdate = z.infer<typeof facultyUpdate>;

export const facultyRequired = ['email'] as const;
export const facultyCreate = facultyUpdate.required({ email: true });
export type FacultyCreate = z.infer<typeof facultyCreate>;
