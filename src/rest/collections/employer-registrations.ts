import { picklists, reads } from '../calls.ts';
import { readable, type Readable } from '../custom-fields.ts';
import { type EmployerRegistration, employerRegistration } from '../employer-registrations.ts';
import type { Sending } from '../send.ts';

export function employerRegistrationsOf<F extends object>(sending: Sending) {
  const record = readable<EmployerRegistration, F>(employerRegistration);
  return {
    ...reads<Readable<EmployerRegistration, F>>(sending, 'employer-registrations', record),
    ...picklists<'types' | 'accountManager'>(sending, 'employer-registrations'),
  };
}
