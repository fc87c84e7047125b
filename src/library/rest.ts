/**
 * `quadwire/rest`: a typed client of the public REST API of a career-services system (docs/rest-client.md). It needs `zod` and the
 * platform's `fetch`, and runs on Node 20.19 or newer.
 */
export { type Client, type ClientOptions, createClient } from '../rest/rest-client.ts';
export type { Application } from '../rest/applications.ts';
export type { Priority, RateNews } from '../rest/bucket.ts';
export type { RecordOptions } from '../rest/calls.ts';
export type { Contact, ContactCreate, ContactUpdate } from '../rest/contacts.record.ts';
export type { CustomMap, CustomOf, Readable, Writable } from '../rest/custom-fields.record.ts';
export type { EmployerRegistration } from '../rest/employer-registrations.record.ts';
export type { Employer, EmployerCreate, EmployerUpdate } from '../rest/employers.record.ts';
export type { Faculty } from '../rest/faculty.record.ts';
export {
  type BucketStore,
  type Limiter,
  limiterOver,
  memoryLimiter,
  memoryStore,
  type Admission,
} from '../rest/rest-limiter.ts';
export type { NetworkEmployerRegistration } from '../rest/network-employer-registrations.record.ts';
export type { Answered, Failure, Outcome, RecordOutcome } from '../rest/outcomes.ts';
export type { Listing, ListQuery } from '../rest/rest-pages.ts';
export { collectAll } from '../rest/rest-pages.ts';
export type { CallOptions, Hooks, RequestEvent, ResponseEvent, RetryEvent } from '../rest/rest-send.ts';
export type { Staff, StaffCreate, StaffUpdate } from '../rest/staff.record.ts';
export type { Student } from '../rest/students.record.ts';
