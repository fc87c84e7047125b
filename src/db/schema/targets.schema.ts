import { boolean, doublePrecision, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Refusals of different jobs with one text. `counting`: they arrived in a row. `open`: so many that the target is in trouble, and its circuit
 * open. `probed`: a job that it knows was taken since. `excused`: it is the jobs that are at fault; until then this text counts no more.
 */
export type Refusals = {
  readonly text: string;
  readonly jobs: readonly number[];
  readonly stage: 'counting' | 'open' | 'probed' | 'excused';
  /** ISO 8601, of those that are excused. */
  readonly until?: string;
};

/** How a target is reached and spoken to; secrets are named, never stored. */
export type TargetDefinition = {
  readonly soap: {
    readonly url: string;
    readonly namespace: string;
    /** Address or file of the instance's own WSDL. */
    readonly wsdl?: string;
    /** With `{endpoint}`, `{namespace}` and `{operation}` filled in. */
    readonly soapAction?: string;
    readonly auth?: {
      readonly kind: 'none' | 'basic' | 'bearer' | 'wsse' | 'wsse-digest';
      readonly user?: string;
      readonly secretEnv?: string;
    };
    readonly headers?: Readonly<Record<string, string>>;
    readonly charset?: string;
    /** A regular expression: a `processJob` answer that it matches is a refusal. */
    readonly refusalPattern?: string;
    /** Names of the secrets with the client's certificate and key in PEM. */
    readonly clientCertificate?: { readonly certEnv: string; readonly keyEnv: string };
  };
  readonly rest?: {
    readonly url: string;
    readonly tokenEnv?: string;
    /** The school agreed that student data may be read and written; nothing of the product does. */
    readonly allowStudents?: boolean;
    /** The school agreed that links of records outside the tables of the specification may be followed. */
    readonly followLinks?: boolean;
    /** The school agreed that the employers and contacts of form jobs are created in its directory. */
    readonly createEmployers?: boolean;
  };
  /** One `external_source_id` for all sources; absent: each source's own. */
  readonly sourceId?: string;
  /** Form of `job_id` where one source id serves all; `{source}` and `{job_id}` stand for the two. */
  readonly idTemplate?: string;
  /** Further picklist fields that the target offers, beside the list fields and `industry`. */
  readonly picklistFields?: readonly string[];
  /** Fields without which this target takes no job. */
  readonly requiredFields?: readonly string[];
  /** Fields that this target does not take (its WSDL lacks them). */
  readonly omittedFields?: readonly string[];
  readonly routing?: readonly RoutingRule[];
  readonly agreement?: { readonly holder?: string; readonly from?: string; readonly to?: string };
  /** ISO 3166-1 alpha-2 of the school; for its policy on work abroad. */
  readonly country?: string;
  /** Its words for the ways to apply (`resume_mode`), where it has no picklist of them. */
  readonly resumeModes?: { readonly web?: string; readonly email?: string; readonly school?: string };
  readonly form?: SchoolInForm;
};

/** What the hosted form says about a school, and how it takes jobs there. */
export type SchoolInForm = {
  /** As employers know it: `Northfield State University`. */
  readonly title?: string;
  /** What it says about jobs: `Asks for a pay range.` */
  readonly rules?: string;
  /** How soon it usually decides: `within 2 working days`. */
  readonly decides?: string;
  /** A job is shown there for at most so many days. */
  readonly longestDays?: number;
  /** It takes no new jobs before this day, `YYYY-MM-DD`. */
  readonly closedUntil?: string;
  /** It can show a job without its employer's name (`blind_flag`). */
  readonly hidesNames?: boolean;
  /** It shows questions for applicants, at the end of the description. */
  readonly questions?: boolean;
  /** Where it is, what it is, and how many students it has: employers find schools by these. */
  readonly place?: string;
  readonly kind?: string;
  readonly students?: number;
  /** `false`: the form does not offer it. */
  readonly offered?: boolean;
};

/** The first rule that matches decides; see publishing. */
export type RoutingRule = {
  readonly field:
    | 'country'
    | 'state'
    | 'city'
    | 'workplace'
    | 'type'
    | 'function'
    | 'level'
    | 'words'
    | 'employer'
    | 'source'
    | 'age';
  readonly op: 'is' | 'is not' | 'has' | 'has not' | 'over' | 'under';
  readonly values: readonly string[];
  readonly then: 'send' | 'skip';
};

/** What a check of the connection found, part by part. */
export type ConnectionCheck = {
  /** ISO 8601. */
  readonly at: string;
  readonly ms: number;
  readonly tests: readonly {
    readonly what: string;
    readonly outcome: 'passed' | 'not passed' | 'not tested';
    readonly numbers: string;
  }[];
};

/** Secrets that were typed into a page, by the name that the definition has for each; `sealed` by `db/vault.ts`. */
export type StoredSecrets = Readonly<
  Record<
    string,
    { readonly sealed: string; readonly tail: string | null; readonly at: string; readonly by: string }
  >
>;

/** `leaving`: everything there is taken down, then it is `removed`; its ledger is never deleted. */
export type TargetState = 'active' | 'paused' | 'leaving' | 'removed';

export const targets = pgTable('targets', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  definition: jsonb('definition').$type<TargetDefinition>().notNull(),
  /** The text of its own WSDL, where the definition names one and it was read and can be used. */
  wsdl: text('wsdl'),
  secrets: jsonb('secrets').$type<StoredSecrets>().notNull().default({}),
  state: text('state').$type<TargetState>().notNull(),
  /** The reference instance that `up` starts. */
  builtIn: boolean('built_in').notNull().default(false),
  /** Its first plan waits for a person. */
  reviewFirst: boolean('review_first').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  /** The circuit: failures in a row, and until when no call is made. */
  failures: integer('failures').notNull().default(0),
  openUntil: instant('open_until'),
  lastAnswerAt: instant('last_answer_at'),
  lastTrouble: text('last_trouble'),
  /** Refusals of different jobs with one text (rule R22). */
  refusals: jsonb('refusals').$type<Refusals>(),
  /** Calls that a plan makes due wait until then: a decision can still be taken back. */
  callsAfter: instant('calls_after'),
  /** The last check of its connection, as it is defined now. */
  lastCheck: jsonb('last_check').$type<ConnectionCheck>(),
  /** When it was last compared with what is wanted. */
  reconciledAt: instant('reconciled_at'),
  /** Version of everything that turns listings into postings there; another one, or null, compares every listing again. */
  mappingVersion: text('mapping_version'),
  /** Whether a canary proved that repeating a call is safe. */
  repeatsSafe: text('repeats_safe').$type<'assumed' | 'proven' | 'disproven'>().notNull().default('assumed'),
  /** Shapes of `processJob` answers that a canary or a person confirmed (rule R23). */
  usualAnswers: jsonb('usual_answers').$type<readonly string[]>().notNull().default([]),
});

/** The column of a row that goes with its target. */
export const ofTarget = () =>
  integer('target_id')
    .notNull()
    .references(() => targets.id, { onDelete: 'cascade' });

/** The use of a REST token, shared by all processes; the token itself is not here. */
export const restTokens = pgTable('rest_tokens', {
  /** SHA-256 of base address and token. */
  key: text('key').primaryKey(),
  level: doublePrecision('level').notNull(),
  at: instant('at').notNull(),
  used: integer('used').notNull(),
  daily: integer('daily').notNull(),
  dayEnds: instant('day_ends').notNull(),
  heldUntil: instant('held_until'),
  /** Who runs a batch, and until when that is believed without another sign. */
  batchHolder: text('batch_holder'),
  batchUntil: instant('batch_until'),
});
