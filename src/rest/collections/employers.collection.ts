import { picklists, reads, writes } from '../calls.ts';
import { readable, type Readable, type Writable } from '../custom-fields.record.ts';
import {
  type Employer,
  employer,
  employerCreate,
  type EmployerCreate,
  employerUpdate,
  type EmployerUpdate,
} from '../employers.record.ts';
import type { ListQuery } from '../rest-pages.ts';
import type { Sending } from '../rest-send.ts';

/** `active`: 1 lists only employers with current postings or interview schedules. */
export type EmployerQuery = ListQuery & { readonly active?: 0 | 1 };

const writing = {
  collection: 'employers',
  custom: true,
  create: employerCreate,
  update: employerUpdate,
  keys: ['name', 'importedId', 'taxId'],
} as const;

export function employersOf<F extends object>(sending: Sending) {
  type Record = Readable<Employer, F>;
  const record = readable<Employer, F>(employer);
  return {
    ...reads<Record, EmployerQuery>(sending, 'employers', record),
    ...writes<Record, Writable<EmployerCreate, F>, Writable<EmployerUpdate, F>>(sending, {
      ...writing,
      record,
    }),
    ...picklists<'industries' | 'accountManager' | 'type'>(sending, 'employers'),
  };
}
