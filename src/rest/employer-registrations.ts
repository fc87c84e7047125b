import * as z from 'zod';
import { customFields, read } from './fields.ts';

/** A pending request for an employer and contact account (spec/rest-api.md, "Employer registration"). Read only. */
export const employerRegistration = z.looseObject({
  id: read.id(),
  label: read.text(),
  name: read.text(),
  description: read.text(),
  alias: read.text(),
  importedId: read.text(),
  taxId: read.text(),
  types: read.picks('registration_type'),
  accountManager: read.pick('account_manager'),
  lastModified: read.datetime(),
  customFields,
});
export type EmployerRegistration = z.infer<typeof employerRegistration>;
