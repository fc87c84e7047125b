import * as z from 'zod';
import type { Kinds } from '../core/check-options.ts';
import { type Many, writeBatches, writeBulk } from './rest-batch.ts';
import { type PicklistEntry, picklistEntry } from './envelopes.ts';
import { effectsIn } from './lost-answers.ts';
import type { Outcome, RecordOutcome } from './outcomes.ts';
import {
  type ListRequest,
  customFieldsParameter,
  type Listing,
  listing,
  listParameters,
  type ListQuery,
  type Page,
  pageOf,
} from './rest-pages.ts';
import { ask } from './rest-reading.ts';
import { type Collection, routes } from './rest-routes.ts';
import { callKinds, type CallOptions, type Sending, withOptions } from './rest-send.ts';
import { objectionsTo, type WriteRules } from './write-check.ts';

/** Options of a call that answers with a record. `customFields`: 1 or true adds them to the record. */
export type RecordOptions = CallOptions & { readonly customFields?: ListRequest };
/** What each of them may be. */
export const recordKinds: Kinds<RecordOptions> = { ...callKinds, customFields: 'anything' };

/** List and get of a collection. */
export type Reads<T, Q extends ListQuery> = {
  /** All records that fit, however many pages they fill. */
  readonly list: (query?: Q, options?: CallOptions) => Listing<T>;
  /** One page: 20 records, or `perPage` of them, at most 500. */
  readonly page: (query?: Q & { readonly page?: number }, options?: CallOptions) => Promise<Outcome<Page<T>>>;
  readonly get: (id: string, options?: RecordOptions) => Promise<Outcome<T>>;
};

export function reads<T, Q extends ListQuery = ListQuery>(
  sending: Sending,
  collection: Collection,
  record: z.ZodType<T>,
): Reads<T, Q> {
  const route = routes.list(collection);
  return {
    list: (query, options) => listing(sending, route, record, listParameters(query ?? {}), options),
    page: async (query, options) =>
      pageOf(withOptions(sending, options), route, record, listParameters(query ?? {})),
    get: async (id, options) =>
      ask(
        withOptions(sending, options, recordKinds),
        { route: routes.get(collection, id), query: parametersOf(options) },
        record,
      ),
  };
}

export type Creates<T, C> = {
  readonly create: (record: C, options?: RecordOptions) => Promise<Outcome<T>>;
};
export type Updates<T, U> = {
  readonly update: (id: string, change: U, options?: RecordOptions) => Promise<Outcome<T>>;
};
/** Outcomes are in the order of the records. */
type WriteMany<T, R> = (
  records: readonly R[],
  options?: RecordOptions,
) => Promise<readonly RecordOutcome<T>[]>;
type CreatesMany<T, C> = {
  /** In batches of up to 1,000. */
  readonly createMany: WriteMany<T, C>;
  /** The deprecated form, up to 100 a call. */
  readonly bulkCreate: WriteMany<T, C>;
};
export type UpdatesMany<T, U> = {
  readonly updateMany: WriteMany<T, U & Named>;
  readonly bulkUpdate: WriteMany<T, U & Named>;
};
/** The record that an element of a batch changes; only students have the second key. */
export type Named = { readonly id?: string; readonly schoolStudentId?: string | null | undefined };

/** How a collection is written, and what tells one record from another when an answer was lost. */
export type Writing<T> = WriteRules & {
  readonly record: z.ZodType<T>;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
  /** Empty where the collection has no list to look in. */
  readonly keys: readonly string[];
};

export function creates<T, C extends object>(client: Sending, writing: Writing<T>): Creates<T, C> {
  return {
    create: async (record, options) => {
      const sending = withOptions(client, options, recordKinds);
      const [wrong] = await objectionsTo(sending, writing, writing.create, [record]);
      if (wrong !== undefined) return wrong;
      const query = parametersOf(options);
      const request = { route: routes.create(writing.collection), body: record, query };
      const began = sending.clock.now();
      const outcome = await ask(sending, request, writing.record);
      if (outcome.kind !== 'unavailable' || outcome.carriedOut === 'no') return outcome;
      const found = await effectsOf(writing)?.(sending, [record], began);
      if (found === undefined) return outcome;
      const there = found.get(0);
      return there === undefined ? ask(sending, request, writing.record) : { kind: 'answered', value: there };
    },
  };
}

export function updates<T, U extends object>(client: Sending, writing: Writing<T>): Updates<T, U> {
  return {
    update: async (id, change, options) => {
      const sending = withOptions(client, options, recordKinds);
      const [wrong] = await objectionsTo(sending, writing, writing.update, [change]);
      const route = routes.update(writing.collection, id);
      const request = { route, body: change, query: parametersOf(options) };
      return wrong ?? ask(sending, request, writing.record);
    },
  };
}

function createsMany<T, C extends object>(sending: Sending, writing: Writing<T>): CreatesMany<T, C> {
  const many = manyOf(sending, writing, 'POST', writing.create);
  return { createMany: many(writeBatches), bulkCreate: many(writeBulk) };
}

export function updatesMany<T, U extends object>(sending: Sending, writing: Writing<T>): UpdatesMany<T, U> {
  const many = manyOf(sending, writing, 'PUT', writing.update.extend({ id: z.string().optional() }));
  return { updateMany: many(writeBatches), bulkUpdate: many(writeBulk) };
}

/** Every way to write the records of a collection. */
export function writes<T, C extends object, U extends object>(sending: Sending, writing: Writing<T>) {
  return {
    ...creates<T, C>(sending, writing),
    ...updates<T, U>(sending, writing),
    ...createsMany<T, C>(sending, writing),
    ...updatesMany<T, U>(sending, writing),
  };
}

/** A picklist of a collection, as its route gives it now. */
export function picklists<F extends string>(sending: Sending, collection: Collection) {
  return {
    picklist: async (field: F, options?: CallOptions): Promise<Outcome<readonly PicklistEntry[]>> =>
      ask(
        withOptions(sending, options),
        { route: routes.picklist(collection, field) },
        z.array(picklistEntry),
      ),
  };
}

/** The parameters that the options of a call stand for. */
export function parametersOf(options: RecordOptions | undefined) {
  return customFieldsParameter(options?.customFields);
}

/** Writes many records. What the specification already forbids is not sent; outcomes are in the order of the records. */
function manyOf<T>(client: Sending, writing: Writing<T>, method: 'POST' | 'PUT', schema: z.ZodObject) {
  const { collection, record } = writing;
  return (write: typeof writeBatches<T>): WriteMany<T, object> =>
    async (records, options) => {
      const sending = withOptions(client, options, recordKinds);
      const many: Many<T> = {
        collection,
        method,
        read: record,
        findEffects: effectsOf(writing),
        query: parametersOf(options),
      };
      const wrong = await objectionsTo(sending, writing, schema, records);
      const fitting = records.filter((_, index) => wrong[index] === undefined);
      const outcomes = fitting.length === 0 ? [] : await write(sending, many, fitting);
      let next = 0;
      return wrong.map((failure) => failure ?? outcomes[next++] ?? missing);
    };
}

function effectsOf<T>({ collection, record, keys }: Writing<T>) {
  return keys.length === 0 ? undefined : effectsIn(collection, record, keys);
}

const missing = { kind: 'unreadable', reason: 'the batch has no answer for this record' } as const;
