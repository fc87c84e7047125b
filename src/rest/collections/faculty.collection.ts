import { picklists, reads, writes } from '../calls.ts';
import { readable, type Readable, type Writable } from '../custom-fields.record.ts';
import {
  type Faculty,
  faculty,
  facultyCreate,
  type FacultyCreate,
  facultyUpdate,
  type FacultyUpdate,
} from '../faculty.record.ts';
import type { ListQuery } from '../rest-pages.ts';
import type { Sending } from '../rest-send.ts';

export type FacultyQuery = ListQuery & { readonly college?: string };

const writing = {
  collection: 'faculty',
  custom: true,
  create: facultyCreate,
  update: facultyUpdate,
  keys: ['email', 'facultyID'],
} as const;

export function facultyOf<F extends object>(sending: Sending) {
  type Record = Readable<Faculty, F>;
  const record = readable<Faculty, F>(faculty);
  return {
    ...reads<Record, FacultyQuery>(sending, 'faculty', record),
    ...writes<Record, Writable<FacultyCreate, F>, Writable<FacultyUpdate, F>>(sending, {
      ...writing,
      record,
    }),
    ...picklists<'types' | 'campus' | 'college' | 'school' | 'department' | 'majors' | 'affiliations'>(
      sending,
      'faculty',
    ),
  };
}
