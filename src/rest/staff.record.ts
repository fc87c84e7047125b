import * as z from 'zod';
import { read, tolerant, write } from './rest-fields.ts';

/** A member of the staff (REST 2.12); access follows `rights`, held directly or through a group. */
export const staff = tolerant({
  id: read.id(),
  label: read.text(),
  fullName: read.text(),
  firstName: read.text(),
  middleName: read.text(),
  lastName: read.text(),
  email: read.text(),
  ssoUsername: read.text(),
  locations: read.picks('location'),
  emailSignature: read.text(),
  externalConsultant: read.boolean({ module: 'counseling' }),
  accessibleMode: read.boolean(),
  groupMembership: read.picks('staff_group'),
  rights: read.picks('staff_right'),
  affiliations: read.picks('affiliation'),
  lastModified: read.datetime(),
});
export type Staff = z.infer<typeof staff>;

export const staffUpdate = z.strictObject({
  fullName: write.text(),
  firstName: write.text(),
  middleName: write.text(),
  lastName: write.text(),
  email: write.text(),
  ssoUsername: write.text(),
  locations: write.picks('location'),
  emailSignature: write.text(),
  externalConsultant: write.boolean({ module: 'counseling' }),
  accessibleMode: write.boolean(),
  groupMembership: write.picks('staff_group'),
  rights: write.picks('staff_right'),
  affiliations: write.picks('affiliation'),
});
export type StaffUpdate = z.infer<typeof staffUpdate>;

export const staffRequired = ['email'] as const;
export const staffCreate = staffUpdate.required({ email: true });
export type StaffCreate = z.infer<typeof staffCreate>;
