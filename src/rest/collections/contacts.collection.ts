import { writes } from '../calls.ts';
import { readable, type Readable, type Writable } from '../custom-fields.record.ts';
import {
  type Contact,
  contact,
  contactCreate,
  type ContactCreate,
  contactUpdate,
  type ContactUpdate,
} from '../contacts.record.ts';
import type { Sending } from '../rest-send.ts';

/** Contacts can be written, not listed: a lost answer cannot be found again. */
const writing = {
  collection: 'contacts',
  custom: true,
  create: contactCreate,
  update: contactUpdate,
  keys: [],
} as const;

export function contactsOf<F extends object>(sending: Sending) {
  type Record = Readable<Contact, F>;
  const record = readable<Contact, F>(contact);
  return writes<Record, Writable<ContactCreate, F>, Writable<ContactUpdate, F>>(sending, {
    ...writing,
    record,
  });
}
