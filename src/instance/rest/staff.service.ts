import { staff as staffRecord, staffRequired, staffUpdate } from '../../rest/staff.record.ts';
import { type CollectionSpec, offers } from './collection.ts';

export const staff: CollectionSpec = {
  name: 'staff',
  className: 'staff',
  record: staffRecord,
  write: staffUpdate,
  required: staffRequired,
  offers: offers('list', 'get', 'create', 'update', 'batch create', 'batch update'),
  customFields: false,
  picklists: {
    rights: 'staff_right',
    groupMembership: 'staff_group',
    affiliations: 'affiliation',
    locations: 'location',
  },
};
