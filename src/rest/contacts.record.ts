import * as z from 'zod';
import { customFields, read, tolerant, write } from './rest-fields.ts';

/** A contact (REST 2.9). */
export const contact = tolerant({
  id: read.id(),
  label: read.text(),
  fullName: read.text(),
  firstName: read.text(),
  middleName: read.text(),
  lastName: read.text(),
  salutation: read.text(),
  suffix: read.text(),
  title: read.text(),
  email: read.text(),
  importedId: read.text(),
  phone: read.text(),
  cellPhone: read.text(),
  fax: read.text(),
  website: read.text(),
  types: read.picks('contact_type'),
  autoApproveJobs: read.boolean(),
  blockUserEmails: read.boolean(),
  blockCampaignEmails: read.boolean(),
  address: read.address(),
  services: read.picks('service'),
  proNetProfile: read.relation('pronet', { module: 'professionalNetwork' }),
  affiliations: read.picks('affiliation', { module: 'multiSchool' }),
  employer: read.relation('employers'),
  employerDescription: read.text(),
  lastModified: read.datetime(),
  customFields,
});
export type Contact = z.infer<typeof contact>;

/** The fields that a contact and an employer's `primaryContact` share on write. */
export const contactParts = {
  salutation: write.text(),
  firstName: write.text(),
  middleName: write.text(),
  lastName: write.text(),
  fullName: write.text(),
  suffix: write.text(),
  title: write.text(),
  email: write.text(),
  importedId: write.text(),
  types: write.picks('contact_type'),
  phone: write.text(),
  fax: write.text(),
  cellPhone: write.text(),
  website: write.text(),
  services: write.picks('service'),
  blockUserEmails: write.boolean(),
  blockCampaignEmails: write.boolean(),
  address: write.address(),
};

export const contactUpdate = z.strictObject({
  ...contactParts,
  autoApproveJobs: write.boolean(),
  proNetProfile: write.relation('pronet', { module: 'professionalNetwork' }),
  affiliations: write.picks('affiliation', { module: 'multiSchool' }),
  employer: write.relation('employers'),
  employerDescription: write.text(),
});
export type ContactUpdate = z.infer<typeof contactUpdate>;

export const contactRequired = ['email', 'employer'] as const;
export const contactCreate = contactUpdate.required({ email: true, employer: true });
export type ContactCreate = z.infer<typeof contactCreate>;
