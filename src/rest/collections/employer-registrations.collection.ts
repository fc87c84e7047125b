import { picklists, reads } from '../calls.ts';
import { readable, type Readable } from '../custom-fields.record.ts';
import { type EmployerRegistration, employerRegistration } from '../employer-registrations.record.ts';
import type { Sending } from '../rest-send.ts';

export function employerRegistrationsOf<F extends object>(sending: Sending) {
  const record = readable<EmployerRegistration, F>(employerRegistration);
  return {
    ...reads<Readable<EmployerRegistration, F>>(sending, 'employer-registrations', record),
    ...picklists<'types' | 'accountManager'>(sending, 'employer-registrations'),
  };
}
