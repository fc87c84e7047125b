import { creates, createsMany, picklists, reads, updates, updatesMany } from '../calls.ts';
import {
  type Employer,
  employer,
  employerCreate,
  type EmployerCreate,
  employerUpdate,
  type EmployerUpdate,
} from '../employers.ts';
import type { ListQuery } from '../pages.ts';
import type { Sending } from '../send.ts';

/** `active`: 1 lists only employers with current postings or interview schedules. */
export type EmployerQuery = ListQuery & { readonly active?: 0 | 1 };

const writing = {
  collection: 'employers',
  record: employer,
  create: employerCreate,
  update: employerUpdate,
  keys: ['name', 'importedId', 'taxId'],
} as const;

export function employersOf(sending: Sending) {
  return {
    ...reads<Employer, EmployerQuery>(sending, 'employers', employer),
    ...creates<Employer, EmployerCreate>(sending, writing),
    ...updates<Employer, EmployerUpdate>(sending, writing),
    ...createsMany<Employer, EmployerCreate>(sending, writing),
    ...updatesMany<Employer, EmployerUpdate>(sending, writing),
    ...picklists<'industries' | 'accountManager' | 'type'>(sending, 'employers'),
  };
}
