import type * as z from 'zod';
import { customFields, read, tolerant } from './rest-fields.ts';

/** A pending request for an employer and contact account (REST 2.7). Read only. */
export const employerRegistration = tolerant({
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
