import { getTableColumns } from 'drizzle-orm';
import { fold } from '../core/text.ts';
import { type RecordData, records } from './instance-schema.ts';
import { wholeSeconds } from './instance-time.ts';

const { labelStart: _label, searchStart: _search, ...columns } = getTableColumns(records);

/** The columns of a record but for those that its database makes of the others. */
export const storedColumns = columns;

/** A record as it is stored. */
export type Stored = Omit<typeof records.$inferSelect, 'labelStart' | 'searchStart'>;

/** The collections that have records: those of the routes, and those that only links lead to. */
export const collections = [
  'employers',
  'employer-registrations',
  'network-employer-registrations',
  'contacts',
  'students',
  'faculty',
  'staff',
  'applications',
  'jobs',
  'pronet',
] as const;
export type Collection = (typeof collections)[number];

/** A row from the fields of a record: all else that the row holds follows from them. */
export function rowOf(collection: Collection, id: string, data: RecordData, now: Date): Stored {
  return {
    id,
    collection,
    data,
    label: labelOf(data),
    matchKey: matchKeyOf(collection, data),
    search: searchTextOf(data),
    ownerId: text(data['student']) ?? text(data['employer']) ?? null,
    lastModified: wholeSeconds(now),
  };
}

/** What names a record: its name, else its person's name, else the e-mail address. */
function labelOf(data: RecordData): string {
  return text(data['name']) ?? text(data['fullName']) ?? text(data['label']) ?? text(data['email']) ?? '';
}

/** What `processJob` finds an employer or a contact by. */
export function matchKeyOf(collection: Collection, data: RecordData): string | null {
  if (collection === 'employers') return fold(text(data['name']) ?? '');
  if (collection === 'contacts') return fold(text(data['email']) ?? '');
  return null;
}

const searched = [
  'label',
  'name',
  'fullName',
  'firstName',
  'middleName',
  'lastName',
  'preferredName',
  'email',
];

function searchTextOf(data: RecordData): string {
  const employer = data['employer'];
  const nested = isData(employer) ? [employer['name']] : [];
  const texts = [...searched.map((field) => data[field]), ...nested].flatMap((value) => text(value) ?? []);
  return [...new Set(texts.map(fold))].join('\n');
}

export function isData(value: unknown): value is RecordData {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A text that says something. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Lays fields over a record's; addresses and other parts are merged, null takes a field away. */
export function merge(data: RecordData, change: RecordData): RecordData {
  const merged: Record<string, unknown> = { ...data };
  for (const [field, value] of Object.entries(change)) {
    const before = merged[field];
    if (value === null || value === undefined) delete merged[field];
    else if (isData(value)) merged[field] = merge(isData(before) ? before : {}, value);
    else merged[field] = value;
  }
  return merged;
}
