import { picklists, reads } from '../calls.ts';
import {
  type NetworkEmployerRegistration,
  networkEmployerRegistration,
} from '../network-employer-registrations.record.ts';
import type { ListQuery } from '../rest-pages.ts';
import type { Sending } from '../rest-send.ts';

/** `customFields` is not offered here. */
export type NetworkRegistrationQuery = Omit<ListQuery, 'customFields'> & {
  readonly network?: string;
  readonly employerTaxId?: string;
  readonly employerImportedId?: string;
};

export function networkEmployerRegistrationsOf(sending: Sending) {
  return {
    ...reads<NetworkEmployerRegistration, NetworkRegistrationQuery>(
      sending,
      'network-employer-registrations',
      networkEmployerRegistration,
    ),
    ...picklists<'affiliations' | 'network' | 'networkStatus' | 'types' | 'services'>(
      sending,
      'network-employer-registrations',
    ),
  };
}
