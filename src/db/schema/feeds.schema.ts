import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
} from 'drizzle-orm/pg-core';
import { isSealed, opened, seal, unopened } from '../vault.ts';
import { bytes, instant } from './columns.ts';
import type { RoutingRule } from './targets.schema.ts';

/** Where a job comes from: a feed, or the hosted form. Its name is what commands call SOURCE. */
export const sources = pgTable('sources', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  kind: text('kind').$type<'feed' | 'form'>().notNull(),
  /** What the service calls `external_source_id`; by default the name. */
  externalSourceId: text('external_source_id').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** The column of a row that goes with its source. */
export const ofSource = () =>
  integer('source_id')
    .notNull()
    .references(() => sources.id, { onDelete: 'cascade' });

/** `removed`: its jobs are taken down. `left`: removed too, but its jobs stay up, as they are. */
export type FeedState = 'active' | 'paused' | 'removed' | 'left';

/** A feed as defined: in `feeds/*.yaml`, by the command, or on the page. */
export type FeedDefinition = {
  readonly url: string;
  /** `auto` detects. */
  readonly adapter: string;
  /** `15m`, `6h`, `1d`. */
  readonly every?: string;
  readonly cron?: string;
  /** Names of targets; absent: every active one. */
  readonly targets?: readonly string[];
  readonly employer?: string;
  readonly employerMode?: 'fill' | 'override';
  readonly dateOrder?: 'dmy' | 'mdy';
  readonly timeZone?: string;
  readonly country?: string;
  readonly useContacts?: boolean;
  /** An aggregator or agency: company names do not identify employers (rule D6). */
  readonly multiEmployer?: boolean;
  /** How near the source is to the employer, for rule D9. */
  readonly kind?: 'ats' | 'site' | 'partner' | 'aggregator';
  readonly owner?: string;
  /** What allows the jobs to be republished; without one they are never published. */
  readonly right?: 'own' | 'permission' | 'license' | { readonly attribution: string };
  readonly routing?: readonly RoutingRule[];
  /** Labels where the feed gives none, by picklist field (rule M2, step 9). */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Absence never removes: the document is a window of the latest N. */
  readonly window?: boolean;
  /** Paths of a `custom` feed. */
  readonly mapping?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of secrets whose values are sent as headers. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  /** Each row has its details at an address of its own, fetched politely. */
  readonly details?: boolean;
};

/** A definition; addresses that may hold a key, and headers, are sealed in the database. */
const sealedDefinition = customType<{ data: FeedDefinition; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (definition) => JSON.stringify(withSecrets(definition, seal)),
  fromDriver: (value) =>
    withSecrets((typeof value === 'string' ? JSON.parse(value) : value) as FeedDefinition, opened),
});

function withSecrets(definition: FeedDefinition, turn: (text: string) => string): FeedDefinition {
  const { url, headers } = definition;
  const mayHoldKey = isSealed(url) || url === unopened || /^https?:.*[?@#]/is.test(url);
  return {
    ...definition,
    url: mayHoldKey ? turn(url) : url,
    ...(headers === undefined
      ? {}
      : { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, turn(value)])) }),
  };
}

export const feeds = pgTable(
  'feeds',
  {
    sourceId: ofSource().primaryKey(),
    definition: sealedDefinition('definition').notNull(),
    state: text('state').$type<FeedState>().notNull(),
    /** The file it was applied from; `detached` when it was changed elsewhere since. */
    file: text('file'),
    detached: boolean('detached').notNull().default(false),
    sample: boolean('sample').notNull().default(false),
    reviewFirst: boolean('review_first').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    nextAt: instant('next_at').notNull(),
    /** When the last counted run began: it has not moved the promised days that were over by then (rule R0). */
    countedAt: instant('counted_at'),
    /** Claimed for reading until then. */
    leaseUntil: instant('lease_until'),
    leaseBy: text('lease_by'),
    failures: integer('failures').notNull().default(0),
    /** How often listings were left to be compared and screened since all of them were; 0: none waits. */
    unjudged: integer('unjudged').notNull().default(1),
    /** It is more than a Cloudflare Worker reads in one go: only workers on Node claim it. */
    nodeOnly: boolean('node_only').notNull().default(false),
    /** Validators and politeness of the address: ETag, Last-Modified, not before, robots. */
    fetchState: jsonb('fetch_state').$type<FetchState>().notNull().default({}),
  },
  (table) => [index('feeds_due').on(table.nextAt)],
);

export type FetchState = {
  readonly etag?: string;
  readonly lastModified?: string;
  /** SHA-256 of the last complete body. */
  readonly digest?: string;
};

export type RunState = 'running' | 'complete' | 'truncated' | 'unchanged' | 'failed' | 'opted_out';

/** One reading of one feed, with its proof of completeness (rule R1). */
export const runs = pgTable(
  'runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    sourceId: ofSource(),
    state: text('state').$type<RunState>().notNull(),
    reason: text('reason'),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    /** Version of adapter, normalizer and definition that read it (rule R19). */
    version: text('version').notNull(),
    digest: text('digest'),
    /** Its run is held: what it found is unusual. */
    held: boolean('held').notNull().default(false),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    items: integer('items').notNull().default(0),
    listings: integer('listings').notNull().default(0),
    rejected: integer('rejected').notNull().default(0),
    merged: integer('merged').notNull().default(0),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    missing: integer('missing').notNull().default(0),
    /** Evidence for the state, rejected items with reasons (bounded), repairs, coverage of fields. */
    proof: jsonb('proof').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  },
  (table) => [index('runs_of_source').on(table.sourceId, table.id)],
);

/** A document in doubt beside the rows that its run staged: entries of the last snapshot that it has too, packed. The newest of a feed only. */
export const heldDocuments = pgTable('held_documents', {
  runId: bigint('run_id', { mode: 'number' })
    .primaryKey()
    .references(() => runs.id, { onDelete: 'cascade' }),
  sourceId: ofSource().unique(),
  items: bytes('items').notNull(),
});

/** Which listings a run counted, by id; only of runs that counted any, and as long as postings are kept (`delist.keepDays`). */
export const runJobs = pgTable('run_jobs', {
  runId: bigint('run_id', { mode: 'number' })
    .primaryKey()
    .references(() => runs.id, { onDelete: 'cascade' }),
  /** Known before, gone, and listed again: with those first seen then, what the run calls new. */
  returned: jsonb('returned').$type<readonly number[]>().notNull(),
  changed: jsonb('changed').$type<readonly number[]>().notNull(),
  missing: jsonb('missing').$type<readonly number[]>().notNull(),
});

/** What the last complete run listed, packed: item fingerprints with listing ids. One row a feed, written when it is another than before. */
export const snapshots = pgTable('snapshots', {
  sourceId: ofSource().primaryKey(),
  runId: bigint('run_id', { mode: 'number' }).notNull(),
  version: text('version').notNull(),
  /** Stored as it is (`storage external`, which drizzle cannot say): trying to compress it cost most of writing it. */
  items: bytes('items').notNull(),
});

/** What we remember of an origin (`https://host`): what it says about machines, and when we last asked it for anything. */
export const origins = pgTable('origins', {
  origin: text('origin').primaryKey(),
  robots: jsonb('robots').$type<Readonly<Record<string, unknown>>>(),
  nextAt: instant('next_at'),
});

/** A feed that somebody is adding on the page: what was found at its address, and what was chosen so far. */
export const feedDrafts = pgTable('feed_drafts', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** Without its id, name or marks: those come when it is added. */
  definition: sealedDefinition('definition').notNull(),
  name: text('name').notNull(),
  state: text('state').$type<'reading' | 'read' | 'failed' | 'added'>().notNull(),
  /** Items that the reading has seen so far. */
  items: integer('items').notNull().default(0),
  /** What was found; null while it is read. */
  found: jsonb('found').$type<Readonly<Record<string, unknown>>>(),
  reason: text('reason'),
  createdBy: text('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  /** When the last reading began. */
  startedAt: instant('started_at').notNull(),
});
