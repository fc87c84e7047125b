import * as z from 'zod';
import { checkOptions } from '../core/check-options.ts';
import { type Clock, SECOND, systemClock } from '../core/clock.ts';
import type { Fetch } from '../core/net/http.ts';
import { priorities, type Priority } from './bucket.ts';
import { parametersOf, recordKinds, type RecordOptions } from './calls.ts';
import { contactsOf } from './collections/contacts.collection.ts';
import { type Contact, contact } from './contacts.record.ts';
import { type CustomMap, type CustomOf, type Readable, readable } from './custom-fields.record.ts';
import { employerRegistrationsOf } from './collections/employer-registrations.collection.ts';
import { employersOf } from './collections/employers.collection.ts';
import { facultyOf } from './collections/faculty.collection.ts';
import { networkEmployerRegistrationsOf } from './collections/network-employer-registrations.collection.ts';
import { staffOf } from './collections/staff.collection.ts';
import { studentsOf } from './collections/students.collection.ts';
import { batchResult, fieldDescriptor, type ObjectType } from './envelopes.ts';
import { type Limiter, memoryLimiter, sleep } from './rest-limiter.ts';
import type { Outcome } from './outcomes.ts';
import { ask } from './rest-reading.ts';
import { linkRoute, routes } from './rest-routes.ts';
import { type CallOptions, type Hooks, type Sending, type Wait, withOptions } from './rest-send.ts';

export type ClientOptions = {
  /** Ends in `/api/public`. */
  readonly baseUrl: string;
  readonly token: string;
  /** The platform's `fetch` by default. */
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  /** Of the token; by default one for this client alone. Clients that share a token share its limiter. */
  readonly limiter?: Limiter;
  /** Who waits for the calls of this client; `people` by default. */
  readonly priority?: Priority;
  /** Student data may be read and written; off by default. */
  readonly allowStudents?: boolean;
  /** The school agreed that links of records may be followed; off by default. */
  readonly followLinks?: boolean;
  /** Private addresses that may be called (`host:port`); by default that of `baseUrl`. */
  readonly allowPrivate?: readonly string[];
  /** Milliseconds for one request; 120,000 by default. Calls take a `timeout` of their own for the whole. */
  readonly timeoutMs?: number;
  /** Told of every request, its answer and its repeats. */
  readonly hooks?: Hooks;
  readonly wait?: Wait;
  readonly random?: () => number;
};

export type Client<M extends CustomMap = CustomMap> = ReturnType<typeof createClient<M>>;

/**
 * A typed client of every route of the REST service (docs/spec/rest-api.md). Every failure is a value. `M` names the custom fields of the
 * instance: `createClient<{ employers: { customPartnerTier: string } }>(…)` reads and writes them with their types.
 */
export function createClient<M extends CustomMap = CustomMap>(options: ClientOptions) {
  const given = checkOptions('createClient', options, {
    baseUrl: 'a text!',
    token: 'a text!',
    fetch: 'a function',
    clock: 'an object',
    limiter: 'an object',
    priority: [...priorities, undefined],
    allowStudents: 'a boolean',
    followLinks: 'a boolean',
    allowPrivate: 'a list',
    timeoutMs: 'a number',
    hooks: { onRequest: 'a function', onResponse: 'a function', onRetry: 'a function' },
    wait: 'a function',
    random: 'a function',
  });
  const sending = sendingOf(given);
  return {
    employers: employersOf<CustomOf<M, 'employers'>>(sending),
    employerRegistrations: employerRegistrationsOf<CustomOf<M, 'employerRegistrations'>>(sending),
    networkEmployerRegistrations: networkEmployerRegistrationsOf(sending),
    contacts: contactsOf<CustomOf<M, 'contacts'>>(sending),
    students: studentsOf<CustomOf<M, 'students'>>(sending),
    faculty: facultyOf<CustomOf<M, 'faculty'>>(sending),
    staff: staffOf(sending),
    /** The fields of an object type, custom ones included. */
    fields: async (objectType: ObjectType, options?: CallOptions) =>
      ask(withOptions(sending, options), { route: routes.fields(objectType) }, z.array(fieldDescriptor)),
    /** Status and results of a batch; `createMany` and `updateMany` ask by themselves. */
    batch: async (id: string, options?: CallOptions) =>
      ask(withOptions(sending, options), { route: routes.batch(id) }, batchResult),
    /** The contact that the link of a record leads to; `forbidden` without a call unless links may be followed. */
    contactAt: async (
      link: string,
      options?: RecordOptions,
    ): Promise<Outcome<Readable<Contact, CustomOf<M, 'contacts'>>>> => {
      const route = linkRoute(link);
      if (route === undefined) return { kind: 'notFound', reason: 'the link leads outside the service' };
      const record = readable<Contact, CustomOf<M, 'contacts'>>(contact);
      return ask(withOptions(sending, options, recordKinds), { route, query: parametersOf(options) }, record);
    },
  };
}

function sendingOf(options: ClientOptions): Sending {
  const { baseUrl, token, clock = systemClock, wait = sleep } = options;
  const own = URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
  return {
    baseUrl,
    token,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    allowPrivate: options.allowPrivate ?? own,
    clock,
    limiter: options.limiter ?? memoryLimiter(clock, wait),
    priority: options.priority ?? 'people',
    wait,
    random: options.random ?? Math.random,
    timeoutMs: options.timeoutMs ?? 120 * SECOND,
    allowStudents: options.allowStudents ?? false,
    followLinks: options.followLinks ?? false,
    hooks: options.hooks ?? {},
    customNames: new Map(),
  };
}
