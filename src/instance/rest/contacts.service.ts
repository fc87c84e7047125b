import { contact, contactRequired, contactUpdate } from '../../rest/contacts.record.ts';
import { type CollectionSpec, offers } from './collection.ts';

/** Contacts are written; they cannot be listed, and only a link leads to one. */
export const contacts: CollectionSpec = {
  name: 'contacts',
  className: 'contact',
  record: contact,
  write: contactUpdate,
  required: contactRequired,
  offers: offers('get', 'create', 'update', 'batch create', 'batch update'),
  customFields: true,
};
