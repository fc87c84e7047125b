import { boolean, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** People who sign in. The columns that better-auth wants, and what they may do and see. */
export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  role: text('role').$type<'viewer' | 'reviewer' | 'operator' | 'admin'>().notNull(),
  /** Names of the targets and sources that the person sees; null: all. */
  targets: text('targets').array(),
  sources: text('sources').array(),
  /** Somebody who left: cannot sign in, stays in the records. */
  closedAt: instant('closed_at'),
});

/** Signed-in browsers. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_of_user').on(table.userId)],
);

/** How a person proves who they are: a password (hashed), or an account at the campus sign-on. */
export const credentials = pgTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('credentials_of_user').on(table.userId)],
);

/** Short-lived values of a sign-on that is under way. */
export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_by_identifier').on(table.identifier)],
);

/** Links that let one person in once to choose a password. Only the link's fingerprint is kept. */
export const entryLinks = pgTable('entry_links', {
  fingerprint: text('fingerprint').primaryKey(),
  /** Null: the person who opens it becomes the first operator. */
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

/** What programs show to be let in. Only the token's fingerprint is kept. */
export const apiTokens = pgTable('api_tokens', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  fingerprint: text('fingerprint').notNull().unique(),
  scopes: jsonb('scopes').$type<readonly ('read' | 'write' | 'approve' | 'admin' | 'metrics')[]>().notNull(),
  targets: text('targets').array(),
  sources: text('sources').array(),
  createdBy: text('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  /** To the hour: one write an hour at most. */
  usedAt: instant('used_at'),
  revokedAt: instant('revoked_at'),
});

/** Wrong passwords, counted by account, network and known browser; keys are fingerprints. */
export const signInFailures = pgTable('sign_in_failures', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  firstAt: instant('first_at').notNull(),
});

/** Answers to POSTs that carried an Idempotency-Key: the same request again gets the same answer, and is done once. */
export const replays = pgTable(
  'replays',
  {
    actor: text('actor').notNull(),
    key: text('key').notNull(),
    /** Of method, path and body: the same key with another request is refused. */
    request: text('request').notNull(),
    /** Null while the first request is under way. */
    status: integer('status'),
    body: text('body'),
    location: text('location'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.actor, table.key] }), index('replays_by_age').on(table.createdAt)],
);

/** Rows that a person picked in a form with several pages: all or none, but for some. Kept for 7 days. */
export const picks = pgTable(
  'picks',
  {
    actor: text('actor').notNull(),
    /** Of what: `hold:12`. */
    form: text('form').notNull(),
    isAll: boolean('is_all').notNull(),
    except: jsonb('except').$type<readonly string[]>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.actor, table.form] }), index('picks_by_age').on(table.at)],
);
