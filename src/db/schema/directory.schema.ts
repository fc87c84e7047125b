import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ofTarget } from './targets.schema.ts';

/** A target's employers as its REST service last gave them. Rows of one target never leave it. */
export const directoryEmployers = pgTable(
  'directory_employers',
  {
    targetId: ofTarget(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    alias: text('alias'),
    /** What two spellings of one company share; of the alias too, where there is one. */
    key: text('key').notNull(),
    aliasKey: text('alias_key'),
    /** Folded name and alias, for look-up by trigrams. */
    folded: text('folded').notNull(),
    /** Registrable domain of its site. */
    domain: text('domain'),
    taxId: text('tax_id'),
    importedId: text('imported_id'),
    website: text('website'),
    contactId: text('contact_id'),
    lastModified: instant('last_modified'),
    /** When a pull last gave it. */
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.id] }),
    index('directory_employers_key').on(table.targetId, table.key),
    index('directory_employers_alias').on(table.targetId, table.aliasKey),
    index('directory_employers_domain').on(table.targetId, table.domain),
    index('directory_employers_tax_id').on(table.targetId, table.taxId),
    index('directory_employers_imported_id').on(table.targetId, table.importedId),
    index('directory_employers_any_key').on(table.key),
    index('directory_employers_any_alias').on(table.aliasKey),
    index('directory_employers_any_domain').on(table.domain),
    index('directory_employers_words').using('gin', sql`${table.folded} gin_trgm_ops`),
  ],
);

/** Contacts that we met: by a link, in a network registration, or created by us. */
export const directoryContacts = pgTable(
  'directory_contacts',
  {
    targetId: ofTarget(),
    id: text('id').notNull(),
    email: text('email').notNull(),
    name: text('name'),
    employerId: text('employer_id'),
    from: text('met_by').$type<'link' | 'network' | 'created'>().notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.id] }),
    index('directory_contacts_email').on(table.targetId, table.email),
  ],
);

/** How fresh a target's mirror is. */
export const directoryMirrors = pgTable('directory_mirrors', {
  targetId: ofTarget().primaryKey(),
  /** All changes up to then are here; null before the first whole pull. */
  asOf: instant('as_of'),
  /** When all employers were last pulled, not only those that changed. */
  fullAt: instant('full_at'),
  employers: integer('employers').notNull().default(0),
  /** Why the last pull ended early. */
  trouble: text('trouble'),
  nextAt: instant('next_at').notNull(),
  /** Who finds or creates records there now, and until when nobody else may: two at once would create one employer twice. */
  heldBy: text('held_by'),
  heldUntil: instant('held_until'),
});

export type NameCandidate = { readonly id: string; readonly name: string };

/** Under which name an employer of ours is written at a target, and what a person has to decide about it. */
export const directoryNames = pgTable(
  'directory_names',
  {
    targetId: ofTarget(),
    key: text('key').notNull(),
    /** Registrable domain of the employer's site; empty where its jobs name none. */
    domain: text('domain').notNull(),
    name: text('name').notNull(),
    employerId: text('employer_id'),
    /** `own`: unknown there; `known`: surely theirs; `asked`: doubtful, waits for a person; `decided`: by a person. */
    state: text('state').$type<'own' | 'known' | 'asked' | 'decided'>().notNull(),
    why: text('why'),
    candidates: jsonb('candidates').$type<readonly NameCandidate[]>().notNull(),
    at: instant('at').notNull(),
    decidedBy: text('decided_by'),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.key, table.domain] }),
    index('directory_names_asked')
      .on(table.targetId, table.at)
      .where(sql`${table.state} = 'asked'`),
  ],
);
