import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  json,
  jsonb,
  pgSchema,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Assoc, Employer, Job } from '../soap/types.ts';

/** The reference instance keeps its tables in a schema of its own, so that it may share a database with anything. */
export const instanceSchema = pgSchema('instance');

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The fields of a record as they are stored: ids of picklists and relations, no labels, nothing that is blank. */
export type RecordData = { readonly [field: string]: unknown };

/** Every record that REST shows, of every collection. */
export const records = instanceSchema.table(
  'record',
  {
    id: text().primaryKey(),
    collection: text().notNull(),
    data: jsonb().$type<RecordData>().notNull(),
    label: text().notNull(),
    /** Folded name of an employer, folded e-mail of a contact: what `processJob` finds them by. */
    matchKey: text('match_key'),
    /** Folded names, label and e-mail: what `keywords` looks into. */
    search: text().notNull(),
    /** The employer of a contact, the student of an application. */
    ownerId: text('owner_id'),
    /** As much of the label, folded, and of the searched text as an index holds: lists are sorted and searched by it alone. */
    labelStart: text('label_start').generatedAlwaysAs(sql`left(lower(label), 128)`),
    searchStart: text('search_start').generatedAlwaysAs(sql`left(search, 400)`),
    /** In whole seconds, as it is shown, so that both bounds of a filter are exact. */
    lastModified: moment('last_modified').notNull(),
  },
  (table) => [
    index('record_page').on(table.collection, table.id, table.searchStart, table.lastModified),
    index('record_label').on(
      table.collection,
      sql`${table.labelStart} collate "C"`,
      table.id,
      table.searchStart,
      table.lastModified,
    ),
    index('record_modified').on(table.collection, table.lastModified, table.id),
    index('record_long_label')
      .on(table.collection)
      .where(sql`char_length(${table.label}) > 128`),
    index('record_long_search')
      .on(table.collection)
      .where(sql`char_length(${table.search}) > 400`),
    index('record_match').using('hash', table.matchKey),
    index('record_owner').on(table.ownerId),
    index('record_search').using('gin', sql`${table.search} gin_trgm_ops`),
    uniqueIndex('student_school_id')
      .on(sql`(${table.data} ->> 'schoolStudentId')`)
      .where(sql`${table.collection} = 'students' and ${table.data} ->> 'schoolStudentId' <> ''`),
    uniqueIndex('student_username')
      .on(sql`(${table.data} ->> 'username')`)
      .where(sql`${table.collection} = 'students' and ${table.data} ->> 'username' <> ''`),
  ],
);

/** Counts up with every processJob, so that the last one is known. */
export const instanceLocks = instanceSchema.sequence('turn');

/** What `processJob` brought, as decoded. */
export const jobs = instanceSchema.table(
  'job',
  {
    id: text().primaryKey(),
    /** Stands for (external_source_id, job_id), which may be of any length. */
    identity: text().notNull().unique(),
    externalSourceId: text('external_source_id').notNull(),
    jobId: text('job_id').notNull(),
    job: json().$type<Job>().notNull(),
    employer: json().$type<Employer>(),
    employerId: text('employer_id'),
    contactId: text('contact_id'),
    receivedAt: moment('received_at').notNull(),
    deletedAt: moment('deleted_at'),
    /** Folded title, employer and places: what the board searches. */
    search: text().notNull(),
    turn: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    index('job_turn').on(table.turn),
    index('job_employer')
      .on(table.employerId)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** Every call, so that a test can compare what was asked with what was stored. */
export const calls = instanceSchema.table(
  'call',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    operation: text().notNull(),
    identity: text(),
    jobId: text('job_id'),
    externalSourceId: text('external_source_id'),
    hash: text().notNull(),
    outcome: text().notNull(),
  },
  (table) => [index('call_job').on(table.identity)],
);

/** Picklists that were replaced by hand; all others are those of the profile. */
export const picklists = instanceSchema.table('picklist', {
  name: text().primaryKey(),
  entries: json().$type<readonly Assoc[]>().notNull(),
});

export type BatchStatus = 'pending' | 'processing' | 'completed' | 'error';

/** Batches and their results, kept for a day. */
export const batches = instanceSchema.table(
  'batch',
  {
    id: text().primaryKey(),
    status: text().$type<BatchStatus>().notNull(),
    total: integer().notNull(),
    className: text('class_name').notNull(),
    responses: json().$type<readonly unknown[]>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('batch_age').on(table.createdAt)],
);

/** What the instance remembers of itself: which seed it holds. */
export const marks = instanceSchema.table('mark', {
  key: text().primaryKey(),
  value: text().notNull(),
});
