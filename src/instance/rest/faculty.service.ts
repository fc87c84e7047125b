import { faculty as facultyRecord, facultyRequired, facultyUpdate } from '../../rest/faculty.record.ts';
import { type CollectionSpec, offers } from './collection.ts';
import { fieldIsOneOf } from './lists/filters.queries.ts';
import { idsLabelled } from './network-employer-registrations.service.ts';

export const faculty: CollectionSpec = {
  name: 'faculty',
  className: 'faculty',
  record: facultyRecord,
  write: facultyUpdate,
  required: facultyRequired,
  offers: offers('list', 'get', 'create', 'update', 'batch create', 'batch update'),
  customFields: true,
  filters: {
    college: (value, { catalogue }) => ({
      kind: 'where',
      sql: fieldIsOneOf(
        ['currentCollegeInformation', 'college'],
        [value, ...idsLabelled(catalogue, 'college', value)],
      ),
    }),
  },
  picklists: {
    types: 'faculty_type',
    campus: 'campus',
    college: 'college',
    school: 'school',
    department: 'department',
    majors: 'major',
    affiliations: 'affiliation',
  },
};
