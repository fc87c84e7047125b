import * as z from 'zod';
import { read, tolerant, write } from './rest-fields.ts';

const ofNetwork = { module: 'recruitingNetwork' } as const;

/** A registration sent by a recruiting network (REST 2.8). */
export const networkEmployerRegistration = tolerant({
  id: read.id(),
  label: read.text(),
  fullName: read.text(),
  firstName: read.text(),
  middleName: read.text(),
  lastName: read.text(),
  salutation: read.text(),
  title: read.text(),
  suffix: read.text(),
  email: read.text(),
  importedId: read.text(),
  phone: read.text(),
  cellPhone: read.text(),
  fax: read.text(),
  website: read.text(),
  types: read.picks('contact_type'),
  network: read.pick('network'),
  networkStatus: read.pick('network_status'),
  address: read.address(),
  services: read.picks('service'),
  arpAccount: read.text(ofNetwork),
  affiliations: read.picks('affiliation'),
  employer: read.object({
    id: read.id(),
    label: read.text(),
    name: read.text(),
    description: read.text(),
    alias: read.text(),
    importedId: read.text(),
    taxId: read.text(),
    type: read.pick('employer_type', ofNetwork),
    network: read.pick('network'),
    networkStatus: read.pick('network_status'),
    accountManager: read.pick('account_manager'),
    overview: read.text(),
    website: read.text(),
    industries: read.picks('industry'),
    jobBannerImage: read.text(ofNetwork),
    hideFromStudents: read.boolean(ofNetwork),
    address: read.address(),
    lastModified: read.datetime(),
  }),
  lastModified: read.datetime(),
});
export type NetworkEmployerRegistration = z.infer<typeof networkEmployerRegistration>;

export const networkEmployerRegistrationUpdate = z.strictObject({
  fullName: write.text(),
  firstName: write.text(),
  middleName: write.text(),
  lastName: write.text(),
  salutation: write.text(),
  title: write.text(),
  suffix: write.text(),
  email: write.text(),
  importedId: write.text(),
  phone: write.text(),
  cellPhone: write.text(),
  fax: write.text(),
  website: write.text(),
  types: write.picks('contact_type'),
  network: write.pick('network'),
  address: write.address(),
  services: write.picks('service'),
  arpAccount: write.text(ofNetwork),
  affiliations: write.picks('affiliation'),
  employer: write.object({
    name: write.text(),
    description: write.text(),
    alias: write.text(),
    importedId: write.text(),
    taxId: write.text(),
    type: write.pick('employer_type', ofNetwork),
    network: write.pick('network'),
    accountManager: write.pick('account_manager'),
    overview: write.text(),
    website: write.text(),
    industries: write.picks('industry'),
    jobBannerImage: write.text(ofNetwork),
    hideFromStudents: write.boolean(ofNetwork),
    address: write.address(),
  }),
});

export const networkEmployerRegistrationRequired = ['email', 'employer'] as const;
const networkEmployerRegistrationCreate = networkEmployerRegistrationUpdate.required({
  email: true,
  employer: true,
});
export type NetworkEmployerRegistrationCreate = z.infer<typeof networkEmployerRegistrationCreate>;
