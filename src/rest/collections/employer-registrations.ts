import { picklists, reads } from '../calls.ts';
import { type EmployerRegistration, employerRegistration } from '../employer-registrations.ts';
import type { Sending } from '../send.ts';

export function employerRegistrationsOf(sending: Sending) {
  return {
    ...reads<EmployerRegistration>(sending, 'employer-registrations', employerRegistration),
    ...picklists<'types' | 'accountManager'>(sending, 'employer-registrations'),
  };
}
