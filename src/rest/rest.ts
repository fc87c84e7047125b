/**
 * `quadwire/rest`: a typed client of the public REST API of a career-services system (docs/rest-client.md). It needs `zod` and the
 * platform's `fetch`, and runs on Node 20.19 or newer.
 */
export { type Client, type ClientOptions, createClient } from './rest-client.ts';
export type { Application } from './applications.ts';
export type { Priority, RateNews } from './bucket.ts';
export type { RecordOptions } from './calls.ts';
export type { Contact, ContactCreate, ContactUpdate } from './contacts.record.ts';
export type { CustomMap, CustomOf, Readable, Writable } from './custom-fields.record.ts';
export type { EmployerRegistration } from './employer-registrations.record.ts';
export type { Employer, EmployerCreate, EmployerUpdate } from './employers.record.ts';
export type { Faculty } from './faculty.record.ts';
export {
  type BucketStore,
  type Limiter,
  limiterOver,
  memoryLimiter,
  memoryStore,
  type Admission,
} from './rest-limiter.ts';
export type { NetworkEmployerRegistration } from './network-employer-registrations.record.ts';
export type { Answered, Failure, Outcome, RecordOutcome } from './outcomes.ts';
export type { Listing, ListQuery } from './rest-pages.ts';
export { collectAll } from './rest-pages.ts';
export type { CallOptions, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './rest-send.ts';
export type { Staff, StaffCreate, StaffUpdate } from './staff.record.ts';
export type { Student } from './students.record.ts';
