import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';
import { ofListing, listings } from './listings.ts';

/** Listings as the rules of duplicates see them: keys and prints, found by key (rule D11). One row a listing that was judged. */
export const adverts = pgTable(
  'adverts',
  {
    listingId: ofListing().primaryKey(),
    /** Of the listing it was made from: a changed one is judged again. */
    fingerprint: text('fingerprint').notNull(),
    sourceId: integer('source_id').notNull(),
    kind: text('kind').$type<'form' | 'ats' | 'site' | 'partner' | 'aggregator'>().notNull(),
    multiEmployer: boolean('multi_employer').notNull(),
    company: text('company').notNull(),
    aliases: jsonb('aliases').$type<readonly string[]>().notNull(),
    title: text('title').notNull(),
    places: jsonb('places')
      .$type<readonly { readonly city: string; readonly subdivision: string; readonly country: string }[]>()
      .notNull(),
    urls: jsonb('urls').$type<readonly string[]>().notNull().default([]),
    /** Ascending 32-bit shingles, little-endian. */
    shingles: bytes('shingles').notNull(),
    /** 64 numbers of 32 bits, little-endian. */
    signature: bytes('signature').notNull(),
    length: integer('length').notNull(),
    teaser: boolean('teaser').notNull(),
    postedAt: instant('posted_at'),
    /** Compared with the others since it was made. */
    judged: boolean('judged').notNull(),
    /** Name of the group of copies; null while it is alone. */
    groupName: bigint('group_name', { mode: 'number' }),
  },
  (table) => [
    index('adverts_group')
      .on(table.groupName)
      .where(sql`${table.groupName} is not null`),
  ],
);

/**
 * The keys under which adverts are found: addresses, company with title and town, title with town, bands of the signature; 32-bit
 * hashes. A table of its own, since look-ups in a GIN index are slow after many writes.
 */
export const advertKeys = pgTable(
  'advert_keys',
  {
    key: integer('key').notNull(),
    listingId: bigint('listing_id', { mode: 'number' })
      .notNull()
      .references(() => adverts.listingId, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.listingId] }),
    index('advert_keys_of').on(table.listingId),
  ],
);

/** Every merge, repost, flag and split, with its reason; reversible (rule D10). */
export const duplicateDecisions = pgTable(
  'duplicate_decisions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<'merge' | 'repost' | 'flag' | 'split'>().notNull(),
    a: bigint('a', { mode: 'number' })
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    b: bigint('b', { mode: 'number' })
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    rule: text('rule').notNull(),
    score: real('score').notNull(),
    evidence: text('evidence').notNull(),
    /** `rules`, or an operator's e-mail. */
    decidedBy: text('decided_by').notNull(),
    decidedAt: instant('decided_at').notNull(),
    /** Taken back, or answered by a later decision. */
    endedBy: text('ended_by'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('duplicate_decisions_a').on(table.a),
    index('duplicate_decisions_b').on(table.b),
    index('duplicate_decisions_open')
      .on(table.kind, table.id)
      .where(sql`${table.endedAt} is null`),
  ],
);

/** In how many texts each shingle stands: one row, packed (rule D7). */
export const shingleCounts = pgTable('shingle_counts', {
  id: integer('id').primaryKey(),
  texts: integer('texts').notNull(),
  cells: bytes('cells').notNull(),
});
