import * as z from 'zod';
import { type Many, writeBatches, writeBulk } from './batch.ts';
import { picklistEntry } from './envelopes.ts';
import { effectsIn } from './lost-answers.ts';
import type { Outcome, RecordOutcome } from './outcomes.ts';
import { type Listing, listing, listParameters, type ListQuery, type Page, pageOf } from './pages.ts';
import { ask, readAs } from './reading.ts';
import { type Collection, routes } from './routes.ts';
import { send, type Sending } from './send.ts';

export type Custom = Readonly<Record<string, unknown>>;

/** List and get of a collection. */
export type Reads<T, Q extends ListQuery> = {
  /** All records that fit, however many pages they fill. */
  readonly list: (query?: Q) => Listing<T>;
  readonly page: (query?: Q & { readonly page?: number }) => Promise<Outcome<Page<T>>>;
  readonly get: (id: string, options?: { readonly customFields?: boolean }) => Promise<Outcome<T>>;
};

export function reads<T, Q extends ListQuery = ListQuery>(
  sending: Sending,
  collection: Collection,
  record: z.ZodType<T>,
): Reads<T, Q> {
  return {
    list: (query) => listing(sending, routes.list(collection), record, listParameters(query ?? {})),
    page: (query) => pageOf(sending, routes.list(collection), record, listParameters(query ?? {})),
    get: (id, { customFields = false } = {}) =>
      ask(
        sending,
        { route: routes.get(collection, id), query: { customFields: customFields ? 1 : undefined } },
        record,
      ),
  };
}

export type Creates<T, C> = {
  /** `custom`: values of custom fields by their `apiField`. */
  readonly create: (record: C, custom?: Custom) => Promise<Outcome<T>>;
};
export type Updates<T, U> = {
  readonly update: (id: string, change: U, custom?: Custom) => Promise<Outcome<T>>;
};
export type CreatesMany<T, C> = {
  /** In batches of up to 1,000; what became of each record, in the order given. */
  readonly createMany: (records: readonly C[]) => Promise<readonly RecordOutcome<T>[]>;
  /** The deprecated form, up to 100 a call. */
  readonly bulkCreate: (records: readonly C[]) => Promise<readonly RecordOutcome<T>[]>;
};
export type UpdatesMany<T, U> = {
  readonly updateMany: (changes: readonly (U & Named)[]) => Promise<readonly RecordOutcome<T>[]>;
  readonly bulkUpdate: (changes: readonly (U & Named)[]) => Promise<readonly RecordOutcome<T>[]>;
};
/** The record that an element of a batch changes; only students have the second key. */
export type Named = { readonly id?: string; readonly schoolStudentId?: string | null | undefined };

/** How a collection is written, and what tells one record from another when an answer was lost. */
export type Writing<T> = {
  readonly collection: Collection;
  readonly record: z.ZodType<T>;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
  /** Empty where the collection has no list to look in. */
  readonly keys: readonly string[];
};

export function creates<T, C extends object>(sending: Sending, writing: Writing<T>): Creates<T, C> {
  return {
    create: async (record, custom = {}) => {
      const wrong = objection(writing.create, record);
      if (wrong !== undefined) return wrong;
      const request = { route: routes.create(writing.collection), body: { ...record, ...custom } };
      const began = sending.clock.now();
      const outcome = await ask(sending, request, writing.record);
      if (outcome.kind !== 'unavailable' || outcome.carriedOut === 'no') return outcome;
      const found = await effectsOf(writing)?.find(sending, [record], began);
      if (found === undefined) return outcome;
      const there = found.get(0);
      return there === undefined ? ask(sending, request, writing.record) : { kind: 'answered', value: there };
    },
  };
}

export function updates<T, U extends object>(sending: Sending, writing: Writing<T>): Updates<T, U> {
  return {
    update: async (id, change, custom = {}) =>
      objection(writing.update, change) ??
      ask(
        sending,
        { route: routes.update(writing.collection, id), body: { ...change, ...custom } },
        writing.record,
      ),
  };
}

export function createsMany<T, C extends object>(sending: Sending, writing: Writing<T>): CreatesMany<T, C> {
  const many = manyOf(writing, 'POST');
  return {
    createMany: (records) =>
      eachFitting(writing.create, records, (fitting) => writeBatches(sending, many, fitting)),
    bulkCreate: (records) =>
      eachFitting(writing.create, records, (fitting) => writeBulk(sending, many, fitting)),
  };
}

export function updatesMany<T, U extends object>(sending: Sending, writing: Writing<T>): UpdatesMany<T, U> {
  const many = manyOf(writing, 'PUT');
  const schema = writing.update.extend({ id: z.string().optional() });
  return {
    updateMany: (changes) => eachFitting(schema, changes, (fitting) => writeBatches(sending, many, fitting)),
    bulkUpdate: (changes) => eachFitting(schema, changes, (fitting) => writeBulk(sending, many, fitting)),
  };
}

export type PicklistEntry = z.infer<typeof picklistEntry>;

/** A picklist of a collection, as its route gives it now. */
export function picklists<F extends string>(sending: Sending, collection: Collection) {
  return {
    picklist: (field: F): Promise<Outcome<readonly PicklistEntry[]>> =>
      ask(sending, { route: routes.picklist(collection, field) }, z.array(picklistEntry)),
  };
}

/** Sends a list of right ids of a student. */
export async function changeRights<T>(
  sending: Sending,
  {
    route,
    rights,
  }: { readonly route: ReturnType<typeof routes.addRights>; readonly rights: readonly string[] },
  record: z.ZodType<T>,
): Promise<Outcome<T>> {
  const outcome = await send(sending, { route, body: rights });
  return outcome.kind === 'answered' ? readAs(record, outcome.value, route.path) : outcome;
}

function manyOf<T>(writing: Writing<T>, method: 'POST' | 'PUT'): Many<T> {
  return { collection: writing.collection, method, read: writing.record, effects: effectsOf(writing) };
}

function effectsOf<T>({ collection, record, keys }: Writing<T>) {
  return keys.length === 0 ? undefined : effectsIn(collection, record, keys);
}

/** What the specification already forbids is not sent; the others are, and every outcome stands in its record's place. */
async function eachFitting<T, R extends object>(
  schema: z.ZodObject,
  records: readonly R[],
  write: (fitting: readonly R[]) => Promise<readonly RecordOutcome<T>[]>,
): Promise<readonly RecordOutcome<T>[]> {
  const wrong = records.map((record) => objection(schema, record));
  const fitting = records.filter((_, index) => wrong[index] === undefined);
  const outcomes = fitting.length === 0 ? [] : await write(fitting);
  let next = 0;
  return wrong.map((failure) => failure ?? outcomes[next++] ?? missing);
}

const missing = { kind: 'unreadable', reason: 'the batch has no answer for this record' } as const;

/** Why a record may not be written (spec/rest-api.md, "General rules for records", 5 and 6), by field. */
function objection(schema: z.ZodObject, record: object) {
  const read = schema.safeParse(record);
  if (read.success) return undefined;
  const fieldErrors = Object.fromEntries(
    read.error.issues.map(({ path, message }) => [path.join('.'), message]),
  );
  const names = Object.keys(fieldErrors).join(', ');
  return { kind: 'invalid', reason: `not sent, wrong fields: ${names}`, fieldErrors } as const;
}
