import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { listings } from './listings.ts';

/** `draft`: being written. `sent`: waits for its mail address to be confirmed. */
export type SubmissionState = 'draft' | 'sent' | 'confirmed' | 'closed';

/** What the form noticed while it was filled in. */
export type SubmissionBehavior = {
  readonly honeypotFilled?: boolean;
  readonly secondsToSend?: number;
  readonly focusEvents?: number;
  /** The browser did the proof of work; without script it is missing, and a person reviews the job. */
  readonly worked?: boolean;
  /** It was begun as a copy on the page of a confirmed job. */
  readonly copied?: boolean;
  /** Prints of the answers that an advert filled in, by the name of the field. */
  readonly advert?: Readonly<Record<string, string>>;
  /** The proxy says that it was sent from a hosting or Tor network. */
  readonly fromHosting?: boolean;
  /** Prints of the network and the browser it was sent from, keyed. */
  readonly sender?: { readonly network?: string; readonly device?: string };
  /** What look-ups said when it was confirmed, where they are allowed. */
  readonly network?: {
    readonly domainAgeDays?: number;
    readonly hasMx?: boolean;
    readonly siteAnswers?: boolean;
  };
};

/** Jobs that employers write in the form. */
export const submissions = pgTable(
  'submissions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The `job_id` that schools get: letters and digits that say nothing. */
    jobId: text('job_id').notNull().unique(),
    state: text('state').$type<SubmissionState>().notNull().default('draft'),
    /** Confirmed address, lower case; links to the job go only there. */
    email: text('email'),
    /** What is being written now: of a new job, or of a change to one. */
    draft: jsonb('draft').$type<Readonly<Record<string, readonly string[]>>>().notNull().default({}),
    /** What was confirmed last. */
    answers: jsonb('answers').$type<Readonly<Record<string, readonly string[]>>>(),
    behavior: jsonb('behavior').$type<SubmissionBehavior>().notNull().default({}),
    /** The language that it is written in, and that its mails use. */
    language: text('language').notNull().default('en'),
    /** Which words of the declarations were agreed to. */
    declared: text('declared'),
    listingId: bigint('listing_id', { mode: 'number' }).references(() => listings.id, {
      onDelete: 'set null',
    }),
    createdAt: instant('created_at').notNull(),
    touchedAt: instant('touched_at').notNull(),
    sentAt: instant('sent_at'),
    confirmedAt: instant('confirmed_at'),
    closedAt: instant('closed_at'),
    /** What its employer was told already, and when: `accepted northfield`, `change <time>`, `expiring <day>`, `closed`. */
    told: jsonb('told').$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  (table) => [
    index('submissions_email').on(table.email),
    index('submissions_unconfirmed')
      .on(table.touchedAt)
      .where(sql`${table.confirmedAt} is null`),
  ],
);

/** The employer that new jobs of an address begin with, where its owner saved one. */
export const employerProfiles = pgTable('employer_profiles', {
  /** Lower case, proven by a link. */
  email: text('email').primaryKey(),
  /** Answers of the page about the employer. */
  answers: jsonb('answers').$type<Readonly<Record<string, readonly string[]>>>().notNull(),
  savedAt: instant('saved_at').notNull(),
});

/** What a link, a code or a browser shows to be let in; only its fingerprint is kept. */
export const submissionTokens = pgTable(
  'submission_tokens',
  {
    fingerprint: text('fingerprint').primaryKey(),
    submissionId: bigint('submission_id', { mode: 'number' })
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    /** `confirm`: the link of the mail, once. `code`: its six digits. `manage`: the job's page. `jobs`: all jobs of an address. `draft`: the browser that writes. `continue`: back to a draft. */
    purpose: text('purpose').$type<'confirm' | 'code' | 'manage' | 'jobs' | 'draft' | 'continue'>().notNull(),
    /** The address that it went to. */
    email: text('email'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [index('submission_tokens_of').on(table.submissionId, table.purpose)],
);

/** How often something was done in a stretch of time, by whom as a fingerprint. */
export const formRateLimits = pgTable(
  'form_turns',
  {
    key: text('key').notNull(),
    since: instant('since').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.since] })],
);
