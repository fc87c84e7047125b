import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ofListing } from './listings.ts';
import { ofTarget } from './targets.schema.ts';

/** What screening found in a listing, and what people made of it. One row a listing that was screened. */
export const screenings = pgTable(
  'screenings',
  {
    listingId: ofListing().primaryKey(),
    /** Of the listing that was screened: a changed one is screened again. */
    fingerprint: text('fingerprint').notNull(),
    score: integer('score').notNull(),
    band: text('band').$type<'clear' | 'review' | 'senior' | 'stopped'>().notNull(),
    forced: boolean('forced').notNull(),
    /** How well its employer was proven, 0 to 4. */
    proof: integer('proof').notNull().default(0),
    /** SHA-256 of its contacts, of wallets in it and of its sender, so that they are known again without keeping them. */
    contacts: text('contacts')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Domains that may be its employer's own, where the network is asked about them (`domain_facts`). */
    domains: text('domains')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    signals: jsonb('signals').$type<readonly Readonly<Record<string, unknown>>[]>().notNull(),
    /** `open` waits for a person; `clear` needs none. */
    state: text('state').$type<'clear' | 'open' | 'approved' | 'changes' | 'rejected'>().notNull(),
    /** What staff saw when they approved: a change of it needs them again (signal 35). */
    approved: jsonb('approved').$type<Readonly<Record<string, unknown>>>(),
    note: text('note'),
    screenedAt: instant('screened_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    /** The first of two people where the band wants two. */
    secondedBy: text('seconded_by'),
    /** The page of the form that a change is asked on. */
    asks: text('asks'),
    /** Why its employer wants another look, once. */
    appeal: text('appeal'),
    appealedAt: instant('appealed_at'),
  },
  (table) => [
    index('screenings_open')
      .on(table.score, table.listingId)
      .where(sql`${table.state} = 'open'`),
    index('screenings_approved')
      .on(table.decidedAt)
      .where(sql`${table.state} = 'approved'`),
    // Whether there is any at all is asked for each batch that is screened.
    index('screenings_rejected')
      .on(table.listingId)
      .where(sql`${table.state} = 'rejected'`),
    index('screenings_rejected_contacts')
      .using('gin', table.contacts)
      .where(sql`${table.state} = 'rejected'`),
    index('screenings_contacts')
      .using('gin', table.contacts)
      .where(sql`${table.contacts} <> '{}'`),
    index('screenings_domains')
      .using('gin', table.domains)
      .where(sql`${table.domains} <> '{}'`),
  ],
);

/** What the network said of a domain that jobs of feeds name as their employer's; null for what nobody knows. */
export const domainFacts = pgTable(
  'domain_facts',
  {
    domain: text('domain').primaryKey(),
    /** When it is to be looked up, for the first time or again. */
    dueAt: instant('due_at').notNull(),
    /** The last try, whether it was answered or not: the limit a day counts these. */
    lookedUpAt: instant('looked_up_at'),
    registeredAt: instant('registered_at'),
    hasMx: boolean('has_mx'),
    siteAnswers: boolean('site_answers'),
  },
  (table) => [
    index('domain_facts_due').on(table.dueAt),
    index('domain_facts_looked_up').on(table.lookedUpAt),
  ],
);

/** A school's own decision about a job that its policy, or its staff, holds back. */
export const schoolReviews = pgTable(
  'school_reviews',
  {
    targetId: ofTarget(),
    listingId: ofListing(),
    state: text('state').$type<'open' | 'approved' | 'rejected'>().notNull(),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    /** Why staff of the school decided so; its employer reads it. */
    note: text('note'),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.listingId] }),
    index('school_reviews_open')
      .on(table.targetId, table.listingId)
      .where(sql`${table.state} = 'open'`),
  ],
);

/** A school's policy: what becomes of a job that meets a rule. Not fraud. */
export const schoolPolicies = pgTable('school_policies', {
  targetId: ofTarget().primaryKey(),
  /** By rule: `review` or `refuse`. */
  rules: jsonb('rules').$type<Readonly<Record<string, 'review' | 'refuse'>>>().notNull(),
  /** Every new job of the form waits for this school's staff. */
  approvesForms: boolean('approves_forms').notNull().default(false),
});

/** Employers that are taken down everywhere: by company key or registrable domain. */
export const blockedEmployers = pgTable(
  'blocked_employers',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<'company' | 'domain' | 'mail'>().notNull(),
    value: text('value').notNull(),
    reason: text('reason').notNull(),
    blockedBy: text('blocked_by').notNull(),
    blockedAt: instant('blocked_at').notNull(),
    liftedBy: text('lifted_by'),
    liftedAt: instant('lifted_at'),
  },
  (table) => [
    index('blocked_employers_value')
      .on(table.kind, table.value)
      .where(sql`${table.liftedAt} is null`),
  ],
);

/** What readers of a job say about it, by the link that a school shows. */
export const jobReports = pgTable(
  'job_reports',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    listingId: ofListing(),
    why: text('why').$type<'money' | 'data' | 'false' | 'gone' | 'other'>().notNull(),
    text: text('text').notNull(),
    /** Where the reader may be written to; kept as long as the report is open. */
    email: text('email'),
    reportedAt: instant('reported_at').notNull(),
    settledBy: text('settled_by'),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('job_reports_open')
      .on(table.listingId)
      .where(sql`${table.settledAt} is null`),
  ],
);

/** Employers that staff know, or whose number or papers they checked: by their own domain, or by one address if they have no domain. */
export const employerProofs = pgTable(
  'employer_proofs',
  {
    kind: text('kind').$type<'domain' | 'mail'>().notNull(),
    value: text('value').notNull(),
    /** 3: known, or vouched for. 4: a document was seen, or a number found independently was called. */
    level: integer('level').$type<3 | 4>().notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.value] })],
);
