import {
  networkEmployerRegistration,
  networkEmployerRegistrationRequired,
  networkEmployerRegistrationUpdate,
} from '../../rest/network-employer-registrations.record.ts';
import { fold } from '../../core/text.ts';
import type { Instance } from '../reference-instance.ts';
import type { Profile } from '../profiles.ts';
import { isData, text } from '../instance-records.ts';
import { type CollectionSpec, type Completed, offers } from './collection.ts';
import { fieldIs, fieldIsOneOf } from './lists/filters.queries.ts';
import { required } from './replies.ts';

/** Registrations of a recruiting network are taken only by an instance that belongs to one. */
export function networkEmployerRegistrations({ modules }: Profile): CollectionSpec {
  return {
    name: 'network-employer-registrations',
    className: 'contact',
    record: networkEmployerRegistration,
    write: networkEmployerRegistrationUpdate,
    required: networkEmployerRegistrationRequired,
    offers: modules.has('recruitingNetwork') ? offers('list', 'get', 'create') : offers('list', 'get'),
    customFields: false,
    filters: {
      network: (value, { catalogue }) => ({
        kind: 'where',
        sql: fieldIsOneOf(['network'], [value, ...idsLabelled(catalogue, 'network', value)]),
      }),
      employerTaxId: (value) => ({ kind: 'where', sql: fieldIs(['employer', 'taxId'], value) }),
      employerImportedId: (value) => ({ kind: 'where', sql: fieldIs(['employer', 'importedId'], value) }),
    },
    picklists: {
      affiliations: 'affiliation',
      network: 'network',
      networkStatus: 'network_status',
      types: 'contact_type',
      services: 'service',
    },
    complete: async (instance, _tx, { change }) => registered(instance, change),
  };
}

/** The instance's settings decide the status on receipt. */
function registered({ newId, autoApprove }: Instance, change: Readonly<Record<string, unknown>>): Completed {
  const { employer, network } = change;
  if (!isData(employer) || text(employer['name']) === undefined)
    return { kind: 'wrong', errors: { 'employer.name': required } };
  const networkStatus = autoApprove ? 'verified' : 'unverified';
  return {
    kind: 'complete',
    change: { ...change, networkStatus, employer: { network, ...employer, id: newId(), networkStatus } },
  };
}

/** Ids of the entries that have this label, for clients that filter by what they show. */
export function idsLabelled(
  catalogue: Instance['catalogue'],
  picklist: string,
  label: string,
): readonly string[] {
  return catalogue
    .entries(picklist)
    .filter((entry) => fold(entry.label) === fold(label))
    .map(({ id }) => id);
}
