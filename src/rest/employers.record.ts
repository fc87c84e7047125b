import * as z from 'zod';
import { contactParts } from './contacts.record.ts';
import { customFields, read, tolerant, write } from './rest-fields.ts';

/** An employer (REST 2.6). */
export const employer = tolerant({
  id: read.id(),
  label: read.text(),
  name: read.text(),
  description: read.text(),
  alias: read.text(),
  importedId: read.text(),
  taxId: read.text(),
  type: read.pick('employer_type', { module: 'recruitingNetwork' }),
  parent: read.relation('employers'),
  primaryContact: read.relation('contacts'),
  accountManager: read.pick('account_manager'),
  overview: read.text(),
  website: read.text(),
  industries: read.picks('industry'),
  address: read.address(),
  lastModified: read.datetime(),
  customFields,
});
export type Employer = z.infer<typeof employer>;

export const employerUpdate = z.strictObject({
  name: write.text(),
  description: write.text(),
  alias: write.text(),
  importedId: write.text(),
  taxId: write.text(),
  type: write.pick('employer_type', { module: 'recruitingNetwork' }),
  parent: write.relation('employers'),
  primaryContact: write.object({ ...contactParts, employerDescription: write.text() }),
  accountManager: write.pick('account_manager'),
  overview: write.text(),
  website: write.text(),
  industries: write.picks('industry'),
  address: write.address(),
});
export type EmployerUpdate = z.infer<typeof employerUpdate>;

export const employerRequired = ['name', 'primaryContact'] as const;
export const employerCreate = employerUpdate.required({ name: true, primaryContact: true });
export type EmployerCreate = z.infer<typeof employerCreate>;
