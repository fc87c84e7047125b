import { employer, employerRequired, employerUpdate } from '../../rest/employers.record.ts';
import type { InstanceDb } from '../database.ts';
import type { Instance } from '../reference-instance.ts';
import { isData, merge, rowOf, text, matchKeyOf } from '../instance-records.ts';
import { findMatch, insertRecords, lockRecord, writeRecord } from '../records.repository.ts';
import type { RecordData } from '../instance-schema.ts';
import { statesAbroad } from './address-check.ts';
import { type CollectionSpec, type Completed, offers } from './collection.ts';
import { hasLiveJob } from './lists/filters.queries.ts';
import { required } from './replies.ts';

export const employers: CollectionSpec = {
  name: 'employers',
  className: 'employer',
  record: employer,
  write: employerUpdate,
  required: employerRequired,
  offers: offers('list', 'get', 'create', 'update', 'batch create', 'batch update'),
  customFields: true,
  filters: {
    active: (value) => {
      if (!/^\d{1,9}$/.test(value)) return { kind: 'wrong', message: 'This must be a number: 1, or 0.' };
      return { kind: 'where', sql: Number(value) === 0 ? undefined : hasLiveJob() };
    },
  },
  picklists: { industries: 'industry', accountManager: 'account_manager', type: 'employer_type' },
  complete: (instance, tx, { id, before, change }) =>
    isData(change['primaryContact'])
      ? withContact(instance, tx, id, text(before?.data['primaryContact']), change, change['primaryContact'])
      : Promise.resolve({ kind: 'complete', change }),
};

/** Changes the present primary contact, or takes the employer's own contact with that e-mail address, or creates one. */
async function withContact(
  { newId, clock }: Instance,
  tx: InstanceDb,
  employerId: string,
  presentId: string | undefined,
  change: RecordData,
  sent: RecordData,
): Promise<Completed> {
  const stored = presentId === undefined ? undefined : await lockRecord(tx, 'contacts', presentId);
  const email = 'email' in sent ? text(sent['email']) : text(stored?.data['email']);
  if (email === undefined) return { kind: 'wrong', errors: { 'primaryContact.email': required } };
  const known =
    stored ?? (await findMatch(tx, 'contacts', matchKeyOf('contacts', { email }) ?? '', employerId));
  const id = known?.id ?? newId();
  const data = merge(known?.data ?? { employer: employerId }, sent);
  const errors = statesAbroad(
    employerUpdate.shape.primaryContact,
    { change: sent, stored: known?.data ?? {} },
    'primaryContact.',
  );
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
  if (known === undefined) await insertRecords(tx, [rowOf('contacts', id, data, clock.now())]);
  else await writeRecord(tx, known, data, clock.now());
  return { kind: 'complete', change: { ...change, primaryContact: id } };
}
