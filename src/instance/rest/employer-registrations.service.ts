import { employerRegistration } from '../../rest/employer-registrations.record.ts';
import { type CollectionSpec, offers } from './collection.ts';

export const employerRegistrations: CollectionSpec = {
  name: 'employer-registrations',
  className: 'employer_registration',
  record: employerRegistration,
  required: [],
  offers: offers('list', 'get'),
  customFields: true,
  picklists: { types: 'registration_type', accountManager: 'account_manager' },
};
