import { picklists, reads, writes } from '../calls.ts';
import type { ListQuery } from '../rest-pages.ts';
import type { Sending } from '../rest-send.ts';
import {
  type Staff,
  staff,
  staffCreate,
  type StaffCreate,
  staffUpdate,
  type StaffUpdate,
} from '../staff.record.ts';

/** `customFields` is not offered here. */
export type StaffQuery = Omit<ListQuery, 'customFields'>;

const writing = {
  collection: 'staff',
  custom: false,
  record: staff,
  create: staffCreate,
  update: staffUpdate,
  keys: ['email', 'ssoUsername'],
} as const;

export function staffOf(sending: Sending) {
  return {
    ...reads<Staff, StaffQuery>(sending, 'staff', staff),
    ...writes<Staff, StaffCreate, StaffUpdate>(sending, writing),
    ...picklists<'rights' | 'groupMembership' | 'affiliations' | 'locations'>(sending, 'staff'),
  };
}
