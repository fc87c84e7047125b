import type { Employer, Job, PicklistLabel } from '../soap/types.ts';
import type { HiddenMarkup } from './values/hidden-markup.ts';

/** The same job understood: the service's job and employer fields, with picklist labels, and what no SOAP field carries. */
export type Listing = {
  /** The source's own id, unprefixed; the identity of rule D1 when the source gives none. */
  readonly jobId: string;
  readonly sourceUrl?: string;
  readonly applyUrl?: string;
  /** ISO 8601 as far as the source went: a date, or a date-time with the source's own offset. */
  readonly postedAt?: string;
  readonly expiresAt?: string;
  /** When the job is no longer wanted: the instant after `expiresAt` in the job's own zone, ISO 8601 UTC. */
  readonly expiryInstant?: string;
  readonly job: Job<PicklistLabel>;
  readonly employer: Employer<PicklistLabel>;
  /** Plain-text twin of `job.job_desc`. */
  readonly descriptionText: string;
  /** What the source's markup hid from readers, for screening; absent where nothing. */
  readonly hidden?: readonly HiddenMarkup[];
  readonly places: readonly Place[];
  readonly workplace?: Workplace;
  readonly salary?: Salary;
  readonly language?: string;
  /** By field (`job.job_title`, `employer.empname`, `expiresAt`): the part of the raw listing it came from, or the rule that made it. */
  readonly provenance: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** The schools that a job of the form was written for, by the names of their targets. */
  readonly chosenTargets?: readonly string[];
  /** What applicants are asked to answer; shown by targets that take such questions. */
  readonly questions?: readonly string[];
  /** 0 to 100: how complete the listing is, for people and for the feed's report. */
  readonly quality: number;
};

/** What a plan asks of every listing; the rest is read where a posting is made, or a rule asks for it. */
export type ListingBrief = Pick<
  Listing,
  'jobId' | 'postedAt' | 'expiresAt' | 'chosenTargets' | 'employer' | 'places' | 'workplace'
> &
  Partial<Pick<Listing, 'job' | 'descriptionText'>>;

export type Workplace = 'onsite' | 'hybrid' | 'remote';

/** A place understood: subdivision is ISO 3166-2 (`US-MA`), country ISO 3166-1 alpha-2. */
export type Place = {
  readonly city?: string;
  readonly subdivision?: string;
  readonly country?: string;
  /** As the source wrote state and country, when they could not be told. */
  readonly region?: string;
};

export type SalaryUnit = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
export type Salary = {
  readonly min?: number;
  readonly max?: number;
  readonly unit?: SalaryUnit;
  /** ISO 4217. */
  readonly currency?: string;
  readonly text: string;
};

/** What came of a raw listing. */
export type Understanding =
  | { readonly kind: 'listing'; readonly listing: Listing }
  | { readonly kind: 'rejected'; readonly reasons: readonly string[] };

/** What the feed's definition says about every one of its jobs. */
export type FeedTerms = {
  /** Supplies or overrides the employer's name, by `employerMode`. */
  readonly employer?: string;
  readonly employerMode?: 'fill' | 'override';
  /** Order of day and month where digits alone do not tell. Never guessed per row. */
  readonly dateOrder?: 'dmy' | 'mdy';
  /** IANA zone of dates without a zone, if the place has no zone either. */
  readonly timeZone?: string;
  /** ISO 3166-1 alpha-2, for places that name no country. */
  readonly country?: string;
  /** Contacts in feeds are personal data: used only when the definition says so. */
  readonly useContacts?: boolean;
};
