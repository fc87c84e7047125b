import { creates, createsMany, picklists, reads, updates, updatesMany } from '../calls.ts';
import {
  type Faculty,
  faculty,
  facultyCreate,
  type FacultyCreate,
  facultyUpdate,
  type FacultyUpdate,
} from '../faculty.ts';
import type { ListQuery } from '../pages.ts';
import type { Sending } from '../send.ts';

export type FacultyQuery = ListQuery & { readonly college?: string };

const writing = {
  collection: 'faculty',
  record: faculty,
  create: facultyCreate,
  update: facultyUpdate,
  keys: ['email', 'facultyID'],
} as const;

export function facultyOf(sending: Sending) {
  return {
    ...reads<Faculty, FacultyQuery>(sending, 'faculty', faculty),
    ...creates<Faculty, FacultyCreate>(sending, writing),
    ...updates<Faculty, FacultyUpdate>(sending, writing),
    ...createsMany<Faculty, FacultyCreate>(sending, writing),
    ...updatesMany<Faculty, FacultyUpdate>(sending, writing),
    ...picklists<'types' | 'campus' | 'college' | 'school' | 'department' | 'majors' | 'affiliations'>(
      sending,
      'faculty',
    ),
  };
}
