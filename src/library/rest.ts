/**
 * `quadwire/rest`: a typed client of the public REST API of a career-services system (docs/rest-client.md). It needs `zod` and the
 * platform's `fetch`, and runs on Node 20.19 or newer.
 */
export { type Client, type ClientOptions, createClient } from '../rest/client.ts';
export type { Application } from '../rest/applications.ts';
export type { Priority, RateNews } from '../rest/bucket.ts';
export type { RecordOptions } from '../rest/calls.ts';
export type { Contact, ContactCreate, ContactUpdate } from '../rest/contacts.ts';
export type { CustomMap, CustomOf, Readable, Writable } from '../rest/custom-fields.ts';
export type { EmployerRegistration } from '../rest/employer-registrations.ts';
export type { Employer, EmployerCreate, EmployerUpdate } from '../rest/employers.ts';
export type { Faculty } from '../rest/faculty.ts';
export {
  type BucketStore,
  type Limiter,
  limiterOver,
  memoryLimiter,
  memoryStore,
  type Taken,
} from '../rest/limiter.ts';
export type { NetworkEmployerRegistration } from '../rest/network-employer-registrations.ts';
export type { Answered, Failure, Outcome, RecordOutcome } from '../rest/outcomes.ts';
export type { Listing, ListQuery } from '../rest/pages.ts';
export { collectAll } from '../rest/pages.ts';
export type { CallOptions, Hooks, RequestEvent, ResponseEvent, RetryEvent } from '../rest/send.ts';
export type { Staff, StaffCreate, StaffUpdate } from '../rest/staff.ts';
export type { Student } from '../rest/students.ts';
