import * as z from 'zod';
import { type Clock, SECOND, systemClock } from '../core/clock.ts';
import type { Fetch } from '../core/http.ts';
import type { Priority } from './bucket.ts';
import { contactsOf } from './collections/contacts.ts';
import { type Contact, contact } from './contacts.ts';
import { employerRegistrationsOf } from './collections/employer-registrations.ts';
import { employersOf } from './collections/employers.ts';
import { facultyOf } from './collections/faculty.ts';
import { networkEmployerRegistrationsOf } from './collections/network-employer-registrations.ts';
import { staffOf } from './collections/staff.ts';
import { studentsOf } from './collections/students.ts';
import { batchResult, fieldDescriptor, type ObjectType } from './envelopes.ts';
import { type Limiter, memoryLimiter, sleep } from './limiter.ts';
import type { Outcome } from './outcomes.ts';
import { ask } from './reading.ts';
import { linkRoute, routes } from './routes.ts';
import type { Sending } from './send.ts';

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
  readonly timeoutMs?: number;
  readonly wait?: (ms: number) => Promise<void>;
  readonly random?: () => number;
};

export type Client = ReturnType<typeof createClient>;

/** A typed client of every route of the REST service (spec/rest-api.md). Every failure is a value. */
export function createClient(options: ClientOptions) {
  const sending = sendingOf(options);
  return {
    employers: employersOf(sending),
    employerRegistrations: employerRegistrationsOf(sending),
    networkEmployerRegistrations: networkEmployerRegistrationsOf(sending),
    contacts: contactsOf(sending),
    students: studentsOf(sending),
    faculty: facultyOf(sending),
    staff: staffOf(sending),
    /** The fields of an object type, custom ones included. */
    fields: (objectType: ObjectType) =>
      ask(sending, { route: routes.fields(objectType) }, z.array(fieldDescriptor)),
    /** Status and results of a batch; `createMany` and `updateMany` ask by themselves. */
    batch: (id: string) => ask(sending, { route: routes.batch(id) }, batchResult),
    /** The contact that the link of a record leads to; `forbidden` without a call unless links may be followed. */
    contactAt: async (link: string): Promise<Outcome<Contact>> => {
      const route = linkRoute(link);
      return route === undefined
        ? { kind: 'notFound', reason: 'the link leads outside the service' }
        : ask(sending, { route }, contact);
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
  };
}
