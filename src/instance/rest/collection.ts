import type { SQL } from 'drizzle-orm';
import type * as z from 'zod';
import type { InstanceDb } from '../database.ts';
import type { Instance } from '../reference-instance.ts';
import type { Collection, Stored } from '../instance-records.ts';
import type { RecordData } from '../instance-schema.ts';
import type { FieldMessages } from './replies.ts';

/** A record collection of the REST API: its schemas, its routes, and its rules. */
export type CollectionSpec = {
  readonly name: Collection;
  readonly className: string;
  readonly record: z.ZodObject;
  readonly write?: z.ZodObject;
  readonly required: readonly string[];
  readonly offers: ReadonlySet<Offer>;
  /** Whether `customFields=1` shows custom fields, and bodies may carry them. */
  readonly customFields: boolean;
  /** Extra list filters: the condition for a value, or what is wrong with it. */
  readonly filters?: Readonly<Record<string, (value: string, instance: Instance) => Filter>>;
  /** Picklist routes: field to picklist. */
  readonly picklists?: Readonly<Record<string, string>>;
  /** How a batch update may name a record other than by its id. */
  readonly otherKey?: {
    readonly field: string;
    readonly find: (db: InstanceDb, key: string) => Promise<Stored | undefined>;
  };
  /** What only this collection does when a record is written, between the reading of the fields and the storing. */
  readonly complete?: Complete;
};

export type Offer = 'list' | 'get' | 'create' | 'update' | 'batch create' | 'batch update';

type Filter =
  | { readonly kind: 'where'; readonly sql: SQL | undefined }
  | { readonly kind: 'wrong'; readonly message: string };

/** Brings the fields of a write in their stored form, and stores what else belongs to it. */
type Complete = (
  instance: Instance,
  tx: InstanceDb,
  writing: {
    readonly id: string;
    readonly before: Stored | undefined;
    readonly change: RecordData;
  },
) => Promise<Completed>;

export type Completed =
  | { readonly kind: 'complete'; readonly change: RecordData }
  | { readonly kind: 'wrong'; readonly errors: FieldMessages };

export function offers(...list: readonly Offer[]): ReadonlySet<Offer> {
  return new Set(list);
}
