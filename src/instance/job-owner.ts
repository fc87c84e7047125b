import { present } from '../core/present.ts';
import { canonicalJson } from '../core/fingerprint.ts';
import type { Clock } from '../core/clock.ts';
import type { Employer, Job } from '../soap/types.ts';
import type { InstanceDb } from './database.ts';
import { contactFieldsOf, employerFieldsOf } from './employer-of-job.ts';
import type { NewId } from './ids.ts';
import { nameParts } from './instance-names.ts';
import { matchKeyOf, merge, rowOf, type Stored } from './instance-records.ts';
import { findMatch, findOwners, insertRecords, lockName, writeRecord } from './records.repository.ts';
import type { RecordData } from './instance-schema.ts';

/** The records behind a job: its employer and its contact. */
export type Owner = { readonly employerId: string | null; readonly contactId: string | null };

/** What a `processJob` says of them, in the fields of the records. */
export type OwnerAnswer = {
  readonly employer: RecordData | undefined;
  readonly contact: RecordData | undefined;
};

export function ownerAnswer(job: Job, employer: Employer | null): OwnerAnswer {
  const contact = contactFieldsOf(job, employer);
  return {
    employer: employerFieldsOf(employer),
    contact: contact === undefined ? undefined : { ...contact, ...nameParts(contact) },
  };
}

const nobody: Owner = { employerId: null, contactId: null };

/** The owner, where all that was said is known already; undefined where something has to be written. */
export async function knownOwner(db: InstanceDb, said: OwnerAnswer): Promise<Owner | undefined> {
  if (said.employer === undefined) return nobody;
  const contactKey = said.contact && matchKeyOf('contacts', said.contact);
  const matches = await findOwners(db, matchKeyOf('employers', said.employer) ?? '', contactKey ?? undefined);
  const employer = matches.find((row) => row.collection === 'employers');
  const contact = matches.find((row) => row.collection === 'contacts' && row.ownerId === employer?.id);
  if (employer === undefined || (said.contact !== undefined && contact === undefined)) return undefined;
  const isNews =
    changes(employer, employerChange(said.employer, employer, contact?.id)) ||
    (contact !== undefined && said.contact !== undefined && changes(contact, said.contact));
  return isNews
    ? undefined
    : { employerId: employer.id, contactId: said.contact === undefined ? null : (contact?.id ?? null) };
}

/** Stores what was said: employers are known by their folded name, contacts by their e-mail address within the employer. */
export async function storeOwner(
  { newId, clock }: { readonly newId: NewId; readonly clock: Clock },
  tx: InstanceDb,
  said: OwnerAnswer,
): Promise<Owner> {
  if (said.employer === undefined) return nobody;
  const now = clock.now();
  const matchKey = matchKeyOf('employers', said.employer) ?? '';
  await lockName(tx, matchKey);
  const known = await findMatch(tx, 'employers', matchKey);
  const employerId = known?.id ?? newId();
  const contactId = await storeContact(tx, said.contact && { ...said.contact, employer: employerId }, {
    employerId,
    newId,
    now,
  });
  const change = employerChange(said.employer, known, contactId ?? undefined);
  if (known === undefined) await insertRecords(tx, [rowOf('employers', employerId, change, now)]);
  else if (changes(known, change)) await writeRecord(tx, known, merge(known.data, change), now);
  return { employerId, contactId };
}

async function storeContact(
  tx: InstanceDb,
  fields: RecordData | undefined,
  { employerId, newId, now }: { readonly employerId: string; readonly newId: NewId; readonly now: Date },
): Promise<string | null> {
  if (fields === undefined) return null;
  const known = await findMatch(tx, 'contacts', matchKeyOf('contacts', fields) ?? '', employerId);
  const id = known?.id ?? newId();
  if (known === undefined) await insertRecords(tx, [rowOf('contacts', id, fields, now)]);
  else if (changes(known, fields)) await writeRecord(tx, known, merge(known.data, fields), now);
  return id;
}

/** An employer keeps the name it has and its primary contact, where it has one. */
function employerChange(
  said: RecordData,
  known: Stored | undefined,
  contactId: string | undefined,
): RecordData {
  const primaryContact = known?.data['primaryContact'] ?? contactId;
  const name = known?.data['name'] ?? said['name'];
  return { ...said, name, ...present({ primaryContact }) };
}

/** Only what differs is written, and moves `lastModified`. */
function changes(stored: Stored, change: RecordData): boolean {
  return canonicalJson(merge(stored.data, change)) !== canonicalJson(stored.data);
}
