import { creates, createsMany, updates, updatesMany } from '../calls.ts';
import {
  type Contact,
  contact,
  contactCreate,
  type ContactCreate,
  contactUpdate,
  type ContactUpdate,
} from '../contacts.ts';
import type { Sending } from '../send.ts';

/** Contacts can be written, not listed: a lost answer cannot be found again. */
const writing = {
  collection: 'contacts',
  record: contact,
  create: contactCreate,
  update: contactUpdate,
  keys: [],
} as const;

export function contactsOf(sending: Sending) {
  return {
    ...creates<Contact, ContactCreate>(sending, writing),
    ...updates<Contact, ContactUpdate>(sending, writing),
    ...createsMany<Contact, ContactCreate>(sending, writing),
    ...updatesMany<Contact, ContactUpdate>(sending, writing),
  };
}
